//! The solver `linear`: a short walk first, then a flow.

use super::linear::{SwitchingFlow, switching_flow};
use super::walk::simulate_briefly;
use crate::budget::{Budget, Outcome};
use crate::particles::Routed;
use crate::run_profile::RunProfile;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use rotor_graph::{Configuration, StoppingGraph, VertexId, VertexMap};

/// How many steps are walked, for each vertex, before anything cleverer is tried.
const STEPS_A_VERTEX: u64 = 16;

/// Where the walk from `from` ends, with a flow that proves it; it is the run profile unless the budget ends when only
/// the end is known.
///
/// Time: a walk of a few |V| steps, then [`switching_flow`].
pub fn exit_by_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    budget: &mut dyn Budget,
) -> Outcome<RunProfile> {
    let most = STEPS_A_VERTEX * stopping.graph().vertex_count() as u64 + 1_000;
    if let Some(profile) = simulate_briefly(stopping, rotors, from, most, budget)? {
        return Ok(profile);
    }
    let mut particles = VertexMap::filled(stopping.graph().vertex_count(), BigUint::zero());
    particles[from] = BigUint::one();
    let flow = switching_flow(stopping, rotors, &particles, budget)?;
    let SwitchingFlow { departures, is_run, components } = flow;
    let halt = end_of(stopping, rotors, &departures).unwrap_or(from);
    Ok(RunProfile { from, halt, departures, is_run, components })
}

/// Where all `particles` end, with a flow that proves it.
///
/// Time: that of [`switching_flow`].
pub fn route_by_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    budget: &mut dyn Budget,
) -> Outcome<Routed> {
    let SwitchingFlow { departures, is_run, components } =
        switching_flow(stopping, rotors, particles, budget)?;
    Ok(Routed { particles: particles.clone(), departures, is_run, components })
}

/// The vertex on which the only particle of a flow halts.
fn end_of(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    departures: &VertexMap<BigUint>,
) -> Option<VertexId> {
    let graph = stopping.graph();
    let uses = |u: VertexId| {
        let degree = graph.out_degree(u);
        let (full_turns, once_more) = departures[u].div_rem(&degree.into());
        let once_more = once_more.to_u32().expect("a remainder by d(u) is less than d(u)");
        let used = if full_turns.is_zero() { once_more } else { degree };
        let (before, from_rotor) = graph.heads(u).split_at(rotors.position(graph, u) as usize);
        from_rotor.iter().chain(before).take(used as usize).find(|&&v| !stopping.is_active(v))
    };
    stopping.active_vertices().filter(|&u| !departures[u].is_zero()).find_map(uses).copied()
}
