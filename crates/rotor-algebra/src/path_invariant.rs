//! The classes of a path multigraph by one number, in closed form.
//!
//! Let u₁, …, uₙ lie between the sinks s₀ and s₁, with y_k ≥ 1 arcs from u_k to the left and x_k ≥ 1 to the right. A
//! spanning forest points left on u₁, …, u_i and right on the others, for some i: there are F = Σ_i y₁⋯y_i·x_{i+1}⋯x_n of
//! them. Let h(u_k) count those in which u_k leads to s₁, so i < k; then h(s₀) = 0, h(s₁) = F, and h is *harmonic*:
//! (x_k + y_k)·h(u_k) = x_k·h(u_{k+1}) + y_k·h(u_{k−1}). Modulo F it vanishes on both sinks and on the rows of the
//! Laplacian, so it is a homomorphism from the group, which has F elements, to ℤ/F. Summed over the arcs of a
//! configuration, its *arcmonic* values g(next(a)) = g(a) + h(tail) − h(head) are the same on a class, and if h is onto
//! they distinguish all classes (Auger, Coucheney, Duhazé, Etse 2023, for all x_k = x and y_k = y).

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};
use rotor_graph::{Configuration, Multigraph, VertexId, VertexMap};

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
