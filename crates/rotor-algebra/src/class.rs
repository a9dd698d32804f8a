//! Classes of rotor configurations as elements of the sandpile group.
//!
//! Give every arc of u a value in the group: 0 for the first one, and g(next(a)) = g(a) + [u] − [head(a)]. Once round u
//! this adds row u of the Laplacian, which is 0, so that the values are well defined. The element of a configuration ρ is
//! Σ_u g(ρ(u)). Routing a particle from u to its sink adds [u] to it, one step at a time; a cycle push adds nothing. Two
//! configurations have the same element exactly if cycle pushes lead from one to the other, inside traps too.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};
use rotor_graph::{Configuration, GroupClaim, Multigraph, VertexMap};

/// The chips Σ_u g(ρ(u)), before any relation is used: 0 if every rotor is on its first arc.
///
/// Time O(|A|).
pub fn chips_of(graph: &Multigraph, rotors: &Configuration) -> VertexMap<BigInt> {
    let mut chips = VertexMap::filled(graph.vertex_count(), BigInt::zero());
    for u in graph.vertices() {
        let passed = rotors.position(graph, u);
        chips[u] += passed;
        graph.heads(u)[..passed as usize].iter().for_each(|&v| chips[v] -= 1);
    }
    for s in graph.vertices().filter(|&s| graph.is_sink(s)) {
        chips[s] = BigInt::zero();
    }
    chips
}

/// The element of the group that `chips` are, in its coordinates.
///
/// Time O(|V|) multiplications per factor.
pub fn element_of(group: &GroupClaim, chips: &VertexMap<BigInt>) -> Vec<BigInt> {
    let mut element = vec![BigInt::zero(); group.factors.len()];
    for (u, count) in chips.iter().filter(|(_, count)| !count.is_zero()) {
        for (entry, coordinate) in element.iter_mut().zip(&group.homomorphism[u]) {
            *entry += coordinate * count;
        }
    }
    for (entry, factor) in element.iter_mut().zip(&group.factors) {
        if !factor.is_zero() {
            *entry = entry.mod_floor(&factor.clone().into());
        }
    }
    element
}

/// The class of a rotor configuration, in the coordinates of the group; first arcs have all coordinates 0.
///
/// Time O(|A|), and |V| multiplications per factor.
pub fn class_of(graph: &Multigraph, group: &GroupClaim, rotors: &Configuration) -> Vec<BigInt> {
    element_of(group, &chips_of(graph, rotors))
}

/// The value g(a) of every arc a in the coordinates of the group, by arc number: an *arcmonic* function for each factor
/// (Auger, Coucheney, Duhazé, Etse 2023), as the coordinates of vertices are harmonic ones modulo that factor. The class
/// of a configuration is the sum over its arcs.
///
/// Time and memory O(|A|) numbers per factor.
pub fn arc_values(graph: &Multigraph, group: &GroupClaim) -> Vec<Vec<BigInt>> {
    let mut values = Vec::with_capacity(graph.arc_count());
    for u in graph.vertices() {
        let mut value = vec![BigInt::zero(); group.factors.len()];
        for &v in graph.heads(u) {
            values.push(value.clone());
            for (at, entry) in value.iter_mut().enumerate() {
                *entry += &group.homomorphism[u][at] - &group.homomorphism[v][at];
                if !group.factors[at].is_zero() {
                    *entry = entry.mod_floor(&group.factors[at].clone().into());
                }
            }
        }
    }
    values
}

/// Chips on the generators that lead from the class of `first` to that of `second`: routing that many signed particles
/// from where they lie takes the one to the other.
///
/// Time O(|A|) and |V| multiplications per factor.
pub fn chips_between(
    graph: &Multigraph,
    group: &GroupClaim,
    first: &Configuration,
    second: &Configuration,
) -> VertexMap<BigInt> {
    let [from, to] = [first, second].map(|rotors| class_of(graph, group, rotors));
    let mut chips = VertexMap::filled(graph.vertex_count(), BigInt::zero());
    for (((from, to), generator), factor) in from.iter().zip(&to).zip(&group.generators).zip(&group.factors) {
        let difference = to - from;
        let times = match factor.is_zero() {
            true => difference,
            false => difference.mod_floor(&factor.clone().into()),
        };
        for (u, count) in generator.iter() {
            chips[u] += count * &times;
        }
    }
    chips
}

/// The order of the class of `chips`: the least n > 0 with n times them equivalent to 0; none if it is infinite.
pub fn order_of_chips(group: &GroupClaim, chips: &VertexMap<BigInt>) -> Option<BigUint> {
    let mut order = BigUint::one();
    for (entry, factor) in element_of(group, chips).iter().zip(&group.factors) {
        match (factor.is_zero(), entry.is_zero()) {
            (true, false) => return None,
            (false, false) => order = order.lcm(&(factor / factor.gcd(entry.magnitude()))),
            (_, true) => {}
        }
    }
    Some(order)
}
