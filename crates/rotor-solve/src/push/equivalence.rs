//! Equivalence of configurations: the same destination forest.

use super::destination_forest::DestinationForest;
use crate::budget::{Budget, Outcome};
use crate::general::forest_by_flows;
use crate::tree::complete_destination;
use rotor_graph::{Configuration, StoppingGraph, TreeLike};

/// D(ρ) by the fastest way: in linear time on tree-like graphs [ACD22, `CDA`], on others by cycle pushes, and by flows
/// where there would be too many of them.
///
/// Time: that of [`complete_destination`] or of [`forest_by_flows`].
pub fn forest_of(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    budget: &mut dyn Budget,
) -> Outcome<DestinationForest> {
    match TreeLike::of(stopping) {
        Ok(tree) => Ok(complete_destination(&tree, rotors, budget)?.forest),
        Err(_) => Ok(forest_by_flows(stopping, rotors, budget)?.forest),
    }
}

/// Whether two configurations belong to the same class: whether D(ρ₁) = D(ρ₂) [ACD22, `EquivClass`].
pub fn are_equivalent(
    stopping: &StoppingGraph<'_>,
    first: &Configuration,
    second: &Configuration,
    budget: &mut dyn Budget,
) -> Outcome<bool> {
    Ok(forest_of(stopping, first, budget)? == forest_of(stopping, second, budget)?)
}
