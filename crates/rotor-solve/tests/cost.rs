//! What answers cost, in operations paid for: an estimate that is no longer good changes no answer, only this.
//!
//! `operations.txt` holds what every subject pays on instances of all families, to the last operation: nothing in it depends
//! on the machine. Who changes a solver writes the new numbers with `ARRIVAL_BLESS=1`, and says whether they are better.

use crate::streams::particles;
use crate::subjects::{Subject, Task};
use num_bigint::BigUint;
use num_traits::One;
use rotor_generate::{Decoration, Dice, budget, generate, small_game};
use rotor_graph::{
    Event, FlowProgress, Instance, Limit, Stop, StoppingGraph, StrategySet, Tick, TreeLike, Value, VertexId,
    VertexMap, parse,
};
use rotor_solve::game::{
    GameTree, Threshold, binary_game_from_all, binary_game_from_all_by_the_paper, values_of_all_starts,
};
use rotor_solve::general::{
    Effort, exit_by_flow, forest_by_flows, route_by_flow, switching_flow, switching_flow_with,
};
use rotor_solve::particles::route_in_bulk;
use rotor_solve::push::push_to_forest;
use rotor_solve::simulate;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Pays for everything up to a limit, and remembers how much it was.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct Paid {
    pub(crate) operations: u64,
    /// The most that was kept at once.
    bytes: u64,
    /// How often guesses were begun anew.
    rounds: u64,
    /// How many vertices were held at most.
    held: usize,
    /// How often it was paid.
    times: usize,
    /// Whether some report of progress made no sense.
    is_unsound: bool,
    /// Operations and bytes that are refused, if there is a limit.
    limits: [Option<u64>; 2],
    refused: bool,
}

impl Tick for Paid {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.operations += operations;
        self.times += 1;
        if self.limits[0].is_some_and(|most| self.operations > most) { Err(Stop::Operations) } else { Ok(()) }
    }

    fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        let is_refused = self.limits[1].is_some_and(|most| bytes > most);
        self.refused |= is_refused;
        self.bytes = self.bytes.max(bytes);
        if is_refused { Err(Stop::Memory) } else { Ok(()) }
    }

    fn observe(&mut self, event: Event<'_>) {
        let Event::Flow(progress) = event else { return };
        let FlowProgress { component, components, vertices, held, left_over } = progress;
        let is_sound = (1..=components).contains(&component) && held < vertices && left_over > 0;
        self.is_unsound |= !is_sound;
        self.held = self.held.max(progress.held);
        self.rounds += 1;
    }
}

pub(crate) fn member(family: &str, given: &str, seed: u64) -> Instance {
    let words: Vec<_> = given.split_whitespace().map(str::to_owned).collect();
    let parameters = words.chunks(2).map(|two| (two[0].clone(), two[1].clone())).collect();
    generate(family, &parameters, seed).unwrap()
}

/// Families with parameters and seeds. Those in the first part are hard: only flows are asked about them.
const HARD: &[(&str, &str, u64)] = &[
    ("chain", "n 200", 1),
    ("back", "n 150", 1),
    ("two", "n 160 ahead 0", 1),
    ("series", "copies 4 size 30 ahead 0", 2),
    ("series", "copies 6 size 50 ahead 0", 3),
    ("series", "copies 6 size 50 ahead 0", 6),
    ("series", "copies 6 size 50 ahead 0", 10),
    ("nested", "n 60", 1),
    ("layers", "n 80", 1),
    ("ladder", "n 200 parallel 3", 1),
    ("grid", "w 12 h 12", 1),
    ("two-sided", "n 41 x 3 y 1", 5),
];

