//! Exact rational solutions of sparse systems by p-adic lifting (Dixon 1982).

use crate::field::prime_fields;
use crate::sparse::{SparseElimination, SparseRow};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rotor_graph::{Stop, Tick};

/// Fractions with one denominator: entry i is `numerators[i] / denominator`, in lowest terms as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fractions {
    pub(crate) numerators: Vec<BigInt>,
    pub(crate) denominator: BigUint,
}

/// The solution of M x = b, where |det M| ≤ `most_determinant` and |det M · xᵢ| ≤ `most_numerator`, M not singular.
///
/// Time: one sparse elimination modulo a prime, then its fill for every 62 bits of both bounds together, and Euclid's
/// algorithm once or twice; O(n) multiplications of numbers of that size at the end.
pub(crate) fn solve(
    matrix: &[SparseRow<i64>],
    right: &[i64],
    most_determinant: &BigUint,
    most_numerator: &BigUint,
    tick: &mut dyn Tick,
) -> Result<Fractions, Stop> {
    if matrix.is_empty() {
        return Ok(Fractions { numerators: Vec::new(), denominator: BigUint::one() });
    }
    let mut fields = prime_fields();
    let (field, elimination) = loop {
        let field =
            fields.next().expect("a non-singular matrix is singular modulo finitely many primes only");
        if let Some(elimination) = SparseElimination::of(field, matrix, tick)? {
            break (field, elimination);
        }
    };
    let prime = i128::from(field.modulus());
    let wanted: BigUint = most_determinant * most_numerator * 2u32;
    let mut residual: Vec<i128> = right.iter().map(|&entry| entry.into()).collect();
    let mut digits: Vec<Vec<u64>> = Vec::new();
    let mut power = BigUint::one();
    while power <= wanted {
        tick.tick(elimination.cost())?;
        tick.reserve(8 * (digits.len() * matrix.len()) as u64)?;
        let known = residual.iter().map(|&entry| field.signed(entry)).collect();
        let digit: Vec<u64> = elimination.solve(known).into_iter().map(|entry| field.number(entry)).collect();
        for (entry, row) in residual.iter_mut().zip(matrix) {
            let products = row.iter().map(|&(column, a)| i128::from(a) * i128::from(digit[column as usize]));
            *entry = (*entry - products.sum::<i128>()) / prime;
        }
        digits.push(digit);
        power *= field.modulus();
    }
    let residues: Vec<BigUint> = (0..matrix.len())
        .map(|at| digits.iter().rev().fold(BigUint::zero(), |sum, digit| sum * field.modulus() + digit[at]))
        .collect();
    let denominator = common_denominator(&residues, &power, most_numerator, most_determinant, tick)?;
    let numerators = residues.iter().map(|residue| {
        let scaled = residue * &denominator % &power;
        if scaled <= *most_numerator {
            BigInt::from(scaled)
        } else {
            BigInt::from_biguint(Sign::Minus, &power - scaled)
        }
    });
    Ok(Fractions { numerators: numerators.collect(), denominator })
}

/// The least common denominator of fractions known modulo `power`, which is more than twice what a numerator and a
/// denominator can be together.
pub(crate) fn common_denominator(
    residues: &[BigUint],
    power: &BigUint,
    most_numerator: &BigUint,
    most_denominator: &BigUint,
    tick: &mut dyn Tick,
) -> Result<BigUint, Stop> {
    let words = power.bits() / 64 + 1;
    let mut common = BigUint::one();
    for residue in residues {
        tick.tick(words * words)?;
        let scaled = residue * &common % power;
        let is_whole = scaled <= *most_numerator || power - &scaled <= *most_numerator;
        if !is_whole {
            tick.tick(64 * words * words)?;
            common *= denominator(&scaled, power, &(most_denominator / &common));
        }
    }
    Ok(common)
}

/// The denominator, at most `most`, of the fraction that `residue` is modulo `power`: Euclid's algorithm, left when the
/// next denominator would be too large (Wang 1981).
fn denominator(residue: &BigUint, power: &BigUint, most: &BigUint) -> BigUint {
    let (mut rest, mut next_rest) = (power.clone(), residue.clone());
    let (mut factor, mut next_factor) = (BigInt::zero(), BigInt::one());
    while !next_rest.is_zero() {
        let (quotient, remainder) = rest.div_rem(&next_rest);
        let following = &factor - BigInt::from(quotient) * &next_factor;
        if following.magnitude() > most {
            break;
        }
        rest = std::mem::replace(&mut next_rest, remainder);
        factor = std::mem::replace(&mut next_factor, following);
    }
    next_factor.abs().magnitude().clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_system_is_solved_in_lowest_terms() {
        // 2x − y = 1, −x + 3y = 0 has x = 3/5, y = 1/5.
        let matrix = [vec![(0, 2), (1, -1)], vec![(0, -1), (1, 3)]];
        let bound = BigUint::from(100u32);
        let solution = solve(&matrix, &[1, 0], &bound, &bound, &mut ()).unwrap();
        assert_eq!(solution.numerators, [BigInt::from(3), 1.into()]);
        assert_eq!(solution.denominator, 5u32.into());
    }
}
