//! The simple path graph: two sinks and a path between them.

use crate::ids::VertexId;
use crate::simple_tree_like::SimpleTreeLike;

/// The simple path graph s₀, u₁, …, uₙ, s₁ with n ≥ 1: every inner vertex has one arc to its left and one to its right
/// [ACD22, `sec:path`]. s₀ is the end that comes first in the file.
#[derive(Clone, Debug)]
pub struct PathGraph<'s, 'g> {
    simple: SimpleTreeLike<'s, 'g>,
    ends: [VertexId; 2],
    inner: Vec<VertexId>,
}

impl<'s, 'g> PathGraph<'s, 'g> {
    /// The path, if the whole graph is one; else the graph given back. Time O(|V|).
    pub fn of(simple: SimpleTreeLike<'s, 'g>) -> Result<Self, SimpleTreeLike<'s, 'g>> {
        match walk_along(&simple) {
            Some((ends, inner)) => Ok(Self { simple, ends, inner }),
            None => Err(simple),
        }
    }

    /// s₀ and s₁.
    pub fn ends(&self) -> [VertexId; 2] {
        self.ends
    }

    /// u₁, …, uₙ.
    pub fn inner(&self) -> &[VertexId] {
        &self.inner
    }

    /// The same graph as a simple tree-like one.
    pub fn simple(&self) -> &SimpleTreeLike<'s, 'g> {
        &self.simple
    }
}

/// The ends and the inner vertices in order, or nothing if the graph is not a path.
fn walk_along(simple: &SimpleTreeLike<'_, '_>) -> Option<([VertexId; 2], Vec<VertexId>)> {
    let tree = simple.tree_like();
    let (stopping, graph) = (tree.stopping(), tree.stopping().graph());
    let n = tree.order().len();
    if n == 0 || n + 2 != graph.vertex_count() || tree.order().iter().any(|&u| graph.out_degree(u) != 2) {
        return None;
    }
    let mut absorbing = graph.vertices().filter(|&u| !stopping.is_active(u));
    let ends = [absorbing.next()?, absorbing.next()?];
    let mut inner = vec![tree.order().iter().copied().find(|&u| graph.heads(u).contains(&ends[0]))?];
    let mut before = ends[0];
    while inner.len() <= n {
        let u = inner[inner.len() - 1];
        let ahead = match *graph.heads(u) {
            [a, b] if a == before => b,
            [a, b] if b == before => a,
            _ => return None,
        };
        if ahead == ends[1] {
            return (inner.len() == n).then_some((ends, inner));
        }
        if !stopping.is_active(ahead) {
            return None;
        }
        before = u;
        inner.push(ahead);
    }
    None
}
