//! The solver `tree` from one start: a short walk first, then return flows.

use super::fast::{NotFast, fast_run_profile};
use super::run_profile::run_profile;
use crate::budget::{Budget, Outcome};
use crate::general::simulate_briefly;
use crate::run_profile::RunProfile;
use rotor_graph::{Configuration, TreeLike, VertexId};

/// The walk from `from`, the first root of `tree`.
///
/// Return flows cost as much as about |V| steps, and most walks are shorter: so |V| steps are tried first. Flows beyond
/// machine words are left to [`run_profile`].
///
/// Time O(|V| + |A|) machine operations if the flows fit, else that of [`run_profile`].
pub fn exit_on_tree(
    tree: &TreeLike<'_, '_>,
    rotors: &Configuration,
    from: VertexId,
    budget: &mut dyn Budget,
) -> Outcome<RunProfile> {
    let most = tree.stopping().graph().vertex_count() as u64;
    if let Some(profile) = simulate_briefly(tree.stopping(), rotors, from, most, budget)? {
        return Ok(profile);
    }
    match fast_run_profile(tree.stopping(), rotors, from, budget) {
        Ok(profile) => Ok(profile),
        Err(NotFast::OutOfBudget(reason)) => Err(reason),
        Err(NotFast::TooLarge | NotFast::NotTreeLike) => run_profile(tree, rotors, from, budget),
    }
}
