//! Simple tree-like graphs: no parallel arcs and no loops.

use crate::ids::VertexId;
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
    /// Checks every active vertex. Time O(|V| + |A| log |A|); memory for the largest row.
    pub fn of(tree: TreeLike<'s, 'g>) -> Result<Self, (TreeLike<'s, 'g>, NotSimple)> {
        let graph = tree.stopping().graph();
        let mut sorted = Vec::new();
        let offends = |&u: &VertexId| !is_simple(u, graph.heads(u), &mut sorted);
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

/// Up to this many heads are compared with each other.
const FEW: usize = 12;

/// Whether `heads` are different from each other and from `u`.
pub(crate) fn is_simple(u: VertexId, heads: &[VertexId], sorted: &mut Vec<VertexId>) -> bool {
    if heads.len() <= FEW {
        return heads.iter().enumerate().all(|(at, &v)| v != u && !heads[..at].contains(&v));
    }
    sorted.clear();
    sorted.extend_from_slice(heads);
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1]) && sorted.binary_search(&u).is_err()
}
