//! Neighbours in Ḡ, each vertex's own heads first, in rotor order.

use rotor_graph::{Multigraph, VertexId};

/// The neighbours of every vertex in the undirected simple graph Ḡ: no loops, no repetitions.
pub(super) struct Neighbours {
    first: Vec<usize>,
    list: Vec<VertexId>,
}

impl Neighbours {
    /// Time and memory O(|V| + |A|).
    pub(super) fn of(graph: &Multigraph) -> Self {
        let reversed = graph.reversed();
        let mut seen_by = vec![None; graph.vertex_count()];
        let (mut first, mut list) = (vec![0], Vec::new());
        for u in graph.vertices() {
            for &v in graph.heads(u).iter().chain(reversed.tails(u)) {
                if v != u && seen_by[v.index()] != Some(u) {
                    seen_by[v.index()] = Some(u);
                    list.push(v);
                }
            }
            first.push(list.len());
        }
        Self { first, list }
    }

    /// The neighbours of `u`.
    pub(super) fn of_vertex(&self, u: VertexId) -> &[VertexId] {
        &self.list[self.first[u.index()]..self.first[u.index() + 1]]
    }
}
