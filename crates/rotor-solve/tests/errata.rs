//! Where the paper cannot be followed as printed: what is right, beside what is printed.

use crate::paper::{arrows, claim_of, flows_from, vertex};
use crate::reference::Arena;
use num_bigint::BigUint;
use num_integer::Integer;
use rotor_generate::Dice;
use rotor_graph::{
    Count, Decision, Instance, Limit, Natural, Owner, Pair, Player, SimpleDigraph, StoppingGraph,
    StrategySet, TreeLike, Value, VertexId, parse,
};
use rotor_solve::game::{
    GameTree, Threshold, VertexView, binary_game, exhaustive_search, free_search, integer_value,
    optimal_choice,
};
use rotor_solve::simulate;
use rotor_solve::tree::{complete_destination, improved_revolving_routine, revolving_routine};

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
    let slow = revolving_routine(graph, &simple, u, start, &flows, &mut ()).unwrap().unwrap();
    assert_eq!(instance.name(graph.head(slow.last_departure)), "a");
    assert_eq!(slow.visits_before, [2u32.into(), 2u32.into()], "F(u, a) = r(u, a) = 3 counts one more");
}

/// The start and the return flow that Max chooses at `v`, with heads `p` (the parent), `a` and `b` of these pairs.
fn chosen(text: &str, a: (bool, u32), b: (bool, u32)) -> (u32, Pair) {
    let instance = parse(&format!("v: {text}\nsink p\nsink a\nsink b")).unwrap();
    let (graph, simple, v) = (instance.graph(), SimpleDigraph::of(instance.graph()), VertexId::new(0));
    let pair = |u: &VertexId| match instance.name(*u) {
        "a" => Pair { wins: a.0, flow: a.1.into() },
        "b" => Pair { wins: b.0, flow: b.1.into() },
        _ => Pair { wins: false, flow: Count::Infinite },
    };
    let pairs: Vec<_> = simple.heads(v).iter().map(pair).collect();
    let back = simple.heads(v).iter().position(|&u| instance.name(u) == "p");
    let at = VertexView { graph, simple: &simple, vertex: v, rotor: instance.rotors().rotor(v) };
    let choice = optimal_choice(&at, Owner::Player(Player::Max), &pairs, back).unwrap();
    (choice.start.raw() - graph.arc_range(v).start, choice.pair)
}

/// What of [ACD22, `alg:OptimalStratBin`] is put right.
struct Mended {
    /// f₁ starts at +∞.
    from_infinity: bool,
    /// The visit at the end arc is taken back when the start arc moves on, and the end arc steps on when caught up with.
    taken_back: bool,
}

/// The printed sweep, with the quotient of erratum E1: value and return flow; nothing if it has not ended after many
/// turns.
fn sweep(arcs: &str, a: (bool, u32), b: (bool, u32), mended: &Mended) -> Option<(bool, i64)> {
    let arcs: Vec<&str> = arcs.split(' ').collect();
    let count = |head| arcs.iter().filter(|&&other| other == head).count() as i64;
    let turns = [("a", a.1), ("b", b.1)].map(|(head, flow)| (i64::from(flow) - 1) / count(head));
    let turns = turns[0].min(turns[1]);
    let mut left = [("a", a.1), ("b", b.1)].map(|(head, flow)| i64::from(flow) - turns * count(head));
    let index = |at: usize| usize::from(arcs[at] == "b");
    let next = |at: usize| (at + 1) % arcs.len();
    let (mut start, mut end, mut passed, mut last) = (0, 0, 0, false);
    let (mut most, mut least, mut value) = (0, if mended.from_infinity { i64::MAX } else { 0 }, false);
    for _ in 0..1_000 {
        if arcs[end] == "p" {
            passed += 1;
            end = next(end);
            continue;
        }
        left[index(end)] -= 1;
        if left[index(end)] != 0 {
            end = next(end);
            continue;
        }
        if [a.0, b.0][index(end)] {
            least = least.min(passed);
            value = true;
        } else {
            most = most.max(passed);
        }
        let caught_up = mended.taken_back && start == end;
        if mended.taken_back {
            left[index(end)] += 1;
        }
        if caught_up {
            end = next(end);
        } else if arcs[start] == "p" {
            passed -= 1;
        } else {
            left[index(start)] += 1;
        }
        start = next(start);
        if start == 0 && last {
            return Some((value, (if value { least } else { most }) + turns * count("p") + 1));
        }
        last |= next(start) == 0;
    }
    None
}

