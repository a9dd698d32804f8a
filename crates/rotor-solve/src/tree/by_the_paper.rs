//! The complete destination algorithm as printed: every return flow and the destination forest in two sweeps over integers of
//! any size, without a layout.
//!
//! It is naive on purpose: the reference that the sweeps are tested against, to be read beside the paper.

use super::number::full_turns;
use super::routine::{Revolution, improved_revolving_routine};
use crate::answer::ComponentCounts;
use crate::answer::RunProfile;
use crate::push::DestinationForest;
use num_bigint::BigUint;
use rotor_graph::{
    ArcId, AtRoot, Configuration, Count, FlowsClaim, Natural, ReturnFlows, SimpleDigraph, Stop, Tick,
    TreeLike, VertexId, VertexMap,
};

/// All return flows of a tree-like graph, and its destination forest.
#[derive(Clone, Debug)]
pub struct CompleteDestination {
    /// r(u, v) for every arc (u, v) of Ĝ.
    pub flows: ReturnFlows,
    /// D(ρ).
    pub forest: DestinationForest,
    /// How often each rotor is turned before its last departure: the circulation that leads to D(ρ).
    pub turns: VertexMap<BigUint>,
}

/// Sweeps from the leaves to the roots and back [ACD22, `CDA`].
///
/// Time O(|A|) operations, at most three routines per vertex, on integers of O(|A|) bits; memory for all flows,
/// O(|A|²) bits at worst, see [`large_flow_bytes`](super::large_flow_bytes). No recursion.
pub fn complete_destination(
    tree: &TreeLike<'_, '_>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<CompleteDestination, Stop> {
    let mut table = FlowTable::away_from_roots(tree, rotors, tick)?;
    let (last_departures, turns) = table.towards_roots(tick)?;
    let forest = DestinationForest::new(last_departures);
    Ok(CompleteDestination { flows: table.into_return_flows(), forest, turns })
}

impl CompleteDestination {
    /// "These are the exits of all vertices", with the flows that prove it.
    pub fn into_claim(self, tree: &TreeLike<'_, '_>) -> FlowsClaim {
        let stopping = tree.stopping();
        let exits = self.forest.exit_pattern(stopping);
        FlowsClaim { traps: stopping.traps().members().to_vec(), exits, flows: self.flows }
    }
}

/// How often a particle put on the root of `tree` leaves each vertex before it halts.
///
/// Top-down: a vertex on the way to the exit is left as its return flows say [ACD22, `lem:flowReturnFlow`]; any other
/// vertex entered k times from its parent sends the particle back k times and rests right after the k-th.
///
/// Time O(|A|) operations on integers of O(|A|) bits, whatever the number of steps.
pub fn run_by_the_paper(
    tree: AtRoot<'_, TreeLike<'_, '_>>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<RunProfile, Stop> {
    let from = tree.root();
    if !tree.stopping().is_active(from) {
        let departures = VertexMap::filled(tree.stopping().graph().vertex_count(), BigUint::ZERO);
        return Ok(RunProfile {
            from,
            halt: from,
            departures,
            is_run: true,
            components: ComponentCounts::default(),
        });
    }
    let graph = tree.stopping().graph();
    let table = FlowTable::away_from_roots(&tree, rotors, tick)?;
    let mut departures = VertexMap::filled(graph.vertex_count(), BigUint::ZERO);
    let mut entered = departures.clone();
    let mut halt = from;
    for &u in tree.order() {
        tick.tick(u64::from(graph.out_degree(u)))?;
        let visits = if u == halt {
            let revolution =
                table.revolve(u).expect("in a stopping graph some flow is finite [ACD22, `lem:uv_stopping`]");
            halt = graph.head(revolution.last_departure);
            let last = table.simple.merged_arc(revolution.last_departure) - table.simple.row(u).start;
            let visits = |(at, &multiplicity): (usize, &u32)| {
                (revolution.visits_before(at, multiplicity) + u32::from(at == last)).into()
            };
            departures[u] = revolution.departures(graph.out_degree(u));
            table.simple.multiplicities(u).iter().enumerate().map(visits).collect()
        } else if entered[u] == BigUint::ZERO {
            continue;
        } else {
            let to_parent =
                table.to_parent[u].expect("the particle comes back from a subtree where it does not halt");
            let (count, visits) = bounce(&table, u, to_parent, &entered[u]);
            departures[u] = count;
            visits
        };
        for (&v, count) in table.simple.heads(u).iter().zip::<Vec<BigUint>>(visits) {
            if tree.parent(v) == Some(u) {
                entered[v] = count;
            }
        }
    }
    Ok(RunProfile { from, halt, departures, is_run: true, components: ComponentCounts::default() })
}

/// Departures from `u`, and visits of each of its heads, when it sends the particle exactly `times` ≥ 1 times along
/// the arc `to` of Ĝ and rests right after the last.
fn bounce(table: &FlowTable<'_, '_, '_>, u: VertexId, to: usize, times: &BigUint) -> (BigUint, Vec<BigUint>) {
    let (graph, simple): (_, &SimpleDigraph) = (table.tree.stopping().graph(), &table.simple);
    let multiplicities = simple.multiplicities(u);
    let row = simple.row(u).start;
    let multiplicity = multiplicities[to - row];
    let (full_turns, mut left) = full_turns(times, multiplicity);
    let mut passed = vec![0u32; multiplicities.len()];
    let mut a = table.rotors.rotor(u);
    loop {
        let class = simple.merged_arc(a);
        passed[class - row] += 1;
        if class == to {
            left -= 1;
            if left == 0 {
                break;
            }
        }
        a = graph.next_arc(u, a);
    }
    let steps: u64 = passed.iter().copied().map(u64::from).sum();
    let visits =
        multiplicities.iter().zip(&passed).map(|(&multiplicity, &more)| &full_turns * multiplicity + more);
    let visits = visits.collect();
    (&full_turns * graph.out_degree(u) + steps, visits)
}

/// The return flow r(u, v) of the arcs (u, v) of Ĝ that leave active vertices [ACD22, `DefRN`].
///
/// Flows to sinks and into traps are 1, flows around loops infinite: a loop always comes back. A flow towards a parent
/// is infinite until it has been computed, which is what [ACD22, `lem:propag_ret`] wants of it (erratum E2).
#[derive(Clone, Debug)]
struct FlowTable<'t, 's, 'g> {
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
    fn away_from_roots(
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
    fn revolve(&self, u: VertexId) -> Option<Revolution> {
        let graph = self.tree.stopping().graph();
        improved_revolving_routine(
            graph,
            &self.simple,
            u,
            self.rotors.rotor(u),
            &self.flows[self.simple.row(u)],
        )
    }

    fn visits(&self, u: VertexId, revolution: &Revolution, to: usize) -> Natural {
        let at = to - self.simple.row(u).start;
        revolution.visits_before(at, self.simple.multiplicities(u)[at])
    }

    /// All flows directed towards the roots, by one sweep from the roots, and the last departure of every vertex on
    /// the way [ACD22, `lem: Retropropag`].
    fn towards_roots(&mut self, tick: &mut dyn Tick) -> Result<(VertexMap<ArcId>, VertexMap<BigUint>), Stop> {
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

    /// The rows of all vertices; in a trap every flow is infinite.
    fn into_return_flows(self) -> ReturnFlows {
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
