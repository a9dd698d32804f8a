//! Return flows of blocks: numbers that prove the exits of all vertices of any graph, part by part.
//!
//! **Definition.** With the listed traps cut, r(c, B) is how often c sends the particle into block B until it does not
//! come back, and T(v, B) the number of the departure of v at which it stays behind v outside B if B always gives it back.
//! The judge demands
//! 1. that the traps are closed sets without a sink and strongly connected, and that every active vertex has a way to a
//!    sink or a trap;
//! 2. that the blocks are those of the undirected graph between active vertices: every edge lies in one, their incidence
//!    with vertices is a forest, and each is an edge or 2-connected;
//! 3. that T(v, B) and the last departure of v are what the revolving routine makes of the flows of v's other blocks, and
//!    of all of them, with flow 1 for sinks and traps and +∞ for loops;
//! 4. for a finite r = r(c, B), two vectors of departures in B − c, where arcs to c leave and arcs out of B are loops: one
//!    in which r − 1 particles sent by c come back and every v is left fewer than T(v, B) times, and one in which r − 1 of
//!    r come back and one halts, on a vertex h that is left exactly T(h, B) − 1 times or that has no way back to c in B;
//!    neither leaves a vertex without a way back;
//! 5. for an infinite one, that c has no arc into B or reaches only vertices there that have a way back and no deadline;
//! 6. that exits are the ends of the last departures.
//!
//! **Why 4 proves r.** Until something stays, an arc out of B is a loop with a delay. So a particle is kept exactly if
//! the run reaches some T(v, B) or enters a vertex without a way back. The run is the least solution of its equations, so
//! the first vector is at least the run of r − 1 particles, and none of them is kept. Suppose that none of r is kept, and
//! let y be their run and x the second vector. If h has a way back, y(h) ≤ T(h, B) − 1 = x(h), so min(x, y) is again at
//! least what enters, and as y is least, y ≤ x. Then at most r − 1 arrive at c with y, but all r do. If h has no way back,
//! x is a flow of which one particle ends on h, and ends are the same for all flows.
//!
//! **Why these equations have one solution.** T(v, B) depends on blocks behind v, r(c, B) on deadlines behind the other
//! vertices of B: in a forest, on ever smaller parts.

mod connection;
mod flow_in_block;
mod parts;

use crate::certified::{Refutation, Unproved, display_name, pay, require};
use crate::exits::check_exits;
use crate::last_departure::{FinalTurn, Turning};
use crate::reversed_arcs::ReversedArcs;
use crate::switching_flow::head_after;
use crate::trap::{TrapOf, closed_sets, strongly_connected};
use flow_in_block::BlockOfVertex;
use num_bigint::BigUint;
use num_traits::Zero;
use parts::Parts;
use rotor_graph::{BlocksClaim, Count, Instance, Tick, VertexId, VertexMap};

/// Checks all blocks, their return flows, and all exits.
pub(crate) fn check(instance: &Instance, claim: &BlocksClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let graph = instance.graph();
    let trap_of = closed_sets(instance, &claim.traps)?;
    strongly_connected(instance, &claim.traps, tick)?;
    let is_active = |v| !graph.is_sink(v) && !trap_of.contains(v);
    let active = VertexMap::from_vec(graph.vertices().map(is_active).collect());
    every_active_vertex_stops(instance, &active, tick)?;
    let parts = Parts::of(instance, &active, &claim.blocks, tick)?;
    check_rows(instance, claim)?;
    let next = check_deadlines(instance, claim, &active, &parts, tick)?;
    let mut scratch = VertexMap::filled(graph.vertex_count(), u32::MAX);
    let mut first = 0;
    for (number, block) in claim.blocks.iter().enumerate() {
        let rows = &claim.returns[first..first + block.len()];
        first += block.len();
        BlockOfVertex::new(instance, &parts, number, block, rows, &mut scratch).check_all(tick)?;
    }
    check_last_departures(instance, &trap_of, claim, &next)
}

/// Demand 1: a way leads from every active vertex to one that is not.
fn every_active_vertex_stops(
    instance: &Instance,
    active: &VertexMap<bool>,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    let graph = instance.graph();
    let tails: Vec<VertexId> = graph.vertices().filter(|&u| active[u]).collect();
    let arcs = ReversedArcs::leaving(instance, tails.into_iter());
    let mut stops = VertexMap::from_vec(graph.vertices().map(|u| !active[u]).collect());
    let mut waiting: Vec<VertexId> = graph.vertices().filter(|&u| !active[u]).collect();
    while let Some(v) = waiting.pop() {
        pay(tick, 1 + arcs.tails_into(v).len())?;
        for &u in arcs.tails_into(v) {
            if !std::mem::replace(&mut stops[u], true) {
                waiting.push(u);
            }
        }
    }
    match graph.vertices().find(|&u| !stops[u]) {
        Some(u) => Err(Refutation::new(Some(u), "ways to a sink or a listed trap > 0", 0, 0).into()),
        None => Ok(()),
    }
}