const ORDINARY: &[(&str, &str, u64)] = &[
    ("path", "n 60", 1),
    ("expchain", "n 14", 1),
    ("two-sided", "n 60 x 3 y 1", 2),
    ("tree", "n 80 parallel 4 one-way 0.2 loops 0.1 inner-sinks 0.1 traps 0.02", 3),
    ("binary-tree", "n 80 parallel 2", 4),
    ("caterpillar", "n 80 loops 0.2", 5),
    ("star", "n 60 parallel 3", 6),
    ("regular-tree", "", 7),
    ("blocks", "", 8),
    ("cycle", "n 30", 9),
    ("wheel", "n 12", 10),
    ("grid", "w 6 h 5", 11),
    ("torus", "", 12),
    ("ladder", "n 12 parallel 2", 13),
    ("complete", "n 9", 14),
    ("random-out", "n 60", 15),
    ("preferential", "n 40", 16),
    ("planar", "", 17),
    ("small-world", "n 30", 18),
    ("chain", "n 12", 19),
    ("back", "n 12", 20),
    ("series", "copies 2 size 6 ahead 0", 21),
    ("wells", "width 1 wells 2 depth 3 drift 2", 22),
    ("switch", "n 20", 23),
];

/// Solvers that walk are not waited for longer than that.
const MOST: u64 = 2_000_000;

fn line(text: &mut String, what: &str, who: &str, paid: &Paid, is_done: bool) {
    let Paid { operations, bytes, rounds, held, .. } = paid;
    let more = if is_done { "" } else { " and stopped" };
    writeln!(text, "  {what:<24} {who:<26} {operations:>9} {bytes:>9} {rounds:>4} {held:>3}{more}").unwrap();
}

fn costs_of_hard_graphs() -> String {
    let (mut text, mut most_held) = (String::new(), 0);
    for &(family, given, seed) in HARD {
        let instance = member(family, given, seed);
        let stopping = StoppingGraph::of(instance.graph());
        let (rotors, vertices) = (instance.rotors(), instance.graph().vertex_count());
        let mut alone = VertexMap::filled(vertices, BigUint::ZERO);
        alone[instance.start().unwrap()] = BigUint::one();
        let (mut many, mut dice) = (alone.clone(), Dice::new(seed));
        for u in stopping.active_vertices() {
            many[u] = BigUint::from(dice.below(1_000)) << dice.below(60);
        }
        writeln!(text, "{family} {given}, seed {seed}").unwrap();
        for (what, particles) in [("alone", alone), ("many", many)] {
            let (mut effort, mut to_ends, mut to_run) = (Effort::default(), Paid::default(), Paid::default());
            switching_flow_with(&stopping, rotors, &particles, &mut effort, &mut to_ends).unwrap();
            let flow = switching_flow(&stopping, rotors, &particles, &mut to_run).unwrap();
            assert!(flow.is_run && effort.operations == to_ends.operations && !to_run.is_unsound);
            let elimination = format!("ends, {} of {} words", effort.fill, effort.limbs);
            line(&mut text, what, &elimination, &to_ends, true);
            line(&mut text, what, "run", &to_run, true);
            most_held = most_held.max(to_run.held);
        }
        let mut forest = Paid { limits: [Some(MOST), None], ..Paid::default() };
        let is_done = forest_by_flows(&stopping, rotors, &mut forest).is_ok();
        line(&mut text, "all starts", "forest", &forest, is_done);
    }
    assert!(most_held > 1, "no vertex was held inside another");
    text
}

fn costs_of_ordinary_graphs() -> String {
    let mut text = String::new();
    let players = Decoration { max: 0.1, min: 0.1, values: 0..=3 };
    for &(family, given, seed) in ORDINARY {
        let instance = member(family, given, seed);
        let from = instance.start().unwrap_or(VertexId::new(0));
        let mut dice = Dice::new(seed);
        let [few, huge] = [false, true].map(|huge| particles(&instance, huge, &mut dice));
        let mut tasks = vec![
            ("one start", Task::OneStart(from)),
            ("all starts", Task::AllStarts),
            ("few particles", Task::Route(few)),
            ("many particles", Task::Route(huge)),
        ];
        let game = players.apply(instance, &mut dice).unwrap();
        for set in StrategySet::ALL {
            for task in [Task::Game(from, set, 0), Task::GameFromAll(set, 0)] {
                tasks.push((task.name(), task));
            }
        }
        writeln!(text, "{family} {given}, seed {seed}").unwrap();
        for (what, task) in &tasks {
            let is_game = matches!(task, Task::Game(..) | Task::GameFromAll(..));
            // A search is paid for by walks whose number says nothing about a solver.
            for subject in Subject::all().iter().filter(|subject| !is_game || subject.name != "exhaustive") {
                let mut paid = Paid { limits: [Some(MOST), None], ..Paid::default() };
                match subject.answer(&game, task, &mut paid) {
                    Ok(None) => {}
                    found => line(&mut text, what, subject.name, &paid, found.is_ok()),
                }
            }
        }
    }
    text
}

