//! Coordinates: the change of generators that goes with operations on columns.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

/// New generators in terms of old ones and the other way round, while a matrix of relations is made diagonal.
///
/// `forward` is the matrix V of the column operations: old generator i has the new coordinates `forward[i]`.
/// `backward` is V⁻¹: new generator k is the combination `backward[k]` of old ones. With a modulus, both are kept modulo
/// it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Coordinates {
    pub(crate) forward: Vec<Vec<BigInt>>,
    pub(crate) backward: Vec<Vec<BigInt>>,
    modulus: Option<BigInt>,
}

impl Coordinates {
    pub(crate) fn new(size: usize, modulus: Option<BigInt>) -> Self {
        let unit = |at: usize| {
            let mut row = vec![BigInt::zero(); size];
            row[at] = BigInt::one();
            row
        };
        let identity: Vec<_> = (0..size).map(unit).collect();
        Self { forward: identity.clone(), backward: identity, modulus }
    }

    fn reduce(&self, number: BigInt) -> BigInt {
        match &self.modulus {
            Some(modulus) => number.mod_floor(modulus),
            None => number,
        }
    }

    pub(crate) fn swap(&mut self, i: usize, j: usize) {
        self.forward.iter_mut().for_each(|row| row.swap(i, j));
        self.backward.swap(i, j);
    }

    /// Column `target` −= times · column `source`.
    pub(crate) fn subtract(&mut self, target: usize, source: usize, times: &BigInt) {
        for at in 0..self.forward.len() {
            if !self.forward[at][source].is_zero() {
                let new = &self.forward[at][target] - times * &self.forward[at][source];
                self.forward[at][target] = self.reduce(new);
            }
            if !self.backward[target][at].is_zero() {
                let new = &self.backward[source][at] + times * &self.backward[target][at];
                self.backward[source][at] = self.reduce(new);
            }
        }
    }

    /// Columns (i, j) ← (s·i + t·j, −y·i + x·j), where s·x + t·y = 1.
    pub(crate) fn combine(&mut self, [i, j]: [usize; 2], [s, t, x, y]: [&BigInt; 4]) {
        for at in 0..self.forward.len() {
            let [a, b] = [&self.forward[at][i], &self.forward[at][j]];
            let (new_i, new_j) = (s * a + t * b, x * b - y * a);
            self.forward[at][i] = self.reduce(new_i);
            self.forward[at][j] = self.reduce(new_j);
            let [a, b] = [&self.backward[i][at], &self.backward[j][at]];
            let (new_i, new_j) = (x * a + y * b, s * b - t * a);
            self.backward[i][at] = self.reduce(new_i);
            self.backward[j][at] = self.reduce(new_j);
        }
    }
}
