//! Classes of configurations: return flows, destination forests, cycle pushes, equivalence.

use crate::faults::{Refuted, out_of_budget, unfit};
use crate::graph::Graph;
use crate::watch::Limits;
use arrival::called;
use num_bigint::BigUint;
use numpy::PyArray1;
use pyo3::prelude::*;
use rotor_certify::certify_flows;
use rotor_graph::{Claim, Multigraph, StoppingGraph, TreeLike, quoted};
use rotor_solve::push::{cycle_before, cycle_through, forest_of, push, reverse_push};
use rotor_solve::tree::complete_destination;

/// Tails, heads and return flows, none for +∞.
type Flows<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>, Vec<Option<BigUint>>);

/// The return flow of every arc of Ĝ.
#[pyfunction]
pub(crate) fn return_flows<'py>(py: Python<'py>, graph: &Graph, limits: Limits) -> PyResult<Flows<'py>> {
    let instance = graph.instance();
    let (tails, heads, flows) = py.detach(|| {
        let mut watch = limits.start();
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).map_err(|error| {
            let [a, b] = [error.edge.0, error.edge.1].map(|u| called(instance, u));
            unfit(format!(
                "return flows need a tree-like graph, but the edge between {a} and {b} closes a cycle"
            ))
        })?;
        let complete = complete_destination(&tree, instance.rotors(), &mut watch)
            .map_err(|reason| out_of_budget(reason, &mut watch))?;
        let Claim::Flows(claim) = complete.into_claim(&tree) else {
            return Err(Refuted::new_err("the complete destination algorithm claims return flows"));
        };
        let certified = certify_flows(instance, claim).map_err(|refutation| {
            Refuted::new_err(format!("our own flows failed the judge: {}", refutation.describe(instance)))
        })?;
        let table = &certified.get().flows;
        let rows = || instance.graph().vertices().flat_map(|u| table.of(u).map(move |row| (u, row)));
        let tails: Vec<u32> = rows().map(|(u, _)| u.raw()).collect();
        let heads: Vec<u32> = rows().map(|(_, (v, _))| v.raw()).collect();
        let flows: Vec<_> =
            rows().map(|(_, (_, flow))| flow.to_count().finite().map(|flow| flow.to_big())).collect();
        PyResult::Ok((tails, heads, flows))
    })?;
    Ok((PyArray1::from_vec(py, tails), PyArray1::from_vec(py, heads), flows))
}

/// The position of the arc by which a particle leaves each vertex for the last time; −1 where it halts.
#[pyfunction]
pub(crate) fn destination_forest<'py>(
    py: Python<'py>,
    graph: &Graph,
    limits: Limits,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (instance, rows): (_, &Multigraph) = (graph.instance(), graph.graph());
    let positions = py.detach(|| {
        let mut watch = limits.start();
        let forest = forest_of(rows, instance.rotors(), &mut watch)
            .map_err(|reason| out_of_budget(reason, &mut watch))?;
        let position = |u| match forest.last_departure(u) {
            Some(a) => i64::from(a.raw() - rows.arc_range(u).start),
            None => -1,
        };
        PyResult::Ok(rows.vertices().map(position).collect::<Vec<_>>())
    })?;
    Ok(PyArray1::from_vec(py, positions))
}

/// The graph after a push of the cycle of rotors through vertex `u`, and the vertices of that cycle; backwards if
/// `reverse`.
#[pyfunction]
pub(crate) fn push_cycle(graph: &Graph, u: u32, reverse: bool) -> PyResult<(Graph, Vec<u32>)> {
    let (instance, rows, u) = (graph.instance(), graph.graph(), graph.vertex(u)?);
    let mut rotors = instance.rotors().clone();
    let cycle = if reverse { cycle_before(rows, &rotors, u) } else { cycle_through(rows, &rotors, u) };
    let cycle = cycle.ok_or_else(|| {
        let how = if reverse { "rotors turned back" } else { "rotors" };
        let name = quoted(instance.name(u));
        unfit(format!("no cycle of {how} runs through {name}; name a vertex of one"))
    })?;
    if reverse {
        reverse_push(rows, &mut rotors, &cycle);
    } else {
        push(rows, &mut rotors, &cycle);
    }
    let vertices = cycle.vertices().iter().map(|v| v.raw()).collect();
    Ok((Graph::of(instance.clone().with_rotors(rotors)), vertices))
}

/// Whether the rotors of both are of the same class; the graphs must be the same but for their rotors.
#[pyfunction]
pub(crate) fn are_equivalent(
    py: Python<'_>,
    first: &Graph,
    second: &Graph,
    limits: Limits,
) -> PyResult<bool> {
    if first.graph() != second.graph() {
        return Err(unfit("the two are not the same graph; only their rotors may differ"));
    }
    py.detach(|| {
        let mut watch = limits.start();
        let (rows, first, second) = (first.graph(), first.instance().rotors(), second.instance().rotors());
        rotor_solve::push::are_equivalent(rows, first, second, &mut watch)
            .map_err(|reason| out_of_budget(reason, &mut watch))
    })
}
