//! Limits: solvers end where they are told to, say how far they came, and large inputs overflow nothing.

use crate::cost::member;
use crate::paper::cycles;
use crate::streams::{game_with_stakes, larger_tree};
use crate::subjects::{Subject, Task as Asked};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_generate::{Dice, budget, draw};
use rotor_graph::{
    Classified, Configuration, Count, Event, Exit, Instance, Limit, Multigraph, Player, Rooted,
    SimpleDigraph, Stop, StopAfter, StoppingGraph, Strategy, StrategySet, Tick, TreeLike, VertexId,
    VertexMap, parse,
};
use rotor_solve::game::{
    GameTree, Threshold, binary_game, exhaustive_search, exit_of_play, solve_game, values_of_all_starts,
};
use rotor_solve::general::{block_flows, exit_by_flow, forest_by_flows, switching_flow};
use rotor_solve::particles::route_in_bulk;
use rotor_solve::path::{arrivals, route_on_path};
use rotor_solve::push::{push, push_to_forest};
use rotor_solve::tree::{
    Declined, complete_destination, exit_on_tree, exits, flows, one_start, revolving_routine,
    run_by_the_paper, run_profile,
};
use rotor_solve::{ProofOfAll, RunProfile, Task, Unsolved, View, ask, simulate};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A tick of this many looks that remembers what it was told.
struct Looks {
    left: u32,
    taken: u32,
    told: Vec<(u64, u64)>,
}

impl Looks {
    fn of(left: u32) -> Self {
        Self { left, taken: 0, told: Vec::new() }
    }
}

impl Tick for Looks {
    fn tick(&mut self, _: u64) -> Result<(), Stop> {
        self.taken += 1;
        self.left = self.left.checked_sub(1).ok_or(Stop::Interrupted)?;
        Ok(())
    }

    fn observe(&mut self, event: Event<'_>) {
        if let Event::Swept { done, expected } = event {
            self.told.push((done, expected));
        }
    }
}

/// The same graph with its labels in the opposite order.
fn backwards(graph: &Multigraph, rotors: &Configuration) -> (Multigraph, Configuration) {
    let last = graph.vertex_count() as u32 - 1;
    let opposite = |v: VertexId| VertexId::new(last - v.raw());
    let (mut starts, mut heads) = (vec![0], Vec::new());
    for u in graph.vertices() {
        heads.extend(graph.heads(opposite(u)).iter().map(|&v| opposite(v)));
        starts.push(heads.len() as u32);
    }
    let turned = Multigraph::from_rows(starts, heads).unwrap();
    let rotors = Configuration::from_positions(&turned, |u| rotors.position(graph, opposite(u)));
    (turned, rotors)
}

/// A tree with labels that ascend, the same with labels that do not, and a path with flows beyond any machine word.
fn graphs() -> Vec<(Multigraph, Configuration)> {
    let tree = draw("binary-tree", &[("n", 200_000), ("parallel", 2)], &mut Dice::new(1)).unwrap();
    let path =
        draw("two-sided", &[("n", 200_000), ("x", 3), ("y", 1), ("mirrored", 0)], &mut Dice::new(1)).unwrap();
    vec![
        (tree.graph().clone(), tree.rotors().clone()),
        backwards(tree.graph(), tree.rotors()),
        (path.graph().clone(), path.rotors().clone()),
    ]
}

#[test]
fn a_budget_ends_the_fast_solver_at_any_check() {
    for (graph, rotors) in graphs() {
        let mut plenty = Looks::of(u32::MAX);
        assert_eq!(exits(&graph, &rotors, &mut plenty), exits(&graph, &rotors, &mut ()));
        let looks = plenty.taken;
        assert!(looks >= 6, "200,000 vertices, two sweeps or more: {looks}");
        for left in 0..looks {
            let mut few = Looks::of(left);
            let stopped = exits(&graph, &rotors, &mut few);
            assert_eq!(stopped, Err(Declined::Stopped(Stop::Interrupted)), "{left} of {looks}");
            assert_eq!(few.taken, left + 1, "nothing is done after it");
        }
        let mut exactly = Looks::of(looks);
        assert!(exits(&graph, &rotors, &mut exactly).is_ok());
    }
}

