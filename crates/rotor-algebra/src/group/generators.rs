//! The group with its isomorphism: coordinates of every vertex, and generators as chips.

use super::lifting::determinant_by_lifting;
use super::smith::smith_form;
use super::units::{Core, take_units};
use crate::laplacian::Laplacian;
use crate::period::periods;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rotor_graph::{GroupClaim, Multigraph, Stop, Tick, Traps, VertexMap};

/// The group, the coordinates of one chip on each vertex, and a generator for each factor.
///
/// The last generator is one chip on one vertex, where that is possible, and the others lie on few. Cost: that
/// of [`invariant_factors`](super::invariant_factors) on integers of the order's size, and |V| times the number of factors for the
/// coordinates.
pub fn group_of(graph: &Multigraph, tick: &mut dyn Tick) -> Result<GroupClaim, Stop> {
    let traps = Traps::of(graph);
    let laplacian = Laplacian::of(graph, tick)?;
    let core = take_units(&laplacian, tick)?;
    let size = core.columns.len();
    let modulus = match traps.is_empty() {
        true => {
            let most = laplacian.degree_product(tick)?;
            let (divisor, cofactor) = determinant_by_lifting(&core.rows, &most, tick)?;
            Some(BigInt::from(divisor * cofactor))
        }
        false => None,
    };
    let words = modulus.as_ref().map_or(2, |modulus| modulus.bits() / 64 + 4);
    tick.reserve(3 * 8 * words * (size as u64).pow(2))?;
    let form = smith_form(&core.rows, size, modulus.as_ref(), true, tick)?;
    let coordinates = form.coordinates.expect("coordinates were asked for");
    let kept: Vec<usize> = (0..size).filter(|&at| !form.diagonal[at].is_one()).collect();
    let factors: Vec<BigUint> = kept.iter().map(|&at| form.diagonal[at].magnitude().clone()).collect();

    let mut of_columns = vec![Vec::new(); laplacian.vertices.len()];
    for (&column, row) in core.columns.iter().zip(&coordinates.forward) {
        of_columns[column as usize] = reduced(kept.iter().map(|&at| row[at].clone()).collect(), &factors);
    }
    extend_to_replaced(&core, &factors, &mut of_columns, tick)?;
    let mut homomorphism = VertexMap::filled(graph.vertex_count(), vec![BigInt::zero(); factors.len()]);
    laplacian.vertices.iter().zip(of_columns).for_each(|(&u, row)| homomorphism[u] = row);

    let generator = |&at: &usize| {
        let mut chips = VertexMap::filled(graph.vertex_count(), BigInt::zero());
        for (&column, count) in core.columns.iter().zip(&coordinates.backward[at]) {
            chips[laplacian.vertices[column as usize]] = count.clone();
        }
        chips
    };
    let generators = kept.iter().map(generator).collect();
    let periods = periods(graph, &traps, tick)?;
    let traps = traps.members().to_vec();
    let claim = GroupClaim { factors, homomorphism, generators, traps, periods, relations: None };
    on_few_vertices(claim, tick)
}

/// Coordinates modulo their factors.
fn reduced(mut coordinates: Vec<BigInt>, factors: &[BigUint]) -> Vec<BigInt> {
    for (entry, factor) in coordinates.iter_mut().zip(factors) {
        if !factor.is_zero() {
            *entry = entry.mod_floor(&factor.clone().into());
        }
    }
    coordinates
}

/// The coordinates of replaced columns, the last replaced first: it is a combination of columns of the core.
fn extend_to_replaced(
    core: &Core,
    factors: &[BigUint],
    of_columns: &mut [Vec<BigInt>],
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    for (column, combination) in core.replaced.iter().rev() {
        tick.tick((combination.len() * factors.len()) as u64)?;
        let mut sum = vec![BigInt::zero(); factors.len()];
        for &(other, times) in combination {
            for (entry, coordinate) in sum.iter_mut().zip(&of_columns[other as usize]) {
                *entry += coordinate * times;
            }
        }
        of_columns[*column as usize] = reduced(sum, factors);
    }
    Ok(())
}

/// The same group with generators on few vertices: the last one a single chip, each other one a chip and what takes its
/// later coordinates away, wherever some vertex allows that.
///
/// A vertex w whose coordinate i is a unit u modulo fᵢ can stand for generator i. Its earlier coordinates are cleared by
/// x_j ← x_j − xᵢ·u⁻¹·w_j, which is well defined because f_j divides fᵢ; its later ones by taking the later generators off.
fn on_few_vertices(mut claim: GroupClaim, tick: &mut dyn Tick) -> Result<GroupClaim, Stop> {
    for at in (0..claim.factors.len()).rev() {
        tick.tick((claim.homomorphism.len() * (at + 1)) as u64)?;
        let modulus = BigInt::from(claim.factors[at].clone());
        let generates = |coordinates: &[BigInt]| coordinates[at].gcd(&modulus).is_one();
        let images = claim.homomorphism.iter();
        let Some((w, image)) = images.into_iter().find(|(_, coordinates)| generates(coordinates)) else {
            continue;
        };
        let image = image.clone();
        let inverse = match modulus.is_zero() {
            true => image[at].signum(),
            false => image[at].extended_gcd(&modulus).x.mod_floor(&modulus),
        };
        for coordinates in claim.homomorphism.as_mut_slice() {
            let scaled = &coordinates[at] * &inverse;
            for earlier in 0..at {
                coordinates[earlier] -= &scaled * &image[earlier];
            }
            coordinates[at] = scaled;
            *coordinates = reduced(std::mem::take(coordinates), &claim.factors);
        }
        let mut chips = VertexMap::filled(claim.homomorphism.len(), BigInt::zero());
        chips[w] = BigInt::one();
        for (generator, coordinate) in claim.generators.iter().zip(&image).skip(at + 1) {
            for (u, count) in generator.iter().filter(|(_, count)| !count.is_zero()) {
                chips[u] -= coordinate * count;
            }
        }
        claim.generators[at] = chips;
    }
    Ok(claim)
}
