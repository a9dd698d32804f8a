//! Unicycles: the rotor configurations of a trap with a single cycle.

use super::forests::Search;
use crate::laplacian::with_sinks;
use rotor_graph::{Configuration, Multigraph, Stop, Tick, VertexId};

/// All unicycles of a trap: one arc of every vertex of it, with a single cycle. The arcs that a walk which goes round in
/// the trap used last form one, with the particle on its cycle.
///
/// Each comes once, at the first vertex v of its cycle: an arc of v and a spanning tree towards v. Rotors outside of the
/// trap stand on their first arcs. Cost: as for [`spanning_forests`](super::spanning_forests), trees included whose cycle has an
/// earlier vertex.
pub fn unicycles<'g>(graph: &'g Multigraph, trap: &'g [VertexId], tick: &'g mut dyn Tick) -> Unicycles<'g> {
    Unicycles { search: UnicycleSearch::of(graph, trap), tick }
}

/// The iterator of [`unicycles`].
pub struct Unicycles<'g> {
    search: UnicycleSearch<'g>,
    tick: &'g mut dyn Tick,
}

impl Iterator for Unicycles<'_> {
    type Item = Result<Configuration, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        let positions = self.search.next(self.tick).transpose()?;
        let graph = self.search.graph;
        Some(positions.map(|positions| Configuration::from_positions(graph, |u| positions[u.index()])))
    }
}

/// A search for unicycles, somewhere in the middle.
pub(super) struct UnicycleSearch<'g> {
    graph: &'g Multigraph,
    trap: &'g [VertexId],
    /// How many vertices of the trap have been roots, the present one included.
    root: usize,
    /// The spanning trees towards the present root.
    search: Option<Search>,
    /// The present tree, and the position of the next arc of the root to try.
    tree: Option<(Vec<u32>, u32)>,
}

impl<'g> UnicycleSearch<'g> {
    pub(super) fn of(graph: &'g Multigraph, trap: &'g [VertexId]) -> Self {
        Self { graph, trap, root: 0, search: None, tree: None }
    }

    /// The positions of the next unicycle, by vertex; none if there is no other, and after it was stopped.
    pub(super) fn next(&mut self, tick: &mut dyn Tick) -> Result<Option<Vec<u32>>, Stop> {
        let found = self.advance(tick);
        if found.is_err() {
            (self.root, self.search, self.tree) = (self.trap.len(), None, None);
        }
        found
    }

    fn advance(&mut self, tick: &mut dyn Tick) -> Result<Option<Vec<u32>>, Stop> {
        loop {
            if let Some((tree, next)) = &mut self.tree {
                let root = self.trap[self.root - 1];
                if *next < self.graph.out_degree(root) {
                    tree[root.index()] = *next;
                    *next += 1;
                    if is_first_on_cycle(self.graph, tree, root) {
                        return Ok(Some(tree.clone()));
                    }
                    continue;
                }
            }
            self.tree = match &mut self.search {
                Some(search) => search.next(tick)?.map(|tree| (tree, 0)),
                None => None,
            };
            if self.tree.is_none() {
                let Some(&root) = self.trap.get(self.root) else { return Ok(None) };
                self.root += 1;
                let outside = |u: &VertexId| *u == root || self.trap.binary_search(u).is_err();
                let sinks: Vec<_> = self.graph.vertices().filter(outside).collect();
                self.search = Some(Search::of(with_sinks(self.graph, &sinks)));
            }
        }
    }
}

/// Whether the cycle through `root` has no earlier vertex.
fn is_first_on_cycle(graph: &Multigraph, positions: &[u32], root: VertexId) -> bool {
    let head = |u: VertexId| graph.heads(u)[positions[u.index()] as usize];
    let mut u = head(root);
    while u != root {
        if u < root {
            return false;
        }
        u = head(u);
    }
    true
}
