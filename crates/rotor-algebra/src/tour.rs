//! Tours: endless walks, which become periodic.
//!
//! In a trap K the state of a walk, particle and rotors, becomes periodic. It has entered its cycle of states exactly
//! when the arcs *before* the rotors lead every vertex of K to the particle: those arcs are the last used ones, or, where
//! none was used, the ones that would have been. Once true it stays true, so that the first such moment is found by
//! galloping and bisection.

use crate::moment::Progress;
use crate::period::period_of;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_graph::{
    Configuration, Moment, Multigraph, Stop, StoppingGraph, Tick, TourClaim, VertexId, VertexMap,
    position_after,
};

/// What becomes of a walk that is never stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tour {
    /// It ends on a sink.
    Exits(Moment),
    /// It goes round in a trap.
    Endless(TourClaim),
}

/// The tour of the walk from `from`; with `cover`, also when it has seen its whole trap.
///
/// Cost: that of [`moment`](crate::moment) for each of the logarithmically many probes of the entry time; for the cover time one
/// run per vertex of the trap.
pub fn tour(
    graph: &Multigraph,
    rotors: &Configuration,
    from: VertexId,
    cover: bool,
    tick: &mut dyn Tick,
) -> Result<Tour, Stop> {
    let stopping = StoppingGraph::of(graph);
    let mut arrival = Progress::new(graph, rotors, from);
    arrival.run_to_halt(&[], tick)?;
    let Some(trap) = stopping.traps().trap_of(arrival.particle) else {
        return Ok(Tour::Exits(arrival.into_claim()));
    };
    let trap = stopping.traps().members()[trap].clone();
    let mut periods = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    period_of(graph, &trap, &mut periods, tick)?;
    let (before, entry) = entry(&arrival, &trap, tick)?;
    let before = match before {
        Some(before) => Some(before.into_claim()),
        None => step_before(graph, rotors, &entry, tick)?,
    };
    let cover = if cover { Some(last_first_visit(&arrival, &trap, tick)?.into_claim()) } else { None };
    Ok(Tour::Endless(TourClaim { trap, entry: entry.into_claim(), before, periods, cover }))
}

/// The first moment, from the arrival in the trap on, that comes back, and the one before it if that is in the trap.
fn entry<'g>(
    arrival: &Progress<'g>,
    trap: &[VertexId],
    tick: &mut dyn Tick,
) -> Result<(Option<Progress<'g>>, Progress<'g>), Stop> {
    if comes_back(arrival, trap) {
        return Ok((None, arrival.clone()));
    }
    // `early` does not come back, and neither does anything up to `early_steps` after the arrival.
    let (mut early, mut early_steps) = (arrival.clone(), BigUint::zero());
    let mut stride = BigUint::one();
    let (mut late, mut late_steps) = loop {
        let mut next = early.clone();
        next.advance(stride.clone(), tick)?;
        let steps = &early_steps + &stride;
        if comes_back(&next, trap) {
            break (next, steps);
        }
        (early, early_steps) = (next, steps);
        stride <<= 1;
    };
    while late_steps > &early_steps + 1u32 {
        let half: BigUint = (&late_steps - &early_steps) >> 1;
        let mut middle = early.clone();
        middle.advance(half.clone(), tick)?;
        let steps = &early_steps + half;
        if comes_back(&middle, trap) {
            (late, late_steps) = (middle, steps);
        } else {
            (early, early_steps) = (middle, steps);
        }
    }
    Ok((Some(early), late))
}

/// The moment before `entry`, which is the arrival in the trap; none if that is the start.
fn step_before(
    graph: &Multigraph,
    rotors: &Configuration,
    entry: &Progress<'_>,
    tick: &mut dyn Tick,
) -> Result<Option<Moment>, Stop> {
    let steps: BigUint = entry.departures.as_slice().iter().sum();
    if steps.is_zero() {
        return Ok(None);
    }
    let mut before = Progress::new(graph, rotors, entry.from);
    before.advance(steps - 1u32, tick)?;
    Ok(Some(before.into_claim()))
}

/// Whether the state comes back: whether the arcs before the rotors lead from every vertex of the trap to the particle.
/// Time O(|K|).
pub(crate) fn comes_back(progress: &Progress<'_>, trap: &[VertexId]) -> bool {
    let graph = progress.graph;
    let head = |u: VertexId| {
        let (position, degree) = (progress.positions[u.index()], graph.out_degree(u));
        graph.heads(u)[position_after(position, u64::from(degree) - 1, degree) as usize]
    };
    let (mut leads, mut path) = (VertexMap::filled(graph.vertex_count(), None), Vec::new());
    leads[progress.particle] = Some(true);
    for &start in trap {
        let mut u = start;
        while leads[u].is_none() {
            // Until the answer is known, a vertex met again closes a cycle without the particle.
            leads[u] = Some(false);
            path.push(u);
            u = head(u);
        }
        if leads[u] != Some(true) {
            return false;
        }
        path.drain(..).for_each(|u| leads[u] = Some(true));
    }
    true
}

/// The moment at which the last vertex of the trap is visited first.
fn last_first_visit<'g>(
    arrival: &Progress<'g>,
    trap: &[VertexId],
    tick: &mut dyn Tick,
) -> Result<Progress<'g>, Stop> {
    let mut last: Option<(BigUint, Progress<'g>)> = None;
    for &v in trap {
        let mut first_visit = arrival.clone();
        first_visit.run_to_halt(&[v], tick)?;
        let steps = first_visit.departures.as_slice().iter().sum();
        if last.as_ref().is_none_or(|(most, _)| steps > *most) {
            last = Some((steps, first_visit));
        }
    }
    Ok(last.map_or_else(|| arrival.clone(), |(_, moment)| moment))
}
