//! The objects of the paper one at a time, each against its definition carried out by hand.

use arrival::{Context, access, flows, parse, rotor_cycles, routine, subtree};
use num_bigint::BigUint;
use rotor_certify::{Unproved, certify};
use rotor_generate::{Dice, small_forest, small_graph};
use rotor_graph::{
    Configuration, Count, Instance, LastDeparture, Natural, RoutineClaim, SimpleDigraph, StoppingGraph,
    VertexId, move_particle,
};
use rotor_solve::push::{cycle_through, push};
use rotor_solve::tree::revolving_routine;
use std::collections::BTreeMap;

fn context() -> Context<'static> {
    Context::default()
}

/// Whether the judge takes a claim.
fn is_proved(instance: &Instance, claim: RoutineClaim) -> bool {
    match certify(instance, claim, &mut ()) {
        Ok(_) => true,
        Err(Unproved::Refuted(_)) => false,
        Err(Unproved::Stopped(_)) => unreachable!("it is never stopped"),
    }
}

#[test]
fn the_routine_with_any_flows_is_the_plain_one_and_is_proved() {
    let mut dice = Dice::new(71);
    let (mut endless, mut parallel, mut forged) = (0, 0, 0);
    for _ in 0..3_000 {
        let instance = small_graph(&mut dice);
        let (graph, simple) = (instance.graph(), SimpleDigraph::of(instance.graph()));
        for u in graph.vertices().filter(|&u| !graph.is_sink(u)) {
            let flow = |_: &VertexId| {
                if dice.chance(0.3) { Count::Infinite } else { Count::from(1 + dice.below(7)) }
            };
            let row: Vec<Count> = simple.heads(u).iter().map(flow).collect();
            let flows: BTreeMap<_, _> = simple.heads(u).iter().copied().zip(row.clone()).collect();
            let found = routine(&instance, u, Some(flows.clone()), &mut context()).unwrap();
            assert!(found.is_checked());
            let rotor = instance.rotors().rotor(u);
            let slow = revolving_routine(graph, &simple, u, rotor, &row, &mut ()).unwrap();
            parallel += usize::from(simple.multiplicities(u).iter().any(|&arcs| arcs > 1));
            let Some(slow) = slow else {
                assert!(found.last_departure().is_none());
                endless += 1;
                continue;
            };
            let last = found.last_departure().unwrap().clone();
            assert_eq!(last.arc, slow.last_departure, "{instance}");
            for (head, visits) in found.heads.iter().zip(&slow.visits_before) {
                assert_eq!(head.visits_before, Some(visits.to_big()), "{instance}");
            }
            // Seen from w, the vertex leaves by the routine in which w always sends the particle back.
            for (at, head) in found.heads.iter().enumerate() {
                let Some(back) = &head.flow_back else { continue };
                let mut others = row.clone();
                others[at] = Count::Infinite;
                let slow = revolving_routine(graph, &simple, u, rotor, &others, &mut ()).unwrap();
                let expected =
                    slow.map_or(Count::Infinite, |slow| Count::Finite(slow.visits_before[at].clone() + 1u32));
                assert_eq!(*back, expected, "{instance}");
            }
            let claim = |number: BigUint, arc| RoutineClaim {
                vertex: u,
                flows: flows.clone().into_iter().collect(),
                last: Some(LastDeparture { arc, number }),
                without_last: None,
            };
            for more in 1..=2 * graph.out_degree(u) {
                let arc = instance.rotors().rotor_after(graph, u, &(&last.number - 1u32 + more));
                assert!(!is_proved(&instance, claim(&last.number + more, arc)), "{instance}");
                forged += 1;
            }
        }
    }
    assert!(endless > 300 && parallel > 1_000 && forged > 10_000, "{endless} {parallel} {forged}");
}

#[test]
fn a_routine_without_all_its_flows_is_not_proved() {
    let instance = parse("u: v s\nv: u\nsink s").unwrap();
    let [u, v, s] = ["u", "v", "s"].map(|name| instance.vertex(name).unwrap());
    let arc = instance.graph().out_arcs(u).nth(1).unwrap();
    let last = Some(LastDeparture { arc, number: 2u32.into() });
    let claim = |flows: &[(VertexId, u32)], last| RoutineClaim {
        vertex: u,
        flows: flows.iter().map(|&(w, flow)| (w, Count::from(flow))).collect(),
        last,
        without_last: Some(LastDeparture {
            arc: instance.graph().out_arcs(u).next().unwrap(),
            number: 3u32.into(),
        }),
    };
    assert!(is_proved(&instance, claim(&[(v, 2), (s, 1)], last.clone())));
    assert!(!is_proved(&instance, claim(&[(v, 2)], last.clone())));
    assert!(!is_proved(&instance, claim(&[(v, 2), (s, 1), (u, 1)], last.clone())));
    assert!(!is_proved(&instance, claim(&[(v, 2), (s, 0)], last.clone())));
    assert!(!is_proved(&instance, claim(&[(v, 2), (v, 2)], last)));
    assert!(!is_proved(&instance, claim(&[(v, 2), (s, 1)], None)));
}

