//! Directed multigraphs with sinks, the out-arcs of every vertex in rotor order.

use crate::amount;
use crate::facts::Facts;
use crate::ids::{ArcId, VertexId};
use crate::prefetch::prefetch;
use std::ops::Range;

/// A finite directed multigraph G = (V₀ ∪ S₀, A, h, t) with a rotor order at each vertex [ACD22, `sec:defi`].
///
/// Compressed sparse rows: the out-arcs of a vertex are consecutive, and their order is its rotor order θ. Loops and
/// parallel arcs are allowed. A vertex without out-arcs is a **sink**; every other vertex has at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Multigraph {
    first_arc: Box<[u32]>,
    head: Box<[VertexId]>,
    pub(crate) facts: Facts,
}

/// Why a pair of arrays is not a multigraph.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum NotAMultigraph {
    /// The row starts are not 0 … number of arcs in ascending order.
    #[error("row {row} of the arcs does not start where the row before it ends")]
    Rows {
        /// The first offending row.
        row: usize,
    },
    /// A head is not a vertex.
    #[error("arc {arc} leads to vertex {head}, but the graph has {}", amount(.vertices, "vertex", "vertices"))]
    Head {
        /// Its position.
        arc: usize,
        /// Where it leads.
        head: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// More vertices or arcs than ids.
    #[error("{vertices} vertices and {arcs} arcs are more than 2³² − 2")]
    Size {
        /// How many vertices were given.
        vertices: usize,
        /// How many arcs were given.
        arcs: usize,
    },
}

impl Multigraph {
    /// The most arcs, and the most vertices, that a graph may have: 2³² − 2, and where addresses have 32 bits as many as
    /// lists of eight bytes per entry have room for.
    pub const MOST_ARCS: u64 = if usize::BITS < 64 { isize::MAX as u64 / 8 } else { u32::MAX as u64 - 1 };

    /// The graph in which vertex u has the arcs `first_arc[u] .. first_arc[u + 1]`, leading to `head`.
    pub fn from_rows(first_arc: Vec<u32>, head: Vec<VertexId>) -> Result<Self, NotAMultigraph> {
        let vertices = first_arc.len().saturating_sub(1);
        if vertices as u64 > Self::MOST_ARCS || head.len() as u64 > Self::MOST_ARCS {
            return Err(NotAMultigraph::Size { vertices, arcs: head.len() });
        }
        if first_arc.first() != Some(&0) || first_arc.last().map(|&end| end as usize) != Some(head.len()) {
            return Err(NotAMultigraph::Rows { row: vertices });
        }
        if let Some(row) = first_arc.windows(2).position(|ends| ends[0] > ends[1]) {
            return Err(NotAMultigraph::Rows { row });
        }
        if let Some(arc) = head.iter().position(|v| v.index() >= vertices) {
            return Err(NotAMultigraph::Head { arc, head: head[arc].raw(), vertices });
        }
        Ok(Self { first_arc: first_arc.into(), head: head.into(), facts: Facts::default() })
    }

    /// |V|, sinks included.
    pub fn vertex_count(&self) -> usize {
        self.first_arc.len() - 1
    }

    /// |A|.
    pub fn arc_count(&self) -> usize {
        self.head.len()
    }

    /// All vertices, in order.
    pub fn vertices(&self) -> impl DoubleEndedIterator<Item = VertexId> + ExactSizeIterator + use<> {
        (0..self.vertex_count() as u32).map(VertexId::new)
    }

    /// Whether `u` ∈ S₀.
    #[inline]
    pub fn is_sink(&self, u: VertexId) -> bool {
        self.first_arc[u.index()] == self.first_arc[u.index() + 1]
    }

    /// A⁺(u) in rotor order.
    #[inline]
    pub fn out_arcs(
        &self,
        u: VertexId,
    ) -> impl DoubleEndedIterator<Item = ArcId> + ExactSizeIterator + use<> {
        let Range { start, end } = self.arc_range(u);
        (start..end).map(ArcId::new)
    }

    /// The numbers of the arcs of `u`.
    #[inline]
    pub fn arc_range(&self, u: VertexId) -> Range<u32> {
        self.first_arc[u.index()]..self.first_arc[u.index() + 1]
    }

