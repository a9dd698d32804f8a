//! Particles and antiparticles: routing that can be undone.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use rotor_graph::{
    Configuration, Exit, FlowClaim, FlowShape, Multigraph, Stop, StoppingGraph, Tick, VertexId, VertexMap,
};
use rotor_solve::general::run_by_flow;

/// Where particles and antiparticles end; [`after_signed_route`] gives the rotors afterwards.
///
/// Routings from different vertices commute on the classes of rotor configurations and can be undone there, so that ends
/// and final class depend on the signed counts alone. The rotors themselves depend on the order: here all particles run
/// first, then all antiparticles, each of the two runs being the least. Cost: two runs of many particles.
pub fn route_signed(
    graph: &Multigraph,
    rotors: &Configuration,
    particles: &VertexMap<BigInt>,
    tick: &mut dyn Tick,
) -> Result<FlowClaim<BigInt>, Stop> {
    let stopping = StoppingGraph::of(graph);
    let count = |sign: fn(&BigInt) -> bool| {
        let counts = particles.as_slice().iter();
        let counts =
            counts.map(|count| if sign(count) { count.magnitude().clone() } else { BigUint::zero() });
        VertexMap::from_vec(counts.collect::<Vec<_>>())
    };
    let [positive, negative] = [count(BigInt::is_positive), count(BigInt::is_negative)];
    let forward = run_by_flow(&stopping, rotors, &positive, tick)?;
    let between = rotors.after(graph, &forward.departures);

    let (reversed, turned_back) = reversed(graph, &between);
    let backward = run_by_flow(&StoppingGraph::of(&reversed), &turned_back, &negative, tick)?;
    let difference = |u: VertexId| {
        BigInt::from(forward.departures[u].clone()) - BigInt::from(backward.departures[u].clone())
    };
    let departures = VertexMap::from_vec(graph.vertices().map(difference).collect());
    Ok(claim_of(&stopping, rotors, particles, departures))
}

/// The graph with all rotor orders reversed, and rotors on the arcs that antiparticles use first.
fn reversed(graph: &Multigraph, rotors: &Configuration) -> (Multigraph, Configuration) {
    let heads = graph.vertices().flat_map(|u| graph.heads(u).iter().rev().copied()).collect();
    let reversed =
        Multigraph::from_rows(graph.row_starts().to_vec(), heads).expect("arcs only changed places");
    // The arc before ρ(u), number k − 1 of d, has number d − 1 − (k − 1) = d − k in the reversed order.
    let turned_back =
        Configuration::from_positions(&reversed, |u| graph.out_degree(u) - rotors.position(graph, u));
    (reversed, turned_back)
}

/// The rotors after that many departures of either sign.
pub fn after_signed_route(
    graph: &Multigraph,
    rotors: &Configuration,
    departures: &VertexMap<BigInt>,
) -> Configuration {
    let turns = |u: VertexId| {
        let degree = BigInt::from(graph.out_degree(u).max(1));
        departures[u].mod_floor(&degree).into_parts().1
    };
    rotors.after(graph, &VertexMap::from_vec(graph.vertices().map(turns).collect()))
}

/// What the departures send to sinks and traps.
fn claim_of(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigInt>,
    departures: VertexMap<BigInt>,
) -> FlowClaim<BigInt> {
    let graph = stopping.graph();
    let mut sinks = VertexMap::filled(graph.vertex_count(), BigInt::zero());
    let mut trapped = vec![BigInt::zero(); stopping.traps().len()];
    let mut arrive = |v, count: &BigInt| match stopping.exit_at(v) {
        Some(Exit::Sink(sink)) => sinks[sink] += count,
        Some(Exit::Trap(trap)) => trapped[trap] += count,
        None => {}
    };
    particles.iter().for_each(|(v, count)| arrive(v, count));
    for u in stopping.active_vertices().filter(|&u| !departures[u].is_zero()) {
        let (full_turns, once_more) = departures[u].div_mod_floor(&graph.out_degree(u).into());
        let once_more = once_more.to_usize().expect("a remainder by d(u) is less than d(u)");
        let (before, from_rotor) = graph.heads(u).split_at(rotors.position(graph, u) as usize);
        for (at, &v) in from_rotor.iter().chain(before).enumerate() {
            arrive(v, &(&full_turns + i32::from(at < once_more)));
        }
    }
    let traps = stopping.traps().members().to_vec();
    let (supply, stays) = (particles.clone().into(), sinks.into());
    FlowClaim { shape: FlowShape::Route, supply, traps, departures, stays, trapped, steps: None }
}
