//! Tours: when an endless walk begins to repeat itself, for how long, and when it has seen its trap.
//!
//! **Which states come back.** In a strongly connected set without exits, a state comes back exactly if the arcs before
//! the rotors lead every vertex to the particle: a spanning tree towards the particle and one arc more. One step turns
//! such a state into another: the particle's new last arc is the one it moved along. That map is a bijection on them, so
//! all of them come back; and the last arcs of a walk that has left every vertex form one. A state outside of the trap
//! never comes back.
//!
//! **The period.** After a period the departures z(u) are conserved and every z(u) is a multiple of d(u), so z = p·d with
//! Σ p_u·(row u) = 0; the least such p > 0 is the primitive one, and after its departures the state is the same again.

use super::group::check_period;
use super::moment;
use super::stopping::strongly_connected;
use crate::certified::{Refutation, Unproved, require};
use crate::ends::ends;
use crate::switching_flow::head_after;
use crate::trap::closed_sets;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_graph::{Instance, MomentClaim, Tick, TourClaim, VertexId, VertexMap};

/// Checks an endless walk.
pub(crate) fn check(instance: &Instance, claim: &TourClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let TourClaim { trap, entry, before, periods, cover } = claim;
    let trap_of = closed_sets(instance, std::slice::from_ref(trap))?;
    strongly_connected(instance, trap)?;
    let closed = |v: VertexId| trap_of.contains(v);
    require(None, "number of periods = |V|", &periods.len(), &instance.graph().vertex_count())?;
    moment::check(instance, entry, tick)?;
    let comes_back = closed(entry.at) && leads_to_particle(instance, trap, entry);
    require(Some(entry.at), "whether the state at the entry comes back = true", &comes_back, &true)?;
    match before {
        None => require(None, "steps before the entry = 0", &entry.steps(), &BigUint::zero())?,
        Some(before) => {
            moment::check(instance, before, tick)?;
            require(
                None,
                "number of the start before the entry = that of the entry",
                &before.from.index(),
                &entry.from.index(),
            )?;
            require(
                None,
                "steps before the entry + 1 = steps at the entry",
                &(before.steps() + 1u32),
                &entry.steps(),
            )?;
            let came_back = closed(before.at) && leads_to_particle(instance, trap, before);
            require(
                Some(before.at),
                "whether the state before the entry comes back = false",
                &came_back,
                &false,
            )?;
        }
    }
    for (v, period) in periods.iter().filter(|&(v, _)| !closed(v)) {
        require(Some(v), "period outside of the trap = 0", period, &BigUint::zero())?;
    }
    check_period(instance, trap, periods)?;
    if let Some(cover) = cover {
        let entered = moment::check(instance, cover, tick)?;
        require(
            None,
            "number of the start of the cover = that of the entry",
            &cover.from.index(),
            &entry.from.index(),
        )?;
        require(
            Some(cover.at),
            "whether the walk ends its cover in the trap = true",
            &closed(cover.at),
            &true,
        )?;
        require(Some(cover.at), "how often v was entered = 1", &entered[cover.at], &BigUint::one())?;
        if let Some(&v) = trap.iter().find(|&&v| entered[v].is_zero()) {
            return Err(Refutation::new(Some(v), "how often v was entered > 0", 0, 0).into());
        }
    }
    Ok(())
}

/// Whether the arcs before the rotors lead every vertex of the trap to the particle.
fn leads_to_particle(instance: &Instance, trap: &[VertexId], moment: &MomentClaim) -> bool {
    let graph = instance.graph();
    // Departures plus d(u) − 1 turns lead to the arc before the rotor.
    let before = |u: VertexId| head_after(instance, u, &(&moment.departures[u] + (graph.out_degree(u) - 1)));
    let mut heads = VertexMap::filled(graph.vertex_count(), None);
    trap.iter().filter(|&&u| u != moment.at).for_each(|&u| heads[u] = before(u));
    match ends(&heads) {
        Ok(ends) => trap.iter().all(|&u| ends[u] == moment.at),
        Err(_) => false,
    }
}