/// How often a walk from `u` leaves it before it ends, on entering a sink or one of the vertices that `halts`; infinite
/// if it goes on for very long.
fn departures(instance: &Instance, u: VertexId, halts: impl Fn(VertexId) -> bool) -> Count {
    let (graph, mut rotors) = (instance.graph(), instance.rotors().clone());
    let (mut at, mut left) = (u, 0u32);
    for _ in 0..50_000 {
        if graph.is_sink(at) || halts(at) {
            return Count::from(left);
        }
        left += u32::from(at == u);
        let next = move_particle(graph, &rotors, at);
        rotors.turn(graph, at);
        at = next;
    }
    Count::Infinite
}

#[test]
fn the_walk_in_the_subtree_leaves_its_root_return_flow_times() {
    let mut dice = Dice::new(72);
    let (mut infinite, mut trapped, mut large) = (0, 0, 0);
    for _ in 0..1_500 {
        let instance = small_forest(&mut dice);
        let graph = instance.graph();
        let stopping = StoppingGraph::of(graph);
        if flows(&instance, &mut context()).is_err() {
            continue;
        }
        for u in stopping.active_vertices() {
            for &v in graph.heads(u).iter().filter(|&&v| v != u) {
                let subtree = subtree(&instance, [u, v], &mut context()).unwrap().unwrap();
                assert!(subtree.is_checked());
                if subtree.flow.finite().is_some_and(|flow| *flow > Natural::from(400u32)) {
                    continue;
                }
                let root = subtree.graph.start().unwrap();
                assert_eq!(subtree.graph.name(root), instance.name(u));
                let whole = |w: VertexId| instance.vertex(subtree.graph.name(w)).unwrap();
                let halts = |w: VertexId| stopping.traps().trap_of(whole(w)).is_some();
                assert_eq!(departures(&subtree.graph, root, halts), subtree.flow, "{instance}: {u:?} {v:?}");
                // Every other vertex has all of its arcs.
                for w in subtree.graph.graph().vertices().filter(|&w| w != root) {
                    let [here, there] = [(&subtree.graph, w), (&instance, whole(w))].map(|(instance, w)| {
                        let heads = instance.graph().heads(w).iter();
                        heads.map(|&head| instance.name(head).to_owned()).collect::<Vec<_>>()
                    });
                    assert_eq!(here, there);
                }
                infinite += usize::from(subtree.flow == Count::Infinite);
                trapped += usize::from(subtree.graph.graph().vertices().any(halts));
                large += usize::from(subtree.flow > Count::from(3));
            }
        }
    }
    assert!(infinite > 300 && trapped > 100 && large > 300, "{infinite} {trapped} {large}");
}

/// Pushes cycles in any order until none is left outside the traps; returns how many it pushed.
fn pushes_in_any_order(instance: &Instance, dice: &mut Dice) -> u64 {
    let (graph, mut rotors) = (instance.graph(), instance.rotors().clone());
    let stopping = StoppingGraph::of(graph);
    let active: Vec<_> = stopping.active_vertices().collect();
    let mut pushes = 0;
    loop {
        let on_cycles: Vec<_> =
            active.iter().filter(|&&u| cycle_through(graph, &rotors, u).is_some()).collect();
        let Some(&&u) = dice.pick(&on_cycles) else { return pushes };
        let cycle = cycle_through(graph, &rotors, u).unwrap();
        push(graph, &mut rotors, &cycle);
        pushes += 1;
    }
}

#[test]
fn in_whatever_order_cycles_are_pushed_it_takes_as_many_pushes() {
    let mut dice = Dice::new(73);
    let (mut many, mut trapped) = (0, 0);
    for index in 0..1_500 {
        let instance = if index % 2 == 0 { small_graph(&mut dice) } else { small_forest(&mut dice) };
        let found = rotor_cycles(&instance, true, &mut context()).unwrap();
        if found.turns() > 2_000u32.into() {
            continue;
        }
        assert!(found.is_checked());
        let (graph, rotors) = (instance.graph(), instance.rotors());
        for u in graph.vertices() {
            let on_one = found.cycles.iter().filter(|cycle| cycle.contains(&u)).count();
            assert_eq!(on_one, usize::from(cycle_through(graph, rotors, u).is_some()), "{instance}");
        }
        for cycle in &found.cycles {
            assert_eq!(cycle_through(graph, rotors, cycle[0]).unwrap().vertices(), cycle);
        }
        assert_eq!(found.pushes, Some(pushes_in_any_order(&instance, &mut dice)), "{instance}");
        // The frames lead to the forest.
        let frames = found.frames.as_ref().unwrap();
        assert_eq!(frames.list().len() as u64 + frames.left_out() as u64, found.pushes.unwrap());
        let mut positions: Vec<u32> = graph.vertices().map(|u| rotors.position(graph, u)).collect();
        frames.list().iter().flat_map(|frame| &frame.rotors).for_each(|&(u, at)| positions[u.index()] = at);
        let after = Configuration::from_positions(graph, |u| positions[u.index()]);
        for u in graph.vertices() {
            if let Some(last) = found.forest.last_departure(u) {
                assert_eq!(after.rotor(u), last, "{instance}");
            }
        }
        many += usize::from(found.pushes > Some(5));
        trapped += usize::from(
            found.cycles.iter().any(|cycle| StoppingGraph::of(graph).traps().trap_of(cycle[0]).is_some()),
        );
    }
    assert!(many > 100 && trapped > 100, "{many} {trapped}");
}

