//! Those who walk: to the end, or a number of steps.

use super::contest::start_of;
use super::contestant::{Answer, Run};
use super::solvers::named;
use crate::walk::bare;
use rotor_graph::{Instance, RotorWalk, StoppingGraph};
use std::hint::black_box;

/// How many steps a race of walks takes.
const STEPS: u64 = 20_000_000;

/// The rotor walk until it halts.
pub(crate) fn to_the_end(instance: &Instance) -> Run<'_> {
    let stopping = StoppingGraph::of(instance.graph());
    Box::new(move || {
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), start_of(instance));
        while !walk.has_halted() {
            walk.run(u64::from(u32::MAX));
        }
        let exit = stopping.exit_at(black_box(walk.particle())).expect("it has halted");
        Answer { text: Some(named(instance, exit)), steps: Some(walk.steps()), ..Answer::default() }
    })
}

/// The first steps of the rotor walk.
pub(crate) fn some_steps(instance: &Instance) -> Run<'_> {
    let stopping = StoppingGraph::of(instance.graph());
    Box::new(move || {
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), start_of(instance));
        walk.run(STEPS);
        Answer {
            text: Some(walk.particle().raw().to_string()),
            steps: Some(walk.steps()),
            ..Answer::default()
        }
    })
}

/// The same by the loop that one writes by hand.
pub(crate) fn bare_steps(instance: &Instance) -> Run<'_> {
    let graph = instance.graph();
    let head: Vec<u32> = graph.all_heads().iter().map(|v| v.raw()).collect();
    let rotor: Vec<u32> = instance.rotors().as_slice().iter().map(|a| a.raw()).collect();
    // The bare loop does not count; how many steps there are before the walk halts is asked beforehand.
    let stopping = StoppingGraph::of(graph);
    let steps = RotorWalk::new(&stopping, instance.rotors(), start_of(instance)).run(STEPS);
    Box::new(move || {
        let end = bare(graph.row_starts(), &head, &mut rotor.clone(), start_of(instance).raw(), STEPS);
        Answer { text: Some(end.to_string()), steps: Some(steps), ..Answer::default() }
    })
}
