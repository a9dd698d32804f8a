//! Exits: of one start, and of all.

use crate::ask::proof;
use crate::faults::{refused, solved, unfit};
use crate::graph::{Graph, numbers};
use crate::watch::{Limits, PythonHost};
use arrival::{Judged, Options, Question, Settled, Solution};
use num_bigint::BigUint;
use num_traits::Zero;
use numpy::PyArray1;
use pyo3::prelude::*;
use rotor_graph::{Claim, Exit, Instance, VertexMap};

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
    /// How often the walk leaves each of the vertices that it leaves, if that is known.
    departures: Option<Departures>,
}

/// Vertices that particles leave, and how often.
pub(crate) type Departures = Vec<(u32, BigUint)>;

/// The vertices that are left.
pub(crate) fn left(departures: &VertexMap<BigUint>) -> Departures {
    let counts = (0..).zip(departures.as_slice());
    counts.filter(|(_, count)| !count.is_zero()).map(|(u, count)| (u, count.clone())).collect()
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
    let answered = answer(py, graph.instance(), question, &options, &mut limits.start(), |solution| {
        let row = solution.exits().next().ok_or_else(players)?;
        let (exit, trap) = match row.exit {
            Exit::Sink(sink) => (Some(sink.raw()), None),
            Exit::Trap(trap) => (None, Some(trap)),
        };
        let (steps, words) = (row.steps.cloned(), solution.to_string());
        let departures = match solution.claim() {
            Some(Claim::Flow(walk)) => Some(left(&walk.departures)),
            _ => None,
        };
        Ok(OneExit { about: About::of(solution), exit, trap, steps, words, certificate: None, departures })
    });
    answered.map(|(one, certificate)| OneExit { certificate, ..one })
}

/// Where a particle ends, for every vertex it may be put on: the number of a sink, or −1 − the number of a trap; with the
/// certificate if it is wanted.
#[pyfunction]
pub(crate) fn exit_pattern<'py>(
    py: Python<'py>,
    graph: &Graph,
    solver: Option<String>,
    check: bool,
    certificate: bool,
    limits: Limits,
) -> PyResult<(About, Bound<'py, PyArray1<i64>>, Option<String>)> {
    let options = Options { solver, check, certificate, ..Options::default() };
    let ((about, exits), proof) =
        answer(py, graph.instance(), Question::All, &options, &mut limits.start(), |solution| {
            if solution.game().is_some() {
                return Err(players());
            }
            let exits: Vec<i64> = solution.exits().map(|row| code(row.exit)).collect();
            Ok((About::of(solution), exits))
        })?;
    Ok((about, PyArray1::from_vec(py, exits), proof))
}

/// Solves detached from Python and takes from the solution what `take` wants, and the certificate if the options ask for it.
pub(crate) fn answer<T: Send>(
    py: Python<'_>,
    instance: &Instance,
    question: Question,
    options: &Options,
    watch: &mut PythonHost,
    take: impl FnOnce(&Judged<'_, Solution>) -> PyResult<T> + Send,
) -> PyResult<(T, Option<String>)> {
    py.detach(|| {
        // Arrays have a place for every vertex: the exits of some are no answer here.
        let solution =
            arrival::solve(instance, question, options, &mut watch.context()).and_then(|solution| {
                match solution.settled().map(Settled::reason) {
                    Some(reason) => Err(reason.into()),
                    None => Ok(solution),
                }
            });
        let solution = solved(solution, instance, watch)?;
        let taken = take(&solution)?;
        if !options.certificate {
            return Ok((taken, None));
        }
        let proved = match solution.certificate_to_write() {
            Some(certificate) => proof(certificate, watch),
            None => Err(solution.no_certificate()),
        };
        Ok((taken, Some(proved.map_err(|fault| refused(fault, watch))?)))
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