#[test]
fn a_budget_ends_the_fast_flows_too() {
    let (graph, rotors) = graphs().swap_remove(0);
    let mut plenty = Looks::of(u32::MAX);
    assert_eq!(flows(&graph, &rotors, &mut plenty), flows(&graph, &rotors, &mut ()));
    for left in 0..plenty.taken {
        let stopped = flows(&graph, &rotors, &mut Looks::of(left));
        assert_eq!(stopped, Err(Declined::Stopped(Stop::Interrupted)));
    }
}

#[test]
fn what_is_done_grows_and_never_exceeds_what_is_expected() {
    for (graph, rotors) in graphs() {
        let mut tick = Looks::of(u32::MAX);
        assert!(exits(&graph, &rotors, &mut tick).is_ok());
        assert!(tick.told.windows(2).all(|two| two[0].0 <= two[1].0), "{:?}", tick.told);
        assert!(tick.told.iter().all(|&(done, expected)| done <= expected), "{:?}", tick.told);
        let [.., (before, _), (done, expected)] = tick.told[..] else { panic!("it was told often") };
        assert!(done == expected && before * 10 > expected * 8, "{before} and {done} of {expected}");
    }
}

#[test]
fn every_look_finds_about_as_much_more_done_as_the_one_before() {
    let steady = |told: &[(u64, u64)]| {
        let looks = told.len() as f64;
        for (look, &(done, expected)) in (1..).zip(told) {
            let (share, time) = (done as f64 / expected as f64, f64::from(look) / looks);
            assert!((share - time).abs() < 0.15, "{done} of {expected} at look {look} of {looks}");
        }
    };
    for (graph, rotors) in &graphs()[..2] {
        let mut tick = Looks::of(u32::MAX);
        exits(graph, rotors, &mut tick).unwrap();
        steady(&tick.told);
        let mut tick = Looks::of(u32::MAX);
        flows(graph, rotors, &mut tick).unwrap();
        steady(&tick.told);
    }
}

#[test]
fn a_budget_ends_the_exact_streams_of_one_long_comparison() {
    let path =
        draw("two-sided", &[("n", 20_001), ("x", 3), ("y", 1), ("mirrored", 1)], &mut Dice::new(3)).unwrap();
    let (graph, rotors) = (path.graph(), path.rotors());
    let mut plenty = Looks::of(u32::MAX);
    assert_eq!(exits(graph, rotors, &mut plenty), exits(graph, rotors, &mut ()));
    // Fewer vertices than there are between two looks of a sweep.
    assert!(plenty.taken >= 2, "millions of words: {}", plenty.taken);
    for left in 0..plenty.taken {
        let stopped = exits(graph, rotors, &mut Looks::of(left));
        assert_eq!(stopped, Err(Declined::Stopped(Stop::Interrupted)));
    }
}

/// At whatever tick: the answer is the right one, or there is none.
#[test]
fn solvers_of_trees_and_games_stop_at_every_tick() {
    let (mut dice, mut stopped) = (Dice::new(91), BTreeMap::<&str, u32>::new());
    for number in 0..budget(60) {
        let instance = if number % 3 == 0 { larger_tree(&mut dice) } else { game_with_stakes(&mut dice) };
        let from = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
        let mut tasks = vec![Asked::OneStart(from), Asked::AllStarts];
        if number % 3 > 0 {
            tasks.extend(StrategySet::ALL.map(|set| Asked::Game(from, set, 0)));
            tasks.extend(StrategySet::ALL.map(|set| Asked::GameFromAll(set, 0)));
        }
        let of_trees = |name: &str| {
            ["tree", "path", "game", "simple", "exhaustive"].iter().any(|of| name.starts_with(of))
        };
        for subject in Subject::all().into_iter().filter(|subject| of_trees(subject.name)) {
            for task in &tasks {
                let mut all = StopAfter(u64::MAX);
                let Some(found) = subject.answer(&instance, task, &mut all).unwrap() else { continue };
                let ticks = u64::MAX - all.0;
                let some = (0..8)
                    .map(|_| u64::from(dice.below(u32::MAX)) % ticks.max(1))
                    .chain([0, ticks - ticks.min(1)]);
                let context =
                    |after| format!("{} after {after} of {ticks}, {task:?} on\n{instance}", subject.name);
                for after in if ticks <= 10 { (0..ticks).collect() } else { some.collect::<Vec<_>>() } {
                    let stop = subject.answer(&instance, task, &mut StopAfter(after));
                    assert_eq!(stop, Err(Stop::Interrupted), "{}", context(after));
                    *stopped.entry(subject.name).or_default() += 1;
                }
                let again = subject.answer(&instance, task, &mut StopAfter(ticks));
                assert_eq!(again, Ok(Some(found)), "{}", context(ticks));
            }
        }
    }
    for of in ["tree", "tree, by the paper", "tree, forest of large flows", "game", "simple", "exhaustive"] {
        assert!(stopped.get(of).is_some_and(|&stopped| stopped >= 40), "{of} of {stopped:?}");
    }
}