fn as_number(pair: &Pair) -> Option<(bool, i64)> {
    Some((pair.wins, pair.flow.to_string().parse().unwrap()))
}

#[test]
fn e4_the_fewest_visits_are_sought_from_infinity_and_not_from_0() {
    // Both arcs to a are needed, and an arc to p lies between them: from the better one p is passed once.
    let (arcs, a, b) = ("a p a p p b", (true, 2), (false, 9));
    let (start, pair) = chosen(arcs, a, b);
    assert_eq!((start, as_number(&pair)), (0, Some((true, 2))));
    let from_0 = Mended { from_infinity: false, taken_back: true };
    assert_eq!(sweep(arcs, a, b, &from_0), Some((true, 1)), "f₁ = 0 is never undercut");
}

#[test]
fn e4_the_visit_at_the_end_is_taken_back() {
    // From the first arc p is passed once before b; from the third once before a.
    let (arcs, a, b) = ("p b p a", (false, 1), (false, 1));
    let (start, pair) = chosen(arcs, a, b);
    assert_eq!((start, as_number(&pair)), (0, Some((false, 2))));
    let kept = Mended { from_infinity: true, taken_back: false };
    assert_ne!(sweep(arcs, a, b, &kept), Some((false, 2)));
}

#[test]
fn e4_mended_in_both_places_the_printed_sweep_is_right() {
    let mut dice = Dice::new(59);
    let mut wrong = [0; 2];
    for _ in 0..5_000 {
        let mut arcs = vec!["p", "a", "b"];
        arcs.extend((0..dice.below(5)).map(|_| *dice.pick(&["p", "a", "b"]).unwrap()));
        dice.shuffle(&mut arcs);
        let arcs = arcs.join(" ");
        let [a, b] = [0, 0].map(|_| (dice.chance(0.5), 1 + dice.below(6)));
        let right = as_number(&chosen(&arcs, a, b).1);
        let found = |from_infinity, taken_back| sweep(&arcs, a, b, &Mended { from_infinity, taken_back });
        assert_eq!(found(true, true), right, "{arcs} {a:?} {b:?}");
        wrong[0] += u32::from(found(false, true) != right);
        wrong[1] += u32::from(found(true, false) != right);
    }
    assert!(wrong.iter().all(|&times| times > 100), "each place alone is not enough: {wrong:?}");
}

#[test]
fn e6_the_flow_of_an_order_counts_the_last_visit_too() {
    // v puts its two arcs to u first: it sends the particle back twice and keeps it the third time.
    let game = |arcs| parse(&format!("u: v^{arcs} t\nmax v: u^2 s\nsink t = 1\nsink s\nstart u")).unwrap();
    for (arcs, value) in [(2, 1), (3, 0)] {
        let instance = game(arcs);
        let (u, v) = (vertex(&instance, "u"), vertex(&instance, "v"));
        let claim = claim_of(&instance, u, StrategySet::Order, 0);
        let arena = Arena::play_all(&instance, u, StrategySet::Order, 0, 1_000).unwrap();
        assert_eq!((claim.value, arena.bounds()), (value, (value, value)), "{instance}");
        let game_at_1 = if value == 1 { &claim.at_least } else { &claim.more_than };
        let pair = &game_at_1.0.iter().find(|entry| entry.to == v).unwrap().pair;
        assert_eq!(
            pair.flow,
            3.into(),
            "printed: (q + 1)·2, which is 2 with q from r − 1 and 4 with q from r"
        );
    }
    // The same for a wanted sink: it is kept the first time, where q·2 is 0.
    let instance = parse("u: v t\nmax v: u^2 s\nsink t\nsink s = 1\nstart u").unwrap();
    let claim = claim_of(&instance, vertex(&instance, "u"), StrategySet::Order, 0);
    let pair = &claim.at_least.0.iter().find(|entry| entry.to == vertex(&instance, "v")).unwrap().pair;
    assert_eq!((claim.value, &pair.flow), (1, &Count::one()));
}

