//! Many particles at once.

use crate::ask::proof_of;
use crate::faults::{solved, unfit};
use crate::graph::{Graph, numbers};
use crate::solve::{Departures, left};
use crate::watch::{Limits, PythonHost};
use arrival::{Options, route_signed};
use num_bigint::{BigInt, BigUint};
use pyo3::prelude::*;
use rotor_graph::{Claim, VertexId, VertexMap};

/// Where many particles end.
#[derive(IntoPyObject)]
pub(crate) struct Routed {
    solver: &'static str,
    unchecked_because: Option<String>,
    /// Sinks with their particles, all of them.
    sinks: Vec<(u32, BigInt)>,
    traps: Vec<Vec<u32>>,
    trapped: Vec<BigInt>,
    steps: Option<BigUint>,
    /// How often each vertex is left, if more than the ends is known.
    departures: Option<Departures>,
    /// The graph with its rotors after all particles have halted, if more than their ends is known.
    after: Option<Graph>,
    certificate: Option<String>,
}

/// Routes particles, given as pairs of a vertex and a number, negative for antiparticles; with the certificate if `proof`
/// is wanted.
#[pyfunction]
pub(crate) fn route(
    py: Python<'_>,
    graph: &Graph,
    particles: Vec<(u32, BigInt)>,
    solver: Option<String>,
    check: bool,
    proof: bool,
    limits: Limits,
) -> PyResult<Routed> {
    let rows = graph.graph();
    let mut counts = VertexMap::filled(rows.vertex_count(), BigInt::ZERO);
    for (u, count) in particles {
        counts[graph.vertex(u)?] += count;
    }
    let unsigned: Option<Vec<BigUint>> = counts.as_slice().iter().map(BigInt::to_biguint).collect();
    let mut watch = limits.start();
    let options = Options { solver, check, certificate: proof, ..Options::default() };
    py.detach(|| match unsigned {
        Some(counts) => unsigned_route(graph, VertexMap::from_vec(counts), &options, &mut watch),
        None => signed_route(graph, &counts, &options, &mut watch),
    })
}

fn unsigned_route(
    graph: &Graph,
    counts: VertexMap<BigUint>,
    options: &Options,
    watch: &mut PythonHost,
) -> PyResult<Routed> {
    let instance = graph.instance();
    let routing = arrival::route(instance, &counts, options, &mut watch.context());
    let routing = solved(routing, instance, watch)?;
    let claim = routing.claim();
    let proved = options.certificate.then(|| Claim::Flow(claim.clone()));
    let proof = proved.map(|claim| proof_of(instance, &claim, watch)).transpose()?;
    let after = routing.rotors().map(|rotors| instance.clone().with_rotors(rotors.clone()));
    Ok(Routed {
        solver: routing.solver(),
        unchecked_because: routing.unchecked_because().map(str::to_owned),
        sinks: sinks(graph).map(|u| (u.raw(), claim.stays[u].clone().into())).collect(),
        traps: numbers(&claim.traps),
        trapped: claim.trapped.iter().cloned().map(BigInt::from).collect(),
        steps: claim.steps.clone(),
        departures: after.is_some().then(|| left(&claim.departures)),
        after: after.map(Graph::of),
        certificate: proof,
    })
}

fn signed_route(
    graph: &Graph,
    counts: &VertexMap<BigInt>,
    options: &Options,
    watch: &mut PythonHost,
) -> PyResult<Routed> {
    if options.solver.is_some() {
        return Err(unfit("solver= does not go with negative counts"));
    }
    let instance = graph.instance();
    let routing = route_signed(instance, counts, options.check, &mut watch.context());
    let routing = solved(routing, instance, watch)?;
    let claim = &routing.claim;
    let proved = options.certificate.then(|| Claim::SignedFlow(claim.clone()));
    let proof = proved.map(|claim| proof_of(instance, &claim, watch)).transpose()?;
    Ok(Routed {
        solver: "flow",
        unchecked_because: routing.unchecked_because().map(str::to_owned),
        sinks: sinks(graph).map(|u| (u.raw(), claim.stays[u].clone())).collect(),
        traps: numbers(&claim.traps),
        trapped: claim.trapped.clone(),
        steps: None,
        departures: None,
        after: Some(Graph::of(instance.clone().with_rotors(routing.rotors.clone()))),
        certificate: proof,
    })
}

fn sinks(graph: &Graph) -> impl Iterator<Item = VertexId> + '_ {
    let rows = graph.graph();
    rows.vertices().filter(|&u| rows.is_sink(u))
}