/// The path of [ACD22, `expchain`] with u_0 … u_n, the far end without a sink.
fn exponential_path(n: usize) -> Instance {
    let mut text = format!("u{n}: u{}\n", n - 1);
    for i in (1..n).rev() {
        writeln!(text, "u{i}: u{}^2 u{}", i + 1, i - 1).unwrap();
    }
    text.push_str("u0: u1^2 s\nsink s\nstart u0\n");
    parse(&text).unwrap()
}

#[test]
fn the_exponential_path_crosses_its_arcs_a_power_of_two_times() {
    for n in [1, 2, 5, 2_000] {
        let instance = exponential_path(n);
        let start = instance.start().unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let piece = Rooted::at(&stopping, start);
        let tree = piece.seen_as(Classified::tree_like).unwrap();
        let profile = run_profile(tree, instance.rotors(), &mut ()).unwrap();
        assert_eq!(instance.name(profile.halt), "s");
        // (u_i, u_{i+1}) is crossed 2^(i+1) times for i < n, each crossing comes back, and one more step exits.
        let crossings: BigUint = (0..n).map(|i| BigUint::from(1u32) << (i + 1)).sum();
        let steps = profile.steps();
        assert_eq!(steps, crossings * 2u32 + 1u32);
        if n == 5 {
            assert_eq!(steps, 125u32.into());
        }
        if n == 2_000 {
            assert_eq!(steps.to_string().len(), 603);
        }
    }
}

#[test]
fn a_path_of_a_million_vertices_does_not_overflow_the_stack() {
    let n = 1_000_000;
    let mut text = String::from("sink s0\n");
    for i in 0..n {
        let left = if i == 0 { "s0".to_owned() } else { format!("u{}", i - 1) };
        let right = if i + 1 == n { "s1".to_owned() } else { format!("u{}", i + 1) };
        writeln!(text, "u{i}: {}{left} {right}", if i % 3 == 0 { "" } else { "*" }).unwrap();
    }
    text.push_str("sink s1\n");
    let instance = parse(&text).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let complete = complete_destination(&tree, instance.rotors(), &mut ()).unwrap();
    let exits = complete.forest.exit_pattern(&stopping);
    // Every rotor points left, so n₁ = 0 and everybody exits at s₀ [ACD22, `ExitCharact`].
    let s0 = instance.vertex("s0").unwrap();
    assert_eq!(exits.iter().filter(|&(_, &exit)| exit == Exit::Sink(s0)).count(), n + 1);
}

#[test]
fn all_starts_of_a_large_star_cost_one_sweep() {
    // The hub leaves for good by a leaf that keeps the particle at once, won or lost; the other leaves come to it.
    let leaves = 60_000;
    for (owner, hub) in [("max", 1), ("min", 0)] {
        let mut text = format!("{owner} hub:");
        (0..leaves).for_each(|i| write!(text, " l{i}").unwrap());
        let row = |i: usize| ["one hub", "hub zero", "zero hub", "hub one"][i % 4];
        (0..leaves).for_each(|i| write!(text, "\nl{i}: {}", row(i)).unwrap());
        let instance = parse(&(text + "\nsink one = 1\nsink zero")).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).unwrap();
        let values = values_of_all_starts(&instance, &tree, StrategySet::Start, 0, &mut ()).unwrap();
        let expected = |i: usize| [1, hub, 0, hub][i % 4];
        assert!((0..leaves).all(|i| values.as_slice()[i + 1] == expected(i)));
        assert_eq!(values.as_slice()[0], hub);
    }
}

