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

use crate::certified::{Refutation, Unproved, pay, require, require_vertex};
use crate::group::row;
use crate::traps::{TrapOf, all_traps, closed_sets};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rotor_graph::{HarmonicClaim, IdentityClaim, Instance, StabilisationClaim, Tick, VertexId, VertexMap};
use std::collections::VecDeque;

/// Checks a stabilisation.
pub(crate) fn check_stabilisation(
    instance: &Instance,
    claim: &StabilisationClaim,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    let StabilisationClaim { start, traps, firings, chips, sinks, trapped, recurrent, script } = claim;
    let (graph, vertices) = (instance.graph(), instance.graph().vertex_count());
    for length in [start.len(), firings.len(), chips.len(), sinks.len(), script.len()] {
        require(None, "number of entries = |V|", &length, &vertices)?;
    }
    require(None, "number of counts of trapped chips = number of traps", &trapped.len(), &traps.len())?;
    let trap_of = all_traps(instance, traps, tick)?;
    let halts = |v: VertexId| graph.is_sink(v) || trap_of.contains(v);
    require_zero_where(
        firings,
        "firings of a sink or in a trap = 0",
        graph.vertices().filter(|&v| halts(v)),
    )?;
    let mut after = start.clone();
    for (u, times) in firings.iter().filter(|(_, times)| !times.is_zero()) {
        pay(tick, graph.heads(u).len() * (1 + times.iter_u64_digits().len()))?;
        let times = BigInt::from_biguint(Sign::Plus, times.clone());
        after[u] -= &times * graph.out_degree(u);
        graph.heads(u).iter().for_each(|&v| after[v] += &times);
    }
    let mut entered = vec![BigInt::zero(); traps.len()];
    for v in graph.vertices() {
        let here = if halts(v) { BigInt::zero() } else { after[v].clone() };
        require(Some(v), "chips − firings · Δ = chips left", &here, &chips[v])?;
        let on_sink = if graph.is_sink(v) { after[v].clone() } else { BigInt::zero() };
        require(Some(v), "chips that arrive = chips that end on v", &on_sink, &sinks[v])?;
        if let Some(trap) = trap_of.of(v) {
            entered[trap] += &after[v];
        }
        if !halts(v) && chips[v] >= graph.out_degree(v).into() {
            return Err(Refutation::new(Some(v), "chips left < d(v)", &chips[v], graph.out_degree(v)).into());
        }
    }
    for (number, (entered, claimed)) in entered.iter().zip(trapped).enumerate() {
        require(
            None,
            format_args!("chips that enter trap {number} = chips that end in it"),
            entered,
            claimed,
        )?;
    }
    if let Some((v, spared)) = can_be_spared(instance, &trap_of, firings, chips, tick)? {
        return Err(Refutation::new(Some(v), "firings that can be spared = 0", spared, 0).into());
    }
    let burns = check_burning(instance, &trap_of, chips, script, tick)?;
    Ok(require(None, "whether the chips left are recurrent = as claimed", &burns, recurrent)?)
}

/// Checks an identity.
pub(crate) fn check_identity(
    instance: &Instance,
    claim: &IdentityClaim,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    let IdentityClaim { traps, chips, firings, script } = claim;
    let graph = instance.graph();
    for length in [chips.len(), firings.len(), script.len()] {
        require(None, "number of entries = |V|", &length, &graph.vertex_count())?;
    }
    let trap_of = all_traps(instance, traps, tick)?;
    let mut sums = VertexMap::filled(graph.vertex_count(), BigInt::zero());
    for u in graph.vertices() {
        if graph.is_sink(u) || trap_of.contains(u) {
            require(Some(u), "firings of a sink or in a trap = 0", &firings[u], &BigInt::zero())?;
            require(Some(u), "chips of a sink or in a trap = 0", &chips[u], &BigInt::zero())?;
            continue;
        }
        pay(tick, graph.heads(u).len())?;
        row(instance, u).iter().for_each(|&(v, entry)| sums[v] += &firings[u] * entry);
    }
    for u in graph.vertices().filter(|&u| !graph.is_sink(u) && !trap_of.contains(u)) {
        require(Some(u), "firings · Δ = chips", &sums[u], &chips[u])?;
        if chips[u] >= graph.out_degree(u).into() {
            return Err(Refutation::new(Some(u), "chips < d(v)", &chips[u], graph.out_degree(u)).into());
        }
    }
    let burns = check_burning(instance, &trap_of, chips, script, tick)?;
    Ok(require(None, "whether the chips are recurrent = true", &burns, &true)?)
}

