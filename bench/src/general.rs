//! Any graph: walks too long to make, with time, fill-in and bits; easy walks, and what the rest of the solver adds to them.

use crate::clock::{race, time};
use num_bigint::BigUint;
use rotor_generate::{Dice, draw, generate};
use rotor_graph::{Instance, StoppingGraph, Traps, VertexId, VertexMap, parse};
use rotor_solve::general::{Effort, exit_by_flow, switching_flow, switching_flow_with};
use rotor_solve::{Budget, ComponentCounts, OutOfBudget, Unlimited, simulate};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A budget of so much time.
struct Until(Instant);

impl Budget for Until {
    fn spend(&mut self, _: u64) -> Result<(), OutOfBudget> {
        self.check()
    }

    fn check(&mut self) -> Result<(), OutOfBudget> {
        if Instant::now() > self.0 { Err(OutOfBudget::Time) } else { Ok(()) }
    }
}

/// How long a flow may take.
const PATIENCE: Duration = Duration::from_secs(10);

fn member(family: &str, given: &str, seed: u64) -> Instance {
    let words: Vec<&str> = given.split_whitespace().collect();
    let given = words.chunks(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect();
    generate(family, &given, seed).expect("these parameters are in range")
}

/// Times the exit alone, then the whole run, from the start of the family or from its first vertex.
fn contest(family: &str, given: &str, seed: u64) {
    contest_on(&member(family, given, seed), &format!("{family} {given}, seed {seed}"));
}

/// Two-sided paths in a row, both ends of each leading to the middle of the next: a general graph all of whose strong
/// components are trees, with a walk of about `paths` · 2^(n / 2) steps.
fn row_of_paths(paths: usize, n: u32, seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut text = String::new();
    for at in 0..paths {
        let path = draw("two-sided", &[("n", n)], &mut dice);
        let path = path.expect("these parameters are in range");
        let name = |v: VertexId| match path.name(v) {
            "A" | "B" if at + 1 < paths => format!("{}.{}", at + 1, n / 2),
            sink @ ("A" | "B") => sink.to_owned(),
            inner => format!("{at}.{inner}"),
        };
        for u in path.graph().vertices().filter(|&u| !path.graph().is_sink(u)) {
            text += &format!("{}:", name(u));
            path.graph().heads(u).iter().for_each(|&v| text += &format!(" {}", name(v)));
            text.push('\n');
        }
    }
    text += &format!("sink A\nsink B\nstart 0.{}", n / 2);
    parse(&text).expect("every head is declared")
}

fn contest_on(instance: &Instance, label: &str) {
    let stopping = StoppingGraph::of(instance.graph());
    let start = instance.start().unwrap_or(VertexId::new(0));
    let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::default());
    particles[start] += 1u32;
    let (rotors, mut effort) = (instance.rotors(), Effort::default());
    let mut found = None;
    let [ends, run] = race(
        3,
        [
            &mut || {
                let until = &mut Until(Instant::now() + PATIENCE);
                _ = black_box(switching_flow_with(&stopping, rotors, &particles, &mut effort, until));
            },
            &mut || {
                let until = &mut Until(Instant::now() + PATIENCE);
                found = black_box(switching_flow(&stopping, rotors, &particles, until)).ok();
            },
        ],
    );
    let [ends, run] = [ends, run].map(|time| time.as_secs_f64() * 1e3);
    match found {
        None => println!("{label:42} nothing in {PATIENCE:?}"),
        Some(flow) => {
            let bits = flow.departures.as_slice().iter().sum::<BigUint>().bits();
            let run = if flow.is_run { format!("run {run:9.2} ms") } else { "run not found".to_owned() };
            let Effort { fill, limbs, .. } = effort;
            let ComponentCounts { tree, flow: guessed, .. } = flow.components;
            println!(
                "{label:42} exit {ends:9.2} ms, {run}, {bits:4} bits of steps, {tree} components by trees, {guessed} by \
                 guesses, fill {fill}, {} bits of guess",
                64 * limbs
            );
        }
    }
}