#[test]
fn games_on_a_path_of_100_000_do_not_overflow_the_stack() {
    // On the simple path only the number of rotors towards each end counts: Max points at one, Min at the other.
    let n = 100_000;
    let mut text = String::new();
    for i in 0..n {
        let owner = ["", "max ", "min "][i % 3];
        let left = if i == 0 { "zero".to_owned() } else { format!("u{}", i - 1) };
        let right = if i == n - 1 { "two".to_owned() } else { format!("u{}", i + 1) };
        writeln!(text, "{owner}u{i}: {right} {left}").unwrap();
    }
    let instance = parse(&(text + "sink zero\nsink two = 2")).unwrap();
    let towards_two = (0..n).filter(|i| i % 3 < 2).count();
    for (first, value) in [(n - towards_two - 1, 0), (n - towards_two, 2)] {
        let from = instance.vertex(&format!("u{first}")).unwrap();
        let stopping = StoppingGraph::of(instance.graph()).reached_from(from);
        let tree = TreeLike::rooted_at(&stopping, from).unwrap();
        let rooted = tree.at_root(from).unwrap();
        let claim = solve_game(&instance, rooted, StrategySet::Start, 0, &mut ()).unwrap();
        assert_eq!((claim.value, claim.at_least.0.len(), claim.max.decisions.len()), (value, n + 1, n / 3));
        let stopped = solve_game(&instance, rooted, StrategySet::Start, 0, &mut Limit(1_000));
        assert_eq!(stopped, Err(Stop::Operations));
    }
}

#[test]
fn a_binary_game_and_a_play_cost_one_sweep_of_vertices_and_arcs() {
    let n = 300;
    let mut text = String::new();
    for i in 0..n {
        let owner = ["", "max ", "min "][i % 3];
        let left = if i == 0 { "zero".to_owned() } else { format!("u{}", i - 1) };
        let right = if i == n - 1 { "one".to_owned() } else { format!("u{}", i + 1) };
        writeln!(text, "{owner}u{i}: {right} {left}").unwrap();
    }
    let instance = parse(&(text + "sink zero\nsink one = 1")).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let game = GameTree::new(&instance, &tree, 0);
    let none = |player| Strategy { player, decisions: Vec::new() };
    for (paid, is_enough) in [(3 * n, true), (3 * n - 1, false)] {
        let tick = || Limit(paid as u64);
        let threshold = Threshold::AtLeast(1);
        assert_eq!(binary_game(&game, StrategySet::Start, threshold, &mut tick()).is_ok(), is_enough);
        let played = exit_of_play(&game, &none(Player::Max), &none(Player::Min), &mut tick());
        assert_eq!(played.is_ok(), is_enough);
    }
}

/// One particle on `from`.
fn one(instance: &Instance, from: VertexId) -> VertexMap<BigUint> {
    let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
    particles[from] = BigUint::one();
    particles
}

/// The exact run from `from` on a tree.
fn exact(stopping: &StoppingGraph<'_>, instance: &Instance, from: VertexId) -> RunProfile {
    let piece = Rooted::at(stopping, from);
    let tree = piece.seen_as(Classified::tree_like).unwrap();
    run_by_the_paper(tree, instance.rotors(), &mut ()).unwrap()
}

/// x = f(x), from the definition: departures of every active vertex against particles and arrivals.
fn is_flow(instance: &Instance, particles: &VertexMap<BigUint>, departures: &VertexMap<BigUint>) -> bool {
    let graph = instance.graph();
    let stopping = StoppingGraph::of(graph);
    let mut arrived = particles.clone();
    for u in stopping.active_vertices() {
        let (degree, rotor) = (graph.out_degree(u), instance.rotors().position(graph, u));
        for turn in 0..degree {
            let v = graph.heads(u)[((rotor + turn) % degree) as usize];
            arrived[v] += (&departures[u] + (degree - 1 - turn)) / degree;
        }
    }
    stopping.active_vertices().all(|u| arrived[u] == departures[u])
}