/// A simple tree with one player, all of whose vertices reach a sink.
fn simple_game(dice: &mut Dice) -> Option<Instance> {
    let inner = 2 + dice.below(4) as usize;
    let mut rows = vec![Vec::new(); inner];
    for v in 1..inner {
        let parent = dice.below(v as u32) as usize;
        rows[parent].push(format!("v{v}"));
        if dice.chance(0.85) {
            rows[v].push(format!("v{parent}"));
        }
    }
    let mut sinks = 0;
    for row in &mut rows {
        while dice.chance(0.45) {
            row.push(format!("s{sinks}"));
            sinks += 1;
        }
    }
    let mut text = String::new();
    for (v, row) in rows.iter_mut().enumerate() {
        for at in (1..row.len()).rev() {
            row.swap(at, dice.below(at as u32 + 1) as usize);
        }
        let owner = if dice.chance(0.5) { "max " } else { "" };
        text += &format!("{owner}v{v}: {}\n", row.join(" "));
    }
    (0..sinks).for_each(|sink| text += &format!("sink s{sink} = {}\n", dice.below(5)));
    let instance = parse(&text).ok()?;
    StoppingGraph::of(instance.graph()).traps().is_empty().then_some(instance)
}

/// acc(v, w) by its definition: the most visits of (v, w) over all strategies, if w sent the particle straight back.
fn access_by_trying(instance: &Instance, from: VertexId, v: VertexId, w: VertexId) -> Count {
    let name = |u: VertexId| instance.name(u);
    let text: String = instance
        .graph()
        .vertices()
        .map(|u| {
            let heads: Vec<_> = instance.graph().heads(u).iter().map(|&head| name(head)).collect();
            match u {
                _ if u == w => format!("{}: {}\n", name(w), name(v)),
                _ if heads.is_empty() => format!("sink {}\n", name(u)),
                _ => format!("{}: {}\n", name(u), heads.join(" ")),
            }
        })
        .collect();
    let changed = parse(&text).unwrap();
    let graph = changed.graph();
    let owned: Vec<_> = instance.owned_by(rotor_graph::Player::Max).filter(|&u| u != w).collect();
    let mut most = Count::from(0);
    let choices: u32 = owned.iter().map(|&u| graph.out_degree(u)).product();
    for number in 0..choices {
        let mut rest = number;
        let mut positions: Vec<u32> = graph
            .vertices()
            .map(|u| if u == w { 0 } else { instance.rotors().position(instance.graph(), u) })
            .collect();
        for &u in &owned {
            positions[u.index()] = rest % graph.out_degree(u);
            rest /= graph.out_degree(u);
        }
        let mut rotors = Configuration::from_positions(graph, |u| positions[u.index()]);
        let (mut at, mut visits, mut steps) = (from, 0u32, 0);
        while !graph.is_sink(at) && steps < 5_000 {
            let next = move_particle(graph, &rotors, at);
            visits += u32::from(at == v && next == w);
            rotors.turn(graph, at);
            (at, steps) = (next, steps + 1);
        }
        most = most.max(if graph.is_sink(at) { Count::from(visits) } else { Count::Infinite });
    }
    most
}

#[test]
fn an_access_flow_is_the_most_that_any_strategy_gets_across() {
    let mut dice = Dice::new(74);
    let (mut seen, mut infinite, mut zero, mut several) = (0, 0, 0, 0);
    while seen < 6_000 {
        let Some(instance) = simple_game(&mut dice) else { continue };
        let from = VertexId::new(0);
        let table = access(&instance, from, 0, &mut context()).unwrap();
        for row in &table.flows {
            let slow = access_by_trying(&instance, from, row.tail, row.head);
            assert_eq!(row.flow, slow, "{instance}: {} {}", instance.name(row.tail), instance.name(row.head));
            seen += 1;
            infinite += usize::from(slow == Count::Infinite);
            zero += usize::from(slow == Count::from(0));
            several += usize::from(slow > Count::from(1) && slow != Count::Infinite);
        }
    }
    assert!(infinite > 100 && zero > 300 && several > 300, "{infinite} {zero} {several}");
}
