//! The destination forest by the fastest way, with the turns that lead to it.

use crate::general::forest_by_flows;
use crate::push::TurnedToForest;
use crate::tree::{flows, forest, large_flow_bytes, large_flows, unless_declined};
use rotor_graph::{Configuration, Multigraph, Stop, StoppingGraph, Tick, TreeLike};

/// D(ρ) by the fastest way, with the turns that lead to it from ρ: in linear time on tree-like graphs [ACD22, `CDA`], in
/// machine words if flows fit; on others by cycle pushes, and by flows where there would be too many of them.
///
/// Two configurations belong to the same class exactly if they lead to the same forest [ACD22, `EquivClass`]. Time: that of
/// [`flows`], or else of [`large_flows`] or of [`forest_by_flows`].
pub fn turn_to_forest(
    graph: &Multigraph,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<TurnedToForest, Stop> {
    if let Some(found) = unless_declined(flows(graph, rotors, tick))? {
        return Ok(forest(graph, rotors, &found));
    }
    let stopping = StoppingGraph::of(graph);
    match TreeLike::of(&stopping) {
        Ok(tree) => {
            tick.reserve(large_flow_bytes(&tree))?;
            Ok(forest(graph, rotors, &large_flows(&tree, rotors, tick)?))
        }
        Err(_) => forest_by_flows(&stopping, rotors, tick),
    }
}
