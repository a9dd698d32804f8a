//! Forests: an undirected graph in which no edge closes a cycle, checked edge by edge.

use rotor_graph::{VertexId, VertexMap};

/// The trees of a growing forest (disjoint sets, by size, with path halving).
pub(crate) struct Forest {
    /// A vertex nearer to the representative of the tree; the representative itself points at itself.
    towards: VertexMap<VertexId>,
    size: VertexMap<u32>,
}

impl Forest {
    /// Every vertex a tree of its own.
    pub(crate) fn of_single_vertices(vertices: impl Iterator<Item = VertexId>) -> Self {
        let towards: Vec<VertexId> = vertices.collect();
        Self { size: VertexMap::filled(towards.len(), 1), towards: VertexMap::from_vec(towards) }
    }

    /// Adds the edge {u, v}; false if it would close a cycle. Amortised time O(α(|V|)).
    pub(crate) fn join(&mut self, u: VertexId, v: VertexId) -> bool {
        let (mut small, mut large) = (self.representative(u), self.representative(v));
        if small == large {
            return false;
        }
        if self.size[small] > self.size[large] {
            (small, large) = (large, small);
        }
        self.towards[small] = large;
        self.size[large] += self.size[small];
        true
    }

    fn representative(&mut self, mut u: VertexId) -> VertexId {
        while self.towards[u] != u {
            self.towards[u] = self.towards[self.towards[u]];
            u = self.towards[u];
        }
        u
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_edge_within_a_tree_closes_a_cycle() {
        let [a, b, c, d] = [0, 1, 2, 3].map(VertexId::new);
        let mut forest = Forest::of_single_vertices([a, b, c, d].into_iter());
        assert!(forest.join(a, b) && forest.join(c, d));
        assert!(!forest.join(b, a));
        assert!(forest.join(b, c));
        assert!(!forest.join(a, d));
    }

    #[test]
    fn a_vertex_is_at_most_log_n_from_its_representative() {
        for swapped in [false, true] {
            let vertices = 1_000;
            let mut forest = Forest::of_single_vertices((0..vertices).map(VertexId::new));
            let mut representative = VertexId::new(0);
            for v in (1..vertices).map(VertexId::new) {
                let (u, v) = if swapped { (v, representative) } else { (representative, v) };
                assert!(forest.join(u, v));
                representative = if forest.towards[u] == u { u } else { v };
            }
            for mut u in (0..vertices).map(VertexId::new) {
                let mut distance = 0;
                while forest.towards[u] != u {
                    (u, distance) = (forest.towards[u], distance + 1);
                }
                assert!(distance <= vertices.ilog2(), "{distance}");
            }
        }
    }
}
