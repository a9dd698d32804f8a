//! The complete destination algorithm: every return flow and the destination forest in two sweeps.

use super::return_flow::FlowTable;
use crate::push::DestinationForest;
use num_bigint::BigUint;
use rotor_graph::{Configuration, FlowsClaim, ReturnFlows, Stop, Tick, TreeLike, VertexMap};

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
