//! Subjects: everyone who runs in a contest, a line each; our solvers, walks, and what trees are held against.

use crate::contest::start_of;
use crate::{algebra, yardstick};
use arrival::{Context, Options, Question, solve};
use num_bigint::BigUint;
use petgraph::Directed;
use petgraph::csr::Csr;
use petgraph::visit::Bfs;
use rotor_graph::{Exit, Instance, RotorWalk, StoppingGraph, TreeLike, VertexId, VertexMap, parse};
use rotor_solve::general::{Effort, switching_flow, switching_flow_with};
use rotor_solve::tree::{self, complete_destination};
use std::hint::black_box;

/// What a run gave.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    /// The answer in a few letters; all subjects that give one have to agree.
    pub(crate) text: Option<String>,
    /// How many steps were taken, by those who walk.
    pub(crate) steps: Option<u64>,
    /// The binary digits of the number of steps, by those who find it without walking.
    pub(crate) bits: Option<u64>,
    /// Why there is no answer.
    pub(crate) because: Option<String>,
}

impl Answer {
    pub(crate) fn says(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    fn failed(because: impl ToString) -> Self {
        Self { because: Some(because.to_string()), ..Self::default() }
    }
}

/// A run that can be repeated.
pub(crate) type Run<'i> = Box<dyn FnMut() -> Answer + 'i>;

/// A run whose result is not compared.
fn without_answer<'i, T>(mut work: impl FnMut() -> T + 'i) -> Run<'i> {
    Box::new(move || {
        black_box(work());
        Answer::default()
    })
}

/// Who runs.
#[derive(Clone, Copy)]
pub(crate) enum By {
    /// In Rust, in a child process: given the instance, makes ready what is not measured.
    Ours(fn(&Instance) -> Run<'_>),
    /// In Python: `bench/peers/SCRIPT.py`, which needs a package.
    Python { script: &'static str, package: &'static str, given: Given },
}

/// What a script is given beside the instance as plain numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Given {
    Nothing,
    /// The instance as an integer program.
    Program,
    /// Which of its tasks to do; the answers are not vertices.
    Task(&'static str),
}

/// A line of the registry.
pub(crate) struct Subject {
    pub(crate) id: &'static str,
    pub(crate) by: By,
}

const fn ours(id: &'static str, make: fn(&Instance) -> Run<'_>) -> Subject {
    Subject { id, by: By::Ours(make) }
}

const fn peer(id: &'static str, script: &'static str, package: &'static str, given: Given) -> Subject {
    Subject { id, by: By::Python { script, package, given } }
}

/// All subjects.
pub(crate) static SUBJECTS: &[Subject] = &[
    ours("walk", to_the_end),
    ours("walk-steps", some_steps),
    ours("bare-loop", bare_steps),
    peer("python-loop", "walk", "python", Given::Nothing),
    ours("exit-alone", exit_alone),
    ours("one-start", |instance| one_start(instance, None, false)),
    ours("one-start-certified", |instance| one_start(instance, None, true)),
    ours("by-walk", |instance| one_start(instance, Some("walk"), false)),
    ours("by-linear", |instance| one_start(instance, Some("flow"), false)),
    ours("all-starts", |instance| asked(instance, Question::All, None, false)),
    ours("all-starts-certified", |instance| asked(instance, Question::All, None, true)),
    ours("all-by-linear", |instance| asked(instance, Question::All, Some("flow"), false)),
    ours("ends-of-many", ends_of_many),
    ours("run-of-many", run_of_many),
    ours("read-text", read_text),
    ours("split-lines", split_lines),
    ours("exits", exits),
    ours("slow-twin", slow_twin),
    ours("yardstick", yardstick_exits),
    ours("search-own", search_own),
    ours("search-petgraph", search_petgraph),
    peer("highs", "program_highs", "highspy", Given::Program),
    peer("cp-sat", "program_cpsat", "ortools", Given::Program),
    peer("search-networkx", "search_networkx", "networkx", Given::Nothing),
    peer("search-scipy", "search_scipy", "scipy", Given::Nothing),
    ours("order", algebra::order),
    ours("factors", algebra::factors),
    ours("generators-certified", algebra::generators_certified),
    peer("sympy-order", "algebra", "sympy", Given::Task("order")),
    peer("sympy-factors", "algebra", "sympy", Given::Task("factors")),
    ours("stabilise", |instance| algebra::stabilised(instance, false)),
    ours("stabilise-certified", |instance| algebra::stabilised(instance, true)),
    ours("bulk-loop", algebra::bulk_loop),
    peer("python-chips", "algebra", "python", Given::Task("stabilise")),
    ours("identity", |instance| algebra::recurrent_identity(instance, false)),
    ours("identity-certified", |instance| algebra::recurrent_identity(instance, true)),
    peer("python-identity", "algebra", "python", Given::Task("identity")),
    ours("harmonic-certified", algebra::harmonic_certified),
    ours("harmonic-floats", algebra::harmonic_floats),
    peer("sympy-harmonic", "algebra", "sympy", Given::Task("harmonic")),
    ours("half-walk-certified", algebra::half_walk_certified),
];

/// The subject called `id`.
pub(crate) fn find(id: &str) -> &'static Subject {
    SUBJECTS.iter().find(|known| known.id == id).expect("the tables name subjects of the registry")
}

