//! Leaf by leaf: an undirected graph is a forest if and only if removing leaves removes everything.

use rotor_graph::{VertexId, prefetch};

/// What is known of the neighbours of a vertex: how many there are, and the exclusive or of their numbers. For a leaf
/// that is its neighbour.
#[derive(Clone, Copy, Default, Debug)]
struct Neighbours {
    count: u32,
    mixed: u32,
}

/// An undirected simple graph, kept in 8 bytes per vertex.
#[derive(Debug)]
pub(crate) struct UndirectedEdges(Vec<Neighbours>);

/// How far ahead entries are prefetched.
const AHEAD: usize = 24;

impl UndirectedEdges {
    /// No edge yet.
    pub(crate) fn none(vertices: usize) -> Self {
        Self(vec![Neighbours::default(); vertices])
    }

    /// Notes at `w` that {w, v} is an edge; it must be noted once at each of its two different ends.
    #[inline]
    pub(crate) fn note(&mut self, w: VertexId, v: VertexId) {
        let neighbours = &mut self.0[w.index()];
        neighbours.count += 1;
        neighbours.mixed ^= v.raw();
    }

    /// Whether no edges form a cycle. Time O(|V|).
    pub(crate) fn form_a_forest(mut self) -> bool {
        for start in 0..self.0.len() {
            if let Some(ahead) = self.0.get(start + AHEAD)
                && ahead.count == 1
            {
                prefetch(&self.0, ahead.mixed as usize);
            }
            let mut leaf = start;
            // A leaf further on is met there.
            while leaf <= start && self.0[leaf].count == 1 {
                let next = self.0[leaf].mixed as usize;
                self.0[leaf].count = 0;
                self.0[next].count -= 1;
                self.0[next].mixed ^= leaf as u32;
                leaf = next;
            }
        }
        self.0.iter().all(|neighbours| neighbours.count == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::undirected_forest::Forest;

    fn vertex(number: u32) -> VertexId {
        VertexId::new(number)
    }

    /// All graphs on five vertices.
    #[test]
    fn leaves_run_out_exactly_if_no_edge_closes_a_cycle() {
        let pairs: Vec<(u32, u32)> = (0..5).flat_map(|u| (u + 1..5).map(move |v| (u, v))).collect();
        let mut forests = 0;
        for graph in 0u32..1 << pairs.len() {
            let edges =
                || pairs.iter().enumerate().filter(|(at, _)| graph >> at & 1 == 1).map(|(_, edge)| edge);
            let mut noted = UndirectedEdges::none(5);
            for &(u, v) in edges() {
                noted.note(vertex(v), vertex(u));
                noted.note(vertex(u), vertex(v));
            }
            let mut joined = Forest::of_single_vertices((0..5).map(vertex));
            let is_forest = edges().all(|&(u, v)| joined.join(vertex(u), vertex(v)));
            assert_eq!(noted.form_a_forest(), is_forest, "{graph:b}");
            forests += u32::from(is_forest);
        }
        assert_eq!(forests, 291, "the number of labelled forests on five vertices");
    }
}