#[test]
fn walks_of_more_steps_than_a_double_can_hold_are_found_exactly() {
    for (family, given, least_bits) in [
        ("chain", "n 300 high 0", 301),
        ("back", "n 160 high 0", 120),
        ("back", "n 400 high 0", 330),
        ("nested", "n 120 high 0", 150),
        ("two", "n 240 ahead 0", 80),
    ] {
        for seed in 1..=3 {
            let instance = member(family, given, seed);
            let stopping = StoppingGraph::of(instance.graph());
            let from = instance.start().unwrap();
            let profile = exit_by_flow(&stopping, instance.rotors(), from, &mut ()).unwrap();
            assert!(profile.is_run, "{family} {seed}");
            assert!(profile.steps().bits() >= least_bits, "{family} {seed}: {} bits", profile.steps().bits());
            assert!(is_flow(&instance, &one(&instance, from), &profile.departures), "{family} {seed}");
            assert!(matches!(stopping.exit_at(profile.halt), Some(Exit::Sink(_))));
        }
    }
}

#[test]
fn more_particles_than_atoms_are_routed_on_any_graph() {
    for (family, given) in [("series", "size 40"), ("ladder", "n 40"), ("layers", "n 40"), ("tree", "n 40")] {
        let instance = member(family, given, 5);
        let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
        particles[VertexId::new(0)] = BigUint::one() << 1_000u32;
        particles[VertexId::new(3)] = BigUint::from(3u32).pow(500);
        let stopping = StoppingGraph::of(instance.graph());
        let flow = switching_flow(&stopping, instance.rotors(), &particles, &mut ()).unwrap();
        assert!(flow.is_run && is_flow(&instance, &particles, &flow.departures), "{family}");
    }
}

#[test]
fn a_flow_out_of_budget_keeps_the_exit_it_has() {
    let instance = member("two", "n 200 ahead 0", 1);
    let stopping = StoppingGraph::of(instance.graph());
    let from = instance.start().unwrap();
    let solve = |most| exit_by_flow(&stopping, instance.rotors(), from, &mut Limit(most));
    let whole = solve(u64::MAX).unwrap();
    assert_eq!(solve(1_000), Err(Stop::Operations));
    let mut only_exits = 0;
    for eighth in 80..240u64 {
        match solve((8 + eighth % 8) << (eighth / 8) >> 3) {
            Err(why) => assert_eq!(why, Stop::Operations),
            Ok(profile) if profile.is_run => assert_eq!(profile, whole),
            Ok(profile) => {
                assert_eq!(profile.halt, whole.halt);
                assert!(is_flow(&instance, &one(&instance, from), &profile.departures));
                only_exits += 1;
            }
        }
    }
    assert!(only_exits > 0, "some ticks suffice for the exit and not for the run");
}

#[test]
fn a_long_chain_of_four_cycles_is_solved_from_all_starts() {
    // Both ways round each cycle, twice as often back as on: the walk is exponential in their number.
    let cycles = 60;
    let mut text = String::new();
    for at in 0..cycles {
        let on = if at + 1 < cycles { format!("a{}", at + 1) } else { "s".to_owned() };
        let back = if at > 0 { format!("b{0} d{0} ", at - 1).repeat(2) } else { String::new() };
        text += &format!("a{at}: {back}b{at} d{at}\nb{at}: a{at}^2 {on}\nd{at}: {on} a{at}^2\n");
    }
    let instance = parse(&format!("{text}sink s")).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let found = block_flows(&stopping, instance.rotors(), &mut ()).unwrap();
    assert!(found.forest.turns.as_slice().iter().any(|turns| turns.bits() > 40));
    let same = forest_by_flows(&stopping, instance.rotors(), &mut ()).unwrap();
    assert_eq!(same, found.forest);
}

#[test]
fn more_particles_than_atoms_are_routed_on_a_long_path() {
    let mut dice = Dice::new(9);
    let instance = draw("path", &[("n", 2_000)], &mut dice).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let Classified::Path(path) = Classified::of(&stopping) else { panic!("no path") };
    let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
    for &u in path.inner() {
        particles[u] = BigUint::from(dice.below(1_000)) << dice.below(1_000);
    }
    let routed = route_on_path(&path, instance.rotors(), &particles);
    let claim = routed.into_claim(&stopping, instance.rotors());
    let [left, right] = arrivals(&path, instance.rotors(), &particles);
    assert_eq!([&claim.stays[path.ends()[0]], &claim.stays[path.ends()[1]]], [&left, &right]);
    assert_eq!(left + right, particles.as_slice().iter().sum());
}

