//! Proofs: certificates and their verification.

use crate::faults::{flawed, out_of_budget};
use crate::graph::Graph;
use crate::solve::answer;
use crate::watch::Limits;
use arrival::{Options, Question, VerifyError};
use pyo3::prelude::*;

use crate::play::{set_of, value_of};

/// The certificate of where a particle on vertex `start` ends, or of all exits; as JSON.
#[pyfunction]
pub(crate) fn certificate(
    py: Python<'_>,
    graph: &Graph,
    start: Option<u32>,
    strategies: &str,
    endless_value: i64,
    solver: Option<String>,
    limits: Limits,
) -> PyResult<String> {
    let (strategies, endless_value) = (set_of(strategies)?, value_of(endless_value)?);
    let options = Options { solver, strategies, endless_value, certificate: true, check: true };
    let question = start.map(|u| graph.vertex(u)).transpose()?.map_or(Question::All, Question::From);
    let answered = answer(py, graph.instance(), question, &options, &mut limits.start(), |_| Ok(()));
    Ok(answered?.1.expect("the options ask for a certificate"))
}

/// A broken equation: the vertex, the equation, its left and its right side, and all that in words.
type Broken = (Option<u32>, String, String, String, String);

/// Lets the judge prove or refute a certificate about `graph`; what it breaks, or none if it is valid.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    graph: &Graph,
    certificate: &[u8],
    limits: Limits,
) -> PyResult<Option<Broken>> {
    let instance = graph.instance();
    let mut watch = limits.start();
    match py.detach(|| arrival::verify(instance, certificate, &mut watch.context()).map(|_| ())) {
        Ok(()) => Ok(None),
        Err(VerifyError::Flawed(flaws)) => Err(flawed(None, &flaws)),
        Err(VerifyError::Stopped(reason)) => Err(out_of_budget(reason, &mut watch)),
        Err(VerifyError::Refuted(refutation)) => {
            let words = refutation.describe(instance);
            let vertex = refutation.vertex.map(|u| u.raw());
            Ok(Some((vertex, refutation.equation, refutation.left, refutation.right, words)))
        }
    }
}