fn require_zero_where(
    firings: &VertexMap<BigUint>,
    equation: &str,
    vertices: impl Iterator<Item = VertexId>,
) -> Result<(), Refutation> {
    vertices.into_iter().try_for_each(|v| require(Some(v), equation, &firings[v], &BigUint::zero()))
}

/// Whether the script burns stable chips, if it is a burning script.
pub(crate) fn check_burning(
    instance: &Instance,
    trap_of: &TrapOf,
    chips: &VertexMap<BigInt>,
    script: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Result<bool, Unproved> {
    let graph = instance.graph();
    let halts = |v: VertexId| graph.is_sink(v) || trap_of.contains(v);
    require_zero_where(script, "script on a sink or in a trap = 0", graph.vertices().filter(|&v| halts(v)))?;
    let mut sums = VertexMap::filled(graph.vertex_count(), BigInt::zero());
    for u in graph.vertices().filter(|&u| !halts(u)) {
        pay(tick, graph.heads(u).len())?;
        if script[u].is_zero() {
            return Err(Refutation::new(Some(u), "script ≥ 1", 0, 1).into());
        }
        let times = BigInt::from(script[u].clone());
        row(instance, u).iter().for_each(|&(v, entry)| sums[v] += &times * entry);
    }
    for v in graph.vertices().filter(|&v| !halts(v)) {
        if sums[v].is_negative() {
            return Err(Refutation::new(Some(v), "script · Δ ≥ 0", &sums[v], 0).into());
        }
    }
    let is_negative = graph.vertices().any(|v| chips[v].is_negative());
    Ok(!is_negative && can_be_spared(instance, trap_of, script, chips, tick)?.is_none())
}

/// A vertex, and how many of its firings can be spared, if any can, given the chips left after all of them.
fn can_be_spared(
    instance: &Instance,
    trap_of: &TrapOf,
    firings: &VertexMap<BigUint>,
    left: &VertexMap<BigInt>,
    tick: &mut dyn Tick,
) -> Result<Option<(VertexId, BigInt)>, Unproved> {
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
pub(crate) fn check_harmonic(
    instance: &Instance,
    claim: &HarmonicClaim,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    let HarmonicClaim { from, traps, uses, sinks, trapped, denominator } = claim;
    let graph = instance.graph();
    require_vertex(instance, "from", *from)?;
    require(None, "number of expected uses = |V|", &uses.len(), &graph.vertex_count())?;
    require(None, "number of probabilities = |V|", &sinks.len(), &graph.vertex_count())?;
    require(None, "number of probabilities of traps = number of traps", &trapped.len(), &traps.len())?;
    if denominator.is_zero() {
        return Err(Refutation::new(None, "denominator > 0", 0, 0).into());
    }
    let trap_of = closed_sets(instance, traps)?;
    let mut arriving = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    arriving[*from] += denominator;
    for (u, count) in uses.iter().filter(|(_, count)| !count.is_zero()) {
        pay(tick, graph.heads(u).len() * count.iter_u64_digits().len())?;
        graph.heads(u).iter().for_each(|&v| arriving[v] += count);
    }
    let mut entered = vec![BigUint::zero(); traps.len()];
    for v in graph.vertices() {
        let trap = trap_of.of(v);
        if graph.is_sink(v) || trap.is_some() {
            require(Some(v), "uses of a sink or in a trap = 0", &uses[v], &BigUint::zero())?;
        } else {
            let leaving = &uses[v] * graph.out_degree(v);
            require(Some(v), "arrivals + [v = from] = d(v) · uses", &arriving[v], &leaving)?;
        }
        let ends = if graph.is_sink(v) { arriving[v].clone() } else { BigUint::zero() };
        require(Some(v), "arrivals + [v = from] = probability to end on v", &ends, &sinks[v])?;
        if let Some(trap) = trap {
            entered[trap] += &arriving[v];
        }
    }
    for (number, (entered, claimed)) in entered.iter().zip(trapped).enumerate() {
        let equation = format_args!("arrivals in trap {number} = probability to end in it");
        require(None, equation, entered, claimed)?;
    }
    Ok(())
}