/// A square grid whose last corner is its only sink; the walk starts in the first.
fn cornered_grid(side: usize) -> Instance {
    let mut text = String::new();
    for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))).take(side * side - 1) {
        let around = [(i.wrapping_sub(1), j), (i, j + 1), (i + 1, j), (i, j.wrapping_sub(1))];
        let inside = around.into_iter().filter(|&(a, b)| a < side && b < side);
        text += &format!("v{i}_{j}:{}\n", inside.map(|(a, b)| format!(" v{a}_{b}")).collect::<String>());
    }
    parse(&format!("{text}sink v{0}_{0}\nstart v0_0", side - 1)).expect("every head is declared")
}

/// Every vertex has `arcs` arcs to random ones and, each or the first alone, one to the sink.
fn dense(vertices: u32, arcs: u32, every: bool, seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut text = String::new();
    for u in 0..vertices {
        let heads: String = (0..arcs).map(|_| format!(" v{}", dice.below(vertices))).collect();
        text += &format!("v{u}:{heads}{}\n", if every || u == 0 { " s" } else { "" });
    }
    parse(&(text + "sink s\nstart v0")).expect("every head is declared")
}

/// What is easily walked: the default, in which walk and flow take turns, against the walk alone.
fn against_the_walk(instance: &Instance, label: &str) {
    let stopping = StoppingGraph::of(instance.graph());
    let (rotors, start) = (instance.rotors(), instance.start().unwrap_or(VertexId::new(0)));
    let [ours, walk] = race(
        3,
        [&mut || _ = black_box(exit_by_flow(&stopping, rotors, start, &mut Unlimited)), &mut || {
            _ = black_box(simulate(&stopping, rotors, start, &mut Unlimited))
        }],
    );
    let ratio = ours.as_secs_f64() / walk.as_secs_f64();
    println!("{label:42} {ours:.1?}; plain walk {walk:.1?}: {ratio:.2} times");
}

/// A walk of about |V| steps: the whole solver against the plain walk and one search for traps.
fn short_walk() {
    let instance = member("switch", "n 1000000", 1);
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let start = instance.start().expect("the family names a start");
    let stopping = StoppingGraph::of(graph);
    let [ours, walk, traps] = race(
        5,
        [
            &mut || _ = black_box(exit_by_flow(&stopping, rotors, start, &mut Unlimited)),
            &mut || _ = black_box(simulate(&stopping, rotors, start, &mut Unlimited)),
            &mut || _ = black_box(Traps::of(graph)),
        ],
    );
    let ratio = ours.as_secs_f64() / (walk + traps).as_secs_f64();
    println!("switch n 1000000: {ours:.1?}; plain walk {walk:.1?} and traps {traps:.1?}: {ratio:.2} of both");
}

/// Ladders of width 2 with valleys, of 2,000 to 6,000 vertices: how many valleys, and how deep.
const WELLS: [(u32, u32); 10] =
    [(96, 10), (120, 12), (150, 8), (60, 20), (40, 25), (24, 30), (30, 40), (70, 16), (20, 50), (12, 60)];

/// The exit alone, the run by default, and the plain walk where it ends in time: what the default costs beside it.
fn wells((wells, depth): (u32, u32), seed: u64) {
    let given = format!("width 2 wells {wells} depth {depth}");
    let instance = member("wells", &given, seed);
    let stopping = StoppingGraph::of(instance.graph());
    let (rotors, start) = (instance.rotors(), instance.start().unwrap_or(VertexId::new(0)));
    let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::default());
    particles[start] += 1u32;
    let until = || Until(Instant::now() + PATIENCE);
    let mut effort = Effort::default();
    let (exit, to_exit) =
        time(|| switching_flow_with(&stopping, rotors, &particles, &mut effort, &mut until()).is_ok());
    let (run, to_run) =
        time(|| exit_by_flow(&stopping, rotors, start, &mut until()).is_ok_and(|run| run.is_run));
    let (walk, to_end) = time(|| simulate(&stopping, rotors, start, &mut until()).is_ok());
    let taken = |is_found, taken: Duration| if is_found { format!("{taken:.1?}") } else { "none".to_owned() };
    let ratio = to_run.as_secs_f64() / to_end.as_secs_f64();
    let ratio = if run && walk { format!(": {ratio:.2} times") } else { String::new() };
    println!(
        "wells {given}, seed {seed}, {} vertices: exit {}, run by default {}, walk {}{ratio}",
        instance.graph().vertex_count(),
        taken(exit, to_exit),
        taken(run, to_run),
        taken(walk, to_end)
    );
}

