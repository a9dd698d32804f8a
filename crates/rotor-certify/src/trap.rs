//! Traps: closed sets without a sink, and flows that lead one particle into one.
//!
//! If no arc leaves a set and no sink lies in it, a particle in it never exits; whether the set could be smaller
//! does not matter. The walk up to its entry is a switching flow in the graph in which the set is a sink, so all
//! that [`switching_flow`](crate::switching_flow) says of exits and steps holds for it. That exactly one particle enters
//! the set need not be checked: one is put in, every other vertex sends on what it receives, and no sink is entered.

use crate::certified::{Refutation, Unproved, display_name, pay, require, require_vertex};
use crate::reversed_arcs::ReversedArcs;
use crate::switching_flow::{check_steps, inflow};
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{Instance, Tick, TrapClaim, VertexId, VertexMap, prefetch};
use std::slice;

/// Checks a flow into one closed set without a sink.
pub(crate) fn check(instance: &Instance, claim: &TrapClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let graph = instance.graph();
    let TrapClaim { from, trap, departures, steps } = claim;
    require_vertex(instance, "from", *from)?;
    let trap_of = closed_sets(instance, slice::from_ref(trap))?;
    let inflow = inflow(instance, Some(*from), departures, tick)?;
    for v in graph.vertices() {
        if trap_of.contains(v) {
            require(Some(v), "outflow within the trap = 0", &departures[v], &BigUint::zero())?;
        } else if graph.is_sink(v) {
            require(Some(v), "outflow of a sink = 0", &departures[v], &BigUint::zero())?;
            require(Some(v), "inflow + [v = from] = 0", &inflow[v], &BigUint::zero())?;
        } else {
            require(Some(v), "inflow + [v = from] = outflow", &inflow[v], &departures[v])?;
        }
    }
    Ok(check_steps(instance, departures, steps.as_ref())?)
}

/// The number of the trap that each vertex lies in, if the traps are non-empty, disjoint, closed and without a sink.
/// Time O(|V| + |A|).
pub(crate) fn closed_sets(instance: &Instance, traps: &[Vec<VertexId>]) -> Result<TrapOf, Refutation> {
    let graph = instance.graph();
    let mut trap_of = TrapOf::none();
    for (number, trap) in traps.iter().enumerate() {
        if trap.is_empty() {
            return Err(Refutation::new(None, format_args!("size of trap {number} > 0"), 0, 0));
        }
        for &u in trap {
            require_vertex(instance, "a trap's vertex", u)?;
            require(Some(u), "how often traps list v = 1", &(1 + usize::from(trap_of.contains(u))), &1)?;
            trap_of.put(graph.vertex_count(), u, number);
        }
    }
    for &u in traps.iter().flatten() {
        if graph.is_sink(u) {
            return Err(Refutation::new(Some(u), "d(v) > 0 in a trap", 0, 0));
        }
        if let Some(&v) = graph.heads(u).iter().find(|&&v| trap_of.of(v) != trap_of.of(u)) {
            let leaving = graph.heads(u).iter().filter(|&&v| trap_of.of(v) != trap_of.of(u)).count();
            let equation = format!("arcs out of the trap, as to {} = 0", display_name(instance, v));
            return Err(Refutation::new(Some(u), equation, leaving, 0));
        }
    }
    Ok(trap_of)
}

/// Demands that every vertex of a trap reaches every other one of it; the traps must have passed [`closed_sets`].
///
/// A set is strongly connected exactly if its first vertex reaches all of it, along arcs and against them. Time and
/// memory O(|V| + |A|) of the traps and O(|V|) if there is one.
pub(crate) fn strongly_connected(
    instance: &Instance,
    traps: &[Vec<VertexId>],
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    if traps.is_empty() {
        return Ok(());
    }
    let graph = instance.graph();
    let reversed = ReversedArcs::leaving(instance, traps.iter().flatten().copied());
    let mut reaches = VertexMap::filled(graph.vertex_count(), false);
    let mut reached = VertexMap::filled(graph.vertex_count(), false);
    for (number, trap) in traps.iter().enumerate() {
        spread(trap[0], |u| graph.heads(u), &mut reached, tick)?;
        spread(trap[0], |u| reversed.tails_into(u), &mut reaches, tick)?;
        let first = display_name(instance, trap[0]);
        for &v in trap {
            for (is_so, way) in
                [(reached[v], format!("from {first} to v")), (reaches[v], format!("from v to {first}"))]
            {
                if !is_so {
                    let equation = format_args!("paths within trap {number} {way} > 0");
                    return Err(Refutation::new(Some(v), equation, 0, 0).into());
                }
            }
        }
    }
    Ok(())
}

/// Marks everything that can be reached from `start`.
fn spread<'g>(
    start: VertexId,
    next: impl Fn(VertexId) -> &'g [VertexId],
    marked: &mut VertexMap<bool>,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    marked[start] = true;
    let mut queue = vec![start];
    while let Some(u) = queue.pop() {
        pay(tick, 1 + next(u).len())?;
        for &v in next(u) {
            if !marked[v] {
                marked[v] = true;
                queue.push(v);
            }
        }
    }
    Ok(())
}

/// The number of the trap that each vertex lies in, if it lies in one.
#[derive(Debug)]
pub(crate) struct TrapOf {
    /// One more than the number of the trap, 0 where there is none; empty if there is no trap.
    codes: Vec<u32>,
}

impl TrapOf {
    fn none() -> Self {
        Self { codes: Vec::new() }
    }

    /// Puts a vertex that lies in no trap into one. There are no more traps than vertices, as none is empty.
    fn put(&mut self, vertices: usize, u: VertexId, number: usize) {
        self.codes.resize(vertices, 0);
        self.codes[u.index()] = number as u32 + 1;
    }

    /// The number of the trap that `v` lies in.
    #[inline]
    pub(crate) fn of(&self, v: VertexId) -> Option<usize> {
        match self.codes.get(v.index()) {
            None | Some(0) => None,
            Some(code) => Some(*code as usize - 1),
        }
    }

    /// Prefetches the entry of `v`.
    #[inline]
    pub(crate) fn expect(&self, v: VertexId) {
        prefetch(&self.codes, v.index());
    }

    /// Whether `v` lies in a trap.
    #[inline]
    pub(crate) fn contains(&self, v: VertexId) -> bool {
        self.of(v).is_some()
    }
}
