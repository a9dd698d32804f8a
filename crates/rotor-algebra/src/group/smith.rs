//! Smith's normal form of a matrix of relations, modulo a number or over the integers.
//!
//! Modulo a multiple m of the group's exponent nothing is lost: m times any generator is 0 anyway. So entries stay as
//! short as the order of the group, whatever happens on the way. Without such a multiple, when a trap makes the group
//! infinite, the same steps are done over the integers, where entries may grow.

use super::coordinates::Coordinates;
use num_bigint::BigInt;
use num_integer::{ExtendedGcd, Integer};
use num_traits::{One, Signed, Zero};
use rotor_graph::{Stop, Tick};

/// Diagonal entries, each dividing the next, and the coordinates that go with them if they were wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SmithForm {
    /// One entry per column; a 0, for no relation at all, comes last.
    pub(crate) diagonal: Vec<BigInt>,
    pub(crate) coordinates: Option<Coordinates>,
}

/// A matrix on its way to the diagonal.
struct Diagonalisation {
    rows: Vec<Vec<BigInt>>,
    columns: usize,
    modulus: Option<BigInt>,
    coordinates: Option<Coordinates>,
}

/// The Smith form of relations between `columns` generators, modulo `modulus` if there is one.
///
/// Time O(r²) extended gcds and O(r³) multiplications, with a modulus of numbers of its size, three times as many with
/// coordinates.
pub(crate) fn smith_form(
    rows: &[Vec<i64>],
    columns: usize,
    modulus: Option<&BigInt>,
    with_coordinates: bool,
    tick: &mut dyn Tick,
) -> Result<SmithForm, Stop> {
    let modulus = modulus.cloned();
    let coordinates = with_coordinates.then(|| Coordinates::new(columns, modulus.clone()));
    let rows = rows.iter().map(|row| row.iter().map(|&entry| BigInt::from(entry)).collect()).collect();
    let mut matrix = Diagonalisation { rows, columns, modulus, coordinates };
    matrix.reduce_all();
    let mut diagonal = Vec::new();
    for at in 0..columns {
        diagonal.push(matrix.settle(at, tick)?);
    }
    matrix.make_chain(&mut diagonal, tick)?;
    if let Some(modulus) = &matrix.modulus {
        diagonal.iter_mut().filter(|entry| entry.is_zero()).for_each(|entry| entry.clone_from(modulus));
    }
    Ok(SmithForm { diagonal, coordinates: matrix.coordinates })
}

impl Diagonalisation {
    fn reduce(&self, number: BigInt) -> BigInt {
        match &self.modulus {
            Some(modulus) => number.mod_floor(modulus),
            None => number,
        }
    }

    fn reduce_all(&mut self) {
        if let Some(modulus) = &self.modulus {
            self.rows.iter_mut().flatten().for_each(|entry| *entry = entry.mod_floor(modulus));
        }
    }

    /// How many machine operations one operation on a whole row is about.
    fn row_cost(&self) -> u64 {
        let words = self.modulus.as_ref().map_or(2, |modulus| modulus.bits() / 64 + 1);
        2 * self.columns as u64 * words
    }

    /// Makes row and column `at` zero but for one entry on the diagonal, which it returns.
    fn settle(&mut self, at: usize, tick: &mut dyn Tick) -> Result<BigInt, Stop> {
        loop {
            let Some(pivot) = self.pivot(at) else { return Ok(BigInt::zero()) };
            self.rows.swap(at, pivot.0);
            if pivot.1 != at {
                self.rows.iter_mut().for_each(|row| row.swap(at, pivot.1));
                self.coordinates.iter_mut().for_each(|coordinates| coordinates.swap(at, pivot.1));
            }
            self.normalise(at);
            self.clear_column(at, tick)?;
            self.normalise(at);
            if self.clear_row(at, tick)? {
                return Ok(self.rows[at][at].clone());
            }
        }
    }

    /// A non-zero entry of what is left, in the first column that has one, the smallest there: over the integers small
    /// pivots keep entries small.
    fn pivot(&self, at: usize) -> Option<(usize, usize)> {
        (at..self.columns).find_map(|column| {
            let used = (at..self.rows.len()).filter(|&row| !self.rows[row][column].is_zero());
            used.min_by_key(|&row| self.rows[row][column].magnitude()).map(|row| (row, column))
        })
    }

    /// Multiplies row `at` by a unit, so that its pivot divides the modulus; makes it positive if there is none.
    fn normalise(&mut self, at: usize) {
        let pivot = &self.rows[at][at];
        let unit = match &self.modulus {
            None if pivot.is_negative() => -BigInt::one(),
            None => return,
            Some(modulus) => unit_to_gcd(pivot, modulus),
        };
        if !unit.is_one() {
            for column in at..self.columns {
                let new = &self.rows[at][column] * &unit;
                self.rows[at][column] = self.reduce(new);
            }
        }
    }

