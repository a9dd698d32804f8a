//! Our solvers: through the door, and the routines for trees alone.

use super::contest::start_of;
use super::contestant::{Answer, Run};
use arrival::{Options, Question, solve_within};
use rotor_graph::{Exit, Instance, StoppingGraph, TreeLike};
use rotor_solve::Unlimited;
use rotor_solve::tree::{complete_destination, fast_exits};

/// Exit or value from one start.
pub(crate) fn one_start(instance: &Instance) -> Run<'_> {
    through_the_door(instance, Question::From(start_of(instance)), false)
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
    let options = Options { check, ..Options::default() };
    Box::new(move || {
        let solution = solve_within(instance, question, &options, &mut Unlimited)
            .expect("the tables ask what is solved");
        let start = start_of(instance);
        let exit = solution.exits().find(|row| row.from == start).map(|row| match row.exit {
            Exit::Sink(sink) => instance.name(sink).to_owned(),
            Exit::Trap(trap) => format!("trap {trap}"),
        });
        let value = || {
            let row = solution.game()?.rows.iter().find(|row| row.from == start)?;
            Some(format!("{} {}", row.max_min, row.min_max))
        };
        Answer { text: exit.or_else(value), steps: None }
    })
}

/// Exits from all starts of a tree, in machine words.
pub(crate) fn exits(instance: &Instance) -> Run<'_> {
    Box::new(move || {
        let exits = fast_exits(instance.graph(), instance.rotors()).expect("this contest is of trees");
        let text = match exits.of(start_of(instance)) {
            Exit::Sink(sink) => instance.name(sink).to_owned(),
            Exit::Trap(number) => format!("trap {number}"),
        };
        Answer { text: Some(text), steps: None }
    })
}

/// Their slow twin, in exact integers.
pub(crate) fn slow_twin(instance: &Instance) -> Run<'_> {
    Box::new(move || {
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).expect("the tables give it trees");
        let found = complete_destination(&tree, instance.rotors(), &mut Unlimited).expect("no limit");
        let exits = found.forest.exit_pattern(&stopping);
        let text = match exits[start_of(instance)] {
            Exit::Sink(sink) => instance.name(sink).to_owned(),
            Exit::Trap(trap) => format!("trap {trap}"),
        };
        Answer { text: Some(text), steps: None }
    })
}
