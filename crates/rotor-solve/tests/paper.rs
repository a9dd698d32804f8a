//! The paper: its lemmas on random graphs, its routines and its figures.

use crate::reference::World;
use crate::streams::particles;
use num_bigint::BigUint;
use rotor_generate::{Dice, Instances, budget, draw};
use rotor_graph::{
    AtRoot, Claim, Classified, Configuration, Count, Decision, GameClaim, Instance, Natural, Rooted,
    RotorWalk, SimpleDigraph, StoppingGraph, Strategy, StrategySet, TreeLike, Value, VertexId, VertexMap,
    parse,
};
use rotor_solve::game::{
    AccessFlows, GameTree, Threshold, access_flows, binary_game, binary_game_by_the_paper, solve_game,
    values_of_all_starts,
};
use rotor_solve::general::forest_by_flows;
use rotor_solve::path::{arrivals, class_of, exit_pattern, exit_pattern_claim, route_on_path};
use rotor_solve::push::{Cycle, cycle_before, cycle_through, push, push_to_forest, reverse_push};
use rotor_solve::tree::{flows, forest, improved_revolving_routine, revolving_routine};

/// Calls `lemma` with random small graphs of all kinds.
fn for_each_graph(seed: u64, count: usize, mut lemma: impl FnMut(&Instance, &StoppingGraph<'_>, &mut Dice)) {
    Instances::small(seed).check(budget(count), |instance, dice| {
        lemma(instance, &StoppingGraph::of(instance.graph()), dice);
    });
}

/// The world of an instance with other rotors.
fn world(instance: &Instance, rotors: &Configuration) -> World {
    World::of(&instance.clone().with_rotors(rotors.clone()))
}

/// Whether two configurations lead to the same destination forest: outside traps, whether they are equivalent.
pub(crate) fn same_forest(instance: &Instance, first: &Configuration, second: &Configuration) -> bool {
    let stopping = StoppingGraph::of(instance.graph());
    let forest = |rotors| forest_by_flows(&stopping, rotors, &mut ()).unwrap().forest;
    forest(first) == forest(second)
}

/// The cycles of G(ρ) outside traps.
pub(crate) fn cycles(stopping: &StoppingGraph<'_>, rotors: &Configuration) -> Vec<Cycle> {
    let cycle = |u| {
        cycle_through(stopping.graph(), rotors, u).filter(|cycle| cycle.vertices().iter().min() == Some(&u))
    };
    stopping.active_vertices().filter_map(cycle).collect()
}

#[test]
fn cycle_push_keeps_every_exit() {
    let mut pushed = 0;
    for_each_graph(3, 3_000, |instance, stopping, _| {
        let before = World::of(instance).all_starts(false).ends;
        for cycle in cycles(stopping, instance.rotors()) {
            let mut rotors = instance.rotors().clone();
            push(instance.graph(), &mut rotors, &cycle);
            pushed += 1;
            assert_eq!(world(instance, &rotors).all_starts(false).ends, before, "{instance}");
            let found = cycle_before(instance.graph(), &rotors, cycle.vertices()[0]);
            assert_eq!(found.as_ref(), Some(&cycle), "it is found again\n{instance}");
            assert!(reverse_push(instance.graph(), &mut rotors, &cycle), "a push can be undone");
            assert_eq!(&rotors, instance.rotors());
        }
    });
    assert!(pushed > budget(500), "only {pushed} pushes");
}

#[test]
fn pushes_commute_and_end_in_the_last_departures() {
    for_each_graph(4, 3_000, |instance, stopping, dice| {
        let forest = push_to_forest(stopping, instance.rotors(), &mut ()).unwrap().forest;
        let mut rotors = instance.rotors().clone();
        loop {
            let cycles = cycles(stopping, &rotors);
            if cycles.is_empty() {
                break;
            }
            push(instance.graph(), &mut rotors, &cycles[dice.below(cycles.len() as u32) as usize]);
        }
        let world = World::of(instance);
        for u in instance.graph().vertices() {
            let random_order = Some(rotors.rotor(u)).filter(|_| stopping.is_active(u));
            assert_eq!(forest.last_departure(u), random_order, "{instance}");
            let walked = BigUint::from(world.walk(u.index()).0[u.index()]);
            let last = stopping
                .is_active(u)
                .then(|| instance.rotors().arc_of_departure(instance.graph(), u, &walked));
            assert_eq!(forest.last_departure(u), last, "{instance}");
        }
    });
}

#[test]
fn equivalent_configurations_stay_equivalent_after_a_particle() {
    let (mut same, mut other) = (0, 0);
    for_each_graph(5, 4_000, |instance, stopping, dice| {
        let graph = instance.graph();
        let first = instance.rotors().clone();
        let mut second = first.clone();
        for cycle in cycles(stopping, &first) {
            push(graph, &mut second, &cycle);
        }
        let u = VertexId::new(dice.below(graph.vertex_count() as u32));
        assert!(same_forest(instance, &first, &second));
        let after = |rotors: &Configuration| {
            let departures = world(instance, rotors).walk(u.index()).0.into_iter().map(BigUint::from);
            rotors.after(graph, &VertexMap::from_vec(departures.collect()))
        };
        assert!(same_forest(instance, &after(&first), &after(&second)), "{instance}");
        same += usize::from(first != second);
        let third = Configuration::from_positions(graph, |_| dice.below(100));
        other += usize::from(!same_forest(instance, &first, &third));
    });
    assert!(same > budget(300) && other > budget(300), "{same} pushed pairs, {other} of different classes");
}

#[test]
fn a_cycle_that_was_not_pushed_cannot_be_pushed_back() {
    let instance = parse("a: b s\nb: a s\nsink s").unwrap();
    let a = instance.vertex("a").unwrap();
    let cycle = cycle_through(instance.graph(), instance.rotors(), a).unwrap();
    let mut rotors = instance.rotors().clone();
    assert!(!reverse_push(instance.graph(), &mut rotors, &cycle));
    assert_eq!(&rotors, instance.rotors(), "a refused push changes nothing");
    push(instance.graph(), &mut rotors, &cycle);
    assert_eq!(cycle_through(instance.graph(), &rotors, a), None);
}

#[test]
fn the_two_routing_rules_agree_after_one_turn_of_all_rotors() {
    for_each_graph(6, 3_000, |instance, stopping, dice| {
        let graph = instance.graph();
        let start = VertexId::new(dice.below(graph.vertex_count() as u32));
        let mut turn_first = instance.rotors().clone().turned_back(graph);
        let mut u = start;
        let mut walk = RotorWalk::new(stopping, instance.rotors(), start);
        while stopping.is_active(u) {
            turn_first.turn(graph, u);
            u = graph.head(turn_first.rotor(u));
            walk.step();
            assert_eq!(walk.particle(), u, "{instance}");
        }
        assert_eq!(walk.rotors(), turn_first.turned(graph));
    });
}

#[test]
fn the_simple_path_is_solved_in_closed_form() {
    let mut dice = Dice::new(8);
    for index in 0..budget(3_000) {
        let n = 1 + (index % 12) as u32;
        let instance = draw("path", &[("n", n)], &mut dice).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let Classified::Path(path) = Classified::of(&stopping) else { panic!("no path:\n{instance}") };
        let found = flows(instance.graph(), instance.rotors(), &mut ()).unwrap();
        let forest = forest(instance.graph(), instance.rotors(), &found).forest;
        assert_eq!(exit_pattern(&path, instance.rotors()), forest.exit_pattern(&stopping), "{instance}");
        let pushed = push_to_forest(&stopping, instance.rotors(), &mut ()).unwrap();
        let claim = exit_pattern_claim(&path, instance.rotors());
        assert_eq!(claim, Claim::Forest(pushed.into_claim(&stopping)), "{instance}");

        let particles = particles(&instance, false, &mut dice);
        let walked = World::of(&instance).route(particles.as_slice());
        let routed = route_on_path(&path, instance.rotors(), &particles);
        for (u, departures) in routed.departures.iter() {
            let by_walking = walked.counts["departures"].get(&(Some(u), vec![])).cloned();
            assert_eq!(Count::from(departures.clone()), by_walking.unwrap_or(Count::from(0)), "{instance}");
        }
        let class = class_of(&path, instance.rotors());
        let after = instance.rotors().after(instance.graph(), &routed.departures);
        let positions = path.inner().iter().zip(1u32..).map(|(&u, number)| &particles[u] * number);
        let class_after = (positions.sum::<BigUint>() + class) % (n + 1);
        assert_eq!(class_after, class_of(&path, &after).into());
        // Particles that start on an end do not arrive there.
        let arrived = |end: VertexId| match walked.counts["arrivals"].get(&(None, vec![end])) {
            Some(Count::Finite(count)) => count.to_big() - &particles[end],
            _ => BigUint::ZERO,
        };
        assert_eq!(arrivals(&path, instance.rotors(), &particles), path.ends().map(arrived), "{instance}");

        let other = Configuration::from_positions(instance.graph(), |_| dice.below(2));
        let equivalent = same_forest(&instance, instance.rotors(), &other);
        assert_eq!(equivalent, class == class_of(&path, &other), "n₁ decides the class");
    }
}

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
    for _ in 0..budget(20_000) {
        let (text, flows) = random_vertex(&mut dice);
        let instance = parse(&text).unwrap();
        let (graph, simple, u) = (instance.graph(), SimpleDigraph::of(instance.graph()), VertexId::new(1));
        for start in graph.out_arcs(u) {
            let fast = improved_revolving_routine(graph, &simple, u, start, &flows);
            let slow = revolving_routine(graph, &simple, u, start, &flows, &mut ()).unwrap();
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

/// The claim of the solver of games on trees.
pub(crate) fn claim_of(instance: &Instance, from: VertexId, set: StrategySet, endless: Value) -> GameClaim {
    let stopping = StoppingGraph::of(instance.graph()).reached_from(from);
    let tree = TreeLike::rooted_at(&stopping, from).unwrap();
    let rooted: AtRoot<'_, TreeLike<'_, '_>> = tree.at_root(from).unwrap();
    solve_game(instance, rooted, set, endless, &mut ()).unwrap()
}

pub(crate) fn integer_figure() -> Instance {
    parse(include_str!("../../../corpus/paper/fig-integer-game.rotor")).unwrap()
}

pub(crate) fn vertex(instance: &Instance, name: &str) -> VertexId {
    instance.vertex(name).unwrap()
}

/// `u -> v` for each decision.
pub(crate) fn arrows(instance: &Instance, strategy: &Strategy) -> Vec<String> {
    let arrow = |(u, decision): &(VertexId, Decision)| match decision {
        Decision::Start(a) => {
            format!("{} -> {}", instance.name(*u), instance.name(instance.graph().head(*a)))
        }
        other => panic!("{other:?}"),
    };
    strategy.decisions.iter().map(arrow).collect()
}

#[test]
fn pairs_find_both_strategies_of_the_simple_game() {
    let instance = parse(include_str!("../../../corpus/paper/fig-simple-strategy.rotor")).unwrap();
    for (from, arrow) in [("u", "g -> u"), ("v", "g -> v")] {
        let claim = claim_of(&instance, vertex(&instance, from), StrategySet::Start, 0);
        assert_eq!((claim.value, arrows(&instance, &claim.max)), (1, vec![arrow.to_owned()]));
    }
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let all = values_of_all_starts(&instance, &tree, StrategySet::Start, 0, &mut ()).unwrap();
    let named = |name| all[vertex(&instance, name)];
    assert_eq!(["g", "u", "v", "right", "left", "top", "bottom"].map(named), [0, 1, 1, 1, 1, 0, 0]);
}

#[test]
fn the_one_player_pairs_and_strategy_are_those_of_the_figure() {
    let instance = parse(include_str!("../../../corpus/paper/fig-one-player.rotor")).unwrap();
    let from = vertex(&instance, "u0");
    let claim = claim_of(&instance, from, StrategySet::Start, 0);
    assert_eq!((claim.value, arrows(&instance, &claim.max)), (1, vec!["u2 -> u3".into(), "u4 -> u0".into()]));
    let row = |entry: &rotor_graph::PairEntry| {
        let [from, to] = [entry.from, entry.to].map(|u| instance.name(u).to_owned());
        format!("({from},{to})=({},{})", u8::from(entry.pair.wins), entry.pair.flow)
    };
    let mut rows: Vec<_> = claim.at_least.0.iter().map(row).collect();
    rows.sort();
    let mut figure = [
        "(u0,u4)=(0,2)",
        "(u0,u1)=(1,1)",
        "(u1,u2)=(1,1)",
        "(u2,u3)=(1,1)",
        "(u4,u5)=(0,1)",
        "(u5,k)=(0,1)",
        "(u5,h)=(1,1)",
        "(u3,l)=(1,1)",
        "(u1,a)=(0,1)",
        "(u4,g)=(0,1)",
    ];
    figure.sort_unstable();
    assert_eq!(rows, figure);
    assert!(claim.at_least.0.is_sorted_by_key(|entry| (entry.to, entry.from)));
    assert!(claim.more_than.0.iter().all(|entry| !entry.pair.wins), "nothing is worth more than 1");
}

#[test]
fn the_integer_game_is_worth_2_though_its_subtree_is_worth_1() {
    let instance = integer_figure();
    let from = vertex(&instance, "u0");
    let claim = claim_of(&instance, from, StrategySet::Start, 0);
    assert_eq!((claim.value, arrows(&instance, &claim.max)), (2, vec!["u -> u0".into()]));
    // In the game "at least 1" the subtree of u wins at once; in "at least 2" it sends the particle back.
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::rooted_at(&stopping, from).unwrap();
    let game = GameTree::new(&instance, &tree, 0);
    let pair = |x| {
        let solved = binary_game(&game, StrategySet::Start, Threshold::AtLeast(x), &mut ()).unwrap();
        assert!(solved.wins);
        let at = vertex(&instance, "u");
        let entry = solved.pairs.0.into_iter().find(|entry| entry.to == at).unwrap();
        (entry.pair.wins, entry.pair.flow.to_string())
    };
    assert_eq!([pair(1), pair(2)], [(true, "1".into()), (false, "2".into())]);
}

#[test]
fn what_only_leads_into_a_tree_is_not_in_its_table() {
    let text = "u: a s\nmax a: u t\nx: a z\nmin y: x z\nsink s\nsink t = 1\nsink z = 1\nstart u";
    let instance = parse(text).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::rooted_at(&stopping, instance.start().unwrap()).unwrap();
    let game = GameTree::new(&instance, &tree, 0);
    for solve in [binary_game, binary_game_by_the_paper] {
        let solved = solve(&game, StrategySet::Start, Threshold::AtLeast(1), &mut ()).unwrap();
        let arc =
            |entry: &rotor_graph::PairEntry| [entry.from, entry.to].map(|u| instance.name(u).to_owned());
        let mut arcs: Vec<_> = solved.pairs.0.iter().map(arc).collect();
        arcs.sort();
        assert_eq!(arcs, [["a", "t"], ["u", "a"], ["u", "s"]].map(|arc| arc.map(str::to_owned)));
    }
}

/// The access flows from `from`, if the part that it reaches is simple and one player owns it.
pub(crate) fn flows_from(instance: &Instance, from: VertexId, endless: Value) -> Option<AccessFlows> {
    let reached = StoppingGraph::of(instance.graph()).reached_from(from);
    let piece = Rooted::at(&reached, from);
    access_flows(instance, piece.seen_as(Classified::simple_tree_like)?, endless, &mut ()).unwrap()
}

#[test]
fn every_sink_of_the_integer_game_has_access_flow_1() {
    let instance = integer_figure();
    let found = flows_from(&instance, vertex(&instance, "u0"), 0).unwrap();
    let name = |&u: &VertexId| instance.name(u).to_owned();
    let rows: Vec<_> =
        found.flows.iter().map(|(v, w, flow)| format!("acc({},{})={flow}", name(v), name(w))).collect();
    assert_eq!(found.value, 2);
    assert_eq!(rows.join(" "), "acc(u0,u)=1 acc(u0,two)=1 acc(u,one)=1 acc(u,zero)=1");
}
