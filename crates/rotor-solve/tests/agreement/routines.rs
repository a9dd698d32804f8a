//! The improved revolving routine against the plain one, and against the printed misprint.

use crate::brute_force::instances;
use num_bigint::BigUint;
use num_integer::Integer;
use rotor_generate::Dice;
use rotor_graph::{Count, Natural, SimpleDigraph, VertexId, parse};
use rotor_solve::tree::{improved_revolving_routine, revolving_routine};
use rotor_solve::{Operations, OutOfBudget, Unlimited};

/// A vertex `u`, the second one, with up to five heads, up to four arcs to each in any order, and a flow for each head.
fn random_vertex(dice: &mut Dice) -> (String, Vec<Count>) {
    let heads = 1 + dice.below(5);
    let mut arcs: Vec<u32> = (0..heads).flat_map(|head| vec![head; 1 + dice.below(4) as usize]).collect();
    dice.shuffle(&mut arcs);
    let words: Vec<_> = arcs.iter().map(|head| format!("s{head}")).collect();
    let sinks: String = (0..heads).map(|head| format!("sink s{head}\n")).collect();
    let flow =
        |dice: &mut Dice| if dice.chance(0.2) { Count::Infinite } else { Count::from(1 + dice.below(12)) };
    let flows = (0..heads).map(|_| flow(dice)).collect();
    (format!("before: u^2\nu: {}\n{sinks}", words.join(" ")), flows)
}

#[test]
fn the_improved_routine_finds_what_the_plain_one_finds() {
    let mut dice = Dice::new(2);
    let (mut endless, mut ties) = (0, 0);
    for _ in 0..instances(20_000) {
        let (text, flows) = random_vertex(&mut dice);
        let instance = parse(&text).unwrap();
        let (graph, simple, u) = (instance.graph(), SimpleDigraph::of(instance.graph()), VertexId::new(1));
        for start in graph.out_arcs(u) {
            let fast = improved_revolving_routine(graph, &simple, u, start, &flows);
            let slow = revolving_routine(graph, &simple, u, start, &flows, &mut Unlimited).unwrap();
            let Some((fast, slow)) = fast.clone().zip(slow.clone()) else {
                assert!(fast.is_none() && slow.is_none());
                endless += 1;
                continue;
            };
            assert_eq!(fast.last_departure, slow.last_departure, "{text}{flows:?}");
            let multiplicities = simple.multiplicities(u);
            let visits: Vec<_> =
                (0..flows.len()).map(|at| fast.visits_before(at, multiplicities[at])).collect();
            assert_eq!(visits, slow.visits_before, "{text}{flows:?}");
            let all: BigUint = visits.iter().map(Natural::to_big).sum();
            assert_eq!(fast.departures(graph.out_degree(u)), all + 1u32);
        }
        ties += u32::from(flows.iter().filter(|flow| **flow == flows[0]).count() > 1);
    }
    assert!(endless > 100 && ties > 100, "{endless} endless, {ties} ties");
}

#[test]
fn e1_dividing_r_instead_of_r_minus_1_changes_the_departure() {
    // r(a) = 2 with two arcs to a, r(b) = 2 with one: the printed quotients are 1 and 2, so one full turn uses up a.
    let instance = parse("u: b a^2\nsink a\nsink b").unwrap();
    let (graph, simple, u) = (instance.graph(), SimpleDigraph::of(instance.graph()), VertexId::new(0));
    let flows = [Count::from(2), Count::from(2)];
    let start = instance.rotors().rotor(u);
    let right = improved_revolving_routine(graph, &simple, u, start, &flows).unwrap();
    assert_eq!(right.full_turns, Natural::ZERO);
    assert_eq!(instance.name(graph.head(right.last_departure)), "a");
    let printed: BigUint =
        [(2u32, 1u32), (2, 2)].map(|(r, m)| BigUint::from(r).div_floor(&m.into())).into_iter().min().unwrap();
    assert_eq!(printed, 1u32.into(), "as printed, u would make a full turn and cross into a three times");
}

#[test]
fn e2_a_parent_of_finite_large_flow_can_still_be_the_last() {
    // With q = 1 full turn and m(p) = 2 the printed p = (q + 1)·2 = 4 stops the routine at the parent itself.
    let instance = parse("u: p^2 s\nsink p\nsink s").unwrap();
    let (graph, simple, u) = (instance.graph(), SimpleDigraph::of(instance.graph()), VertexId::new(0));
    let start = instance.rotors().rotor(u);
    let last = |parent: Count| {
        let flows = [parent, Count::from(2)];
        let revolution = improved_revolving_routine(graph, &simple, u, start, &flows).unwrap();
        instance.name(graph.head(revolution.last_departure)).to_owned()
    };
    assert_eq!(last(Count::from(4)), "p", "as printed");
    assert_eq!(last(Count::from(5)), "s", "one more");
    assert_eq!(last(Count::Infinite), "s", "as we do it");
}

#[test]
fn e3_the_last_departure_is_not_among_the_visits_before() {
    let instance = parse("u: a b\nsink a\nsink b").unwrap();
    let (graph, simple, u) = (instance.graph(), SimpleDigraph::of(instance.graph()), VertexId::new(0));
    let flows = [Count::from(3), Count::from(3)];
    let start = instance.rotors().rotor(u);
    let slow = revolving_routine(graph, &simple, u, start, &flows, &mut Unlimited).unwrap().unwrap();
    assert_eq!(instance.name(graph.head(slow.last_departure)), "a");
    assert_eq!(slow.visits_before, [2u32.into(), 2u32.into()], "F(u, a) = r(u, a) = 3 counts one more");
}

#[test]
fn the_plain_routine_stops_when_its_budget_is_spent() {
    let instance = parse("u: a\nsink a").unwrap();
    let (graph, simple, u) = (instance.graph(), SimpleDigraph::of(instance.graph()), VertexId::new(0));
    let flows = [Count::from(BigUint::from(1u32) << 80)];
    let start = instance.rotors().rotor(u);
    let stopped = revolving_routine(graph, &simple, u, start, &flows, &mut Operations(1000));
    assert_eq!(stopped, Err(OutOfBudget::Operations));
}
