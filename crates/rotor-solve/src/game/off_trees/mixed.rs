//! Mixed strategies: the value of a matrix game, by the simplex method in exact integers.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rotor_graph::Value;
use std::fmt;

/// What both players can secure on average if they choose their strategies at random, as a reduced fraction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MixedValue {
    numerator: BigInt,
    denominator: BigUint,
}

impl fmt::Display for MixedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator.is_one() {
            true => write!(f, "{}", self.numerator),
            false => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

/// An equilibrium of a matrix game: weights of rows and columns, which are probabilities once divided by their sums.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MixedEquilibrium {
    /// The value.
    pub value: MixedValue,
    /// How Max weighs its rows.
    pub rows: Vec<BigInt>,
    /// How Min weighs its columns.
    pub columns: Vec<BigInt>,
}

impl MixedEquilibrium {
    /// Whether the weights prove the value: Max's secure it against every column, Min's against every row.
    pub fn holds_in(&self, matrix: &[Vec<Value>]) -> bool {
        let MixedValue { numerator, denominator } = &self.value;
        let scaled = |weights: &[BigInt]| weights.iter().sum::<BigInt>() * numerator;
        let (rows, columns) = (scaled(&self.rows), scaled(&self.columns));
        let denominator = BigInt::from(denominator.clone());
        let of_column = |column: usize| {
            let gains = matrix.iter().zip(&self.rows).map(|(row, weight)| weight * row[column]);
            gains.sum::<BigInt>() * &denominator >= rows
        };
        let of_row = |row: &Vec<Value>| {
            let losses = row.iter().zip(&self.columns).map(|(value, weight)| weight * value);
            losses.sum::<BigInt>() * &denominator <= columns
        };
        let natural = |weights: &[BigInt]| weights.iter().all(|weight| !weight.is_negative());
        natural(&self.rows)
            && natural(&self.columns)
            && self.rows.iter().any(Signed::is_positive)
            && self.columns.iter().any(Signed::is_positive)
            && (0..self.columns.len()).all(of_column)
            && matrix.iter().all(of_row)
    }
}

/// The equilibrium of the game in which Max picks a row and Min a column of a matrix that has both.
///
/// With all entries made positive, the greatest Σy with y ≥ 0 and Σ_j a_ij·y_j ≤ 1 for every row i is 1/value; the dual
/// solution, read off the costs of the slacks, weighs the rows. All entries of the tableau have one denominator, the last
/// pivot, so that every division is exact; Bland's rule keeps it from going in circles.
/// Time: exponential at worst, as for every simplex method, and a few pivots for each row in practice.
pub fn mixed_equilibrium(matrix: &[Vec<Value>]) -> MixedEquilibrium {
    let (m, n) = (matrix.len(), matrix.first().map_or(0, Vec::len));
    let least = matrix.iter().flatten().min().copied().unwrap_or(0);
    let shift = BigInt::one() - least;
    // Columns of y, then slacks, then the right side; the last row is the objective.
    let width = n + m + 1;
    let mut tableau: Vec<Vec<BigInt>> = matrix
        .iter()
        .enumerate()
        .map(|(i, row)| {
            let mut entries: Vec<BigInt> = row.iter().map(|&value| &shift + value).collect();
            entries.extend((0..m).map(|slack| BigInt::from(u32::from(slack == i))));
            entries.push(BigInt::one());
            entries
        })
        .collect();
    tableau.push((0..width).map(|at| if at < n { -BigInt::one() } else { BigInt::zero() }).collect());
    let mut basis: Vec<usize> = (n..n + m).collect();
    let mut denominator = BigInt::one();
    while let Some(column) = (0..width - 1).find(|&at| tableau[m][at].is_negative()) {
        let row = leaving(&tableau, &basis, column).expect("entries are positive, so y is bounded");
        let pivot_row = tableau[row].clone();
        let pivot = pivot_row[column].clone();
        for (_, other) in tableau.iter_mut().enumerate().filter(|(at, _)| *at != row) {
            let factor = other[column].clone();
            for (entry, of_pivot) in other.iter_mut().zip(&pivot_row) {
                *entry = (&*entry * &pivot - &factor * of_pivot) / &denominator;
            }
        }
        basis[row] = column;
        denominator = pivot;
    }
    let objective = &tableau[m];
    // value = denominator / Σ − shift.
    let sum = &objective[width - 1];
    let numerator = &denominator - &shift * sum;
    let divisor = numerator.gcd(sum);
    let value =
        MixedValue { numerator: numerator / &divisor, denominator: (sum / &divisor).magnitude().clone() };
    let mut columns = vec![BigInt::zero(); n];
    for (row, &variable) in basis.iter().enumerate().filter(|(_, variable)| **variable < n) {
        columns[variable] = tableau[row][width - 1].clone();
    }
    MixedEquilibrium { value, rows: objective[n..n + m].to_vec(), columns }
}

/// The row that bounds the entering variable first; of several the one whose variable has the lowest number.
fn leaving(tableau: &[Vec<BigInt>], basis: &[usize], column: usize) -> Option<usize> {
    let right = |row: usize| &tableau[row][tableau[row].len() - 1];
    let candidates = (0..basis.len()).filter(|&row| tableau[row][column].is_positive());
    candidates.min_by(|&a, &b| {
        let by_ratio = (right(a) * &tableau[b][column]).cmp(&(right(b) * &tableau[a][column]));
        by_ratio.then(basis[a].cmp(&basis[b]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_generate::Dice;

    fn value(matrix: &[&[Value]]) -> String {
        let matrix: Vec<Vec<Value>> = matrix.iter().map(|row| row.to_vec()).collect();
        let found = mixed_equilibrium(&matrix);
        assert!(found.holds_in(&matrix), "{found:?}");
        found.value.to_string()
    }

    #[test]
    fn known_games_have_their_values() {
        assert_eq!(value(&[&[1, -1], &[-1, 1]]), "0", "matching pennies");
        assert_eq!(value(&[&[0, -1, 1], &[1, 0, -1], &[-1, 1, 0]]), "0", "rock, paper, scissors");
        assert_eq!(value(&[&[1, 0], &[0, 1]]), "1/2");
        assert_eq!(value(&[&[3, -1], &[-2, 1]]), "1/7");
        assert_eq!(value(&[&[-5]]), "-5");
        assert_eq!(value(&[&[2, 3], &[1, 4]]), "2", "a saddle point");
    }

    #[test]
    fn the_weights_of_random_games_prove_their_values() {
        let mut dice = Dice::new(23);
        let mut fractions = 0;
        for _ in 0..3_000 {
            let (rows, columns) = (dice.between(1..=6), dice.between(1..=6));
            let most = if dice.chance(0.3) { 2 } else { 50 };
            let entry = |dice: &mut Dice| Value::from(dice.below(most)) - 20;
            let matrix: Vec<Vec<Value>> =
                (0..rows).map(|_| (0..columns).map(|_| entry(&mut dice)).collect()).collect();
            let found = mixed_equilibrium(&matrix);
            assert!(found.holds_in(&matrix), "{matrix:?} {found:?}");
            let worst = |row: &Vec<Value>| *row.iter().min().unwrap();
            let pure = BigInt::from(matrix.iter().map(worst).max().unwrap());
            let MixedValue { numerator, denominator } = &found.value;
            assert!(*numerator >= pure * BigInt::from(denominator.clone()), "mixing never hurts");
            fractions += u32::from(!denominator.is_one());
        }
        assert!(fractions > 1_000, "{fractions}");
    }
}