#[test]
fn every_solver_pays_what_it_did() {
    let head = "For each instance: the question, who answers, operations, most bytes at once, rounds of estimates, fixed vertices.\n\n";
    let found = format!("{head}{}{}", costs_of_hard_graphs(), costs_of_ordinary_graphs());
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/operations.txt");
    if std::env::var_os("ARRIVAL_BLESS").is_some() {
        std::fs::write(file, &found).unwrap();
    }
    let pinned = std::fs::read_to_string(file).unwrap();
    let others: Vec<_> =
        found.lines().zip(pinned.lines()).filter(|(found, pinned)| found != pinned).collect();
    assert!(
        found == pinned,
        "costs that are others now, and what they were: {:#?}",
        &others[..others.len().min(20)]
    );
}

/// `arcs` arcs from every vertex to random ones, and one more to the sink from every vertex, or from the first alone.
fn dense(vertices: u32, arcs: u32, every: bool, dice: &mut Dice) -> Instance {
    let mut text = String::new();
    for u in 0..vertices {
        let heads: String = (0..arcs).map(|_| format!(" v{}", dice.below(vertices))).collect();
        text += &format!("v{u}:{heads}{}\n", if every || u == 0 { " s" } else { "" });
    }
    parse(&(text + "sink s\nstart v0")).unwrap()
}

/// A square grid whose last corner is its only sink; the walk starts in the first.
fn cornered_grid(side: usize) -> Instance {
    let mut text = String::new();
    for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))).take(side * side - 1) {
        let around = [(i.wrapping_sub(1), j), (i, j + 1), (i + 1, j), (i, j.wrapping_sub(1))];
        let inside = around.into_iter().filter(|&(a, b)| a < side && b < side);
        text += &format!("v{i}_{j}:{}\n", inside.map(|(a, b)| format!(" v{a}_{b}")).collect::<String>());
    }
    parse(&format!("{text}sink v{0}_{0}\nstart v0_0", side - 1)).unwrap()
}

/// Dense graphs, grids with one sink, and a graph of valleys that first estimates do not solve.
fn easily_walked() -> Vec<(&'static str, Instance)> {
    let mut dice = Dice::new(91);
    vec![
        ("dense, sinks everywhere", dense(400, 60, true, &mut dice)),
        ("dense, one way out", dense(150, 30, false, &mut dice)),
        ("grid", cornered_grid(24)),
        ("wells", member("wells", "width 2 wells 6 depth 8 drift 2", 1)),
    ]
}

/// That the answer costs at most this many times what plain work costs, slices and first looks apart.
fn is_little_more(name: &str, paid: &Paid, plain: &Paid, instance: &Instance) {
    let (paid, plain) = (paid.operations, plain.operations);
    let first_looks = 40 * (instance.graph().vertex_count() + instance.graph().arc_count()) as u64;
    assert!(paid <= 3 * plain + first_looks + (1 << 18), "{name}: {paid} operations instead of {plain}");
}

#[test]
fn what_is_easily_walked_costs_little_more_than_the_walk() {
    for (name, instance) in easily_walked() {
        let stopping = StoppingGraph::of(instance.graph());
        let from = instance.start().unwrap();
        let (mut plain, mut paid) = (Paid::default(), Paid::default());
        let walked = simulate(&stopping, instance.rotors(), from, &mut plain).unwrap();
        let found = exit_by_flow(&stopping, instance.rotors(), from, &mut paid).unwrap();
        assert!(found.is_run && found.halt == walked.halt && found.departures == walked.departures, "{name}");
        is_little_more(name, &paid, &plain, &instance);
    }
}

#[test]
fn what_is_easily_pushed_costs_little_more_than_the_pushes() {
    for (name, instance) in easily_walked() {
        let stopping = StoppingGraph::of(instance.graph());
        let (mut plain, mut paid) = (Paid::default(), Paid::default());
        let pushed = push_to_forest(&stopping, instance.rotors(), &mut plain).unwrap();
        let found = forest_by_flows(&stopping, instance.rotors(), &mut paid).unwrap();
        assert_eq!(found.forest, pushed.forest, "{name}");
        assert!(pushed.turns.iter().all(|(u, &turns)| found.turns[u] == turns.into()), "{name}");
        is_little_more(name, &paid, &plain, &instance);
    }
}

