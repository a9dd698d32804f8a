//! Simple tree-like graphs: no parallel arcs and no loops.

use crate::ids::VertexId;
use crate::simple_digraph::SimpleDigraph;
use crate::tree_like::TreeLike;

/// A tree-like graph in which every active vertex has at most one arc to each head and none to itself
/// [ACD22, `sec:simple`].
#[derive(Clone, Debug)]
pub struct SimpleTreeLike<'s, 'g>(TreeLike<'s, 'g>);

/// A vertex has a loop or parallel arcs.
#[derive(Debug, thiserror::Error, PartialEq, Eq, Clone, Copy)]
#[error("a vertex has a loop or parallel arcs")]
pub struct NotSimple {
    /// The first such vertex.
    pub vertex: VertexId,
}

impl<'s, 'g> SimpleTreeLike<'s, 'g> {
    /// Checks every active vertex. Time and memory O(|V| + |A|).
    pub fn of(tree: TreeLike<'s, 'g>) -> Result<Self, (TreeLike<'s, 'g>, NotSimple)> {
        let simple = SimpleDigraph::of(tree.stopping().graph());
        let offends = |&u: &VertexId| {
            simple.heads(u).contains(&u)
                || simple.multiplicities(u).iter().any(|&multiplicity| multiplicity > 1)
        };
        match tree.stopping().active_vertices().find(offends) {
            Some(vertex) => Err((tree, NotSimple { vertex })),
            None => Ok(Self(tree)),
        }
    }

    /// The same graph as a tree-like one.
    pub fn tree_like(&self) -> &TreeLike<'s, 'g> {
        &self.0
    }
}
