//! Ḡ: the undirected simple graph of a multigraph, between its active vertices.

use crate::ids::VertexId;
use crate::stopping::StoppingGraph;

/// The undirected graph Ḡ between the active vertices of a stopping graph [ACD22, `sec:return`].
///
/// Absorbing vertices are left out: every arc into one has, in effect, a copy of it to itself, so that inner sinks and
/// traps cut the graph. Loops are not edges; an edge may be listed more than once.
#[derive(Clone, Debug)]
pub struct UndirectedGraph {
    /// Up to 2·|A| entries, so wider than an arc's number.
    first: Vec<usize>,
    neighbour: Vec<VertexId>,
}

impl UndirectedGraph {
    /// Forgets directions. Time and memory O(|V| + |A|).
    pub fn of(stopping: &StoppingGraph<'_>) -> Self {
        let graph = stopping.graph();
        let edges = || {
            let edge = |u, v| (u != v && stopping.is_active(v)).then_some((u, v));
            stopping
                .active_vertices()
                .flat_map(move |u| graph.heads(u).iter().filter_map(move |&v| edge(u, v)))
        };
        let mut first = vec![0usize; graph.vertex_count() + 1];
        for (u, v) in edges() {
            first[u.index() + 1] += 1;
            first[v.index() + 1] += 1;
        }
        for u in 0..graph.vertex_count() {
            first[u + 1] += first[u];
        }
        let mut next = first.clone();
        let mut neighbour = vec![VertexId::new(0); first[graph.vertex_count()]];
        let mut put = |u: VertexId, v| {
            neighbour[next[u.index()]] = v;
            next[u.index()] += 1;
        };
        for (u, v) in edges() {
            put(u, v);
            put(v, u);
        }
        Self { first, neighbour }
    }

    /// The neighbours of `u`, repeated for parallel and opposite arcs.
    pub fn neighbours(&self, u: VertexId) -> &[VertexId] {
        &self.neighbour[self.first[u.index()]..self.first[u.index() + 1]]
    }
}