#[test]
fn what_is_easily_routed_in_bulk_costs_little_more_than_that() {
    let mut compared = 0;
    for (name, instance) in easily_walked() {
        let stopping = StoppingGraph::of(instance.graph());
        for many in [BigUint::one(), BigUint::from(1_000_000u32), BigUint::one() << 66u32] {
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::default());
            (0..9).for_each(|u| particles[VertexId::new(u)] = many.clone());
            let mut plain = Paid { limits: [Some(5_000_000), None], ..Paid::default() };
            let mut paid = Paid::default();
            let Ok(bulk) = route_in_bulk(&stopping, instance.rotors(), &particles, &mut plain) else {
                continue;
            };
            let found = route_by_flow(&stopping, instance.rotors(), &particles, &mut paid).unwrap();
            assert!(found.is_run && found.departures == bulk.departures, "{name}");
            is_little_more(name, &paid, &plain, &instance);
            compared += 1;
        }
    }
    assert!(compared >= 4, "only {compared} were easy");
}

#[test]
fn unfinished_rows_count_as_memory_and_the_walk_goes_on() {
    // The rows of this grid take more than half of the limit, and their fill the rest.
    let instance = cornered_grid(60);
    let stopping = StoppingGraph::of(instance.graph());
    let walked =
        simulate(&stopping, instance.rotors(), instance.start().unwrap(), &mut Paid::default()).unwrap();
    let mut tick = Paid { limits: [None, Some(600_000)], ..Paid::default() };
    let found = exit_by_flow(&stopping, instance.rotors(), walked.from, &mut tick).unwrap();
    assert!(tick.refused, "the limit was not met");
    assert!(found.is_run && found.departures == walked.departures);
}

/// The values of all starts, and how many binary games were played: in machine words each pays once.
fn values_and_games(instance: &Instance) -> (VertexMap<Value>, usize) {
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let mut games = Paid::default();
    let values = values_of_all_starts(instance, &tree, StrategySet::Start, 0, &mut games).unwrap();
    (values, games.times)
}

#[test]
fn all_starts_take_fewer_binary_games_than_there_are_values() {
    let mut dice = Dice::new(57);
    let mut most = 0;
    for _ in 0..budget(10_000) {
        let instance = small_game(&mut dice);
        let graph = instance.graph();
        let sinks = graph.vertices().filter(|&u| graph.is_sink(u)).map(|u| instance.value(u));
        // A trap is worth 0.
        let values: BTreeSet<_> = sinks.chain([0]).collect();
        let (_, played) = values_and_games(&instance);
        assert!(played < values.len(), "{played} of {values:?}\n{instance}");
        most = most.max(played);
    }
    assert!(most > 2, "some game has starts of several values, not only {most} thresholds");
}

#[test]
fn thresholds_that_separate_no_starts_are_not_played() {
    let sinks: String = (0..64).map(|worth| format!("sink s{worth} = {worth}\n")).collect();
    let heads: Vec<_> = (0..64).map(|worth| format!("s{worth}")).collect();
    let instance = parse(&format!("v: u\nmax u: {}\n{sinks}", heads.join(" "))).unwrap();
    let (values, played) = values_and_games(&instance);
    assert_eq!((values.as_slice()[..2].to_vec(), played), (vec![63, 63], 6));
}

#[test]
fn a_binary_game_from_all_starts_pays_for_both_sweeps() {
    let instance = parse("v: u^3 s\nmax u: v^2 t\nsink s\nsink t = 1").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let game = GameTree::new(&instance, &tree, 0);
    let sweeps = 2 * instance.graph().arc_count() as u64;
    for solve in [binary_game_from_all, binary_game_from_all_by_the_paper] {
        let within = |most| solve(&game, StrategySet::Start, Threshold::AtLeast(1), &mut Limit(most)).is_ok();
        assert!(!within(sweeps - 1) && within(2 * sweeps));
    }
}