#[test]
fn a_walk_pays_for_every_step_and_for_no_more() {
    // 2¹⁷ − 1 departures from a come back, in as many round trips.
    let instance = parse("a: b^131071 s\nb: a\nsink s\nstart a").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let from = instance.start().unwrap();
    let steps = 2 * 131_071 + 1;
    let walked = |most| simulate(&stopping, instance.rotors(), from, &mut Limit(most));
    let whole = walked(steps).unwrap();
    assert_eq!((whole.steps(), instance.name(whole.halt)), (steps.into(), "s"));
    assert_eq!(walked(steps - 1), Err(Stop::Operations));
}

#[test]
fn who_does_not_walk_is_done_where_the_walk_has_hardly_begun() {
    let path = draw("expchain", &[("n", 60), ("x", 2), ("y", 1)], &mut Dice::new(0)).unwrap();
    let whole = View::of(&path);
    let view = whole.at(path.start().unwrap());
    let is_done = |id, task: &Task<'_>, view, most| {
        let (_, answer) = ask(Some(id), task, view, &mut Limit(most)).unwrap();
        assert!(answer.is_ok() || matches!(answer, Err(Unsolved::Stopped(Stop::Operations))), "{id}");
        answer.is_ok()
    };
    let few = 1_000_000;
    let done = ["tree", "flow", "walk"].map(|id| is_done(id, &Task::Exit, &view, few));
    assert_eq!(done, [true, true, false]);
    for task in [Task::AllExits(ProofOfAll::UpTo(u64::MAX)), Task::Forest] {
        let done = ["tree", "flow", "push"].map(|id| is_done(id, &task, &whole, few));
        assert_eq!(done, [true, true, false], "{task:?}");
    }
    let particles = VertexMap::filled(path.graph().vertex_count(), BigUint::from(7u32));
    let done = ["flow", "bulk"].map(|id| is_done(id, &Task::Route(&particles), &whole, few));
    assert_eq!(done, [true, false]);
    let simple = draw("path", &[("n", 60)], &mut Dice::new(0)).unwrap();
    let particles = VertexMap::filled(simple.graph().vertex_count(), BigUint::from(7u32));
    let (solver, routed) = ask(None, &Task::Route(&particles), &View::of(&simple), &mut Limit(0)).unwrap();
    assert_eq!(solver.id, "path");
    assert!(routed.is_ok(), "the closed form asks for nothing");
}

#[test]
fn configurations_are_compared_where_pushes_would_never_end() {
    let instance = draw("two", &[("n", 160), ("ahead", 0)], &mut Dice::new(3)).unwrap();
    let (graph, stopping) = (instance.graph(), StoppingGraph::of(instance.graph()));
    let some = &mut Limit(5_000_000);
    assert_eq!(push_to_forest(&stopping, instance.rotors(), some), Err(Stop::Operations));
    let mut pushed = instance.rotors().clone();
    for cycle in cycles(&stopping, instance.rotors()) {
        push(graph, &mut pushed, &cycle);
    }
    assert_ne!(&pushed, instance.rotors());
    let forest = |rotors| forest_by_flows(&stopping, rotors, &mut Limit(5_000_000)).unwrap().forest;
    assert_eq!(forest(instance.rotors()), forest(&pushed));
    let mut turned = instance.rotors().clone();
    turned.turn(graph, VertexId::new(159));
    assert_ne!(forest(instance.rotors()), forest(&turned));
}

#[test]
fn what_is_too_large_to_search_is_refused_with_its_size() {
    let refused = |text: &str, set| {
        let instance = parse(text).unwrap();
        let whole = View::of(&instance);
        let view = whole.at(instance.start().unwrap());
        let (_, answer) = ask(None, &Task::Game(set, 0), &view, &mut ()).unwrap();
        answer.unwrap_err().to_string()
    };
    let heads: Vec<String> = (0..12).map(|at| format!("s{at}")).collect();
    let sinks: String = heads.iter().map(|sink| format!("sink {sink}\n")).collect();
    let orders = format!("max a: b c {}\nb: c a\nc: a b\n{sinks}start a", heads.join(" "));
    assert_eq!(
        refused(&orders, StrategySet::Order),
        "a search takes at most 4194304 pairs of strategies, and this game has 8.718e10; a tree-like graph needs no search"
    );
    let rotors: String =
        (0..40).map(|at| format!("r{at}: r{} r{} a\n", (at + 1) % 40, (at + 2) % 40)).collect();
    let states = format!("max a: r0 s\n{rotors}sink s\nstart a");
    let words = refused(&states, StrategySet::Free);
    assert!(
        words.starts_with("a search takes at most 1048576 states, and this game has up to 5.106e20;"),
        "{words}"
    );
}

