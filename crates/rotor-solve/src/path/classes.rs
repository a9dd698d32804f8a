//! The classes of configurations of the simple path, and how a particle acts on them.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Configuration, PathGraph, VertexId, VertexMap};

/// n₁(ρ): how many inner vertices are directed towards s₁. Two configurations are equivalent if and only if they agree
/// in it [ACD22, `ExitCharact`]. Time O(n).
pub fn class_of(path: &PathGraph<'_, '_>, rotors: &Configuration) -> usize {
    (0..path.inner().len()).filter(|&at| is_directed_right(path, rotors, at)).count()
}

/// Whether the inner vertex number `at`, counted from 0, is directed towards s₁.
pub(super) fn is_directed_right(path: &PathGraph<'_, '_>, rotors: &Configuration, at: usize) -> bool {
    let graph = path.simple().tree_like().stopping().graph();
    graph.head(rotors.rotor(path.inner()[at])) == right_neighbour(path, at)
}

pub(super) fn right_neighbour(path: &PathGraph<'_, '_>, at: usize) -> VertexId {
    path.inner().get(at + 1).copied().unwrap_or(path.ends()[1])
}

/// The class after routing all `particles` from a configuration of class `class`: (class + Σ i) mod (n + 1), where
/// each particle counts with the number i of its vertex, from 1 on [ACD22, `thm:GroupActionPath`]. Time O(n).
pub fn class_after(path: &PathGraph<'_, '_>, class: usize, particles: &VertexMap<BigUint>) -> usize {
    let total = position_sum(path, class, particles);
    (total % (path.inner().len() + 1)).to_usize().expect("a remainder by n + 1 is less than n + 1")
}

/// class + Σ i over all particles on inner vertices.
pub(super) fn position_sum(
    path: &PathGraph<'_, '_>,
    class: usize,
    particles: &VertexMap<BigUint>,
) -> BigUint {
    let weighted = path.inner().iter().enumerate().filter(|&(_, &u)| !particles[u].is_zero());
    weighted.fold(BigUint::from(class), |sum, (at, &u)| sum + &particles[u] * (at + 1))
}
