//! Return-flow tables: numbers that prove the exits of all vertices of a tree-like graph at once.
//!
//! **Definition.** With the listed traps cut, r(u, w) is how often the particle leaves u when all arcs of u lead to w
//! [ACD22, `DefRN`]. The judge demands
//! 1. that the traps are closed sets without a sink and strongly connected, and that the undirected graph between the
//!    **active** vertices (no sinks, in no listed trap; loops left out) is a forest. A closed set with a way into a smaller
//!    one would do for exits, but not for demand 2: on that way the true return flows are finite;
//! 2. r(u, w) = 1 if w is not active or has no arc to u, r(u, u) = +∞, and +∞ in a trap, where nothing ever comes out;
//! 3. else r(u, w) = visits to u before the last departure from w, if r(w, u) were +∞, plus 1; +∞ if no other flow at w
//!    is finite [ACD22, `lem:propag_ret`];
//! 4. that some flow at every active w is finite;
//! 5. that the exit of w is that of the head of its last departure [ACD22, `lem:flowReturnFlow`].
//!
//! **Why these equations, each about one vertex, suffice.** In a forest the right side of 3 involves only flows r(w, x)
//! with x ≠ u, deeper in the subtree that hangs from the edge {u, w}. By induction on the size of that subtree the
//! equations have one solution: the return flows. They hold for the return flows as long as a particle cannot stay
//! among active vertices, and 4 says so: otherwise there would be a closed, strongly connected set of active vertices; its
//! neighbours in the forest would have arcs both ways; from its leaves inwards all its flows would be +∞, and 4 would
//! fail there. In a graph without such a set last departures lead to a sink or a trap.
//!
//! **All neighbours of w at once.** A head that does not complete the last departure stays incomplete with +∞ in place
//! of its flow, so one routine over all flows of w serves all of them [ACD22, `lem: Retropropag`]; the head that completes it
//! needs one more, without it.

use crate::certified::{Refutation, Verdict, display_name, pay, require, require_vertex};
use crate::flow::check_exits;
use crate::routine::{AHEAD, FEW, Turning, prefetch_entry};
use crate::traps::{Forest, TrapOf, UndirectedEdges, closed_sets, strongly_connected};
use rotor_graph::{
    Count, Exit, Flow, FlowsClaim, Instance, Natural, ReturnFlows, Tick, VertexId, VertexMap, prefetch,
};
use std::cell::OnceCell;
use std::collections::BTreeSet;

// One pass: all demands on a table in the order of the file, at the speed of memory.
//
// At w everything that demands 2 to 4 say is found in the rows of w, but for the flows back, r(v, w) for the heads v of
// w. Those lie anywhere, so they are prefetched many rows ahead. Demand 1 is checked by
// removing leaves, demand 5 along one arc: exit(w) is that of the head of the last departure from
// w. As no two vertices depart into each other, and a longer cycle of last departures would be an undirected one, these
// arcs lead to where every exit is known. Flows that no machine word holds are compared exactly.
//
// A refutation is one that helps: rows that are missing come before cycles, and those before flows, which mean nothing
// without them. So the pass goes on after a flow that is wrong, and remembers the first one.

/// Checks all return flows and all exits. Time O(|A|) machine operations, and exact ones where flows are large; memory at
/// most 24 bytes per vertex beside the claim.
pub(crate) fn check(instance: &Instance, claim: &FlowsClaim, tick: &mut dyn Tick) -> Verdict {
    let trap_of = closed_sets(instance, &claim.traps)?;
    strongly_connected(instance, &claim.traps, tick)?;
    let vertices = instance.graph().vertex_count();
    require(None, "vertices with return flows = |V|", &claim.flows.vertex_count(), &vertices)?;
    let mut pass = Pass {
        instance,
        trap_of: &trap_of,
        flows: &claim.flows,
        way_back: WayBack::of(&claim.flows),
        turning: Turning::default(),
        expected: Vec::new(),
        exactly: Vec::new(),
        edges: UndirectedEdges::none(vertices),
        last_heads: Vec::with_capacity(vertices),
        broken: None,
    };
    for first in (0..vertices).step_by(BLOCK) {
        pay(tick, BLOCK * PER_VERTEX)?;
        (first..vertices.min(first + BLOCK)).try_for_each(|w| pass.visit(VertexId::new(w as u32)))?;
    }
    let Pass { edges, last_heads, broken, .. } = pass;
    if !edges.form_a_forest() {
        return Err(closing_edge(instance, &trap_of).into());
    }
    if let Some((_, refutation)) = broken {
        return Err(refutation.into());
    }
    if claim.exits.len() == vertices && exits_hold(&trap_of, &last_heads, &claim.exits) {
        return Ok(());
    }
    let last_heads = last_heads.into_iter().map(|head| (head != NONE).then(|| VertexId::new(head)));
    let last_heads = VertexMap::from_vec(last_heads.collect());
    Ok(check_exits(instance, &trap_of, ("last departures", &last_heads), &claim.exits)?)
}