    /// Row operations that leave only the pivot in column `at`; it becomes the gcd of the column.
    fn clear_column(&mut self, at: usize, tick: &mut dyn Tick) -> Result<(), Stop> {
        for row in at + 1..self.rows.len() {
            if self.rows[row][at].is_zero() {
                continue;
            }
            tick.tick(self.row_cost())?;
            let [pivot, entry] = [&self.rows[at][at], &self.rows[row][at]];
            let (times, rest) = entry.div_rem(pivot);
            let [s, t, x, y] = if rest.is_zero() {
                [BigInt::one(), BigInt::zero(), BigInt::one(), times]
            } else {
                let ExtendedGcd { gcd, x: s, y: t } = pivot.extended_gcd(entry);
                [s, t, pivot / &gcd, entry / &gcd]
            };
            for column in at..self.columns {
                let [a, b] = [&self.rows[at][column], &self.rows[row][column]];
                let new_row = if x.is_one() { b - &y * a } else { &x * b - &y * a };
                let new_pivot = (!t.is_zero()).then(|| &s * a + &t * b);
                if let Some(new) = new_pivot {
                    self.rows[at][column] = self.reduce(new);
                }
                self.rows[row][column] = self.reduce(new_row);
            }
        }
        Ok(())
    }

    /// Column operations that leave only the pivot in row `at`; false if column `at` has to be cleared again.
    fn clear_row(&mut self, at: usize, tick: &mut dyn Tick) -> Result<bool, Stop> {
        for column in at + 1..self.columns {
            if self.rows[at][column].is_zero() {
                continue;
            }
            tick.tick(self.row_cost())?;
            let [pivot, entry] = [&self.rows[at][at], &self.rows[at][column]];
            let (times, rest) = entry.div_mod_floor(pivot);
            if rest.is_zero() {
                // The rest of column `at` is zero, so that only this entry changes.
                self.rows[at][column] = BigInt::zero();
                if let Some(coordinates) = &mut self.coordinates {
                    coordinates.subtract(column, at, &times);
                }
                continue;
            }
            let ExtendedGcd { gcd, x: s, y: t } = pivot.extended_gcd(entry);
            let [x, y] = [pivot / &gcd, entry / &gcd];
            for row in at..self.rows.len() {
                let [a, b] = [&self.rows[row][at], &self.rows[row][column]];
                let (left, right) = (&s * a + &t * b, &x * b - &y * a);
                self.rows[row][at] = self.reduce(left);
                self.rows[row][column] = self.reduce(right);
            }
            if let Some(coordinates) = &mut self.coordinates {
                coordinates.combine([at, column], [&s, &t, &x, &y]);
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// Makes each entry of a diagonal divide the next: (a, b) becomes (gcd, lcm).
    fn make_chain(&mut self, diagonal: &mut [BigInt], tick: &mut dyn Tick) -> Result<(), Stop> {
        // 0 stands for the modulus here, which all entries divide, or for no relation: it goes to the end.
        for i in 0..diagonal.len() {
            for j in i + 1..diagonal.len() {
                if diagonal[i].is_one() {
                    break;
                }
                let [a, b] = [&diagonal[i], &diagonal[j]];
                if b.is_zero() || (!a.is_zero() && (b % a).is_zero()) {
                    continue;
                }
                tick.tick(self.row_cost())?;
                if a.is_zero() {
                    diagonal.swap(i, j);
                    self.coordinates.iter_mut().for_each(|coordinates| coordinates.swap(i, j));
                    continue;
                }
                let ExtendedGcd { gcd, x: s, y: t } = a.extended_gcd(b);
                let [x, y] = [a / &gcd, b / &gcd];
                let lcm = a * &y;
                if let Some(coordinates) = &mut self.coordinates {
                    coordinates.combine([i, j], [&s, &t, &x, &y]);
                }
                diagonal[i] = gcd;
                diagonal[j] = self.reduce(lcm);
            }
        }
        Ok(())
    }
}

/// A unit u modulo m with u·a ≡ gcd(a, m).
///
/// Bézout's s has s·a ≡ g but need not be a unit; s + c·(m/g) has the same property for every c. With c the part of m
/// coprime to s, no prime divides both m and the sum: if it divides s it divides neither c nor m/g, otherwise it
/// divides c.
fn unit_to_gcd(a: &BigInt, modulus: &BigInt) -> BigInt {
    let ExtendedGcd { gcd, x: s, .. } = a.extended_gcd(modulus);
    let s = s.mod_floor(modulus);
    if gcd.is_one() || s.is_one() {
        return s;
    }
    let mut coprime = modulus.clone();
    loop {
        let common = coprime.gcd(&s);
        if common.is_one() {
            break;
        }
        coprime /= common;
    }
    (s + coprime * (modulus / gcd)).mod_floor(modulus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_residue_has_a_unit_that_takes_it_to_its_gcd() {
        for modulus in 2..60i32 {
            for a in 1..modulus {
                let unit = unit_to_gcd(&a.into(), &modulus.into());
                assert!(unit.gcd(&modulus.into()).is_one());
                assert_eq!((unit * a).mod_floor(&modulus.into()), a.gcd(&modulus).into());
            }
        }
    }
}