/// The value by access flows, which must be that of the walk.
fn value_by_access(instance: &Instance) -> Value {
    let from = instance.start().unwrap();
    let found = flows_from(instance, from, 0).unwrap();
    let arena = Arena::play_all(instance, from, StrategySet::Start, 0, 10_000).unwrap();
    assert_eq!(arena.bounds(), (found.value, found.value));
    found.value
}

#[test]
fn e7_the_parent_bounds_an_access_flow_only_with_a_way_back() {
    // acc(u, v) = 1, but v never goes back to u: it visits w twice, and the second time w lets the particle out.
    let text = "u: v s\nv: w x\nw: v y\nx: v z\nsink s\nsink y = 5\nsink z = 1\nstart u";
    assert_eq!(value_by_access(&parse(text).unwrap()), 5);
    let found = flows_from(&parse(text).unwrap(), VertexId::new(0), 0).unwrap();
    let flow = |v: usize, w: usize| {
        found.flows.iter().find(|row| (row.0.index(), row.1.index()) == (v, w)).unwrap().2.to_string()
    };
    assert_eq!(
        [flow(0, 1), flow(1, 2)],
        ["1", "2"],
        "as printed, acc(v, w) would be at most 1 and y out of reach"
    );
}

#[test]
fn e7_nothing_is_reached_below_an_access_flow_of_0() {
    // The particle leaves by s at once; from v, which it never sees, t could be reached any number of times.
    let instance = parse("u: s v\nv: t\nsink s\nsink t = 9\nstart u").unwrap();
    assert_eq!(value_by_access(&instance), 0);
    let found = flows_from(&instance, VertexId::new(0), 0).unwrap();
    assert!(found.flows.iter().all(|(v, _, _)| v.index() == 0), "{found:?}");
}

#[test]
fn e10_an_integer_equilibrium_mixes_two_thresholds() {
    let text = "max m: c u\nmin u: a b\nsink a = 5\nsink b = 3\nsink c = 1\nstart m";
    let instance = parse(text).unwrap();
    let from = instance.start().unwrap();
    let claim = claim_of(&instance, from, StrategySet::Start, 0);
    assert_eq!((claim.value, arrows(&instance, &claim.max)), (3, vec!["m -> u".into()]));
    assert_eq!(arrows(&instance, &claim.min), ["u -> b"]);
    let arena = Arena::play_all(&instance, from, StrategySet::Start, 0, 1_000).unwrap();
    assert_eq!((arena.guaranteed_by(&claim.max), arena.guaranteed_by(&claim.min)), (3, 3));
    // Min has lost the game "at least 3" and does not care there; Max does not care in "more than 3".
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::rooted_at(&stopping, from).unwrap();
    let game = GameTree::new(&instance, &tree, 0);
    let decided = |threshold, at: &str| {
        let solved = binary_game(&game, StrategySet::Start, threshold, &mut ()).unwrap();
        let at = vertex(&instance, at);
        let decision = solved.decisions.into_iter().find(|(u, _)| *u == at).unwrap().1;
        let Decision::Start(a) = decision else { panic!("{decision:?}") };
        instance.name(instance.graph().head(a)).to_owned()
    };
    assert_eq!(decided(Threshold::AtLeast(3), "u"), "a");
    assert_eq!(decided(Threshold::MoreThan(3), "u"), "b");
}