    /// The heads of the arcs of `u` in rotor order, parallel arcs repeated.
    #[inline]
    pub fn heads(&self, u: VertexId) -> &[VertexId] {
        let Range { start, end } = self.arc_range(u);
        &self.head[start as usize..end as usize]
    }

    /// d(u) = |A⁺(u)|.
    #[inline]
    pub fn out_degree(&self, u: VertexId) -> u32 {
        self.arc_range(u).len() as u32
    }

    /// h(a).
    #[inline]
    pub fn head(&self, a: ArcId) -> VertexId {
        self.head[a.index()]
    }

    /// All heads, by arc.
    pub fn all_heads(&self) -> &[VertexId] {
        &self.head
    }

    /// All row starts: vertex u has the arcs `[u] .. [u + 1]`.
    pub fn row_starts(&self) -> &[u32] {
        &self.first_arc
    }

    /// The in-neighbours of every vertex, with one entry for each arc.
    pub fn reversed(&self) -> ReversedArcs {
        let mut first = vec![0u32; self.vertex_count() + 1];
        for (at, head) in self.head.iter().enumerate() {
            if let Some(ahead) = self.head.get(at + AHEAD[1]) {
                prefetch(&first, ahead.index() + 1);
            }
            first[head.index() + 1] += 1;
        }
        for u in 0..self.vertex_count() {
            first[u + 1] += first[u];
        }
        let mut next = first.clone();
        let mut tail = vec![VertexId::new(0); self.arc_count()];
        for u in self.vertices() {
            for at in self.arc_range(u) {
                if let Some(ahead) = self.head.get(at as usize + AHEAD[0]) {
                    prefetch(&next, ahead.index());
                }
                if let Some(ahead) = self.head.get(at as usize + AHEAD[1]) {
                    prefetch(&tail, next[ahead.index()] as usize);
                }
                let place = &mut next[self.head[at as usize].index()];
                tail[*place as usize] = u;
                *place += 1;
            }
        }
        ReversedArcs { first, tail }
    }
}

/// How many arcs ahead memory is prefetched when arcs are reversed: where a row goes on, then its place.
const AHEAD: [usize; 2] = [48, 24];

/// A⁻(v) for every vertex v: the tails of the arcs that lead to it.
#[derive(Clone, Debug)]
pub struct ReversedArcs {
    first: Vec<u32>,
    tail: Vec<VertexId>,
}

impl ReversedArcs {
    /// The tails of the arcs with head `v`, in vertex order, repeated for parallel arcs.
    pub fn tails(&self, v: VertexId) -> &[VertexId] {
        &self.tail[self.first[v.index()] as usize..self.first[v.index() + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertex(index: u32) -> VertexId {
        VertexId::new(index)
    }

    #[test]
    fn rows_that_do_not_fit_are_refused() {
        assert_eq!(Multigraph::from_rows(vec![], vec![]), Err(NotAMultigraph::Rows { row: 0 }));
        assert_eq!(Multigraph::from_rows(vec![0, 1], vec![]), Err(NotAMultigraph::Rows { row: 1 }));
        let heads = vec![vertex(0), vertex(0)];
        assert_eq!(Multigraph::from_rows(vec![0, 2, 1, 2], heads), Err(NotAMultigraph::Rows { row: 1 }));
        let far = NotAMultigraph::Head { arc: 0, head: 7, vertices: 1 };
        assert_eq!(Multigraph::from_rows(vec![0, 1], vec![vertex(7)]), Err(far));
    }

    #[test]
    fn reversed_arcs_list_every_arc_at_its_head() {
        let graph = Multigraph::from_rows(vec![0, 3, 4, 4], vec![vertex(1), vertex(1), vertex(0), vertex(2)])
            .unwrap();
        let reversed = graph.reversed();
        assert_eq!(reversed.tails(vertex(0)), [vertex(0)]);
        assert_eq!(reversed.tails(vertex(1)), [vertex(0), vertex(0)]);
        assert_eq!(reversed.tails(vertex(2)), [vertex(1)]);
        assert!(graph.is_sink(vertex(2)) && !graph.is_sink(vertex(1)));
    }
}
