//! Switching flows: numbers of departures that prove where one walk ends.
//!
//! **Definition.** Departures x(u) ≥ 0 at every vertex, used in rotor order: arc number j counted from ρ(u) carries
//! ⌈(x(u) − j) / d(u)⌉ of them. They are a switching flow from u₀ if at every vertex that is not a sink
//! inflow + [v = u₀] = outflow.
//!
//! **Any flow proves the exit** [Dohrau, Gärtner, Kohler, Matoušek, Welzl 2017]. No vertex can be the first that the
//! walk leaves more than x(v) times: until then it has been entered no more often than the flow enters it. So the walk
//! makes at most Σ x(v) steps and halts, and the sink it halts on is one that the flow enters: the only one. The flow
//! may hold more than the walk, for instance a circulation that the walk never meets.
//!
//! **A flow without a cycle of last arcs is the walk itself.** The difference y ≥ 0 between a flow and the walk is
//! conserved at every vertex and enters no sink. If y(u) > 0 then the last arc that the flow uses at u belongs to y, so
//! its head v is not a sink and y(v) > 0: following last arcs from u never ends. The last arcs of the walk itself close no
//! cycle, since the vertex at the end of one is left later than the vertex before.

use crate::certified::{Refutation, Unproved, pay, require, require_vertex};
use crate::ends::ends;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Instance, Tick, VertexId, VertexMap, WalkClaim};

/// Checks a flow into one sink.
pub(crate) fn check(instance: &Instance, claim: &WalkClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let graph = instance.graph();
    let WalkClaim { from, exit, departures, steps } = claim;
    require_vertex(instance, "from", *from)?;
    require_vertex(instance, "exit", *exit)?;
    require(Some(*exit), "d(exit) = 0", &graph.out_degree(*exit), &0)?;
    let inflow = inflow(instance, Some(*from), departures, tick)?;
    for v in graph.vertices() {
        if graph.is_sink(v) {
            require(Some(v), "outflow of a sink = 0", &departures[v], &BigUint::zero())?;
            let particles = BigUint::from(u32::from(v == *exit));
            require(Some(v), "inflow + [v = from] = [v = exit]", &inflow[v], &particles)?;
        } else {
            require(Some(v), "inflow + [v = from] = outflow", &inflow[v], &departures[v])?;
        }
    }
    Ok(check_steps(instance, departures, steps.as_ref())?)
}

/// Inflow + [v = from] of every vertex (plain inflow if no particle is put anywhere), if there are departures for all of them. One division a vertex and one
/// addition an arc.
pub(crate) fn inflow(
    instance: &Instance,
    from: Option<VertexId>,
    departures: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Result<VertexMap<BigUint>, Unproved> {
    let graph = instance.graph();
    require(None, "number of departures = |V|", &departures.len(), &graph.vertex_count())?;
    let mut inflow = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    if let Some(from) = from {
        inflow[from] += 1u32;
    }
    for (u, outflow) in departures.iter() {
        pay(tick, 1)?;
        if graph.is_sink(u) || outflow.is_zero() {
            continue;
        }
        pay(tick, outflow.iter_u64_digits().len() * graph.heads(u).len())?;
        let (full_turns, once_more) = outflow.div_rem(&graph.out_degree(u).into());
        let once_more = once_more.to_u32().expect("a remainder by d(u) is less than d(u)");
        for (number, v) in (0u32..).zip(heads_from_rotor(instance, u)) {
            inflow[v] += &full_turns;
            if number < once_more {
                inflow[v] += 1u32;
            }
        }
    }
    Ok(inflow)
}

/// Checks that a conserved flow is the run itself and that it has this many steps; nothing if no steps are claimed.
pub(crate) fn check_steps(
    instance: &Instance,
    departures: &VertexMap<BigUint>,
    steps: Option<&BigUint>,
) -> Result<(), Refutation> {
    let Some(steps) = steps else { return Ok(()) };
    let last_head = |(u, outflow): (VertexId, &BigUint)| {
        let turns = if outflow.is_zero() { return None } else { outflow - 1u32 };
        head_after(instance, u, &turns)
    };
    let last_heads = departures.iter().map(last_head);
    if let Err(cycle) = ends(&VertexMap::from_vec(last_heads.collect())) {
        let equation = "length of the cycle of last arcs through v = 0";
        return Err(Refutation::new(Some(cycle.vertex), equation, cycle.length, 0));
    }
    require(None, "steps = sum of all outflows", steps, &departures.as_slice().iter().sum())
}

/// The head that the rotor of `u` points at after this many turns; none if `u` is a sink.
pub(crate) fn head_after(instance: &Instance, u: VertexId, turns: &BigUint) -> Option<VertexId> {
    match instance.graph().out_degree(u) {
        0 => None,
        degree => heads_from_rotor(instance, u).nth((turns % degree).to_usize()?),
    }
}

/// The heads of `u` in the order in which they are used, parallel arcs repeated.
pub(crate) fn heads_from_rotor(instance: &Instance, u: VertexId) -> impl Iterator<Item = VertexId> + '_ {
    let position = instance.rotors().position(instance.graph(), u);
    let (before, from_rotor) = instance.graph().heads(u).split_at(position as usize);
    from_rotor.iter().chain(before).copied()
}
