//! Tree-like graphs: Ḡ is a tree, or a forest of them.

use crate::class::Classified;
use crate::ids::{VertexId, VertexMap, prefetch};
use crate::multigraph::UndirectedGraph;
use crate::trap::StoppingGraph;
use std::ops::Deref;

/// A stopping graph whose undirected graph Ḡ is a forest, with an order in which to sweep it.
///
/// Only active vertices have a place in it: sinks and traps are leaves, one copy for each vertex that points at them.
/// Having one in hand proves the hypothesis of [ACD22, `CDA`]; a mere graph is not accepted in its place:
///
/// ```compile_fail
/// let instance = rotor_graph::parse("a: b s\nb: a\nsink s").unwrap();
/// let order: &[rotor_graph::VertexId] = rotor_graph::TreeLike::order(instance.graph());
/// ```
#[derive(Clone, Debug)]
pub struct TreeLike<'s, 'g> {
    stopping: &'s StoppingGraph<'g>,
    order: Vec<VertexId>,
    parent: VertexMap<Option<VertexId>>,
}

/// How far ahead memory is prefetched: where a row starts, its heads, then what is known of them.
const AHEAD: [usize; 3] = [24, 16, 8];

/// Ḡ has a cycle, and this edge closes one.
#[derive(Debug, thiserror::Error, PartialEq, Eq, Clone, Copy)]
#[error("the undirected graph has a cycle")]
pub struct NotTreeLike {
    /// The two ends of the edge.
    pub edge: (VertexId, VertexId),
}

impl<'s, 'g> TreeLike<'s, 'g> {
    /// Roots every tree at its first vertex and orders it breadth first. Time and memory O(|V| + |A|), no recursion.
    pub fn of(stopping: &'s StoppingGraph<'g>) -> Result<Self, NotTreeLike> {
        Self::rooted(stopping, None)
    }

    /// The same with the active vertex `root` as the first root.
    pub fn rooted_at(stopping: &'s StoppingGraph<'g>, root: VertexId) -> Result<Self, NotTreeLike> {
        let first = Some(root).filter(|&root| stopping.is_active(root));
        Self::rooted(stopping, first)
    }

    fn rooted(stopping: &'s StoppingGraph<'g>, first: Option<VertexId>) -> Result<Self, NotTreeLike> {
        let roots = || first.into_iter().chain(stopping.active_vertices());
        match Self::along_arcs(stopping, roots()) {
            Some(tree) => Ok(tree),
            None => Self::along_edges(stopping, roots()),
        }
    }

    /// The search along arcs only, which finds every tree if all its edges can be walked from the root; memory is asked
    /// for ahead. None if an arc leads where the search has been: that may close a cycle, or join two parts.
    fn along_arcs(stopping: &'s StoppingGraph<'g>, roots: impl Iterator<Item = VertexId>) -> Option<Self> {
        let graph = stopping.graph();
        let (starts, heads) = (graph.row_starts(), graph.all_heads());
        let mut parent = VertexMap::filled(graph.vertex_count(), None);
        let mut seen = VertexMap::filled(graph.vertex_count(), false);
        let mut order = Vec::new();
        for root in roots {
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            let mut next = order.len();
            order.push(root);
            while let Some(&u) = order.get(next) {
                if let Some(ahead) = order.get(next + AHEAD[0]) {
                    prefetch(starts, ahead.index());
                }
                if let Some(ahead) = order.get(next + AHEAD[1]) {
                    prefetch(heads, starts[ahead.index()] as usize);
                }
                if let Some(&ahead) = order.get(next + AHEAD[2]) {
                    for v in graph.heads(ahead).iter().take(4) {
                        prefetch(parent.as_slice(), v.index());
                        prefetch(seen.as_slice(), v.index());
                    }
                }
                next += 1;
                for &v in graph.heads(u).iter().filter(|&&v| v != u && stopping.is_active(v)) {
                    if !std::mem::replace(&mut seen[v], true) {
                        parent[v] = Some(u);
                        order.push(v);
                    } else if parent[u] != Some(v) && parent[v] != Some(u) {
                        return None;
                    }
                }
            }
        }
        Some(Self { stopping, order, parent })
    }

    /// The search along the edges of Ḡ.
    fn along_edges(
        stopping: &'s StoppingGraph<'g>,
        roots: impl Iterator<Item = VertexId>,
    ) -> Result<Self, NotTreeLike> {
        let undirected = UndirectedGraph::of(stopping);
        let vertices = stopping.graph().vertex_count();
        let mut parent = VertexMap::filled(vertices, None);
        let mut seen = VertexMap::filled(vertices, false);
        let mut order = Vec::new();
        for root in roots {
            if seen[root] {
                continue;
            }
            seen[root] = true;
            let mut next = order.len();
            order.push(root);
            while let Some(&u) = order.get(next) {
                next += 1;
                for &v in undirected.neighbours(u) {
                    if !seen[v] {
                        seen[v] = true;
                        parent[v] = Some(u);
                        order.push(v);
                    } else if parent[u] != Some(v) && parent[v] != Some(u) {
                        return Err(NotTreeLike { edge: (u, v) });
                    }
                }
            }
        }
        Ok(Self { stopping, order, parent })
    }