/// A budget that keeps what it is told.
#[derive(Default)]
struct Told(Vec<String>);

impl Budget for Told {
    fn spend(&mut self, _: u64) -> Result<(), OutOfBudget> {
        Ok(())
    }

    fn check(&mut self) -> Result<(), OutOfBudget> {
        Ok(())
    }

    fn report_detail(&mut self, words: std::fmt::Arguments<'_>) {
        self.0.push(words.to_string());
    }
}

/// 10^30 particles in the middle of a two-sided exponential path: their ends, their run, and how many runs of single
/// particles these took.
fn many_on_a_tree(n: u32) {
    let path = draw("two-sided", &[("n", n)], &mut Dice::new(1));
    let path = path.expect("these parameters are in range");
    let stopping = StoppingGraph::of(path.graph());
    let mut particles = VertexMap::filled(path.graph().vertex_count(), BigUint::default());
    particles[path.start().unwrap_or(VertexId::new(n / 2))] += BigUint::from(10u32).pow(30);
    let (mut ends, mut run, mut effort) = (Told::default(), Told::default(), Effort::default());
    let (_, to_ends) =
        time(|| black_box(switching_flow_with(&stopping, path.rotors(), &particles, &mut effort, &mut ends)));
    let (found, to_run) = time(|| switching_flow(&stopping, path.rotors(), &particles, &mut run));
    let is_run = found.is_ok_and(|flow| flow.is_run);
    println!(
        "10^30 particles on a two-sided path of {n} vertices, {} arcs: ends {to_ends:.1?} {:?}, run {to_run:.1?} ({is_run}) {:?}",
        path.graph().arc_count(),
        ends.0,
        run.0
    );
}

pub(crate) fn run() {
    for seed in 1..=3 {
        contest("chain", "n 2000", seed);
        contest("chain", "n 24", seed);
        contest("back", "n 1000", seed);
        contest("back", "n 18", seed);
        contest("two", "n 1280", seed);
        contest("two", "n 1280 ahead 0", seed);
        contest("layers", "n 320", seed);
        contest("nested", "n 300", seed);
        contest("ladder", "n 5000 parallel 3", seed);
        contest("grid", "w 100 h 100 parallel 3", seed);
    }
    for seed in 1..=3 {
        contest_on(&row_of_paths(8, 80, seed), &format!("row of 8 two-sided paths of 80, seed {seed}"));
        contest_on(&row_of_paths(100, 400, seed), &format!("row of 100 two-sided paths of 400, seed {seed}"));
    }
    for seed in 1..=20 {
        contest("series", "copies 8 size 80", seed);
        contest("series", "copies 8 size 80 ahead 0", seed);
    }
    WELLS.into_iter().for_each(|set| wells(set, 1));
    for (width, wells, depth) in [(3, 50, 12), (3, 30, 20), (4, 30, 16), (4, 20, 20)] {
        contest("wells", &format!("width {width} wells {wells} depth {depth}"), 1);
    }
    [1_001, 10_001].into_iter().for_each(many_on_a_tree);
    against_the_walk(&dense(2_000, 100, true, 5), "2,000 vertices of 101 arcs");
    against_the_walk(&dense(20_000, 40, false, 7), "20,000 vertices of 40 arcs");
    against_the_walk(&cornered_grid(250), "grid 250 x 250, one sink");
    for (width, wells, depth) in [(2, 96, 10), (3, 40, 12), (4, 30, 10)] {
        let given = format!("width {width} wells {wells} depth {depth}");
        against_the_walk(&member("wells", &given, 1), &format!("wells {given}"));
    }
    short_walk();
}
