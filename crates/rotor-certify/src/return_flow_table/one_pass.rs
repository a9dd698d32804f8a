//! One pass: all demands on a table in the order of the file, at the speed of memory.
//!
//! At w everything that demands 2 to 4 say is found in the rows of w, but for the flows back, r(v, w) for the heads v of
//! w. Those lie anywhere, so they are prefetched many rows ahead. Demand 1 is checked by
//! [`leaf_by_leaf`](crate::leaf_by_leaf), demand 5 along one arc: exit(w) is that of the head of the last departure from
//! w. As no two vertices depart into each other, and a longer cycle of last departures would be an undirected one, these
//! arcs lead to where every exit is known. Flows that no machine word holds are compared exactly.

use super::way_back::WayBack;
use super::words::{TooLarge, Words};
use crate::certified::{Unproved, pay};
use crate::last_departure::{FinalTurn, Turning};
use crate::leaf_by_leaf::UndirectedEdges;
use crate::trap::TrapOf;
use rotor_graph::{Count, Exit, FlowsClaim, Instance, ReturnFlows, Tick, VertexId, VertexMap, prefetch};

/// Whether all demands hold. Time O(|A|) machine operations, and exact ones where flows are large; memory at most 24
/// bytes per vertex beside the claim.
pub(super) fn holds(
    instance: &Instance,
    trap_of: &TrapOf,
    claim: &FlowsClaim,
    tick: &mut dyn Tick,
) -> Result<bool, Unproved> {
    let graph = instance.graph();
    let vertices = graph.vertex_count();
    if claim.flows.vertex_count() != vertices || claim.exits.len() != vertices {
        return Ok(false);
    }
    let mut pass = Pass {
        instance,
        trap_of,
        flows: &claim.flows,
        way_back: WayBack::of(&claim.flows),
        words: Words::default(),
        edges: UndirectedEdges::none(vertices),
        last_heads: Vec::with_capacity(vertices),
    };
    for first in (0..vertices).step_by(BLOCK) {
        pay(tick, BLOCK * PER_VERTEX)?;
        let mut block = (first..vertices.min(first + BLOCK)).map(|w| VertexId::new(w as u32));
        if !block.all(|w| pass.holds_at(w)) {
            return Ok(false);
        }
    }
    Ok(pass.edges.form_a_forest() && exits_hold(trap_of, &pass.last_heads, &claim.exits))
}

/// How many vertices pass between two stop checks, and about how many operations each takes.
const BLOCK: usize = 1 << 10;
const PER_VERTEX: usize = 1 << 4;
/// No head: a vertex where a particle halts.
const NONE: u32 = u32::MAX;
/// How many rows ahead memory is prefetched: where rows start, then the rows themselves.
const AHEAD: [usize; 2] = [48, 24];

struct Pass<'c> {
    instance: &'c Instance,
    trap_of: &'c TrapOf,
    flows: &'c ReturnFlows,
    way_back: WayBack<'c>,
    words: Words,
    edges: UndirectedEdges,
    /// The head of the last departure of each vertex so far.
    last_heads: Vec<u32>,
}

impl<'c> Pass<'c> {
    /// Demands 2, 3 and 4 on the rows of `w` and on the flows back to it.
    fn holds_at(&mut self, w: VertexId) -> bool {
        let (graph, rows) = (self.instance.graph(), self.flows.range(w));
        let (heads, codes) = (&self.flows.heads()[rows.clone()], &self.flows.codes()[rows.clone()]);
        if graph.is_sink(w) {
            self.last_heads.push(NONE);
            return rows.is_empty();
        }
        self.way_back.expect(w);
        let position = self.instance.rotors().position(graph, w);
        let (before, from_rotor) = graph.heads(w).split_at(position as usize);
        if codes.contains(&0) || !self.words.take(graph.vertex_count(), heads, [from_rotor, before]) {
            return false;
        }
        if self.trap_of.contains(w) {
            self.last_heads.push(NONE);
            return codes.iter().all(|&code| code == ReturnFlows::INFINITE);
        }
        match self.in_words(heads, codes) {
            Ok(None) => false,
            Ok(Some(last)) => {
                self.last_heads.push(heads[last].raw());
                self.rows_hold(w, |pass, row, code| code == pass.words.expected(row))
            }
            Err(TooLarge) => {
                let Some(exact) = Exact::of(self.flows, w, self.words.row_of_arc()) else { return false };
                self.last_heads.push(heads[exact.last.row].raw());
                self.rows_hold(w, |pass, row, code| pass.flows.flow(code) == exact.return_flow(row))
            }
        }
    }