#[test]
fn e13_k_values_take_as_many_binary_games_as_the_logarithm_of_k() {
    for k in 1..=40u32 {
        let heads: Vec<_> = (0..k).map(|at| format!("s{at}")).collect();
        let sinks: String = (0..k).map(|at| format!("sink s{at} = {}\n", 3 * at)).collect();
        for (player, value) in [("max", 3 * Value::from(k) - 3), ("min", 0)] {
            let instance = parse(&format!("{player} u: {}\n{sinks}", heads.join(" "))).unwrap();
            let stopping = StoppingGraph::of(instance.graph());
            let tree = TreeLike::of(&stopping).unwrap();
            let game = GameTree::new(&instance, &tree, 0);
            let found = integer_value(&game, StrategySet::Start, &mut ()).unwrap();
            assert_eq!((found.value, found.distinct_values), (value, k as usize));
            let logarithm = k.ilog2()..=k.next_power_of_two().ilog2();
            assert!(logarithm.contains(&found.binary_games), "{k} values: {}", found.binary_games);
        }
    }
}

#[test]
fn e14_choosing_at_every_visit_is_another_game() {
    // Max comes by twice. A switch that goes to v first goes to `lost` then; a choice at every visit goes to v again.
    let instance = parse("max u: v lost\nv: w s\nw: u\nsink s = 1\nsink lost\nstart u").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let from = instance.start().unwrap();
    let start = exhaustive_search(&instance, &stopping, from, 0, &mut ()).unwrap();
    let free = free_search(&instance, &stopping, from, 0, &mut ()).unwrap();
    assert_eq!((start.value(), free), (Some(0), 1));
}

#[test]
fn e15_the_last_departure_arc_is_visited_as_often_as_its_flow() {
    let instance = parse(include_str!("../../../corpus/paper/fig-calc-rn.rotor")).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let [u0, u2] = ["u0", "u2"].map(|name| instance.vertex(name).unwrap());
    let run = simulate(&stopping, instance.rotors(), u0, &mut ()).unwrap();
    let graph = instance.graph();
    let left = u64::try_from(&run.departures[u0]).unwrap() as usize;
    let from_rotor = graph.heads(u0).iter().cycle().skip(instance.rotors().position(graph, u0) as usize);
    let visits: Vec<_> = from_rotor.take(left).collect();
    assert_eq!(visits.last(), Some(&&u2), "u2 is the head of the last departure");
    let tree = TreeLike::of(&stopping).unwrap();
    let found = complete_destination(&tree, instance.rotors(), &mut ()).unwrap().into_claim(&tree);
    let (_, flow) = found.flows.of(u0).find(|&(head, _)| head == u2).unwrap();
    assert_eq!(
        flow.to_count(),
        Count::from(visits.iter().filter(|&&&v| v == u2).count() as u32),
        "and r, not r − 1, its visits"
    );
}

#[test]
fn e16_one_head_with_many_arcs_costs_its_arcs() {
    let instance = parse("u: v^1000000 s\nv: u t\nsink s\nsink t").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let within = |most| complete_destination(&tree, instance.rotors(), &mut Limit(most)).is_ok();
    assert!(!within(500_000), "two heads, and more operations than that");
    assert!(within(50_000_000));
}

#[test]
fn e17_the_longest_walk_depends_on_the_central_rotor() {
    let steps = |rotor_of_u2: &str| {
        let text = format!("u1: *u2 s\nu2: {rotor_of_u2}\nu3: *u2 u4\nu4: *u3 t\nsink s\nsink t");
        let instance = parse(&text).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let from = instance.vertex("u2").unwrap();
        simulate(&stopping, instance.rotors(), from, &mut ()).unwrap().steps()
    };
    assert_eq!([steps("*u1 u3"), steps("u1 *u3")], [6u32.into(), 10u32.into()]);
}
