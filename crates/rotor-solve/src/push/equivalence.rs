//! Equivalence of configurations: the same destination forest.

use super::destination_forest::DestinationForest;
use crate::budget::{Budget, Outcome};
use crate::general::forest_by_flows;
use crate::tree::{NotFast, complete_destination, fast_forest};
use rotor_graph::{Configuration, Multigraph, StoppingGraph, TreeLike};

/// D(ρ) by the fastest way: in linear time on tree-like graphs [ACD22, `CDA`], in machine words if flows fit; on others by
/// cycle pushes, and by flows where there would be too many of them.
///
/// Time: that of [`fast_forest`], or else of [`complete_destination`] or of [`forest_by_flows`].
pub fn forest_of(
    graph: &Multigraph,
    rotors: &Configuration,
    budget: &mut dyn Budget,
) -> Outcome<DestinationForest> {
    match fast_forest(graph, rotors, budget) {
        Ok(forest) => Ok(forest),
        Err(NotFast::OutOfBudget(reason)) => Err(reason),
        Err(NotFast::NotTreeLike | NotFast::TooLarge) => {
            let stopping = StoppingGraph::of(graph);
            match TreeLike::of(&stopping) {
                Ok(tree) => Ok(complete_destination(&tree, rotors, budget)?.forest),
                Err(_) => Ok(forest_by_flows(&stopping, rotors, budget)?.forest),
            }
        }
    }
}

/// Whether two configurations belong to the same class: whether D(ρ₁) = D(ρ₂) [ACD22, `EquivClass`].
pub fn are_equivalent(
    graph: &Multigraph,
    first: &Configuration,
    second: &Configuration,
    budget: &mut dyn Budget,
) -> Outcome<bool> {
    Ok(forest_of(graph, first, budget)? == forest_of(graph, second, budget)?)
}
