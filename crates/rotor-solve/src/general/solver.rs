//! The solver `flow`: a short walk, then the walk and the search for a flow in turns.

use super::switching_flow::{SwitchingFlow, least_flow, switching_flow};
use crate::budget::{Budget, Outcome};
use crate::particles::{AnyBulk, Routed};
use crate::run_profile::RunProfile;
use crate::turns::{First, in_turns};
use crate::walk::walk_beside;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_graph::{Configuration, StoppingGraph, VertexId, VertexMap};

/// Where the walk from `from` ends, with a flow that proves it; it is the run profile unless the budget ends when only
/// the end is known.
///
/// Time: within a constant of the cheaper of the walk itself and [`switching_flow`], which take turns; both are counted
/// in operations.
pub fn exit_by_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    budget: &mut dyn Budget,
) -> Outcome<RunProfile> {
    walk_beside(stopping, rotors, from, budget, |budget| {
        let mut particles = VertexMap::filled(stopping.graph().vertex_count(), BigUint::zero());
        particles[from] = BigUint::one();
        let SwitchingFlow { departures, is_run, components } =
            switching_flow(stopping, rotors, &particles, budget)?;
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
    budget: &mut dyn Budget,
) -> Outcome<Routed> {
    route_beside(stopping, rotors, particles, budget, switching_flow)
}

/// The run of all `particles`; if the budget ends before it is found, why.
///
/// Time: as for [`route_by_flow`].
pub fn run_by_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    budget: &mut dyn Budget,
) -> Outcome<Routed> {
    route_beside(stopping, rotors, particles, budget, least_flow)
}

/// How a flow of many particles is sought.
type Search =
    fn(&StoppingGraph<'_>, &Configuration, &VertexMap<BigUint>, &mut dyn Budget) -> Outcome<SwitchingFlow>;

/// Routes all `particles` in bulk, in turns with a search for their flow.
fn route_beside(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    budget: &mut dyn Budget,
    search: Search,
) -> Outcome<Routed> {
    let mut bulk = AnyBulk::new(stopping, rotors, particles);
    let search = |budget: &mut dyn Budget| search(stopping, rotors, particles, budget);
    let first = in_turns(bulk.worker(), budget, search)?;
    first.report("bulk routing", budget);
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
