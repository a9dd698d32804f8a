//! Harmonic measure: that expected uses of arcs satisfy their equations.
//!
//! The expected departures of a random walk are the least non-negative solution of "departures = arrivals + [v = from]".
//! On vertices that reach a sink or a listed trap the solution is unique; a closed set without either that the walk
//! enters has no solution at all, and one that it does not enter sends nothing anywhere. So any solution proves the ends.

use crate::certified::{Refutation, Unproved, pay, require, require_vertex};
use crate::trap::closed_sets;
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{HarmonicClaim, Instance, Tick, VertexMap};

/// Checks exit probabilities.
pub(crate) fn check(instance: &Instance, claim: &HarmonicClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
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
