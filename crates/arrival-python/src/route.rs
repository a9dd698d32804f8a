//! Many particles at once.

use crate::faults::solved;
use crate::graph::{Graph, numbers};
use crate::watch::Limits;
use arrival::{Options, route_within};
use num_bigint::BigUint;
use pyo3::prelude::*;
use rotor_graph::VertexMap;

/// Where many particles end.
#[derive(IntoPyObject)]
pub(crate) struct Routed {
    solver: &'static str,
    unchecked_because: Option<String>,
    /// Sinks with their particles, all of them.
    sinks: Vec<(u32, BigUint)>,
    traps: Vec<Vec<u32>>,
    trapped: Vec<BigUint>,
    steps: Option<BigUint>,
    /// The graph with its rotors after all particles have halted, if more than their ends is known.
    after: Option<Graph>,
    certificate: Option<String>,
}

/// Routes particles, given as pairs of a vertex and a number; with the certificate if `proof` is wanted.
#[pyfunction]
pub(crate) fn route(
    py: Python<'_>,
    graph: &Graph,
    particles: Vec<(u32, BigUint)>,
    solver: Option<String>,
    check: bool,
    proof: bool,
    limits: Limits,
) -> PyResult<Routed> {
    let (instance, rows) = (graph.instance(), graph.graph());
    let mut counts = VertexMap::filled(rows.vertex_count(), BigUint::ZERO);
    for (u, count) in particles {
        counts[graph.vertex(u)?] += count;
    }
    let options = Options { solver, check, ..Options::default() };
    py.detach(|| {
        let mut watch = limits.start();
        let routing = route_within(instance, &counts, &options, &mut watch.context());
        let routing = solved(routing, instance, &mut watch)?;
        let claim = routing.claim();
        let sinks = rows.vertices().filter(|&u| rows.is_sink(u));
        let after = routing.rotors().map(|rotors| instance.clone().with_rotors(rotors.clone()));
        Ok(Routed {
            solver: routing.solver(),
            unchecked_because: routing.unchecked_because().map(str::to_owned),
            sinks: sinks.map(|u| (u.raw(), claim.sinks[u].clone())).collect(),
            traps: numbers(&claim.traps),
            trapped: claim.trapped.clone(),
            steps: claim.steps.clone(),
            after: after.map(Graph::of),
            certificate: proof.then(|| routing.certificate()),
        })
    })
}