#[test]
fn the_search_pays_for_every_play_and_every_step() {
    // One strategy each: both bounds and the play of the two are three plays of 3 vertices and 2 steps.
    let instance = parse("max u: v\nv: s\nsink s\nstart u").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let from = instance.start().unwrap();
    let search = |most| exhaustive_search(&instance, &stopping, from, 0, &mut Limit(most));
    assert!(search(15).is_ok());
    assert_eq!(search(14), Err(Stop::Operations));
}

#[test]
fn pushing_stops_when_its_budget_is_spent() {
    let instance = parse("a: b^9 s\nb: a^9 s\nsink s").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let pushed = push_to_forest(&stopping, instance.rotors(), &mut Limit(10));
    assert_eq!(pushed, Err(Stop::Operations));
    assert_eq!(push_to_forest(&stopping, instance.rotors(), &mut ()).unwrap().pushes, 9);
}

#[test]
fn bulk_routing_stops_when_its_budget_is_spent() {
    let instance = parse("a: b^9 s\nb: a^9 s\nsink s").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let particles = VertexMap::from_vec(vec![BigUint::from(1000u32), BigUint::zero(), BigUint::zero()]);
    let routed = route_in_bulk(&stopping, instance.rotors(), &particles, &mut Limit(20));
    assert_eq!(routed, Err(Stop::Operations));
}

#[test]
fn the_plain_routine_stops_when_its_budget_is_spent() {
    let instance = parse("u: a\nsink a").unwrap();
    let (graph, simple, u) = (instance.graph(), SimpleDigraph::of(instance.graph()), VertexId::new(0));
    let flows = [Count::from(BigUint::from(1u32) << 80)];
    let start = instance.rotors().rotor(u);
    let stopped = revolving_routine(graph, &simple, u, start, &flows, &mut Limit(1000));
    assert_eq!(stopped, Err(Stop::Operations));
}

#[test]
fn counts_beyond_a_word_are_spilled_where_all_flows_fit() {
    // Every level of the branch below `a` is entered a thousand times as often as the one above, and always sends the
    // particle back.
    let mut text = "u: a^1000 s\na: u b0^1000\nsink s\nstart u\n".to_owned();
    for level in 0..12 {
        let above = if level == 0 { "a".to_owned() } else { format!("b{}", level - 1) };
        text += &format!("b{level}: {above} b{}^1000\n", level + 1);
    }
    text += "b12: b11 b12\n";
    let instance = parse(&text).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let from = instance.start().unwrap();
    let found = one_start(instance.graph(), instance.rotors(), from, &mut ()).unwrap();
    assert_eq!(found.profile, exact(&stopping, &instance, from));
    assert!(found.profile.steps() > BigUint::from(1u32) << 100);
}

#[test]
fn flows_beyond_a_word_are_found_in_larger_numbers() {
    let path =
        draw("two-sided", &[("n", 400), ("x", 3), ("y", 1), ("mirrored", 0)], &mut Dice::new(83)).unwrap();
    let (graph, rotors, from) = (path.graph(), path.rotors(), path.start().unwrap());
    assert_eq!(flows(graph, rotors, &mut ()), Err(Declined::TooLarge));
    let stopping = StoppingGraph::of(graph);
    let piece = Rooted::at(&stopping, from);
    let tree = piece.seen_as(Classified::tree_like).unwrap();
    let found = exit_on_tree(tree, rotors, &mut ()).unwrap();
    assert_eq!(found, exact(&stopping, &path, from));
    assert_eq!(exit_on_tree(tree, rotors, &mut Limit(10)), Err(Stop::Operations));
}
