//! Classes of configurations: return flows, destination forests, cycle pushes, equivalence.

use crate::ask::proof_of;
use crate::faults::{solved, unfit};
use crate::graph::Graph;
use crate::watch::Limits;
use arrival::{equivalent, flows, forest};
use num_bigint::BigUint;
use numpy::PyArray1;
use pyo3::prelude::*;
use rotor_graph::{Claim, FlowsClaim, Multigraph, Natural, quoted};

/// Where the rows of each tail start, heads, codes of flows as [`rotor_graph::ReturnFlows`] has them, the numbers that no
/// code holds, why it was not checked, and the certificate.
type Flows<'py> = (
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u64>>,
    Vec<BigUint>,
    Option<String>,
    Option<String>,
);

/// The return flow of every arc of Ĝ, with the certificate if `proof` is wanted.
#[pyfunction]
pub(crate) fn return_flows<'py>(
    py: Python<'py>,
    graph: &Graph,
    proof: bool,
    limits: Limits,
) -> PyResult<Flows<'py>> {
    let instance = graph.instance();
    let (starts, heads, codes, spilled, unchecked, proof) = py.detach(|| {
        let mut watch = limits.start();
        let found = flows(instance, &mut watch.context());
        let judged = solved(found, instance, &mut watch)?;
        let table = &judged.flows;
        let heads: Vec<u32> = table.heads().iter().map(|v| v.raw()).collect();
        let spilled: Vec<_> = table.spilled().iter().map(Natural::to_big).collect();
        let codes = table.codes().to_vec();
        let unchecked = judged.unchecked_because().map(str::to_owned);
        let starts = table.row_starts().to_vec();
        let claim = proof.then(|| Claim::Flows(FlowsClaim::clone(&judged)));
        let proof = claim.map(|claim| proof_of(instance, &claim, &mut watch)).transpose()?;
        PyResult::Ok((starts, heads, codes, spilled, unchecked, proof))
    })?;
    let [starts, heads] = [starts, heads].map(|column| PyArray1::from_vec(py, column));
    Ok((starts, heads, PyArray1::from_vec(py, codes), spilled, unchecked, proof))
}

/// The position of the arc by which a particle leaves each vertex for the last time; −1 where it halts.
#[pyfunction]
pub(crate) fn destination_forest<'py>(
    py: Python<'py>,
    graph: &Graph,
    limits: Limits,
) -> PyResult<(Bound<'py, PyArray1<i64>>, Option<String>)> {
    let (instance, rows): (_, &Multigraph) = (graph.instance(), graph.graph());
    let (positions, unchecked) = py.detach(|| {
        let mut watch = limits.start();
        let found = forest(instance, &mut watch.context());
        let forest = solved(found, instance, &mut watch)?;
        let position = |u| match forest.last_departure(u) {
            Some(a) => i64::from(a.raw() - rows.arc_range(u).start),
            None => -1,
        };
        let unchecked = forest.unchecked_because().map(str::to_owned);
        PyResult::Ok((rows.vertices().map(position).collect::<Vec<_>>(), unchecked))
    })?;
    Ok((PyArray1::from_vec(py, positions), unchecked))
}

/// The graph after a push of the cycle of rotors through vertex `u`, and the vertices of that cycle; backwards if
/// `reverse`.
#[pyfunction]
pub(crate) fn push_cycle(graph: &Graph, u: u32, reverse: bool) -> PyResult<(Graph, Vec<u32>)> {
    let (instance, u) = (graph.instance(), graph.vertex(u)?);
    let pushed = arrival::push_cycle(instance, u, reverse).ok_or_else(|| {
        let how = if reverse { "rotors turned back" } else { "rotors" };
        let name = quoted(instance.name(u));
        unfit(format!("no cycle of {how} runs through {name}; name a vertex of one"))
    })?;
    let vertices = pushed.cycle.iter().map(|v| v.raw()).collect();
    Ok((Graph::of(pushed.into_answer().after), vertices))
}

/// Whether the rotors of both are of the same class, and why that was not checked; the graphs must be the same but for
/// their rotors.
#[pyfunction]
pub(crate) fn are_equivalent(
    py: Python<'_>,
    first: &Graph,
    second: &Graph,
    limits: Limits,
) -> PyResult<(bool, Option<String>)> {
    if first.graph() != second.graph() {
        return Err(unfit("the two are not the same graph; only their rotors may differ"));
    }
    py.detach(|| {
        let mut watch = limits.start();
        let found = equivalent(first.instance(), second.instance().rotors(), &mut watch.context());
        let judged = solved(found, first.instance(), &mut watch)?;
        let unchecked = judged.unchecked_because().map(str::to_owned);
        Ok((judged.is_equivalent, unchecked))
    })
}
