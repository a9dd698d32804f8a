//! Classes of rotor configurations as elements of the sandpile group.
//!
//! Give every arc of u a value in the group: 0 for the first one, and g(next(a)) = g(a) + [u] − [head(a)]. Once round u
//! this adds row u of the Laplacian, which is 0, so that the values are well defined. The element of a configuration ρ is
//! Σ_u g(ρ(u)). Routing a particle from u to its sink adds [u] to it, one step at a time; a cycle push adds nothing. Two
//! configurations have the same element exactly if cycle pushes lead from one to the other, inside traps too.
//!
//! **A path in one number.** In a path multigraph let u₁, …, uₙ lie between the sinks s₀ and s₁, with y_k ≥ 1 arcs from u_k to the left and x_k ≥ 1 to the right. A
//! spanning forest points left on u₁, …, u_i and right on the others, for some i: there are F = Σ_i y₁⋯y_i·x_{i+1}⋯x_n of
//! them. Let h(u_k) count those in which u_k leads to s₁, so i < k; then h(s₀) = 0, h(s₁) = F, and h is *harmonic*:
//! (x_k + y_k)·h(u_k) = x_k·h(u_{k+1}) + y_k·h(u_{k−1}). Modulo F it vanishes on both sinks and on the rows of the
//! Laplacian, so it is a homomorphism from the group, which has F elements, to ℤ/F. Summed over the arcs of a
//! configuration, its *arcmonic* values g(next(a)) = g(a) + h(tail) − h(head) are the same on a class, and if h is onto
//! they distinguish all classes (Auger, Coucheney, Duhazé, Etse 2023, for all x_k = x and y_k = y).

use crate::group::reduce;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};
use rotor_graph::{Configuration, GroupClaim, Multigraph, VertexId, VertexMap};

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
    reduce(&mut element, &group.factors);
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
            }
            reduce(&mut value, &group.factors);
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
    let mut difference: Vec<BigInt> = to.iter().zip(&from).map(|(to, from)| to - from).collect();
    reduce(&mut difference, &group.factors);
    let mut chips = VertexMap::filled(graph.vertex_count(), BigInt::zero());
    for (generator, times) in group.generators.iter().zip(&difference) {
        for (u, count) in generator.iter() {
            chips[u] += count * times;
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

/// The harmonic function of a path multigraph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathInvariant {
    /// s₀ and s₁; s₀ comes first in the file.
    pub ends: [VertexId; 2],
    /// u₁, …, uₙ.
    pub inner: Vec<VertexId>,
    /// F, the number of spanning forests.
    pub forests: BigUint,
    /// h: in how many of them each vertex leads to s₁.
    pub harmonic: VertexMap<BigUint>,
}

impl PathInvariant {
    /// The invariant, if the whole graph is a path multigraph. Time O(|A|), and O(n) products of numbers of n log d bits.
    pub fn of(graph: &Multigraph) -> Option<Self> {
        let mut sinks = graph.vertices().filter(|&u| graph.is_sink(u));
        let ends = [sinks.next()?, sinks.next()?];
        if sinks.next().is_some() {
            return None;
        }
        let inner = along(graph, ends)?;
        let arcs = |k: usize| {
            let ahead = inner.get(k + 1).copied().unwrap_or(ends[1]);
            let right = graph.heads(inner[k]).iter().filter(|&&v| v == ahead).count();
            let left = graph.out_degree(inner[k]) as usize - right;
            [BigUint::from(left), BigUint::from(right)]
        };
        // ∏ y_j over j ≤ i, for every i from 0 on; the products of the x_j are made on the way back.
        let mut lefts = vec![BigUint::one()];
        for k in 0..inner.len() {
            let next = &lefts[k] * &arcs(k)[0];
            lefts.push(next);
        }
        let mut terms = vec![BigUint::zero(); lefts.len()];
        let mut rights = BigUint::one();
        for i in (0..lefts.len()).rev() {
            terms[i] = &lefts[i] * &rights;
            if i > 0 {
                rights *= &arcs(i - 1)[1];
            }
        }
        let mut harmonic = VertexMap::filled(graph.vertex_count(), BigUint::zero());
        let mut sum = BigUint::zero();
        for (k, term) in terms.iter().enumerate() {
            sum += term;
            harmonic[inner.get(k).copied().unwrap_or(ends[1])] = sum.clone();
        }
        Some(Self { ends, inner, forests: sum, harmonic })
    }

    /// The value of a configuration: the sum of the values of its arcs, modulo F. Time O(|A|) additions.
    pub fn value_of(&self, graph: &Multigraph, rotors: &Configuration) -> BigUint {
        let mut sum = BigUint::zero();
        for &u in &self.inner {
            for v in &graph.heads(u)[..rotors.position(graph, u) as usize] {
                // h(v) ≤ F, so that nothing becomes negative.
                sum += &self.harmonic[u] + &self.forests - &self.harmonic[*v];
            }
        }
        sum % &self.forests
    }

    /// Whether equal values mean equal classes: whether h is onto ℤ/F.
    pub fn decides(&self) -> bool {
        self.inner.iter().fold(self.forests.clone(), |divisor, &u| divisor.gcd(&self.harmonic[u])).is_one()
    }
}

/// u₁, …, uₙ, if every inner vertex has arcs to both of its neighbours and to nothing else.
fn along(graph: &Multigraph, ends: [VertexId; 2]) -> Option<Vec<VertexId>> {
    let n = graph.vertex_count() - 2;
    let mut inner = Vec::with_capacity(n);
    let touches = |u: &VertexId| graph.heads(*u).contains(&ends[0]);
    let mut next = graph.vertices().find(touches)?;
    let mut before = ends[0];
    loop {
        inner.push(next);
        let ahead = *graph.heads(next).iter().find(|&&v| v != before)?;
        let only_two = graph.heads(next).iter().all(|&v| v == before || v == ahead);
        if !only_two || !graph.heads(next).contains(&before) || ahead == next || ahead == ends[0] {
            return None;
        }
        if ahead == ends[1] {
            return (inner.len() == n).then_some(inner);
        }
        if inner.len() == n {
            return None;
        }
        (before, next) = (next, ahead);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn the_harmonic_function_of_a_path_counts_forests() {
        let path = parse("sink s\na: s^2 b\nb: a^2 t\nsink t").unwrap();
        let invariant = PathInvariant::of(path.graph()).unwrap();
        // Both right: 1; a left, b right: 2; both left: 4.
        assert_eq!(invariant.forests, 7u32.into());
        let h: Vec<u32> = invariant.harmonic.as_slice().iter().map(|h| h.try_into().unwrap()).collect();
        assert_eq!(h, [0, 1, 3, 7]);
        assert!(invariant.decides());
    }

    #[test]
    fn loops_branches_and_one_way_arcs_make_no_path() {
        for text in [
            "sink s\na: s a t\nsink t",
            "sink s\na: s b\nb: t\nsink t",
            "sink s\na: s b t\nb: a t\nsink t",
            "sink s\na: s\nsink t",
            "sink s\na: s t\nb: s t\nsink t",
            "a: s\nsink s",
        ] {
            assert_eq!(PathInvariant::of(parse(text).unwrap().graph()), None, "{text}");
        }
    }
}
