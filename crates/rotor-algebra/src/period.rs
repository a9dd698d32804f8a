//! Periods: how often each vertex of a trap is left while the walk there comes round once.

use crate::laplacian::{Laplacian, with_sinks};
use crate::rational::solve;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use rotor_graph::{Multigraph, Traps, VertexMap};
use rotor_solve::{Budget, Outcome};

/// For every trap K the primitive positive integers p with Σ_u p_u·(row u of the full Laplacian of K) = 0; 0 outside of
/// traps.
///
/// In the long run the walk in K leaves u in proportion to p_u, and exactly p_u·d(u) times in one period. With c ∈ K as
/// a sink, the others solve x Δ = (arcs from c), scaled until all are integers. Time: that of one exact solution per trap.
pub(crate) fn periods(
    graph: &Multigraph,
    traps: &Traps,
    budget: &mut dyn Budget,
) -> Outcome<VertexMap<BigUint>> {
    let mut periods = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    for trap in traps.members() {
        let outside: Vec<_> =
            graph.vertices().filter(|&u| u == trap[0] || trap.binary_search(&u).is_err()).collect();
        let laplacian = Laplacian::of(&with_sinks(graph, &outside));
        let size = laplacian.rows.len();
        let mut transposed = vec![Vec::new(); size];
        for (at, row) in (0u32..).zip(&laplacian.rows) {
            row.iter().for_each(|&(column, entry)| transposed[column as usize].push((at, entry)));
        }
        let mut right = vec![0i64; size];
        for v in graph.heads(trap[0]) {
            if let Ok(at) = laplacian.vertices.binary_search(v) {
                right[at] += 1;
            }
        }
        let most = laplacian.degree_product();
        let most_numerator = &most * graph.out_degree(trap[0]);
        let fractions = solve(&transposed, &right, &most, &most_numerator, budget)?;
        for (&u, numerator) in laplacian.vertices.iter().zip(&fractions.numerators) {
            periods[u] = BigInt::magnitude(numerator).clone();
        }
        periods[trap[0]] = fractions.denominator;
    }
    debug_assert!(traps.members().iter().flatten().all(|&u| periods[u] >= BigUint::one()));
    Ok(periods)
}
