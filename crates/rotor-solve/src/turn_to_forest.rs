//! The destination forest by the fastest way, with the turns that lead to it.

use crate::general::forest_by_flows;
use crate::push::TurnedToForest;
use crate::tree::{complete_destination, fast_forest, large_flow_bytes, unless_handed_back};
use rotor_graph::{Configuration, Multigraph, Stop, StoppingGraph, Tick, TreeLike};

/// D(ρ) by the fastest way, with the turns that lead to it from ρ: in linear time on tree-like graphs [ACD22, `CDA`], in
/// machine words if flows fit; on others by cycle pushes, and by flows where there would be too many of them.
///
/// Two configurations belong to the same class exactly if they lead to the same forest [ACD22, `EquivClass`]. Time: that of
/// [`fast_forest`], or else of [`complete_destination`] or of [`forest_by_flows`].
pub fn turn_to_forest(
    graph: &Multigraph,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<TurnedToForest, Stop> {
    if let Some(turned) = unless_handed_back(fast_forest(graph, rotors, tick))? {
        return Ok(turned);
    }
    let stopping = StoppingGraph::of(graph);
    match TreeLike::of(&stopping) {
        Ok(tree) => {
            tick.reserve(large_flow_bytes(&tree))?;
            let complete = complete_destination(&tree, rotors, tick)?;
            Ok(TurnedToForest { forest: complete.forest, turns: complete.turns })
        }
        Err(_) => forest_by_flows(&stopping, rotors, tick),
    }
}