/// There is a row for every vertex of every block, in their order.
fn check_rows(instance: &Instance, claim: &BlocksClaim) -> Result<(), Refutation> {
    let expected = claim.blocks.iter().enumerate();
    let expected: Vec<_> =
        expected.flat_map(|(number, block)| block.iter().map(move |&v| (v, number))).collect();
    require(None, "rows = sum of the sizes of blocks", &claim.returns.len(), &expected.len())?;
    for (row, (vertex, block)) in claim.returns.iter().zip(expected) {
        if (row.vertex, row.block) != (vertex, block) {
            let words = |v: VertexId, block: usize| format!("{} in block {block}", display_name(instance, v));
            let (left, right) = (words(row.vertex, row.block), words(vertex, block));
            return Err(Refutation::new(None, "row = next vertex of a block", left, right));
        }
    }
    Ok(())
}

/// Demand 3; returns the heads of the last departures of active vertices.
fn check_deadlines(
    instance: &Instance,
    claim: &BlocksClaim,
    active: &VertexMap<bool>,
    parts: &Parts,
    tick: &mut dyn Tick,
) -> Result<VertexMap<Option<VertexId>>, Unproved> {
    let graph = instance.graph();
    let last_departures = &claim.last_departures;
    require(None, "number of last departures = |V|", &last_departures.len(), &graph.vertex_count())?;
    let mut next = VertexMap::filled(graph.vertex_count(), None);
    // The rows of each vertex, all in one list.
    let mut rows: Vec<usize> = (0..claim.returns.len()).collect();
    rows.sort_by_key(|&row| claim.returns[row].vertex);
    let mut rows = rows.into_iter().peekable();
    for v in graph.vertices() {
        pay(tick, 1 + 16 * graph.heads(v).len())?;
        let own: Vec<usize> =
            std::iter::from_fn(|| rows.next_if(|&row| claim.returns[row].vertex == v)).collect();
        if !active[v] {
            require(
                Some(v),
                "last departure on a sink or in a trap = 0",
                &last_departures[v],
                &BigUint::zero(),
            )?;
            continue;
        }
        // One group for each block, one for what absorbs, one for loops.
        let (absorbs, loops) = (own.len(), own.len() + 1);
        let mut flows: Vec<&Count> = own.iter().map(|&row| &claim.returns[row].flow).collect();
        if let Some(row) = own.iter().find(|&&row| claim.returns[row].flow == Count::from(0)) {
            let block = claim.returns[*row].block;
            return Err(Refutation::new(Some(v), format_args!("flow of block {block} > 0"), 0, 0).into());
        }
        let (one, infinite) = (Count::one(), Count::Infinite);
        flows.extend([&one, &infinite]);
        let group = |(head, block): (VertexId, Option<usize>)| match block {
            None if head == v => loops as u32,
            None => absorbs as u32,
            Some(block) => {
                let at = own.binary_search_by_key(&block, |&row| claim.returns[row].block);
                at.expect("a vertex has a row for each of its blocks, in their order") as u32
            }
        };
        let groups: Vec<u32> = parts.arcs_from_rotor(instance, v).map(group).collect();
        // What no arc leads to is never entered.
        let mut entered = vec![false; flows.len()];
        groups.iter().for_each(|&group| entered[group as usize] = true);
        flows.iter_mut().zip(entered).filter(|(_, entered)| !entered).for_each(|(flow, _)| *flow = &infinite);
        let turning = Turning::new(flows.len(), groups);
        let Some(last) = turning.last_departure(|group| flows[group]) else {
            return Err(Refutation::new(Some(v), "least flow of the blocks of v < inf", "inf", "inf").into());
        };
        let number = |last: &FinalTurn| Count::from(turning.departures_before(last) + 1u32);
        let before = turning.departures_before(&last).to_big();
        next[v] = head_after(instance, v, &before);
        require(Some(v), "number of the last departure", &last_departures[v], &(before + 1u32))?;
        for (at, &row) in own.iter().enumerate() {
            let claimed = &claim.returns[row];
            let expected = if at == last.row {
                let without = |group: usize| if group == at { &infinite } else { flows[group] };
                turning.last_departure(without).as_ref().map_or(Count::Infinite, number)
            } else {
                number(&last)
            };
            let equation = format_args!("deadline of v in block {}", claimed.block);
            require(Some(v), equation, &claimed.deadline, &expected)?;
        }
    }
    Ok(next)
}

/// Demand 6.
fn check_last_departures(
    instance: &Instance,
    trap_of: &TrapOf,
    claim: &BlocksClaim,
    next: &VertexMap<Option<VertexId>>,
) -> Result<(), Unproved> {
    Ok(check_exits(instance, trap_of, ("last departures", next), &claim.exits)?)
}