/// How many vertices pass between two ticks, and about how many operations each takes.
const BLOCK: usize = 1 << 10;
const PER_VERTEX: usize = 1 << 4;
/// No head: a vertex where a particle halts.
const NONE: u32 = u32::MAX;
/// How many rows ahead memory is prefetched: where rows start, then the rows themselves.
const ROWS_AHEAD: [usize; 2] = [48, 24];

struct Pass<'c> {
    instance: &'c Instance,
    trap_of: &'c TrapOf,
    flows: &'c ReturnFlows,
    way_back: WayBack<'c>,
    turning: Turning,
    /// Demand 3 for every row of the vertex: what the flow back has to be; none is +∞.
    expected: Vec<Option<u64>>,
    /// The same, where some number fits no word; else empty.
    exactly: Vec<Option<Natural>>,
    edges: UndirectedEdges,
    /// The head of the last departure of each vertex so far.
    last_heads: Vec<u32>,
    /// The first equation that does not hold, by the head of the flow and then by its tail; about no flow comes demand 4.
    broken: Option<((VertexId, Option<VertexId>), Refutation)>,
}

impl Pass<'_> {
    /// Demands 2, 3 and 4 on the rows of `w` and on the flows back to it; an error if these are not the rows of its heads.
    fn visit(&mut self, w: VertexId) -> Result<(), Refutation> {
        let (graph, rows) = (self.instance.graph(), self.flows.range(w));
        if graph.is_sink(w) && rows.is_empty() {
            self.last_heads.push(NONE);
            return Ok(());
        }
        self.way_back.expect(w);
        let (heads, codes) = (&self.flows.heads()[rows.clone()], &self.flows.codes()[rows.clone()]);
        let position = self.instance.rotors().position(graph, w);
        let (before, from_rotor) = graph.heads(w).split_at(position as usize);
        if codes.contains(&0) || !self.turning.take(graph, heads, [from_rotor, before]) {
            return Err(wrong_rows(self.instance, self.flows, w));
        }
        if self.trap_of.contains(w) {
            self.last_heads.push(NONE);
            for (row, &v) in rows.zip(heads) {
                self.demand(row, None, (w, v), " in a trap");
            }
            return Ok(());
        }
        let last = self.turn(w, codes);
        self.last_heads.push(last.map_or(NONE, |row| heads[row].raw()));
        if last.is_none() {
            let refutation = Refutation::new(Some(w), "least return flow of v < inf", "inf", "inf");
            self.note((w, None), || refutation);
        }
        for (at, (row, &v)) in rows.zip(heads).enumerate() {
            self.ask_ahead(row);
            if v == w {
                self.demand(row, None, (w, v), ": a loop comes back");
            } else if !self.is_active(v) {
                self.demand(row, Some(1), (w, v), ": its head absorbs");
            } else {
                self.edges.note(w, v);
                match self.way_back.row(v, w) {
                    Some(back) if last.is_some() => self.demand_back(back, at, (v, w)),
                    Some(_) => {}
                    None => {
                        // Only w knows of this edge.
                        self.edges.note(v, w);
                        self.demand(row, Some(1), (w, v), ": no arc leads back");
                    }
                }
            }
        }
        Ok(())
    }

    /// The row of the last departure from `w`, with all that is expected of the flows back.
    #[inline]
    fn turn(&mut self, w: VertexId, codes: &[u64]) -> Option<usize> {
        self.exactly.clear();
        let is_word = |code: u64| code < ReturnFlows::SPILLED;
        if codes.iter().all(|&code| is_word(code) || code == ReturnFlows::INFINITE) {
            let flow = |row: usize| Some(&codes[row]).filter(|&&code| code != ReturnFlows::INFINITE);
            let last = self.turning.return_flows(flow, &mut self.expected)?;
            if self.expected.iter().flatten().all(|&visits| is_word(visits)) {
                return Some(last);
            }
        }
        let counts: Vec<Count> = self.flows.of(w).map(|(_, flow)| flow.to_count()).collect();
        self.turning.return_flows(|row| counts[row].finite(), &mut self.exactly)
    }

    /// Demands that the flow in `row`, r(u, w), is this small number, or +∞ if there is none.
    #[inline]
    fn demand(&mut self, row: usize, expected: Option<u64>, arc: (VertexId, VertexId), because: &str) {
        let code = self.flows.codes()[row];
        if code != expected.unwrap_or(ReturnFlows::INFINITE) {
            let expected = if expected.is_some() { Count::one() } else { Count::Infinite };
            self.refute(code, arc, &expected, &format!("{expected}{because}"));
        }
    }

    /// Demand 3: the flow in the row `back`, r(v, w), is what row number `at` of w expects.
    #[inline]
    fn demand_back(&mut self, back: usize, at: usize, arc: (VertexId, VertexId)) {
        let code = self.flows.codes()[back];
        let holds = match self.exactly.is_empty() {
            true => code == self.expected[at].unwrap_or(ReturnFlows::INFINITE),
            false => self.flows.flow(code) == self.expected_back(at),
        };
        if !holds {
            let [from, to] = [arc.0, arc.1].map(|v| display_name(self.instance, v));
            let visits = format!("visits to {from} before the last departure from {to} + 1");
            self.refute(code, arc, &self.expected_back(at), &visits);
        }
    }

    fn expected_back(&self, at: usize) -> Count {
        let exactly = self.exactly.get(at).cloned();
        exactly.unwrap_or_else(|| self.expected[at].map(Natural::from)).map_or(Count::Infinite, Count::from)
    }

    /// Notes that r(u, w) is not as expected.
    #[cold]
    fn refute(&mut self, code: u64, (u, w): (VertexId, VertexId), expected: &Count, right: &str) {
        let (instance, claimed) = (self.instance, self.flows.flow(code));
        let equation = format!("r({}, {}) = {right}", display_name(instance, u), display_name(instance, w));
        self.note((w, Some(u)), || Refutation::new(Some(w), equation, claimed, expected));
    }

    fn note(&mut self, place: (VertexId, Option<VertexId>), refutation: impl FnOnce() -> Refutation) {
        if self.broken.as_ref().is_none_or(|(first, _)| place < *first) {
            self.broken = Some((place, refutation()));
        }
    }

    /// A sink has no rows, as is found out when it is looked at.
    #[inline]
    fn is_active(&self, v: VertexId) -> bool {
        !self.flows.range(v).is_empty() && !self.trap_of.contains(v)
    }

    #[inline]
    fn ask_ahead(&self, row: usize) {
        let (starts, heads) = (self.flows.row_starts(), self.flows.heads());
        if let Some(v) = heads.get(row + ROWS_AHEAD[0]) {
            prefetch(starts, v.index());
            self.trap_of.expect(*v);
        }
        if let Some(&start) = heads.get(row + ROWS_AHEAD[1]).and_then(|v| starts.get(v.index())) {
            prefetch(heads, start as usize);
            prefetch(self.flows.codes(), start as usize);
        }
    }
}

