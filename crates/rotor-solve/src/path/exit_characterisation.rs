//! Exits on the simple path, from the number of rotors that point right.

use super::classes::class_of;
use rotor_graph::{Configuration, Exit, PathGraph, VertexMap};

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