    /// The row of the last departure, with all that is expected of the flows back.
    #[inline]
    fn in_words(&mut self, heads: &[VertexId], codes: &[u64]) -> Result<Option<usize>, TooLarge> {
        let Some(last) = self.words.last_departure(codes)? else { return Ok(None) };
        if self.is_active(heads[last]) {
            self.words.without_last(codes, last)?;
        }
        Ok(Some(last))
    }

    /// Demands 2 and 3 for the rows of `w`, given whether the code of the flow back along a row is as expected.
    #[inline]
    fn rows_hold(&mut self, w: VertexId, is_expected: impl Fn(&Self, usize, u64) -> bool) -> bool {
        for (row, at) in self.flows.range(w).enumerate() {
            self.ask_ahead(at);
            let (v, code) = (self.flows.heads()[at], self.flows.codes()[at]);
            let holds = if v == w {
                code == ReturnFlows::INFINITE
            } else if !self.is_active(v) {
                code == 1
            } else {
                self.edges.note(w, v);
                match self.way_back.row(v, w) {
                    Some(back) => is_expected(self, row, self.flows.codes()[back]),
                    None => {
                        // Only w knows of this edge.
                        self.edges.note(v, w);
                        code == 1
                    }
                }
            };
            if !holds {
                return false;
            }
        }
        true
    }

    /// A sink has no rows, as is found out when it is looked at.
    #[inline]
    fn is_active(&self, v: VertexId) -> bool {
        !self.flows.range(v).is_empty() && !self.trap_of.contains(v)
    }

    #[inline]
    fn ask_ahead(&self, row: usize) {
        let (starts, heads) = (self.flows.row_starts(), self.flows.heads());
        if let Some(v) = heads.get(row + AHEAD[0]) {
            prefetch(starts, v.index());
            self.trap_of.expect(*v);
        }
        if let Some(&start) = heads.get(row + AHEAD[1]).and_then(|v| starts.get(v.index())) {
            prefetch(heads, start as usize);
            prefetch(self.flows.codes(), start as usize);
        }
    }
}

/// Demand 5, given the heads of the last departures.
fn exits_hold(trap_of: &TrapOf, last_heads: &[u32], exits: &VertexMap<Exit>) -> bool {
    let exits = exits.as_slice();
    (0..last_heads.len()).all(|w| {
        if let Some(&ahead) = last_heads.get(w + AHEAD[1]) {
            prefetch(last_heads, ahead as usize);
            prefetch(exits, ahead as usize);
        }
        match last_heads[w] {
            NONE => {
                let w = VertexId::new(w as u32);
                exits[w.index()] == trap_of.of(w).map_or(Exit::Sink(w), Exit::Trap)
            }
            next => exits[w] == exits[next as usize] && last_heads[next as usize] != w as u32,
        }
    })
}

/// The last departure from a vertex with large flows.
struct Exact {
    counts: Vec<Count>,
    turning: Turning,
    last: FinalTurn,
}

impl Exact {
    fn of(flows: &ReturnFlows, w: VertexId, row_of_arc: &[u32]) -> Option<Self> {
        let counts: Vec<Count> = flows.of(w).map(|(_, flow)| flow.to_count()).collect();
        let turning = Turning::new(counts.len(), row_of_arc.to_vec());
        let last = turning.last_departure(|row| &counts[row])?;
        Some(Self { counts, turning, last })
    }

    fn return_flow(&self, row: usize) -> Count {
        self.turning.return_flow(&self.last, row, |row| &self.counts[row])
    }
}
