//! Arcs by their heads: where a vertex is entered from.

use rotor_graph::{Instance, VertexId};

/// The tails of the arcs into each vertex.
pub(crate) struct ReversedArcs {
    /// `tails[first[v] .. first[v + 1]]` are those of v.
    first: Vec<usize>,
    tails: Vec<VertexId>,
}

impl ReversedArcs {
    /// The arcs that leave these vertices. Time and memory O(|V| + number of arcs).
    pub(crate) fn leaving(instance: &Instance, tails: impl Iterator<Item = VertexId> + Clone) -> Self {
        let graph = instance.graph();
        let mut first = vec![0; graph.vertex_count() + 1];
        for head in tails.clone().flat_map(|u| graph.heads(u)) {
            first[head.index() + 1] += 1;
        }
        for v in 0..graph.vertex_count() {
            first[v + 1] += first[v];
        }
        let mut next = first.clone();
        let mut into = vec![VertexId::new(0); first[graph.vertex_count()]];
        for u in tails {
            for &v in graph.heads(u) {
                into[next[v.index()]] = u;
                next[v.index()] += 1;
            }
        }
        Self { first, tails: into }
    }

    /// The tails of the arcs into `v`, one for each arc.
    pub(crate) fn tails_into(&self, v: VertexId) -> &[VertexId] {
        &self.tails[self.first[v.index()]..self.first[v.index() + 1]]
    }
}
