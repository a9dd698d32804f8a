//! A graph rooted where a question starts, so that no function has to ask whether the start is a root.

use crate::class::Classified;
use crate::ids::VertexId;
use crate::stopping::StoppingGraph;
use crate::tree_like::TreeLike;
use std::ops::Deref;

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
