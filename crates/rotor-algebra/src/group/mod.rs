//! The sandpile group ℤ^V / (rows of the Laplacian): order, invariant factors, generators.

mod coordinates;
mod elimination;
mod generators;
mod lifting;
mod smith;
mod units;

pub use generators::group_of;

use crate::laplacian::Laplacian;
use lifting::determinant_by_lifting;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use rotor_graph::{Multigraph, Stop, Tick, Traps};
use smith::smith_form;
use units::take_units;

/// The number of elements of the group, which is the number of classes of rotor configurations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// det Δ: also the number of spanning forests towards the sinks.
    Finite(BigUint),
    /// The graph has a trap, hence no spanning forest towards the sinks.
    Infinite,
}

impl Order {
    /// The order of the group with these invariant factors: their product, infinite if one of them is 0.
    pub fn of_factors(factors: &[BigUint]) -> Self {
        if factors.iter().any(Zero::is_zero) {
            Self::Infinite
        } else {
            Self::Finite(factors.iter().product())
        }
    }

    /// The number of spanning forests towards the sinks: det Δ, and 0 if there is a trap.
    pub fn forests(&self) -> BigUint {
        match self {
            Self::Finite(order) => order.clone(),
            Self::Infinite => BigUint::zero(),
        }
    }
}

/// The order of the group.
///
/// Unit pivots, one p-adic lifting, then residues modulo as many primes as the cofactor needs: exact, nothing is left to
/// chance. Time: the sparse elimination, and r³ + r²·log ∏ d multiplications for the r rows it leaves. Memory r² words.
pub fn order_of(graph: &Multigraph, tick: &mut dyn Tick) -> Result<Order, Stop> {
    if !Traps::of(graph).is_empty() {
        return Ok(Order::Infinite);
    }
    let laplacian = Laplacian::of(graph, tick)?;
    let core = take_units(&laplacian, tick)?;
    tick.reserve(3 * 8 * (core.columns.len() as u64).pow(2))?;
    let most = laplacian.degree_product(tick)?;
    let (divisor, cofactor) = determinant_by_lifting(&core.rows, &most, tick)?;
    Ok(Order::Finite(divisor * cofactor))
}

/// The invariant factors of the group: those that are 1 left out, each dividing the next, a 0 at the end for every trap.
///
/// All but the last divide the cofactor that [`order_of`] finds beside one solution's denominator, so that Smith's form
/// modulo the cofactor has them all. Cost: that of [`order_of`], and O(r³) operations on integers of the cofactor's size;
/// with a trap on integers that may grow.
pub fn invariant_factors(graph: &Multigraph, tick: &mut dyn Tick) -> Result<Vec<BigUint>, Stop> {
    let laplacian = Laplacian::of(graph, tick)?;
    let core = take_units(&laplacian, tick)?;
    let size = core.columns.len();
    tick.reserve(3 * 8 * (size as u64).pow(2))?;
    if !Traps::of(graph).is_empty() {
        return Ok(listed(smith_form(&core.rows, size, None, false, tick)?.diagonal));
    }
    let most = laplacian.degree_product(tick)?;
    let (divisor, cofactor) = determinant_by_lifting(&core.rows, &most, tick)?;
    let order = divisor * &cofactor;
    if cofactor.is_one() {
        return Ok(listed(vec![order.into()]));
    }
    let mut diagonal = smith_form(&core.rows, size, Some(&cofactor.into()), false, tick)?.diagonal;
    diagonal.pop();
    let known: BigUint = diagonal.iter().map(BigInt::magnitude).product();
    diagonal.push((order / known).into());
    Ok(listed(diagonal))
}

/// The factors that are not 1.
fn listed(diagonal: Vec<BigInt>) -> Vec<BigUint> {
    diagonal.into_iter().map(|factor| factor.magnitude().clone()).filter(|factor| !factor.is_one()).collect()
}