/// Exit or value from one start; by the default, or by the solver of this name.
fn one_start<'i>(instance: &'i Instance, solver: Option<&str>, check: bool) -> Run<'i> {
    asked(instance, Question::From(start_of(instance)), solver, check)
}

/// The answer to a question, with the judge's work if `check`.
fn asked<'i>(instance: &'i Instance, question: Question, solver: Option<&str>, check: bool) -> Run<'i> {
    let options = Options { check, solver: solver.map(str::to_owned), ..Options::default() };
    Box::new(move || {
        let solution = match solve(instance, question, &options, &mut Context::default()) {
            Ok(solution) => solution,
            Err(error) => return Answer::failed(error),
        };
        let start = start_of(instance);
        let row = solution.exits().find(|row| row.from == start);
        let bits = row.as_ref().and_then(|row| Some(row.steps?.bits()));
        let exit = row.map(|row| named(instance, row.exit));
        let value = || {
            let row = solution.game()?.rows.iter().find(|row| row.from == start)?;
            Some(format!("{} {}", row.max_min, row.min_max))
        };
        Answer { text: exit.or_else(value), bits, ..Answer::default() }
    })
}

/// Where a particle halts, in a few letters.
fn named(instance: &Instance, exit: Exit) -> String {
    match exit {
        Exit::Sink(sink) => instance.name(sink).to_owned(),
        Exit::Trap(trap) => format!("trap {trap}"),
    }
}

/// The exit from one start by any switching flow, without the number of steps.
fn exit_alone(instance: &Instance) -> Run<'_> {
    let particles = on_the_start(instance, BigUint::from(1u32));
    Box::new(move || {
        let stopping = StoppingGraph::of(instance.graph());
        let (rotors, effort) = (instance.rotors(), &mut Effort::default());
        let flow = match switching_flow_with(&stopping, rotors, &particles, effort, &mut ()) {
            Ok(flow) => flow,
            Err(out) => return Answer::failed(out),
        };
        let end = end_of(instance, &stopping, &flow.departures).unwrap_or(start_of(instance));
        Answer { text: stopping.exit_at(end).map(|exit| named(instance, exit)), ..Answer::default() }
    })
}

/// Where the only particle of a flow halts: the head of a used arc that is not active.
fn end_of(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    departures: &VertexMap<BigUint>,
) -> Option<VertexId> {
    let graph = instance.graph();
    stopping.active_vertices().find_map(|u| {
        let first = instance.rotors().rotor(u);
        let arcs = std::iter::successors(Some(first), |&a| Some(graph.next_arc(u, a)));
        let used = arcs.take(graph.out_degree(u) as usize).enumerate();
        let mut used = used.take_while(|&(place, _)| departures[u] > BigUint::from(place));
        used.find(|&(_, a)| !stopping.is_active(graph.head(a))).map(|(_, a)| graph.head(a))
    })
}

/// Exits from all starts of a tree, in machine words.
fn exits(instance: &Instance) -> Run<'_> {
    Box::new(move || {
        let exits =
            tree::exits(instance.graph(), instance.rotors(), &mut ()).expect("this contest is of trees");
        Answer::says(named(instance, exits.of(start_of(instance))))
    })
}

/// Their slow twin, in exact integers.
fn slow_twin(instance: &Instance) -> Run<'_> {
    Box::new(move || {
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).expect("the tables give it trees");
        let found = complete_destination(&tree, instance.rotors(), &mut ()).expect("no limit");
        let exits = found.forest.exit_pattern(&stopping);
        Answer::says(named(instance, exits[start_of(instance)]))
    })
}

/// So many particles on the start.
fn on_the_start(instance: &Instance, count: BigUint) -> VertexMap<BigUint> {
    let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::ZERO);
    particles[start_of(instance)] = count;
    particles
}

fn many() -> BigUint {
    BigUint::from(10u32).pow(30)
}

/// Where many particles end, by any switching flow.
fn ends_of_many(instance: &Instance) -> Run<'_> {
    let particles = on_the_start(instance, many());
    without_answer(move || {
        let stopping = StoppingGraph::of(instance.graph());
        let (rotors, effort) = (instance.rotors(), &mut Effort::default());
        switching_flow_with(&stopping, rotors, &particles, effort, &mut ()).is_ok()
    })
}

