//! Determinants modulo primes of 31 bits.

use crate::certified::{Unproved, pay};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;
use rotor_graph::Tick;

/// A row of integers by column.
pub(super) type SparseRow = Vec<(usize, BigInt)>;

/// The primes below 2³¹, the greatest first, by trial division.
pub(super) fn primes() -> impl Iterator<Item = u64> {
    (1u64 << 30..1 << 31).rev().filter(|&number| {
        number % 2 == 1
            && (3..)
                .step_by(2)
                .take_while(|factor| factor * factor <= number)
                .all(|factor| number % factor != 0)
    })
}

/// The determinant of a square matrix modulo a prime, in 0 … prime − 1.
///
/// The shortest row is always the next pivot, at its entry in the column that fewest rows use. Time: the fill, and a
/// binary search per row and pivot.
pub(super) fn determinant(rows: &[SparseRow], prime: u64, tick: &mut dyn Tick) -> Result<u64, Unproved> {
    let residue = |entry: &BigInt| entry.mod_floor(&prime.into()).to_u64().unwrap_or(0);
    let residues = |row: &SparseRow| -> Vec<(usize, u64)> {
        row.iter().map(|(column, entry)| (*column, residue(entry))).filter(|&(_, entry)| entry != 0).collect()
    };
    let mut left: Vec<(usize, Vec<(usize, u64)>)> = rows.iter().map(residues).enumerate().collect();
    let mut uses = vec![0usize; rows.len()];
    left.iter().flat_map(|(_, row)| row).for_each(|&(column, _)| uses[column] += 1);
    let (mut product, mut image) = (1, vec![0; rows.len()]);
    while let Some(at) = (0..left.len()).min_by_key(|&at| left[at].1.len()) {
        pay(tick, left.len())?;
        let (number, pivot) = left.swap_remove(at);
        let Some(&(column, entry)) = pivot.iter().min_by_key(|&&(column, _)| uses[column]) else {
            return Ok(0);
        };
        pivot.iter().for_each(|&(column, _)| uses[column] -= 1);
        image[number] = column;
        product = product * entry % prime;
        let inverse = power(entry, prime - 2, prime);
        for (_, row) in &mut left {
            let Ok(found) = row.binary_search_by_key(&column, |&(other, _)| other) else { continue };
            pay(tick, 4 * (row.len() + pivot.len()))?;
            let times = prime - row[found].1 * inverse % prime;
            row.iter().for_each(|&(other, _)| uses[other] -= 1);
            *row = plus(row, &pivot, times, prime);
            row.iter().for_each(|&(other, _)| uses[other] += 1);
        }
    }
    Ok(if is_odd(&image) { (prime - product) % prime } else { product })
}

/// row + times · pivot, both sorted by column.
fn plus(row: &[(usize, u64)], pivot: &[(usize, u64)], times: u64, prime: u64) -> Vec<(usize, u64)> {
    let (mut sum, mut i, mut j) = (Vec::with_capacity(row.len() + pivot.len()), 0, 0);
    while i < row.len() || j < pivot.len() {
        let left = row.get(i).map_or(usize::MAX, |entry| entry.0);
        let right = pivot.get(j).map_or(usize::MAX, |entry| entry.0);
        let column = left.min(right);
        let mut entry = 0;
        if left == column {
            entry += row[i].1;
            i += 1;
        }
        if right == column {
            entry += times * pivot[j].1 % prime;
            j += 1;
        }
        if entry % prime != 0 {
            sum.push((column, entry % prime));
        }
    }
    sum
}

fn power(base: u64, exponent: u64, prime: u64) -> u64 {
    let (mut power, mut square, mut rest) = (1, base, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            power = power * square % prime;
        }
        square = square * square % prime;
        rest >>= 1;
    }
    power
}

/// Whether a permutation is odd: whether its size and its number of cycles differ by an odd number.
fn is_odd(image: &[usize]) -> bool {
    let mut seen = vec![false; image.len()];
    let mut cycles = 0;
    for start in 0..image.len() {
        let mut at = start;
        cycles += usize::from(!seen[start]);
        while !std::mem::replace(&mut seen[at], true) {
            at = image[at];
        }
    }
    (image.len() - cycles) % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn determinants_of_all_small_matrices_are_those_of_leibniz() {
        let prime = primes().next().unwrap();
        assert_eq!(prime, (1 << 31) - 1);
        for code in 0..3usize.pow(9) {
            let entry = |at: usize| (code / 3usize.pow(at as u32) % 3) as i64 - 1;
            let m = |i: usize, j: usize| entry(3 * i + j);
            let expected = m(0, 0) * (m(1, 1) * m(2, 2) - m(1, 2) * m(2, 1))
                - m(0, 1) * (m(1, 0) * m(2, 2) - m(1, 2) * m(2, 0))
                + m(0, 2) * (m(1, 0) * m(2, 1) - m(1, 1) * m(2, 0));
            let rows: Vec<SparseRow> =
                (0..3).map(|i| (0..3).map(|j| (j, m(i, j).into())).collect()).collect();
            let found = determinant(&rows, prime, &mut ()).unwrap();
            assert_eq!(found, expected.rem_euclid(prime as i64) as u64);
        }
    }
}
