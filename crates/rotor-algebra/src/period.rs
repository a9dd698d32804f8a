//! Periods: how often each vertex of a trap is left in one period of the walk there.

use crate::laplacian::{Laplacian, with_sinks};
use crate::rational::solve;
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_graph::{Multigraph, Stop, Tick, Traps, VertexId, VertexMap};

/// How often each vertex of a trap is left in one period of the walk there, divided by its degree; 0 outside of the traps.
///
/// Cost: one exact solution per trap.
pub fn period_vectors(graph: &Multigraph, tick: &mut dyn Tick) -> Result<VertexMap<BigUint>, Stop> {
    periods(graph, &Traps::of(graph), tick)
}

/// For every trap K the primitive positive integers p with Σ_u p_u·(row u of the full Laplacian of K) = 0; 0 outside of
/// traps. Cost: that of [`period_of`] for each.
pub(crate) fn periods(
    graph: &Multigraph,
    traps: &Traps,
    tick: &mut dyn Tick,
) -> Result<VertexMap<BigUint>, Stop> {
    let mut periods = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    for trap in traps.members() {
        period_of(graph, trap, &mut periods, tick)?;
    }
    Ok(periods)
}

/// The integers p of one trap, written into `periods`.
///
/// In the long run the walk in K leaves u in proportion to p_u·d(u), and exactly this many times in one period. With c ∈ K
/// as a sink, the others solve x·Δ = (arcs from c), scaled until all are integers. Time: that of one exact solution.
pub(crate) fn period_of(
    graph: &Multigraph,
    trap: &[VertexId],
    periods: &mut VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    let c = trap[0];
    let outside: Vec<_> = graph.vertices().filter(|u| *u == c || trap.binary_search(u).is_err()).collect();
    let laplacian = Laplacian::of(&with_sinks(graph, &outside), tick)?;
    let mut right = vec![0i64; laplacian.rows.len()];
    for v in graph.heads(c) {
        if let Ok(at) = laplacian.vertices.binary_search(v) {
            right[at] += 1;
        }
    }
    let most = laplacian.degree_product(tick)?;
    let most_numerator = &most * graph.out_degree(c);
    let fractions = solve(&laplacian.transposed(tick)?, &right, &most, &most_numerator, tick)?;
    for (&u, numerator) in laplacian.vertices.iter().zip(&fractions.numerators) {
        periods[u] = BigInt::magnitude(numerator).clone();
    }
    periods[c] = fractions.denominator;
    Ok(())
}
