//! Moments of a walk: that departures are exactly those of its first steps.
//!
//! Let x be conserved, with one particle put on `from` and one taken from `at`. Let the true walk run until it stands on
//! `at` having left it x(at) times. No vertex can be the first that it leaves more often than x, so it makes at most Σ x
//! steps, and then it can be nowhere but on `at`. What x has more than the walk is conserved and leaves `at` alone; if it
//! leaves u, it uses the last arc that x uses there, and also leaves that arc's head. So it closes a cycle of last arcs
//! that avoids `at`, unless it is zero. Where the walk has been, last arcs lead to `at`.

use crate::certified::{Refutation, Unproved, pay, require, require_vertex};
use crate::ends::ends;
use crate::switching_flow::{head_after, inflow};
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{Instance, MomentClaim, Tick, VertexId, VertexMap};

/// Checks a moment.
pub(crate) fn check_alone(
    instance: &Instance,
    claim: &MomentClaim,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    check(instance, claim, tick).map(drop)
}

/// Checks a moment and returns how often each vertex has been entered, the start included.
pub(crate) fn check(
    instance: &Instance,
    claim: &MomentClaim,
    tick: &mut dyn Tick,
) -> Result<VertexMap<BigUint>, Unproved> {
    let MomentClaim { from, at, departures } = claim;
    require_vertex(instance, "from", *from)?;
    require_vertex(instance, "at", *at)?;
    let entered = inflow(instance, Some(*from), departures, tick)?;
    for v in instance.graph().vertices() {
        if instance.graph().is_sink(v) {
            require(Some(v), "outflow of a sink = 0", &departures[v], &BigUint::zero())?;
        }
        let here = &departures[v] + u32::from(v == *at);
        require(Some(v), "inflow + [v = from] = outflow + [v = at]", &entered[v], &here)?;
    }
    let last_head = |(u, outflow): (VertexId, &BigUint)| {
        if outflow.is_zero() || u == *at {
            return None;
        }
        head_after(instance, u, &(outflow - 1u32))
    };
    pay(tick, departures.len())?;
    if let Err(cycle) = ends(&VertexMap::from_vec(departures.iter().map(last_head).collect())) {
        let equation = "length of the cycle of last arcs through v = 0";
        return Err(Refutation::new(Some(cycle.vertex), equation, cycle.length, 0).into());
    }
    Ok(entered)
}
