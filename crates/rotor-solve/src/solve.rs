//! A question put to the solver that was chosen for it.

use crate::budget::{Budget, Outcome};
use crate::general::{exit_by_flow, forest_by_flows, route_by_flow, simulate, simulate_briefly};
use crate::particles::{Routed, route_in_bulk};
use crate::path::route_on_path;
use crate::push::push_to_forest;
use crate::registry::SolverId;
use crate::run_profile::RunProfile;
use crate::tree::{complete_destination, run_profile};
use num_bigint::BigUint;
use rotor_graph::{Claim, Classified, Configuration, VertexId, VertexMap};

/// The walk from `from`, the first root of `piece` if that is tree-like.
///
/// On trees, too, a few steps are tried first: return flows cost as much as |V| of them, and most walks are short.
/// `solver` must be one that [`choose`](crate::choose) gave for this class; any but `tree` and `linear` simulates.
pub fn solve_exit(
    solver: SolverId,
    piece: &Classified<'_, '_>,
    rotors: &Configuration,
    from: VertexId,
    budget: &mut dyn Budget,
) -> Outcome<RunProfile> {
    match (solver, piece.tree_like()) {
        (SolverId::Tree, Some(tree)) => {
            let most = tree.stopping().graph().vertex_count() as u64;
            match simulate_briefly(tree.stopping(), rotors, from, most, budget)? {
                Some(profile) => Ok(profile),
                None => run_profile(tree, rotors, from, budget),
            }
        }
        (SolverId::Linear, _) => exit_by_flow(piece.stopping(), rotors, from, budget),
        _ => simulate(piece.stopping(), rotors, from, budget),
    }
}

/// The exits of all vertices, with what proves them.
///
/// `solver` must be one that [`choose`](crate::choose) gave for this class; any but `tree` and `linear` pushes cycles.
pub fn solve_exit_pattern(
    solver: SolverId,
    piece: &Classified<'_, '_>,
    rotors: &Configuration,
    budget: &mut dyn Budget,
) -> Outcome<Claim> {
    match (solver, piece.tree_like()) {
        (SolverId::Tree, Some(tree)) => Ok(complete_destination(tree, rotors, budget)?.into_claim(tree)),
        (SolverId::Linear, _) => {
            Ok(forest_by_flows(piece.stopping(), rotors, budget)?.into_claim(piece.stopping()))
        }
        _ => Ok(push_to_forest(piece.stopping(), rotors, budget)?.into_claim(piece.stopping())),
    }
}

/// The run of many particles.
///
/// `solver` must be one that [`choose`](crate::choose) gave for this class; any but `path` and `linear` routes in bulk.
pub fn solve_route(
    solver: SolverId,
    piece: &Classified<'_, '_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    budget: &mut dyn Budget,
) -> Outcome<Routed> {
    match (solver, piece) {
        (SolverId::Path, Classified::Path(path)) => Ok(route_on_path(path, rotors, particles)),
        (SolverId::Linear, _) => route_by_flow(piece.stopping(), rotors, particles, budget),
        _ => route_in_bulk(piece.stopping(), rotors, particles, budget),
    }
}
