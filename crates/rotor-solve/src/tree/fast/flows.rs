//! All return flows, as columns.

use super::below::Below;
use super::exits::Exits;
use super::kept::Kept;
use super::layout::{Layout, NONE};
use super::watch::SweepProgress;
use rotor_graph::{Multigraph, Stop, VertexId, prefetch};
use std::ops::Range;

/// The return flow r(u, v) of every arc (u, v) of Ĝ where `u` is not a sink [ACD22, `DefRN`], in machine words.
///
/// The heads of a vertex stand in the order in which its rotor order first names them, as in
/// [`SimpleDigraph`](rotor_graph::SimpleDigraph). In a trap every flow is infinite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlowColumns {
    /// Where the row of each vertex starts, and the end of the last.
    pub row_starts: Vec<u32>,
    /// The heads of all rows.
    pub heads: Vec<VertexId>,
    /// Their flows; [`FlowColumns::INFINITE`] is +∞, all others are less than 2⁶².
    pub codes: Vec<u64>,
}

/// What the row of a vertex, and those of its neighbours, are made of.
#[derive(Clone, Copy)]
struct VertexFlows<K> {
    parent: u32,
    /// r(p, u) and r(u, p) for the parent p.
    below: K,
    above: K,
}

impl<K: Kept> VertexFlows<K> {
    /// What is known of this many vertices, in the order of the file.
    fn of_all(vertices: usize, layout: Layout, below: Vec<Below<K>>, above: Vec<K>) -> Vec<Self> {
        let Layout { order, parents, .. } = layout;
        let mut all = vec![Self { parent: NONE, below: K::INFINITE, above: K::INFINITE }; vertices];
        for (at, (below, above)) in below.into_iter().zip(above).enumerate() {
            let parent = parents[at];
            let parent = if parent == NONE { NONE } else { order[parent as usize] };
            all[order[at] as usize] = Self { parent, below: below.flow, above };
        }
        all
    }
}

/// How many arcs ahead to prefetch.
const AHEAD: usize = 24;
/// Rows of more arcs than this look up which heads they have listed.
const SHORT: usize = 16;

impl FlowColumns {
    /// The code of +∞.
    pub const INFINITE: u64 = u64::MAX;

    /// The row of `u`, as a range of columns.
    pub fn row(&self, u: VertexId) -> Range<usize> {
        self.row_starts[u.index()] as usize..self.row_starts[u.index() + 1] as usize
    }

    /// Puts what was found place by place into the order of the file. Time O(|V| + |A|).
    ///
    /// What stands by places is taken and given up before the columns grow: memory is highest here.
    pub(super) fn new<K: Kept>(
        graph: &Multigraph,
        exits: &Exits,
        layout: Layout,
        below: Vec<Below<K>>,
        above: Vec<K>,
        watch: &mut SweepProgress<'_>,
    ) -> Result<Self, Stop> {
        let known = VertexFlows::of_all(graph.vertex_count(), layout, below, above);
        let all_heads = graph.all_heads();
        let mut columns = Self {
            row_starts: Vec::with_capacity(graph.vertex_count() + 1),
            heads: Vec::with_capacity(all_heads.len()),
            codes: Vec::with_capacity(all_heads.len()),
        };
        columns.row_starts.push(0);
        let mut listed_by = Vec::new();
        for u in graph.vertices() {
            watch.pass(u.index())?;
            let row = columns.heads.len();
            let arcs = graph.arc_range(u);
            if arcs.len() > SHORT && listed_by.is_empty() {
                listed_by = vec![NONE; graph.vertex_count()];
            }
            for arc in arcs.start as usize..arcs.end as usize {
                if let Some(ahead) = all_heads.get(arc + AHEAD) {
                    prefetch(&known, ahead.index());
                }
                let v = all_heads[arc];
                let is_listed = if arcs.len() > SHORT {
                    std::mem::replace(&mut listed_by[v.index()], u.raw()) == u.raw()
                } else {
                    columns.heads[row..].contains(&v)
                };
                if !is_listed {
                    columns.heads.push(v);
                    columns.codes.push(flow(u, v, &known, exits));
                }
            }
            columns.row_starts.push(columns.heads.len() as u32);
        }
        Ok(columns)
    }
}

/// r(u, v) for a head v of u.
#[inline]
fn flow<K: Kept>(u: VertexId, v: VertexId, known: &[VertexFlows<K>], exits: &Exits) -> u64 {
    if v == u || exits.is_in_trap(u) {
        FlowColumns::INFINITE
    } else if known[u.index()].parent == v.raw() {
        known[u.index()].above.flow()
    } else if known[v.index()].parent == u.raw() {
        known[v.index()].below.flow()
    } else {
        // A sink, a trap, or a vertex without an arc against this one.
        1
    }
}
