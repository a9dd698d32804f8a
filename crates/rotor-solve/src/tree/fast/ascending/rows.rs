//! The arcs of all vertices, as the graph has them.

use super::record::{Record, RotorRow};
use rotor_graph::{ArcId, Configuration, Multigraph, VertexId, prefetch};

/// The arcs of all vertices and their rotors.
#[derive(Clone, Copy)]
pub(super) struct Rows<'g> {
    starts: &'g [u32],
    heads: &'g [VertexId],
    rotors: &'g [ArcId],
}

/// With fewer arcs than this, visits that were below 2³¹ a turn ago fit a word.
const MOST_ARCS: usize = 1 << 30;
/// How many rows are looked at before anything is begun.
const LOOKED_AT: usize = 256;
/// How many arcs ahead of a row, and for how many of them, records are prefetched.
const AHEAD: usize = 48;
const PREFETCHED: usize = 4;

impl<'g> Rows<'g> {
    pub(super) fn of(graph: &'g Multigraph, rotors: &'g Configuration) -> Self {
        Self { starts: graph.row_starts(), heads: graph.all_heads(), rotors: rotors.as_slice() }
    }

    pub(super) fn len(self) -> usize {
        self.rotors.len()
    }

    /// The arcs of a vertex, unless it is a sink.
    #[inline]
    pub(super) fn row(self, u: usize) -> Option<RotorRow<'g>> {
        let (start, end) = (self.starts[u] as usize, self.starts[u + 1] as usize);
        let heads = &self.heads[start..end];
        (start < end).then(|| RotorRow { heads, rotor: self.rotors[u].index() - start })
    }

    #[inline]
    pub(super) fn is_sink(self, v: usize) -> bool {
        self.starts[v] == self.starts[v + 1]
    }

    /// Whether labels seem to ascend, by the look of the last rows: where they are random, these soon tell.
    pub(super) fn may_ascend(self) -> bool {
        let has_one_parent = |u: usize| {
            let above = |&&v: &&VertexId| v.index() < u && !self.is_sink(v.index());
            let mut above = self.row(u).map_or(&[][..], |row| row.heads).iter().filter(above);
            above.next().is_none_or(|parent| above.all(|v| v == parent))
        };
        self.heads.len() < MOST_ARCS && (self.len().saturating_sub(LOOKED_AT)..self.len()).all(has_one_parent)
    }

    /// Asks for records that rows after that of `u` will need.
    #[inline]
    pub(super) fn ask_after(self, u: usize, records: &[Record]) {
        self.ask(self.starts[u] as usize + AHEAD, records);
    }

    /// Asks for records that rows before that of `u` will need.
    #[inline]
    pub(super) fn ask_before(self, u: usize, records: &[Record]) {
        self.ask((self.starts[u] as usize).wrapping_sub(AHEAD), records);
    }

    #[inline]
    fn ask(self, arc: usize, records: &[Record]) {
        if let Some(heads) = self.heads.get(arc..arc.saturating_add(PREFETCHED)) {
            heads.iter().for_each(|v| prefetch(records, v.index()));
        }
    }
}
