//! Stopping graphs: what is left of a graph when its traps have become sinks.

use crate::ids::{VertexId, VertexMap};
use crate::multigraph::Multigraph;
use crate::trap::Traps;
use std::sync::Arc;

/// A graph in which every maximal rotor walk is finite [ACD22, `lem:finiteRotorWalk`].
///
/// The graph itself is untouched: a vertex is **active** if a particle on it moves on, and a particle halts on all
/// others: on sinks and, after `lem:removeSC`, anywhere in a trap. Arcs of vertices that are not active do not count.
#[derive(Clone, Debug)]
pub struct StoppingGraph<'g> {
    graph: &'g Multigraph,
    traps: Arc<Traps>,
    active: Arc<VertexMap<bool>>,
}

/// Where a particle halts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// On this sink.
    Sink(VertexId),
    /// In the trap of this number: it never exits.
    Trap(usize),
}

impl<'g> StoppingGraph<'g> {
    /// Cuts the traps of `graph`. Time and memory O(|V| + |A|) the first time, O(1) after that: the cut is kept with the graph.
    pub fn of(graph: &'g Multigraph) -> Self {
        let cut = graph.cut();
        Self { graph, traps: Arc::clone(&cut.traps), active: Arc::clone(&cut.active) }
    }

    /// The part that a particle on `start` can reach: all other vertices are no longer active.
    #[must_use]
    pub fn reached_from(&self, start: VertexId) -> Self {
        let mut active = VertexMap::filled(self.graph.vertex_count(), false);
        let mut queue = Vec::new();
        if self.active[start] {
            active[start] = true;
            queue.push(start);
        }
        while let Some(u) = queue.pop() {
            for &v in self.graph.heads(u) {
                if self.active[v] && !active[v] {
                    active[v] = true;
                    queue.push(v);
                }
            }
        }
        Self { graph: self.graph, traps: Arc::clone(&self.traps), active: Arc::new(active) }
    }

    /// The whole graph, arcs of traps included.
    pub fn graph(&self) -> &'g Multigraph {
        self.graph
    }

    /// The traps that were cut.
    pub fn traps(&self) -> &Traps {
        &self.traps
    }

    /// The same, to be kept.
    pub fn shared_traps(&self) -> Arc<Traps> {
        Arc::clone(&self.traps)
    }

    /// Which vertices are active.
    pub fn active(&self) -> &VertexMap<bool> {
        &self.active
    }

    /// Whether `u` is active.
    #[inline]
    pub fn is_active(&self, u: VertexId) -> bool {
        self.active[u]
    }

    /// The active vertices, in order.
    pub fn active_vertices(&self) -> impl Iterator<Item = VertexId> + '_ {
        self.active.iter().filter(|&(_, &active)| active).map(|(u, _)| u)
    }

    /// The exit of a particle that stands on `u`, if it halts there.
    pub fn exit_at(&self, u: VertexId) -> Option<Exit> {
        if self.graph.is_sink(u) {
            return Some(Exit::Sink(u));
        }
        self.traps.trap_of(u).map(Exit::Trap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    #[test]
    fn only_what_the_start_reaches_stays_active() {
        let instance = parse("a: b s\nb: a\nc: a t\nt: t\nsink s").unwrap();
        let [a, b, c, t, s] = ["a", "b", "c", "t", "s"].map(|name| instance.vertex(name).unwrap());
        let stopping = StoppingGraph::of(instance.graph());
        assert_eq!(stopping.active_vertices().collect::<Vec<_>>(), [a, b, c]);
        assert_eq!(stopping.reached_from(a).active_vertices().collect::<Vec<_>>(), [a, b]);
        assert_eq!(stopping.reached_from(t).active_vertices().count(), 0);
        assert_eq!(stopping.exit_at(s), Some(Exit::Sink(s)));
        assert_eq!(stopping.exit_at(t), Some(Exit::Trap(0)));
        assert_eq!(stopping.exit_at(c), None);
    }
}
