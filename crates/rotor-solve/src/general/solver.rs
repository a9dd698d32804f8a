//! The solver `flow`: a short walk, then the walk and the search for a flow in turns.

use super::switching_flow::{SwitchingFlow, least_flow, switching_flow};
use crate::particles::{AnyBulk, Routed};
use crate::run_profile::RunProfile;
use crate::turns::{First, in_turns};
use crate::walk::walk_beside;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_graph::{Configuration, Stop, StoppingGraph, Tick, VertexId, VertexMap};

/// Where the walk from `from` ends, with a flow that proves it; it is the run profile unless it is stopped when only
/// the end is known.
///
/// Time: within a constant of the cheaper of the walk itself and [`switching_flow`], which take turns; both are counted
/// in operations.
pub fn exit_by_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    tick: &mut dyn Tick,
) -> Result<RunProfile, Stop> {
    walk_beside(stopping, rotors, from, tick, |tick| {
        let mut particles = VertexMap::filled(stopping.graph().vertex_count(), BigUint::zero());
        particles[from] = BigUint::one();
        let SwitchingFlow { departures, is_run, components } =
            switching_flow(stopping, rotors, &particles, tick)?;
        let halt = end_of(stopping, rotors, &departures).unwrap_or(from);
        Ok(RunProfile { from, halt, departures, is_run, components })
    })
}

/// Where all `particles` end, with a flow that proves it.
///
/// Time: within a constant of the cheaper of [`route_in_bulk`](crate::particles::route_in_bulk) and [`switching_flow`],
/// which take turns.
pub fn route_by_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Result<Routed, Stop> {
    route_beside(stopping, rotors, particles, tick, switching_flow)
}

/// The run of all `particles`; if it is stopped before it is found, why.
///
/// Time: as for [`route_by_flow`].
pub fn run_by_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Result<Routed, Stop> {
    route_beside(stopping, rotors, particles, tick, least_flow)
}

/// How a flow of many particles is sought.
type Search =
    fn(&StoppingGraph<'_>, &Configuration, &VertexMap<BigUint>, &mut dyn Tick) -> Result<SwitchingFlow, Stop>;

/// Routes all `particles` in bulk, in turns with a search for their flow.
fn route_beside(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
    search: Search,
) -> Result<Routed, Stop> {
    let mut bulk = AnyBulk::new(stopping, rotors, particles);
    let search = |tick: &mut dyn Tick| search(stopping, rotors, particles, tick);
    let first = in_turns(bulk.worker(), tick, search)?;
    first.report("bulk routing", tick);
    match first {
        First::Worker => Ok(bulk.into_routed(particles)),
        First::Search(SwitchingFlow { departures, is_run, components }) => {
            Ok(Routed { particles: particles.clone(), departures, is_run, components })
        }
    }
}

/// The vertex on which the only particle of a flow halts.
fn end_of(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    departures: &VertexMap<BigUint>,
) -> Option<VertexId> {
    let graph = stopping.graph();
    let end = |u| rotors.head_used(graph, u, &departures[u], |v| !stopping.is_active(v));
    stopping.active_vertices().filter(|&u| !departures[u].is_zero()).find_map(end)
}