    /// The graph it is made of.
    pub fn stopping(&self) -> &'s StoppingGraph<'g> {
        self.stopping
    }

    /// The active vertices, each after its parent.
    pub fn order(&self) -> &[VertexId] {
        &self.order
    }

    /// The neighbour of `u` on the way to the root of its tree; none for a root.
    pub fn parent(&self, u: VertexId) -> Option<VertexId> {
        self.parent[u]
    }
}

// A graph rooted where a question starts, so that no function has to ask whether the start is a root.

/// A classified graph whose tree, or tree of blocks, is rooted at the vertex that a question starts from, if a particle does
/// not halt there at once.
#[derive(Clone, Debug)]
pub struct Rooted<'s, 'g> {
    piece: Classified<'s, 'g>,
    root: VertexId,
}

impl<'s, 'g> Rooted<'s, 'g> {
    /// Classifies `stopping` and roots it at `root`. Time and memory O(|V| + |A|).
    pub fn at(stopping: &'s StoppingGraph<'g>, root: VertexId) -> Self {
        let trees = TreeLike::rooted_at(stopping, root);
        Self { piece: Classified::of_trees(stopping, trees, Some(root)), root }
    }

    /// The vertex that the question starts from.
    pub fn root(&self) -> VertexId {
        self.root
    }

    /// The same graph as one of a kind, if it is of that kind: `rooted.seen_as(Classified::tree_like)`.
    pub fn seen_as<G>(
        &self,
        kind: for<'p> fn(&'p Classified<'s, 'g>) -> Option<&'p G>,
    ) -> Option<AtRoot<'_, G>> {
        Some(AtRoot { graph: kind(&self.piece)?, root: self.root })
    }
}

impl<'s, 'g> Deref for Rooted<'s, 'g> {
    type Target = Classified<'s, 'g>;

    fn deref(&self) -> &Classified<'s, 'g> {
        &self.piece
    }
}

/// A graph of one kind, seen from the root of its first tree, or from a vertex on which a particle halts at once.
#[derive(Debug)]
pub struct AtRoot<'p, G> {
    graph: &'p G,
    root: VertexId,
}

impl<G> AtRoot<'_, G> {
    /// The vertex that the question starts from.
    pub fn root(&self) -> VertexId {
        self.root
    }
}

impl<G> Clone for AtRoot<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for AtRoot<'_, G> {}

impl<G> Deref for AtRoot<'_, G> {
    type Target = G;

    fn deref(&self) -> &G {
        self.graph
    }
}

impl TreeLike<'_, '_> {
    /// The forest seen from `root`; none if a particle moves there and it is not the first root. Time O(1).
    pub fn at_root(&self, root: VertexId) -> Option<AtRoot<'_, Self>> {
        let fits = self.order().first() == Some(&root) || !self.stopping().is_active(root);
        fits.then_some(AtRoot { graph: self, root })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    fn is_tree_like(text: &str) -> bool {
        let instance = parse(text).unwrap();
        TreeLike::of(&StoppingGraph::of(instance.graph())).is_ok()
    }

    #[test]
    fn loops_and_parallel_and_opposite_arcs_keep_a_tree_a_tree() {
        assert!(is_tree_like("a: a b^2 s\nb: a^3 c\nc: s\nsink s"));
    }

    #[test]
    fn an_undirected_cycle_is_not_a_tree_even_if_no_walk_closes_it() {
        assert!(!is_tree_like("a: b c\nb: c s\nc: s\nsink s"));
    }

    #[test]
    fn inner_sinks_and_traps_cut_the_tree() {
        assert!(is_tree_like("a: s b\nb: s a\nsink s"), "both neighbours of s are neighbours");
        assert!(is_tree_like("a: t b\nb: x a s\nt: x\nx: t\nsink s"), "the cycle runs through a trap");
    }

    #[test]
    fn every_vertex_comes_after_its_parent() {
        let instance = parse("a: b\nb: c d\nc: b s\nd: b\ne: f\nf: s\nsink s").unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).unwrap();
        assert_eq!(tree.order().len(), 6);
        for (at, &u) in tree.order().iter().enumerate() {
            let parent_at = tree.parent(u).map(|p| tree.order().iter().position(|&v| v == p).unwrap());
            assert!(parent_at.is_none_or(|p| p < at));
        }
    }

    #[test]
    fn a_tree_is_seen_from_its_root_or_a_sink_only() {
        let instance = parse("a: s b\nb: a c\nc: b t\nsink s\nsink t").unwrap();
        let vertex = |name| instance.vertex(name).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let rooted = Rooted::at(&stopping, vertex("b"));
        let tree = rooted.seen_as(Classified::tree_like).unwrap();
        assert_eq!((tree.root(), tree.parent(vertex("a"))), (vertex("b"), Some(vertex("b"))));
        let names = ["a", "b", "c", "s", "t"];
        let seen = names.map(|name| tree.at_root(vertex(name)).map(|tree| tree.root()) == Some(vertex(name)));
        assert_eq!(seen, [false, true, false, true, true]);
        assert!(rooted.seen_as(Classified::blocks).is_none());
    }
}