/// The run of many particles: the least switching flow.
fn run_of_many(instance: &Instance) -> Run<'_> {
    let particles = on_the_start(instance, many());
    Box::new(move || {
        let stopping = StoppingGraph::of(instance.graph());
        let flow = switching_flow(&stopping, instance.rotors(), &particles, &mut ()).expect("no limit");
        let bits = flow.is_run.then(|| flow.departures.as_slice().iter().sum::<BigUint>().bits());
        Answer { bits, ..Answer::default() }
    })
}

/// Reading the instance as text, all the way to a validated instance.
fn read_text(instance: &Instance) -> Run<'_> {
    let text = instance.to_string();
    without_answer(move || parse(&text).expect("it was just written"))
}

/// Only splitting that text into lines and words.
fn split_lines(instance: &Instance) -> Run<'_> {
    let text = instance.to_string();
    without_answer(move || text.lines().map(|line| line.split(' ').count()).sum::<usize>())
}

/// How many steps a race of walks takes.
const STEPS: u64 = 20_000_000;

/// The rotor walk until it halts.
fn to_the_end(instance: &Instance) -> Run<'_> {
    let stopping = StoppingGraph::of(instance.graph());
    Box::new(move || {
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), start_of(instance));
        while !walk.has_halted() {
            walk.run(u64::from(u32::MAX));
        }
        let exit = stopping.exit_at(black_box(walk.particle())).expect("it has halted");
        Answer { steps: Some(walk.steps()), ..Answer::says(named(instance, exit)) }
    })
}

/// The first steps of the rotor walk.
fn some_steps(instance: &Instance) -> Run<'_> {
    let stopping = StoppingGraph::of(instance.graph());
    Box::new(move || {
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), start_of(instance));
        walk.run(STEPS);
        Answer { steps: Some(walk.steps()), ..Answer::says(walk.particle().raw().to_string()) }
    })
}

/// The same by the loop that one writes by hand.
fn bare_steps(instance: &Instance) -> Run<'_> {
    let (graph, (head, rotor)) = (instance.graph(), heads_and_rotors(instance));
    // The bare loop does not count; how many steps there are before the walk halts is asked beforehand.
    let stopping = StoppingGraph::of(graph);
    let steps = RotorWalk::new(&stopping, instance.rotors(), start_of(instance)).run(STEPS);
    Box::new(move || {
        let end = bare(graph.row_starts(), &head, &mut rotor.clone(), start_of(instance).raw(), STEPS);
        Answer { steps: Some(steps), ..Answer::says(end.to_string()) }
    })
}

/// What one writes by hand: four arrays, no traps, no types.
fn bare(first: &[u32], head: &[u32], rotor: &mut [u32], mut u: u32, steps: u64) -> u32 {
    for _ in 0..steps {
        let at = u as usize;
        if first[at] == first[at + 1] {
            break;
        }
        let a = rotor[at];
        rotor[at] = if a + 1 == first[at + 1] { first[at] } else { a + 1 };
        u = head[a as usize];
    }
    u
}

/// The heads of all arcs, and the rotor of each vertex as a place among them.
pub(crate) fn heads_and_rotors(instance: &Instance) -> (Vec<u32>, Vec<u32>) {
    let heads = instance.graph().all_heads().iter().map(|v| v.raw());
    (heads.collect(), instance.rotors().as_slice().iter().map(|a| a.raw()).collect())
}

/// Exits from all starts, as one expert writes it in an afternoon.
fn yardstick_exits(instance: &Instance) -> Run<'_> {
    let (heads, rotors) = heads_and_rotors(instance);
    Box::new(move || {
        let exits = yardstick::yardstick(instance.graph().row_starts(), &heads, &rotors);
        let exit = VertexId::new(exits[start_of(instance).index()]);
        Answer::says(instance.name(exit))
    })
}

/// One search on plain arrays.
fn search_own(instance: &Instance) -> Run<'_> {
    let (heads, _) = heads_and_rotors(instance);
    without_answer(move || yardstick::breadth_first(instance.graph().row_starts(), &heads))
}

/// One search by petgraph, on its rows of sorted heads, parallel arcs left out.
fn search_petgraph(instance: &Instance) -> Run<'_> {
    let graph = instance.graph();
    let mut arcs: Vec<(u32, u32)> = Vec::with_capacity(graph.arc_count());
    for u in graph.vertices() {
        arcs.extend(graph.heads(u).iter().map(|v| (u.raw(), v.raw())));
    }
    arcs.sort_unstable();
    arcs.dedup();
    let rows: Csr<(), (), Directed, u32> = Csr::from_sorted_edges(&arcs).expect("sorted, each once");
    let start = start_of(instance).raw();
    without_answer(move || {
        let mut search = Bfs::new(&rows, start);
        std::iter::from_fn(|| search.next(&rows)).count()
    })
}
