//! Our solvers: through the door, and the routines for trees alone.

use super::contest::start_of;
use super::contestant::{Answer, Run};
use arrival::{Context, Options, Question, solve_within};
use num_bigint::BigUint;
use rotor_graph::{Exit, Instance, StoppingGraph, TreeLike, VertexId, VertexMap};
use rotor_solve::Unlimited;
use rotor_solve::general::{Effort, switching_flow_with};
use rotor_solve::tree::{complete_destination, fast_exits};

/// Exit or value from one start.
pub(crate) fn one_start(instance: &Instance) -> Run<'_> {
    through_the_door(instance, Question::From(start_of(instance)), false)
}

/// The same by the walk alone, whatever the default would take.
pub(crate) fn by_walk(instance: &Instance) -> Run<'_> {
    by_name(instance, "walk")
}

/// The same by switching flows.
pub(crate) fn by_linear(instance: &Instance) -> Run<'_> {
    by_name(instance, "linear")
}

fn by_name<'i>(instance: &'i Instance, solver: &str) -> Run<'i> {
    let options = Options { check: false, solver: Some(solver.to_owned()), ..Options::default() };
    asked(instance, Question::From(start_of(instance)), options)
}

/// The same, and the judge's work.
pub(crate) fn one_start_certified(instance: &Instance) -> Run<'_> {
    through_the_door(instance, Question::From(start_of(instance)), true)
}

/// Exits or values from all starts.
pub(crate) fn all_starts(instance: &Instance) -> Run<'_> {
    through_the_door(instance, Question::All, false)
}

/// The same, and the judge's work.
pub(crate) fn all_starts_certified(instance: &Instance) -> Run<'_> {
    through_the_door(instance, Question::All, true)
}

fn through_the_door(instance: &Instance, question: Question, check: bool) -> Run<'_> {
    asked(instance, question, Options { check, ..Options::default() })
}

fn asked(instance: &Instance, question: Question, options: Options) -> Run<'_> {
    Box::new(move || {
        let solution = match solve_within(instance, question, &options, &mut Context::default()) {
            Ok(solution) => solution,
            Err(error) => return Answer { because: Some(error.to_string()), ..Answer::default() },
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
pub(crate) fn named(instance: &Instance, exit: Exit) -> String {
    match exit {
        Exit::Sink(sink) => instance.name(sink).to_owned(),
        Exit::Trap(trap) => format!("trap {trap}"),
    }
}

/// The exit from one start by any switching flow, without the number of steps.
pub(crate) fn exit_alone(instance: &Instance) -> Run<'_> {
    let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::ZERO);
    particles[start_of(instance)] += 1u32;
    Box::new(move || {
        let stopping = StoppingGraph::of(instance.graph());
        let (rotors, effort) = (instance.rotors(), &mut Effort::default());
        let flow = match switching_flow_with(&stopping, rotors, &particles, effort, &mut Unlimited) {
            Ok(flow) => flow,
            Err(out) => return Answer { because: Some(out.to_string()), ..Answer::default() },
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
pub(crate) fn exits(instance: &Instance) -> Run<'_> {
    Box::new(move || {
        let exits = fast_exits(instance.graph(), instance.rotors()).expect("this contest is of trees");
        Answer { text: Some(named(instance, exits.of(start_of(instance)))), ..Answer::default() }
    })
}

/// Their slow twin, in exact integers.
pub(crate) fn slow_twin(instance: &Instance) -> Run<'_> {
    Box::new(move || {
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).expect("the tables give it trees");
        let found = complete_destination(&tree, instance.rotors(), &mut Unlimited).expect("no limit");
        let exits = found.forest.exit_pattern(&stopping);
        Answer { text: Some(named(instance, exits[start_of(instance)])), ..Answer::default() }
    })
}
