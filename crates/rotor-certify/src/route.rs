//! Routes: flows of many particles at once.
//!
//! The argument of [`switching_flow`](crate::switching_flow) holds for any number of particles, moved in any order: no
//! vertex can be the first that they leave more often than the flow does, so all of them halt. The number that ends on
//! each sink under the true run is then at most what the flow says, and both add up to the number of particles; so they
//! are the same. Traps count as sinks, as in [`trap`](crate::trap).

use crate::certified::{Unproved, require};
use crate::switching_flow::{check_steps, inflow};
use crate::trap::closed_sets;
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{Instance, RouteClaim, Tick};

/// Checks a flow of many particles into sinks and traps.
pub(crate) fn check(instance: &Instance, claim: &RouteClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let graph = instance.graph();
    let RouteClaim { particles, traps, departures, sinks, trapped, steps } = claim;
    let vertices = graph.vertex_count();
    require(None, "number of particle counts = |V|", &particles.len(), &vertices)?;
    require(None, "number of counts of ends = |V|", &sinks.len(), &vertices)?;
    require(None, "number of counts of trapped particles = number of traps", &trapped.len(), &traps.len())?;
    let trap_of = closed_sets(instance, traps)?;
    let inflow = inflow(instance, None, departures, tick)?;
    let mut entered = vec![BigUint::zero(); traps.len()];
    for v in graph.vertices() {
        let received = &inflow[v] + &particles[v];
        if let Some(trap) = trap_of.of(v) {
            require(Some(v), "outflow within a trap = 0", &departures[v], &BigUint::zero())?;
            require(Some(v), "particles that end on v = 0", &sinks[v], &BigUint::zero())?;
            entered[trap] += received;
        } else if graph.is_sink(v) {
            require(Some(v), "outflow of a sink = 0", &departures[v], &BigUint::zero())?;
            require(Some(v), "inflow + particles = particles that end on v", &received, &sinks[v])?;
        } else {
            require(Some(v), "particles that end on v = 0", &sinks[v], &BigUint::zero())?;
            require(Some(v), "inflow + particles = outflow", &received, &departures[v])?;
        }
    }
    for (number, (entered, claimed)) in entered.iter().zip(trapped).enumerate() {
        require(
            None,
            format_args!("inflow + particles of trap {number} = particles that end in it"),
            entered,
            claimed,
        )?;
    }
    Ok(check_steps(instance, departures, steps.as_ref())?)
}
