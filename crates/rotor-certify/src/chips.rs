//! Chips: that firings stabilise them, and that none of the firings can be spared.
//!
//! **Least.** The legal firings of a pile are the least vector u ≥ 0 of firings after which it is stable, so it is enough
//! that u is the least. Let σ be the chips after u. If a smaller vector u − w ≥ 0 also leads to stable chips, then
//! w_v·d(v) ≤ d(v) − 1 − σ_v + Σ w_x over the arcs x → v, wherever w_v > 0. The greatest w ≤ u for which that holds is
//! found by going down from w = u; if it is 0, nothing can be spared.
//!
//! That the last firings of all vertices can be ordered legally does *not* show it on directed graphs: on
//! `a: b`, `b: a a s` the chips a = 1, b = 1 fire (1, 0), and (3, 1) passes that test too.
//!
//! **A shorter way.** Where no vertex has more arcs in (from vertices that fire) than out, and w satisfies the condition,
//! so does the set on which w is greatest, once: so only sets have to be tried, which takes one pass.
//!
//! **Recurrent.** For a burning script s ≥ 1 with s·Δ ≥ 0, stable chips σ ≥ 0 are recurrent if and only if σ + s·Δ fires s
//! (Speer 1993), that is, if nothing of s can be spared.

use crate::certified::{Refutation, Verdict, pay, refute, require, require_vertex, require_zero};
use crate::flow::Amount;
use crate::traps::{TrapOf, all_traps, closed_sets};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rotor_graph::{
    HarmonicClaim, IdentityClaim, Instance, StabilisationClaim, Stop, Tick, VertexId, VertexMap,
};
use std::collections::VecDeque;

