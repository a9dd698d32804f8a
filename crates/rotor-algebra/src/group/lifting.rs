//! p-adic lifting: most of a determinant from one solution of a linear system (Dixon 1982).
//!
//! The denominators of the solution of M x = b divide the last invariant factor of M, and for a random b they usually
//! are that factor. Of most graphs it is nearly the whole determinant, so that only a small cofactor is left to be found
//! modulo a few primes. One elimination modulo one prime and cheap steps take the place of an elimination for every
//! 62 bits of the determinant.

use super::elimination::{determinant, inverse};
use crate::field::{Field, prime_fields};
use crate::rational::common_denominator;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use rotor_graph::{Stop, Tick};

/// Entries of the right side lie between ± this.
const MOST_RIGHT: i64 = 1 << 20;

/// A divisor of |det M|, usually a large one, for a non-singular core M whose determinant, and whose minors, are at most
/// `most` in absolute value.
///
/// Time: r³ multiplications modulo a prime, and r² for every 31 bits of `most`.
pub(crate) fn divisor_of_determinant(
    rows: &[Vec<i64>],
    most: &BigUint,
    tick: &mut dyn Tick,
) -> Result<BigUint, Stop> {
    if rows.is_empty() {
        return Ok(BigUint::one());
    }
    // By Cramer's rule a numerator is a sum of r minors times entries of the right side.
    let numerators = most * BigUint::from(rows.len()) * BigUint::from(MOST_RIGHT.unsigned_abs());
    for field in prime_fields() {
        if let Some(inverse) = inverse(field, rows, tick)? {
            let modulus: BigUint = BigUint::from(2u32) * &numerators * most;
            let (power, solution) = lift(field, rows, &inverse, &modulus, tick)?;
            return common_denominator(&solution, &power, &numerators, most, tick);
        }
    }
    unreachable!("a non-singular matrix is singular modulo finitely many primes only")
}

/// Numbers that look random and are the same every time (splitmix64).
fn right_side(size: usize) -> Vec<i128> {
    let draw = |at: usize| {
        let mut z = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        i128::from((z ^ (z >> 31)) % (2 * MOST_RIGHT.unsigned_abs())) - i128::from(MOST_RIGHT)
    };
    (0..size).map(draw).collect()
}

/// A power of the prime beyond `modulus`, and the solution modulo that power.
fn lift(
    field: Field,
    rows: &[Vec<i64>],
    inverse: &[Vec<u64>],
    modulus: &BigUint,
    tick: &mut dyn Tick,
) -> Result<(BigUint, Vec<BigUint>), Stop> {
    let size = rows.len();
    let prime = i128::from(field.modulus());
    let mut residual = right_side(size);
    let mut digits: Vec<Vec<u64>> = Vec::new();
    let mut power = BigUint::one();
    while power <= *modulus {
        tick.tick(2 * (size * size) as u64)?;
        let known: Vec<u64> = residual.iter().map(|&entry| field.signed(entry)).collect();
        let digit: Vec<u64> = inverse
            .iter()
            .map(|row| {
                let sum = row.iter().zip(&known).fold(0, |sum, (&a, &b)| field.add(sum, field.mul(a, b)));
                field.number(sum)
            })
            .collect();
        for (entry, row) in residual.iter_mut().zip(rows) {
            let used = row.iter().zip(&digit).filter(|&(&a, _)| a != 0);
            let product: i128 = used.map(|(&a, &b)| i128::from(a) * i128::from(b)).sum();
            *entry = (*entry - product) / prime;
        }
        digits.push(digit);
        power *= field.modulus();
    }
    let solution = (0..size)
        .map(|at| digits.iter().rev().fold(BigUint::zero(), |sum, digit| sum * field.modulus() + digit[at]));
    Ok((power, solution.collect()))
}

/// |det M|, from a divisor of it and residues modulo enough primes to settle the cofactor.
pub(crate) fn determinant_by_lifting(
    rows: &[Vec<i64>],
    most: &BigUint,
    tick: &mut dyn Tick,
) -> Result<(BigUint, BigUint), Stop> {
    let divisor = divisor_of_determinant(rows, most, tick)?;
    // The cofactor lies between ± most / divisor: the determinant of the core may have lost its sign.
    let room = most / &divisor * 2u32 + 1u32;
    let (mut product, mut cofactor) = (BigUint::one(), BigUint::zero());
    for field in prime_fields() {
        if product > room {
            break;
        }
        let prime = field.modulus();
        let residue = (&divisor % prime).to_u64().unwrap_or(0);
        if residue == 0 {
            continue;
        }
        let determinant = determinant(field, rows, tick)?;
        let wanted = field.mul(determinant, field.inverse(field.element(residue)));
        // Chinese remainders: cofactor + product·t ≡ wanted.
        let have = field.element((&cofactor % prime).to_u64().unwrap_or(0));
        let step = field.element((&product % prime).to_u64().unwrap_or(0));
        let turns = field.number(field.mul(field.sub(wanted, have), field.inverse(step)));
        cofactor += &product * turns;
        product *= prime;
    }
    let cofactor = if &cofactor * 2u32 > product { product - cofactor } else { cofactor };
    Ok((divisor, cofactor))
}
