//! The simple path graph: exits, classes and any number of particles in closed form, in linear time.

use crate::answer::ComponentCounts;
use crate::particles::Routed;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Claim, Configuration, Exit, ForestClaim, PathGraph, VertexId, VertexMap};

/// n₁(ρ): how many inner vertices are directed towards s₁. Two configurations are equivalent if and only if they agree
/// in it [ACD22, `ExitCharact`]. Time O(n).
pub fn class_of(path: &PathGraph<'_, '_>, rotors: &Configuration) -> usize {
    (0..path.inner().len()).filter(|&at| is_directed_right(path, rotors, at)).count()
}

/// Whether the inner vertex number `at`, counted from 0, is directed towards s₁.
fn is_directed_right(path: &PathGraph<'_, '_>, rotors: &Configuration, at: usize) -> bool {
    let graph = path.simple().tree_like().stopping().graph();
    graph.head(rotors.rotor(path.inner()[at])) == right_neighbour(path, at)
}

fn right_neighbour(path: &PathGraph<'_, '_>, at: usize) -> VertexId {
    path.inner().get(at + 1).copied().unwrap_or(path.ends()[1])
}

/// class + Σ i over all particles on inner vertices: what decides where they end and which class they leave behind,
/// the remainder of this sum by n + 1 [ACD22, `thm:GroupActionPath`].
fn position_sum(path: &PathGraph<'_, '_>, class: usize, particles: &VertexMap<BigUint>) -> BigUint {
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

/// How many of the particles on inner vertices reach s₀ and s₁: ⌊(n₁ + Σ i) / (n + 1)⌋ of them reach s₁
/// [ACD22, `sec:multiparticles`]. Time O(n) operations.
pub fn arrivals(
    path: &PathGraph<'_, '_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
) -> [BigUint; 2] {
    let all: BigUint = path.inner().iter().map(|&u| &particles[u]).sum();
    let right = position_sum(path, class_of(path, rotors), particles) / (path.inner().len() + 1);
    [all - &right, right]
}

/// Routes all particles: how often they leave each vertex.
///
/// The arrivals at both ends give the net flow over every edge. What is open is whether each vertex makes its last move
/// in its first direction once more than in the other: a choice of 0 or ±1 at each of them with a known sum. The run
/// itself is the least flow, so the choices are made to keep departures as small as they can be.
///
/// Time O(n) operations on integers of the size of the counts.
pub fn route_on_path(
    path: &PathGraph<'_, '_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
) -> Routed {
    let n = path.inner().len();
    let [left, right] = arrivals(path, rotors, particles).map(BigInt::from);
    // net[i]: flow to the right over the edge left of inner vertex i; net[n] is that into s₁.
    let mut net = vec![BigInt::zero(); n + 1];
    net[n] = right;
    for at in (0..n).rev() {
        net[at] = &net[at + 1] - BigInt::from(particles[path.inner()[at]].clone());
    }
    let surplus: Vec<i64> =
        (0..n).map(|at| if is_directed_right(path, rotors, at) { 1 } else { -1 }).collect();
    let (moves_left, moves_right) = least_moves(&net, &surplus, &left);
    let mut departures = VertexMap::filled(particles.len(), BigUint::zero());
    for (at, &u) in path.inner().iter().enumerate() {
        let (sign, count) = (&moves_left[at] + &moves_right[at]).into_parts();
        debug_assert!(sign != Sign::Minus, "the run itself is such a flow, so the least one is not negative");
        departures[u] = count;
    }
    Routed { particles: particles.clone(), departures, is_run: true, components: ComponentCounts::default() }
}

/// The least numbers of moves to the left and to the right from each inner vertex that have the net flows `net`, the
/// last of them `left` into s₀, where right exceeds left by 0 or by `surplus`.
fn least_moves(net: &[BigInt], surplus: &[i64], left: &BigInt) -> (Vec<BigInt>, Vec<BigInt>) {
    let n = surplus.len();
    // With S the sum of the surpluses chosen at a vertex and to its right, its moves to the left are base − S.
    let mut base = vec![BigInt::zero(); n];
    base[n - 1] = net[n].clone();
    for at in (0..n - 1).rev() {
        base[at] = &base[at + 1] + &net[at + 1];
    }
    let small = |number: BigInt| {
        let bound = 2 * n as i64;
        number
            .to_i64()
            .map_or(if number.sign() == Sign::Minus { -bound } else { bound }, |s| s.clamp(-bound, bound))
    };
    // The most that S may be at each vertex: no moves are negative here or at the next vertex to the left, and the sum
    // over all vertices comes out as it must.
    let mut most = vec![0i64; n];
    most[0] = small(&base[0] - left);
    for at in 1..n {
        let here = small((&base[at]).min(&(&base[at] + &net[at])).clone());
        most[at] = here.min(if surplus[at - 1] < 0 { most[at - 1] + 1 } else { most[at - 1] });
    }
    let (mut moves_left, mut moves_right) = (vec![BigInt::zero(); n], vec![BigInt::zero(); n]);
    let mut sum = 0i64;
    for at in (0..n).rev() {
        let extra = match surplus[at] {
            1 if sum < most[at] => 1,
            -1 if sum > most[at] => -1,
            _ => 0,
        };
        sum += extra;
        moves_left[at] = &base[at] - sum;
        moves_right[at] = &moves_left[at] + extra;
    }
    (moves_left, moves_right)
}
