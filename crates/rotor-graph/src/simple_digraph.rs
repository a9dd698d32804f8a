//! Ĝ: the simple digraph of a multigraph, with the multiplicity of every arc.

use crate::ids::{ArcId, VertexId};
use crate::multigraph::Multigraph;
use std::ops::Range;

/// The simple digraph Ĝ = (V, Â): one arc (u, v) for all parallel arcs from u to v [ACD22, `sec:return`].
///
/// The heads Γ⁺(u) of a vertex stand in the order in which its rotor order first names them.
#[derive(Clone, Debug)]
pub struct SimpleDigraph {
    first: Vec<u32>,
    head: Vec<VertexId>,
    multiplicity: Vec<u32>,
    /// For every arc of G the arc of Ĝ it belongs to.
    class: Vec<u32>,
}

impl SimpleDigraph {
    /// Merges the parallel arcs of `graph`. Time and memory O(|V| + |A|).
    pub fn of(graph: &Multigraph) -> Self {
        let mut first = Vec::with_capacity(graph.vertex_count() + 1);
        first.push(0);
        let (mut head, mut multiplicity) = (Vec::new(), Vec::<u32>::new());
        let mut class = Vec::with_capacity(graph.arc_count());
        // Where the present vertex lists each head; stale entries lie before its own first one.
        let mut listed_at = vec![u32::MAX; graph.vertex_count()];
        for u in graph.vertices() {
            let row = head.len() as u32;
            for &v in graph.heads(u) {
                let at = listed_at[v.index()];
                if at != u32::MAX && at >= row {
                    multiplicity[at as usize] += 1;
                    class.push(at);
                } else {
                    listed_at[v.index()] = head.len() as u32;
                    class.push(head.len() as u32);
                    head.push(v);
                    multiplicity.push(1);
                }
            }
            first.push(head.len() as u32);
        }
        Self { first, head, multiplicity, class }
    }

    /// |Â|.
    pub fn arc_count(&self) -> usize {
        self.head.len()
    }

    /// The numbers of the arcs of Ĝ that leave `u`.
    #[inline]
    pub fn row(&self, u: VertexId) -> Range<usize> {
        self.first[u.index()] as usize..self.first[u.index() + 1] as usize
    }

    /// Γ⁺(u).
    #[inline]
    pub fn heads(&self, u: VertexId) -> &[VertexId] {
        &self.head[self.row(u)]
    }

    /// m(u, v) for each v of Γ⁺(u), in the same order.
    #[inline]
    pub fn multiplicities(&self, u: VertexId) -> &[u32] {
        &self.multiplicity[self.row(u)]
    }

    /// Which of the arcs of Ĝ the arc `a` of G belongs to.
    #[inline]
    pub fn merged_arc(&self, a: ArcId) -> usize {
        self.class[a.index()] as usize
    }

    /// The number of the arc (u, v) of Ĝ, if there is one. Time O(|Γ⁺(u)|).
    pub fn arc(&self, u: VertexId, v: VertexId) -> Option<usize> {
        self.row(u).find(|&at| self.head[at] == v)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    #[test]
    fn parallel_arcs_become_one_with_their_number() {
        let instance = parse("a: b a^2 b^3 s\nb: b s\nsink s").unwrap();
        let [a, b, s] = ["a", "b", "s"].map(|name| instance.vertex(name).unwrap());
        let simple = SimpleDigraph::of(instance.graph());
        assert_eq!(simple.heads(a), [b, a, s]);
        assert_eq!(simple.multiplicities(a), [4, 2, 1]);
        assert_eq!(simple.heads(b), [b, s]);
        assert_eq!(simple.arc(b, s), Some(4));
        assert_eq!(simple.arc(s, a), None);
        let classes: Vec<_> = instance.graph().out_arcs(a).map(|arc| simple.merged_arc(arc)).collect();
        assert_eq!(classes, [0, 1, 1, 0, 0, 0, 2]);
    }
}
