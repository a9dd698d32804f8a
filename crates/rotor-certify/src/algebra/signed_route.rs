//! Particles and antiparticles: that departures of either sign are conserved.
//!
//! Let f(x)_v be what arrives on v when every u is left x(u) times, counts below 0 meaning that its rotor is turned back.
//! f is monotone on ℤ^V and the shares of u add up to x(u). If x and y are both conserved for the same particles p, then
//! z = max(x, y) has f(z) ≥ z off the sinks, and every sink gets at least as much as from x or from y; but all of it adds
//! up to Σ p. So all conserved x send the same to every sink, and so does the routing itself, whose departures are one.

use crate::certified::{Unproved, pay, require};
use crate::switching_flow::heads_from_rotor;
use crate::trap::closed_sets;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Instance, SignedRouteClaim, Tick};

/// Checks departures of either sign.
pub(crate) fn check(
    instance: &Instance,
    claim: &SignedRouteClaim,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    let SignedRouteClaim { particles, traps, departures, sinks, trapped } = claim;
    let (graph, vertices) = (instance.graph(), instance.graph().vertex_count());
    for length in [particles.len(), departures.len(), sinks.len()] {
        require(None, "number of entries = |V|", &length, &vertices)?;
    }
    require(None, "number of counts of trapped particles = number of traps", &trapped.len(), &traps.len())?;
    let trap_of = closed_sets(instance, traps)?;
    let mut arrived = particles.clone();
    for (u, count) in departures.iter().filter(|(_, count)| !count.is_zero()) {
        require(Some(u), "whether a vertex that is left is a sink = false", &graph.is_sink(u), &false)?;
        pay(tick, graph.heads(u).len() * (1 + count.iter_u64_digits().len()))?;
        let (full_turns, once_more) = count.div_mod_floor(&graph.out_degree(u).into());
        let once_more = once_more.to_u32().expect("a remainder by d(u) is less than d(u)");
        for (number, v) in (0u32..).zip(heads_from_rotor(instance, u)) {
            arrived[v] += &full_turns + i32::from(number < once_more);
        }
    }
    let mut entered = vec![BigInt::zero(); traps.len()];
    for v in graph.vertices() {
        if let Some(trap) = trap_of.of(v) {
            require(Some(v), "outflow within a trap = 0", &departures[v], &BigInt::zero())?;
            entered[trap] += &arrived[v];
        } else if !graph.is_sink(v) {
            require(Some(v), "inflow + particles = outflow", &arrived[v], &departures[v])?;
        }
        let ends = if graph.is_sink(v) { arrived[v].clone() } else { BigInt::zero() };
        require(Some(v), "inflow + particles = particles that end on v", &ends, &sinks[v])?;
    }
    for (number, (entered, claimed)) in entered.iter().zip(trapped).enumerate() {
        let equation = format_args!("inflow + particles of trap {number} = particles that end in it");
        require(None, equation, entered, claimed)?;
    }
    Ok(())
}
