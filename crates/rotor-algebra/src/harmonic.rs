//! Harmonic measure: the probabilities with which a random walk ends on each sink.

use crate::laplacian::{Ends, Laplacian};
use crate::linear::{SparseRow, solve};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};
use rotor_graph::{HarmonicClaim, Multigraph, Stop, StoppingGraph, Tick, VertexId, VertexMap};

/// The exit probabilities of the walk from `from` that takes each arc of a vertex with equal probability, exactly.
///
/// The expected uses y of the arcs of each vertex solve y·Δ = e_from, on the part that the walk reaches. Time: one sparse
/// elimination modulo a prime, and its fill for every 31 bits of ∏ d.
pub fn harmonic_measure(
    graph: &Multigraph,
    from: VertexId,
    tick: &mut dyn Tick,
) -> Result<HarmonicClaim, Stop> {
    let stopping = StoppingGraph::of(graph).reached_from(from);
    let laplacian = Laplacian::of_active(&stopping, tick)?;
    let mut uses = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    let mut denominator = BigUint::one();
    if let Ok(at) = laplacian.vertices.binary_search(&from) {
        let mut right = vec![0; laplacian.len()];
        right[at] = 1;
        let most = laplacian.degree_product(tick)?;
        let rows = laplacian.transposed(tick)?;
        // It takes as much memory as the rows, and solving takes more.
        drop(laplacian);
        let fractions = solve(&rows, &right, &most, &most, tick)?;
        for (u, numerator) in stopping.active_vertices().zip(fractions.numerators) {
            uses[u] = numerator.into_parts().1;
        }
        denominator = fractions.denominator;
    }
    let mut ends = Ends::new(&stopping);
    ends.arrive(from, &denominator);
    ends.arrive_along_arcs(|u| uses[u].clone());
    let Ends { sinks, trapped, .. } = ends;
    let traps = stopping.traps().members().to_vec();
    Ok(HarmonicClaim { from, traps, uses, sinks, trapped, denominator })
}

/// A probability in lowest terms: numerator and denominator.
pub fn reduced(numerator: &BigUint, denominator: &BigUint) -> (BigUint, BigUint) {
    let common = numerator.gcd(denominator);
    (numerator / &common, denominator / common)
}

/// Exit probabilities in floating point, for graphs too large for fractions.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatMeasure {
    /// The probability to end on each sink; 0 on other vertices.
    pub sinks: VertexMap<f64>,
    /// The probability to end in each trap.
    pub trapped: Vec<f64>,
    /// The sum of the errors in the equations of all vertices.
    pub residual: f64,
}

/// The same as [`harmonic_measure`] in floats, until the equations are off by at most `tolerance` in sum.
///
/// Bi-conjugate gradients with stabilisation (van der Vorst 1992), scaled by degrees. Time O(|A|) per iteration, about
/// the diameter many on a grid; the limit ends what does not converge.
pub fn harmonic_measure_in_floats(
    graph: &Multigraph,
    from: VertexId,
    tolerance: f64,
    tick: &mut dyn Tick,
) -> Result<FloatMeasure, Stop> {
    let stopping = StoppingGraph::of(graph).reached_from(from);
    let laplacian = Laplacian::of_active(&stopping, tick)?;
    let mut uses = VertexMap::filled(graph.vertex_count(), 0.0);
    let mut residual = 0.0;
    if let Ok(at) = laplacian.vertices.binary_search(&from) {
        let rows = laplacian.transposed(tick)?;
        drop(laplacian);
        let (solution, off) = conjugate_gradients(&rows, at, tolerance, tick)?;
        residual = off;
        stopping.active_vertices().zip(solution).for_each(|(u, count)| uses[u] = count);
    }
    let mut ends = Ends::new(&stopping);
    ends.arrive(from, &1.0);
    ends.arrive_along_arcs(|u| uses[u]);
    let Ends { sinks, trapped, .. } = ends;
    Ok(FloatMeasure { sinks, trapped, residual })
}

fn conjugate_gradients(
    rows: &[SparseRow<i64>],
    start: usize,
    tolerance: f64,
    tick: &mut dyn Tick,
) -> Result<(Vec<f64>, f64), Stop> {
    let size = rows.len();
    let diagonal: Vec<f64> = rows
        .iter()
        .enumerate()
        .map(|(at, row)| row.iter().find(|entry| entry.0 as usize == at).map_or(1.0, |entry| entry.1 as f64))
        .collect();
    // Unknowns are departures rather than uses, so that all diagonal entries are 1.
    let apply = |x: &[f64]| -> Vec<f64> {
        let row_sum = |row: &SparseRow<i64>| {
            row.iter().map(|&(v, entry)| entry as f64 * x[v as usize] / diagonal[v as usize]).sum()
        };
        rows.iter().map(row_sum).collect()
    };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let off = |r: &[f64]| r.iter().map(|entry| entry.abs()).sum::<f64>();
    let arcs: u64 = rows.iter().map(|row| row.len() as u64).sum();
    let mut solution = vec![0.0; size];
    // A breakdown starts again from where it is; the residual then decides whether it went on.
    loop {
        let mut residual: Vec<f64> = apply(&solution).iter().map(|entry| -entry).collect();
        residual[start] += 1.0;
        if off(&residual) <= tolerance {
            let departures = solution.iter().zip(&diagonal).map(|(x, d)| x / d).collect();
            return Ok((departures, off(&residual)));
        }
        let shadow = residual.clone();
        let mut direction = residual.clone();
        let mut rho = dot(&shadow, &residual);
        loop {
            tick.tick(2 * arcs + 10 * size as u64)?;
            let image = apply(&direction);
            let alpha = rho / dot(&shadow, &image);
            let half: Vec<f64> = residual.iter().zip(&image).map(|(r, v)| r - alpha * v).collect();
            let half_image = apply(&half);
            let square = dot(&half_image, &half_image);
            let omega = if square > 0.0 { dot(&half_image, &half) / square } else { 0.0 };
            if !alpha.is_finite() || !omega.is_finite() {
                break;
            }
            for at in 0..size {
                solution[at] += alpha * direction[at] + omega * half[at];
                residual[at] = half[at] - omega * half_image[at];
            }
            let next = dot(&shadow, &residual);
            let beta = next / rho * alpha / omega;
            if off(&residual) <= tolerance / 2.0 || !beta.is_finite() {
                break;
            }
            for at in 0..size {
                direction[at] = residual[at] + beta * (direction[at] - omega * image[at]);
            }
            rho = next;
        }
        if solution.iter().any(|entry| !entry.is_finite()) {
            return Err(Stop::Operations);
        }
    }
}
