//! Exits: of one start, and of all.

use crate::faults::{solved, unfit};
use crate::graph::{Graph, numbers};
use crate::watch::{Limits, PythonHost};
use arrival::{Judged, Options, Question, Settled, Solution, is_legible, solve_within};
use num_bigint::BigUint;
use numpy::PyArray1;
use pyo3::prelude::*;
use rotor_graph::{Claim, Exit, Instance};

/// What every answer says of itself.
#[derive(IntoPyObject)]
pub(crate) struct About {
    solver: &'static str,
    class_name: &'static str,
    unchecked_because: Option<String>,
    traps: Vec<Vec<u32>>,
}

impl About {
    pub(crate) fn of(solution: &Judged<'_, Solution>) -> Self {
        Self {
            solver: solution.solver(),
            class_name: solution.sizes().class.name(),
            unchecked_because: solution.unchecked_because().map(str::to_owned),
            traps: numbers(solution.traps()),
        }
    }
}

/// Where one particle ends.
#[derive(IntoPyObject)]
pub(crate) struct OneExit {
    about: About,
    exit: Option<u32>,
    trap: Option<usize>,
    steps: Option<BigUint>,
    words: String,
    certificate: Option<String>,
    /// By vertex: how often the walk leaves it, for its picture; only of graphs that are drawn one by one.
    departures: Option<Vec<BigUint>>,
}

/// Where a particle on vertex `start` ends.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    graph: &Graph,
    start: u32,
    solver: Option<String>,
    check: bool,
    certificate: bool,
    limits: Limits,
) -> PyResult<OneExit> {
    let options = Options { solver, check, certificate, ..Options::default() };
    let question = Question::From(graph.vertex(start)?);
    answer(py, graph.instance(), question, &options, &mut limits.start(), |solution| {
        let row = solution.exits().next().ok_or_else(players)?;
        let (exit, trap) = match row.exit {
            Exit::Sink(sink) => (Some(sink.raw()), None),
            Exit::Trap(trap) => (None, Some(trap)),
        };
        let (steps, words) = (row.steps.cloned(), solution.to_string());
        let certificate = if certificate { solution.certificate() } else { None };
        let departures = match solution.claim() {
            Some(Claim::Walk(walk)) => Some(&walk.departures),
            Some(Claim::Trap(trap)) => Some(&trap.departures),
            _ => None,
        };
        let departures = departures.filter(|_| is_legible(graph.instance()));
        let departures = departures.map(|departures| departures.as_slice().to_vec());
        Ok(OneExit { about: About::of(solution), exit, trap, steps, words, certificate, departures })
    })
}

/// Where a particle ends, for every vertex it may be put on: the number of a sink, or −1 − the number of a trap.
#[pyfunction]
pub(crate) fn exit_pattern<'py>(
    py: Python<'py>,
    graph: &Graph,
    solver: Option<String>,
    check: bool,
    limits: Limits,
) -> PyResult<(About, Bound<'py, PyArray1<i64>>)> {
    let options = Options { solver, check, certificate: false, ..Options::default() };
    let (about, exits) =
        answer(py, graph.instance(), Question::All, &options, &mut limits.start(), |solution| {
            if solution.game().is_some() {
                return Err(players());
            }
            let exits: Vec<i64> = solution.exits().map(|row| code(row.exit)).collect();
            Ok((About::of(solution), exits))
        })?;
    Ok((about, PyArray1::from_vec(py, exits)))
}

/// Solves detached from Python and takes from the solution what `take` wants.
pub(crate) fn answer<T: Send>(
    py: Python<'_>,
    instance: &Instance,
    question: Question,
    options: &Options,
    watch: &mut PythonHost,
    take: impl FnOnce(&Judged<'_, Solution>) -> PyResult<T> + Send,
) -> PyResult<T> {
    py.detach(|| {
        // Arrays have a place for every vertex: the exits of some are no answer here.
        let solution =
            solve_within(instance, question, options, &mut watch.context()).and_then(
                |solution| match solution.settled().map(Settled::reason) {
                    Some(reason) => Err(reason.into()),
                    None => Ok(solution),
                },
            );
        take(&solved(solution, instance, watch)?)
    })
}

fn players() -> PyErr {
    unfit("the graph has players: ask for play or values")
}

/// An exit as a number: a sink by its own, a trap below zero.
pub(crate) fn code(exit: Exit) -> i64 {
    match exit {
        Exit::Sink(sink) => i64::from(sink.raw()),
        Exit::Trap(trap) => -1 - trap as i64,
    }
}
