//! The solver `flow`: a short walk, then the walk raced against the search for a flow.

use super::switching_flow::{Components, Search, SwitchingFlow, Wanted};
use crate::particles::{BulkRouting, Routed};
use crate::race::{Task, race, turn};
use crate::run_profile::RunProfile;
use crate::walk::Walker;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_graph::{Configuration, Event, Stop, StoppingGraph, Tick, VertexId, VertexMap};

/// Where the walk from `from` ends, with a flow that proves it; it is the run profile unless it is stopped when only
/// the end is known.
///
/// Time: within a constant of the cheaper of the walk itself and [`switching_flow`](super::switching_flow), which are
/// raced.
pub fn exit_by_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    tick: &mut dyn Tick,
) -> Result<RunProfile, Stop> {
    let graph = stopping.graph();
    let mut walker = Walker::new(stopping, rotors, from);
    if let Some(profile) = walker.walk_briefly(tick)? {
        return Ok(profile);
    }
    let mut particles = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    particles[from] = BigUint::one();
    let components = Components::of(graph, stopping.active(), rotors, &particles, tick)?;
    let mut search = Search::new(&components, &particles, Wanted::RunOrEnds);
    let profile = |SwitchingFlow { departures, is_run, components }| {
        let halt = end_of(stopping, rotors, &departures).unwrap_or(from);
        RunProfile { from, halt, departures, is_run, components }
    };
    let raced = race(
        vec![
            Box::new((&mut search).map(|flow| (A_FLOW_BEFORE_THE_WALK, profile(flow)))),
            Box::new(walker.map(|profile| (THE_WALK_BEFORE_A_FLOW, profile))),
        ],
        turn(stopping.graph().arc_count()),
        tick,
    );
    match raced {
        Ok((who, profile)) => {
            tick.observe(Event::Detail(format_args!("{who}")));
            Ok(profile)
        }
        Err(stop) => search.ends().map(profile).ok_or(stop),
    }
}

/// Who has answered.
pub(crate) const A_FLOW_BEFORE_THE_WALK: &str = "answered by a flow, in turns with the walk";
pub(crate) const THE_WALK_BEFORE_A_FLOW: &str = "answered by the walk, in turns with a flow";

/// Where all `particles` end, with a flow that proves it.
///
/// Time: within a constant of the cheaper of [`route_in_bulk`](crate::particles::route_in_bulk) and
/// [`switching_flow`](super::switching_flow), which are raced.
pub fn route_by_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Result<Routed, Stop> {
    route(stopping, rotors, particles, Wanted::RunOrEnds, tick)
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
    route(stopping, rotors, particles, Wanted::Run, tick)
}

/// Routes all `particles` in bulk, raced against a search for their flow.
fn route(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    wanted: Wanted,
    tick: &mut dyn Tick,
) -> Result<Routed, Stop> {
    let components = Components::of(stopping.graph(), stopping.active(), rotors, particles, tick)?;
    let mut search = Search::new(&components, particles, wanted);
    let routed = |SwitchingFlow { departures, is_run, components }| {
        let particles = particles.clone();
        Routed { particles, departures, is_run, components }
    };
    let bulk = BulkRouting::new(stopping, rotors, particles);
    let raced = race(
        vec![
            Box::new(
                (&mut search).map(|flow| ("answered by a flow, in turns with bulk routing", routed(flow))),
            ),
            Box::new(bulk.map(|routed| ("answered by bulk routing, in turns with a flow", routed))),
        ],
        turn(stopping.graph().arc_count()),
        tick,
    );
    match raced {
        Ok((who, routed)) => {
            tick.observe(Event::Detail(format_args!("{who}")));
            Ok(routed)
        }
        Err(stop) => search.ends().map(routed).ok_or(stop),
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
