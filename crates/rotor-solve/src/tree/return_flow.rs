//! Return flows: how often a subtree sends the particle back.

use super::improved_revolving_routine::improved_revolving_routine;
use num_bigint::BigUint;
use rotor_graph::{
    ArcId, Configuration, Count, Natural, ReturnFlows, SimpleDigraph, Stop, Tick, TreeLike, VertexId,
    VertexMap,
};

/// The return flow r(u, v) of the arcs (u, v) of Ĝ that leave active vertices [ACD22, `DefRN`].
///
/// Flows to sinks and into traps are 1, flows around loops infinite: a loop always comes back. A flow towards a parent
/// is infinite until it has been computed, which is what [ACD22, `lem:propag_ret`] wants of it (erratum E2).
#[derive(Clone, Debug)]
pub struct FlowTable<'t, 's, 'g> {
    tree: &'t TreeLike<'s, 'g>,
    rotors: &'t Configuration,
    simple: SimpleDigraph,
    flows: Vec<Count>,
    /// For each vertex the arc of Ĝ from its parent to it, and from it to its parent.
    from_parent: VertexMap<Option<usize>>,
    to_parent: VertexMap<Option<usize>>,
}

impl<'t, 's, 'g> FlowTable<'t, 's, 'g> {
    /// All flows directed away from the roots, by one sweep from the leaves [ACD22, `lem:propag_ret`].
    ///
    /// Time O(|A|) operations on integers of O(|A|) bits [ACD22, `returnBound`]; memory for one flow an arc of Ĝ.
    pub(crate) fn away_from_roots(
        tree: &'t TreeLike<'s, 'g>,
        rotors: &'t Configuration,
        tick: &mut dyn Tick,
    ) -> Result<Self, Stop> {
        let mut table = Self::bare(tree, rotors);
        for &u in tree.order().iter().rev() {
            tick.tick(u64::from(tree.stopping().graph().out_degree(u)))?;
            if let Some(from_parent) = table.from_parent[u] {
                table.flows[from_parent] = match table.to_parent[u] {
                    None => Count::one(),
                    Some(to_parent) => table.flow_back(u, to_parent),
                };
            }
        }
        Ok(table)
    }

    /// The table before anything is computed.
    fn bare(tree: &'t TreeLike<'s, 'g>, rotors: &'t Configuration) -> Self {
        let stopping = tree.stopping();
        let simple = SimpleDigraph::of(stopping.graph());
        let mut flows = vec![Count::Infinite; simple.arc_count()];
        let mut from_parent = VertexMap::filled(stopping.graph().vertex_count(), None);
        let mut to_parent = from_parent.clone();
        for u in stopping.active_vertices() {
            for (at, &v) in simple.row(u).zip(simple.heads(u)) {
                if !stopping.is_active(v) {
                    flows[at] = Count::one();
                } else if tree.parent(u) == Some(v) {
                    to_parent[u] = Some(at);
                } else if v != u {
                    from_parent[v] = Some(at);
                }
            }
        }
        Self { tree, rotors, simple, flows, from_parent, to_parent }
    }

    /// r(w, u) for the neighbour w that the arc `to` of Ĝ leads to from u: visits of w before the last departure, and
    /// one, when w always sends the particle back.
    fn flow_back(&mut self, u: VertexId, to: usize) -> Count {
        let kept = std::mem::replace(&mut self.flows[to], Count::Infinite);
        let revolution = self.revolve(u);
        self.flows[to] = kept;
        revolution.map_or(Count::Infinite, |revolution| Count::Finite(self.visits(u, &revolution, to) + 1u32))
    }

    /// The routine at `u` with the flows as they stand.
    pub(super) fn revolve(&self, u: VertexId) -> Option<super::Revolution> {
        let graph = self.tree.stopping().graph();
        improved_revolving_routine(
            graph,
            &self.simple,
            u,
            self.rotors.rotor(u),
            &self.flows[self.simple.row(u)],
        )
    }

    fn visits(&self, u: VertexId, revolution: &super::Revolution, to: usize) -> Natural {
        let at = to - self.simple.row(u).start;
        revolution.visits_before(at, self.simple.multiplicities(u)[at])
    }

    /// All flows directed towards the roots, by one sweep from the roots, and the last departure of every vertex on
    /// the way [ACD22, `lem: Retropropag`].
    pub(super) fn towards_roots(
        &mut self,
        tick: &mut dyn Tick,
    ) -> Result<(VertexMap<ArcId>, VertexMap<BigUint>), Stop> {
        let vertices = self.tree.stopping().graph().vertex_count();
        let mut last_departure = VertexMap::filled(vertices, ArcId::NONE);
        let mut turns = VertexMap::filled(vertices, BigUint::ZERO);
        for &u in self.tree.order() {
            tick.tick(u64::from(self.tree.stopping().graph().out_degree(u)))?;
            if let (Some(to_parent), None) = (self.to_parent[u], self.from_parent[u]) {
                self.flows[to_parent] = Count::one();
            }
            let revolution =
                self.revolve(u).expect("in a stopping graph some flow is finite [ACD22, `lem:uv_stopping`]");
            last_departure[u] = revolution.last_departure;
            turns[u] = revolution.departures(self.tree.stopping().graph().out_degree(u)) - 1u32;
            let last = self.simple.merged_arc(revolution.last_departure);
            for (at, &v) in self.simple.row(u).zip(self.simple.heads(u)) {
                if self.from_parent[v] != Some(at) {
                    continue;
                }
                let Some(back) = self.to_parent[v] else { continue };
                self.flows[back] = if at == last {
                    Count::Infinite
                } else {
                    Count::Finite(self.visits(u, &revolution, at) + 1u32)
                };
            }
            // The head of the last departure sees a vertex that must leave by another arc.
            let head = self.tree.stopping().graph().head(revolution.last_departure);
            if self.from_parent[head] == Some(last)
                && let Some(back) = self.to_parent[head]
            {
                self.flows[back] = self.flow_back(u, last);
            }
        }
        Ok((last_departure, turns))
    }

    /// Ĝ.
    pub fn simple(&self) -> &SimpleDigraph {
        &self.simple
    }

    /// The tree it belongs to.
    pub fn tree(&self) -> &'t TreeLike<'s, 'g> {
        self.tree
    }

    /// The rotors it was computed for.
    pub fn rotors(&self) -> &'t Configuration {
        self.rotors
    }

    /// The arc of Ĝ from `u` to its parent.
    pub(super) fn to_parent(&self, u: VertexId) -> Option<usize> {
        self.to_parent[u]
    }

    /// The rows of all vertices; in a trap every flow is infinite.
    pub(super) fn into_return_flows(self) -> ReturnFlows {
        let graph = self.tree.stopping().graph();
        let mut rows = ReturnFlows::default();
        let mut flows = self.flows.into_iter();
        for u in graph.vertices() {
            let heads = self.simple.heads(u);
            rows.push_vertex(heads.iter().copied().zip(flows.by_ref().take(heads.len())));
        }
        rows
    }
}
