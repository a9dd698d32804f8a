//! The classes of configurations of the simple path, and the exits that they decide.

use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{Claim, Configuration, Exit, ForestClaim, PathGraph, VertexId, VertexMap};

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

fn right_neighbour(path: &PathGraph<'_, '_>, at: usize) -> VertexId {
    path.inner().get(at + 1).copied().unwrap_or(path.ends()[1])
}

/// class + Σ i over all particles on inner vertices: what decides where they end and which class they leave behind,
/// the remainder of this sum by n + 1 [ACD22, `thm:GroupActionPath`].
pub(super) fn position_sum(
    path: &PathGraph<'_, '_>,
    class: usize,
    particles: &VertexMap<BigUint>,
) -> BigUint {
    let weighted = path.inner().iter().enumerate().filter(|&(_, &u)| !particles[u].is_zero());
    weighted.fold(BigUint::from(class), |sum, (at, &u)| sum + &particles[u] * (at + 1))
}

/// u₁, …, u_{n − n₁} exit at s₀ and the others at s₁ [ACD22, `ExitCharact`]. Time O(n).
pub fn exit_pattern(path: &PathGraph<'_, '_>, rotors: &Configuration) -> VertexMap<Exit> {
    let stopping = path.simple().tree_like().stopping();
    let halt = |u| stopping.exit_at(u).expect("a path has a sink or a trap at both ends");
    let [left, right] = path.ends().map(halt);
    let exits = stopping.graph().vertices().map(|u| stopping.exit_at(u).unwrap_or(left));
    let mut exits = VertexMap::from_vec(exits.collect());
    let to_the_left = path.inner().len() - class_of(path, rotors);
    path.inner()[to_the_left..].iter().for_each(|&u| exits[u] = right);
    exits
}

/// "These are the exits of all vertices", with the turns that lead to the destination forest.
///
/// Turns circulate: what uᵢ sends to the right, uᵢ₊₁ sends back. A vertex sends one more to the right than to the left
/// just if its rotor goes from right to left. So uᵢ sends as many to the right as the first i rotors have more directed
/// right now than in the forest, whose left vertices all point left. Time O(n) operations on words.
pub fn exit_pattern_claim(path: &PathGraph<'_, '_>, rotors: &Configuration) -> Claim {
    let stopping = path.simple().tree_like().stopping();
    let to_the_left = path.inner().len() - class_of(path, rotors);
    let mut turns = VertexMap::filled(stopping.graph().vertex_count(), BigUint::ZERO);
    let mut sent_right = 0u64;
    for (at, &u) in path.inner().iter().enumerate() {
        let sent_left = sent_right;
        sent_right += u64::from(is_directed_right(path, rotors, at));
        sent_right -= u64::from(at >= to_the_left);
        turns[u] = (sent_left + sent_right).into();
    }
    let (traps, exits) = (stopping.traps().members().to_vec(), exit_pattern(path, rotors));
    Claim::Forest(ForestClaim { traps, exits, turns })
}