/// x·Δ: what every vertex loses if these fire so often.
pub(crate) fn times_laplacian<'c, N: Amount + 'c>(
    instance: &Instance,
    firings: impl Iterator<Item = (VertexId, &'c N)>,
    tick: &mut dyn Tick,
) -> Result<VertexMap<BigInt>, Stop> {
    let graph = instance.graph();
    let mut lost = VertexMap::filled(graph.vertex_count(), BigInt::zero());
    for (u, times) in firings.filter(|(_, times)| !times.is_zero()) {
        pay(tick, graph.heads(u).len() * (1 + times.words()))?;
        let times: BigInt = times.clone().into();
        graph.heads(u).iter().for_each(|&v| lost[v] -= &times);
        lost[u] += times * graph.out_degree(u);
    }
    Ok(lost)
}

/// Demands that what halts on each sink and in each trap is as claimed; `equations` are named by what comes before and
/// after the number of a trap.
fn check_ends<N: Amount>(
    instance: &Instance,
    trap_of: &TrapOf,
    arrived: &VertexMap<BigInt>,
    (sinks, trapped): (&VertexMap<N>, &[N]),
    [on_sink, into_trap, in_trap]: [&str; 3],
) -> Result<(), Refutation> {
    let mut entered = vec![BigInt::zero(); trapped.len()];
    for (v, count) in arrived.iter() {
        let here = if instance.graph().is_sink(v) { count.clone() } else { BigInt::zero() };
        require(Some(v), on_sink, &here, &sinks[v].clone().into())?;
        trap_of.of(v).into_iter().for_each(|trap| entered[trap] += count);
    }
    for (number, (entered, claimed)) in entered.iter().zip(trapped).enumerate() {
        require(None, format_args!("{into_trap} {number} = {in_trap}"), entered, &claimed.clone().into())?;
    }
    Ok(())
}

/// Demands that there is a number for every vertex.
fn require_entries(instance: &Instance, lengths: &[usize]) -> Result<(), Refutation> {
    let vertices = instance.graph().vertex_count();
    lengths.iter().try_for_each(|length| require(None, "number of entries = |V|", length, &vertices))
}

/// Demands that chips are stable on `v`.
fn require_stable(instance: &Instance, v: VertexId, chips: &BigInt, words: &str) -> Result<(), Refutation> {
    let degree = instance.graph().out_degree(v);
    if *chips < degree.into() { Ok(()) } else { refute(Some(v), words, chips, degree) }
}

/// Checks a stabilisation.
pub(crate) fn check_stabilisation(
    instance: &Instance,
    claim: &StabilisationClaim,
    tick: &mut dyn Tick,
) -> Verdict {
    let StabilisationClaim { start, traps, firings, chips, sinks, trapped, recurrent, script } = claim;
    let graph = instance.graph();
    require_entries(instance, &[start.len(), firings.len(), chips.len(), sinks.len(), script.len()])?;
    require(None, "number of counts of trapped chips = number of traps", &trapped.len(), &traps.len())?;
    let trap_of = all_traps(instance, traps, tick)?;
    for v in graph.vertices().filter(|&v| trap_of.halts(graph, v)) {
        require_zero(v, "firings of a sink or in a trap = 0", &firings[v])?;
    }
    let mut after = times_laplacian(instance, firings.iter(), tick)?;
    start.iter().for_each(|(v, chips)| after[v] = chips - &after[v]);
    for (v, left) in after.iter() {
        let here = if trap_of.halts(graph, v) { &BigInt::ZERO } else { left };
        require(Some(v), "chips − firings · Δ = chips left", here, &chips[v])?;
        if !trap_of.halts(graph, v) {
            require_stable(instance, v, left, "chips left < d(v)")?;
        }
    }
    let words = ["chips that arrive = chips that end on v", "chips that enter trap", "chips that end in it"];
    check_ends(instance, &trap_of, &after, (sinks, trapped), words)?;
    if let Some((v, spared)) = can_be_spared(instance, &trap_of, firings, chips, tick)? {
        return refute(Some(v), "firings that can be spared = 0", spared, 0);
    }
    let burns = check_burning(instance, &trap_of, chips, script, tick)?;
    Ok(require(None, "whether the chips left are recurrent = as claimed", &burns, recurrent)?)
}

/// Checks an identity.
pub(crate) fn check_identity(instance: &Instance, claim: &IdentityClaim, tick: &mut dyn Tick) -> Verdict {
    let IdentityClaim { traps, chips, firings, script } = claim;
    let graph = instance.graph();
    require_entries(instance, &[chips.len(), firings.len(), script.len()])?;
    let trap_of = all_traps(instance, traps, tick)?;
    for v in graph.vertices().filter(|&v| trap_of.halts(graph, v)) {
        require_zero(v, "firings of a sink or in a trap = 0", &firings[v])?;
        require_zero(v, "chips of a sink or in a trap = 0", &chips[v])?;
    }
    let lost = times_laplacian(instance, firings.iter(), tick)?;
    for v in graph.vertices().filter(|&v| !trap_of.halts(graph, v)) {
        require(Some(v), "firings · Δ = chips", &lost[v], &chips[v])?;
        require_stable(instance, v, &chips[v], "chips < d(v)")?;
    }
    let burns = check_burning(instance, &trap_of, chips, script, tick)?;
    Ok(require(None, "whether the chips are recurrent = true", &burns, &true)?)
}

/// Whether the script burns stable chips, if it is a burning script.
pub(crate) fn check_burning(
    instance: &Instance,
    trap_of: &TrapOf,
    chips: &VertexMap<BigInt>,
    script: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Verdict<bool> {
    for (v, times) in script.iter() {
        if trap_of.halts(instance.graph(), v) {
            require_zero(v, "script on a sink or in a trap = 0", times)?;
        } else if times.is_zero() {
            return refute(Some(v), "script ≥ 1", 0, 1);
        }
    }
    let lost = times_laplacian(instance, script.iter(), tick)?;
    let mut inner = lost.iter().filter(|&(v, _)| !trap_of.halts(instance.graph(), v));
    if let Some((v, lost)) = inner.find(|(_, lost)| lost.is_negative()) {
        return refute(Some(v), "script · Δ ≥ 0", lost, 0);
    }
    let is_negative = chips.as_slice().iter().any(BigInt::is_negative);
    Ok(!is_negative && can_be_spared(instance, trap_of, script, chips, tick)?.is_none())
}

/// A vertex, and how many of its firings can be spared, if any can, given the chips left after all of them.
fn can_be_spared(
    instance: &Instance,
    trap_of: &TrapOf,
    firings: &VertexMap<BigUint>,
    left: &VertexMap<BigInt>,
    tick: &mut dyn Tick,
) -> Verdict<Option<(VertexId, BigInt)>> {
    let graph = instance.graph();
    let fires = |v: VertexId| !firings[v].is_zero();
    let mut in_degree = VertexMap::filled(graph.vertex_count(), 0u64);
    for u in graph.vertices().filter(|&u| fires(u)) {
        graph.heads(u).iter().for_each(|&v| in_degree[v] += 1);
    }
    let only_sets = graph
        .vertices()
        .filter(|&v| fires(v) && !trap_of.contains(v))
        .all(|v| in_degree[v] <= graph.out_degree(v).into());
    let bound = |v: VertexId| match only_sets && fires(v) {
        true => BigInt::one(),
        false => BigInt::from(firings[v].clone()),
    };
    let mut spared: VertexMap<BigInt> = VertexMap::from_vec(graph.vertices().map(bound).collect());
    let mut arriving = VertexMap::filled(graph.vertex_count(), BigInt::zero());
    for u in graph.vertices().filter(|&u| fires(u)) {
        graph.heads(u).iter().for_each(|&v| arriving[v] += &spared[u]);
    }
    let mut queue: VecDeque<VertexId> = graph.vertices().filter(|&v| fires(v)).collect();
    let mut waiting = VertexMap::from_vec(graph.vertices().map(fires).collect());
    while let Some(v) = queue.pop_front() {
        waiting[v] = false;
        let degree = BigInt::from(graph.out_degree(v));
        let room: BigInt = &degree - 1 - &left[v] + &arriving[v];
        let most = room.div_floor(&degree).max(BigInt::zero());
        pay(tick, 1)?;
        if most >= spared[v] {
            continue;
        }
        let drop = &spared[v] - &most;
        spared[v] = most;
        pay(tick, graph.heads(v).len())?;
        for &w in graph.heads(v).iter().filter(|&&w| fires(w)) {
            arriving[w] -= &drop;
            if !spared[w].is_zero() && !std::mem::replace(&mut waiting[w], true) {
                queue.push_back(w);
            }
        }
    }
    Ok(spared.iter().find(|(_, count)| !count.is_zero()).map(|(v, count)| (v, count.clone())))
}

// Harmonic measure: that expected uses of arcs satisfy their equations.
//
// The expected departures of a random walk are the least non-negative solution of "departures = arrivals + [v = from]".
// On vertices that reach a sink or a listed trap the solution is unique; a closed set without either that the walk
// enters has no solution at all, and one that it does not enter sends nothing anywhere. So any solution proves the ends.

/// Checks exit probabilities.
pub(crate) fn check_harmonic(instance: &Instance, claim: &HarmonicClaim, tick: &mut dyn Tick) -> Verdict {
    let HarmonicClaim { from, traps, uses, sinks, trapped, denominator } = claim;
    let graph = instance.graph();
    require_vertex(instance, "from", *from)?;
    require(None, "number of expected uses = |V|", &uses.len(), &graph.vertex_count())?;
    require(None, "number of probabilities = |V|", &sinks.len(), &graph.vertex_count())?;
    require(None, "number of probabilities of traps = number of traps", &trapped.len(), &traps.len())?;
    if denominator.is_zero() {
        return refute(None, "denominator > 0", 0, 0);
    }
    let trap_of = closed_sets(instance, traps)?;
    for v in graph.vertices().filter(|&v| trap_of.halts(graph, v)) {
        require_zero(v, "uses of a sink or in a trap = 0", &uses[v])?;
    }
    let leaving = |v| BigInt::from(&uses[v] * graph.out_degree(v));
    let mut arrived = times_laplacian(instance, uses.iter(), tick)?;
    graph.vertices().for_each(|v| arrived[v] = leaving(v) - &arrived[v]);
    arrived[*from] += BigInt::from(denominator.clone());
    for v in graph.vertices().filter(|&v| !trap_of.halts(graph, v)) {
        require(Some(v), "arrivals + [v = from] = d(v) · uses", &arrived[v], &leaving(v))?;
    }
    let words =
        ["arrivals + [v = from] = probability to end on v", "arrivals in trap", "probability to end in it"];
    Ok(check_ends(instance, &trap_of, &arrived, (sinks, trapped), words)?)
}