/// Demand 5, given the heads of the last departures.
fn exits_hold(trap_of: &TrapOf, last_heads: &[u32], exits: &VertexMap<Exit>) -> bool {
    let exits = exits.as_slice();
    (0..last_heads.len()).all(|w| {
        if let Some(&ahead) = last_heads.get(w + ROWS_AHEAD[1]) {
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

/// What is wrong with the rows of `u`, which are not one for each of its distinct heads with a flow of at least 1.
#[cold]
fn wrong_rows(instance: &Instance, flows: &ReturnFlows, u: VertexId) -> Refutation {
    let heads: BTreeSet<VertexId> = instance.graph().heads(u).iter().copied().collect();
    let mut listed = BTreeSet::new();
    let rows_for = |w, found: u32, allowed: u32| {
        let equation = format_args!("rows for {} = [v has an arc there]", display_name(instance, w));
        Refutation::new(Some(u), equation, found, allowed)
    };
    for (w, flow) in flows.of(u) {
        if let Err(refutation) = require_vertex(instance, "a row's head", w) {
            return refutation;
        }
        let [found, allowed] = [1 + u32::from(!listed.insert(w)), u32::from(heads.contains(&w))];
        if found != allowed {
            return rows_for(w, found, allowed);
        }
        if flow == Flow::Small(0) {
            let equation = format_args!("r(v, {}) > 0", display_name(instance, w));
            return Refutation::new(Some(u), equation, 0, 0);
        }
    }
    let missing = instance.graph().heads(u).iter().find(|w| !listed.contains(w));
    rows_for(*missing.expect("only rows without a flaw are those of all heads"), 0, 1)
}

/// The first edge of the undirected graph between active vertices that closes a cycle, by its end that is met last.
#[cold]
fn closing_edge(instance: &Instance, trap_of: &TrapOf) -> Refutation {
    let graph = instance.graph();
    let active = |u: &VertexId| !graph.is_sink(*u) && !trap_of.contains(*u);
    let arcs = graph.vertices().filter(active).flat_map(|u| graph.heads(u).iter().map(move |&w| (w, u)));
    let arcs: BTreeSet<_> = arcs.filter(|(w, u)| active(w) && w != u).collect();
    let mut forest = Forest::of_single_vertices(graph.vertices());
    // With arcs both ways, an edge is met twice and counts once.
    let mut edges = arcs.iter().filter(|&&(w, u)| u < w || !arcs.contains(&(u, w)));
    let &(w, u) = edges.find(|&&(w, u)| !forest.join(u, w)).expect("some edge closes a cycle");
    let [one, other] = [u, w].map(|v| display_name(instance, v));
    Refutation::new(Some(w), format_args!("undirected cycles through {one} and {other} = 0"), 1, 0)
}

// The way back: the row from v to w, wherever v lists it.

/// No row: a graph has too few arcs for a row of this number.
const UNLISTED: u32 = u32::MAX;

/// Finds rows by both of their ends.
struct WayBack<'c> {
    flows: &'c ReturnFlows,
    /// For each vertex its row at the last vertex with many rows that lists it; empty if none has many.
    listed: Vec<u32>,
    /// All rows of vertices with many, by tail and head: for what two such vertices list.
    sorted: OnceCell<Vec<(VertexId, VertexId, u32)>>,
}

impl<'c> WayBack<'c> {
    /// Time O(|V| + number of rows).
    fn of(flows: &'c ReturnFlows) -> Self {
        let many = many(flows);
        let mut listed = Vec::new();
        for v in many {
            listed.resize(flows.vertex_count(), UNLISTED);
            for row in flows.range(v) {
                prefetch_entry(&listed, flows.heads().get(row + AHEAD));
                // A head that is not a vertex is found out when its own rows are looked at.
                if let Some(listed) = listed.get_mut(flows.heads()[row].index()) {
                    *listed = row as u32;
                }
            }
        }
        Self { flows, listed, sorted: OnceCell::new() }
    }

    /// Prefetches the row to a vertex somewhat after `w` at the vertex with many rows that lists it.
    #[inline]
    fn expect(&self, w: VertexId) {
        if let Some(&row) = self.listed.get(w.index() + AHEAD) {
            prefetch(self.flows.codes(), row as usize);
        }
    }

    /// The row from `v` to `w`. Time O(1), or O(log) if both have many rows.
    #[inline]
    fn row(&self, v: VertexId, w: VertexId) -> Option<usize> {
        let range = self.flows.range(v);
        if range.len() <= FEW {
            let at = self.flows.heads()[range.clone()].iter().position(|&head| head == w)?;
            return Some(range.start + at);
        }
        match self.listed[w.index()] {
            UNLISTED => None,
            row if range.contains(&(row as usize)) => Some(row as usize),
            _ => self.search(v, w),
        }
    }

    fn search(&self, v: VertexId, w: VertexId) -> Option<usize> {
        let sorted = self.sorted.get_or_init(|| {
            let rows = many(self.flows)
                .flat_map(|v| self.flows.range(v).map(move |row| (v, self.flows.heads()[row], row as u32)));
            let mut rows: Vec<_> = rows.collect();
            rows.sort_unstable();
            rows
        });
        let at = sorted.binary_search_by_key(&(v, w), |&(v, w, _)| (v, w)).ok()?;
        Some(sorted[at].2 as usize)
    }
}

/// The vertices with many rows.
fn many(flows: &ReturnFlows) -> impl Iterator<Item = VertexId> + '_ {
    let vertices = (0..flows.vertex_count() as u32).map(VertexId::new);
    vertices.filter(|&v| flows.range(v).len() > FEW)
}

#[cfg(test)]
mod tests;
