//! Exact linear algebra: sparse elimination, p-adic lifting, determinants.
//!
//! **Elimination.** A row with an entry in column c says what x_c is in terms of the other unknowns. Put in wherever x_c is
//! used, it has done its work: row and column go, and the rest is a smaller system with the same solutions. [`SparseMatrix`]
//! is what eliminations work on; rows with few entries go first, as in Markowitz's rule, because that keeps the rest sparse.
//! Over the integers only an entry ±1 can be such a pivot, as in [`group`](crate::group); modulo a prime every entry can.
//!
//! **Lifting** (Dixon 1982). One elimination modulo a prime p solves M x = b modulo every power of p: if x has the right
//! digits so far, the next ones solve the same system for (b − M x)/pᵏ. By Cramer's rule the entries of x are fractions
//! whose parts are bounded by determinants, and a fraction is known by its residue modulo a number greater than twice the
//! product of both bounds (Wang 1981). So a solution costs one elimination, and one cheap step for every 62 bits.
//!
//! **Determinants.** The denominators of x divide det M, and for a random b they usually make up nearly all of it. What is
//! left, the cofactor, is found modulo as many primes as its size needs, mostly one: nothing is left to chance.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rotor_graph::{Stop, Tick};
use std::collections::BTreeSet;

/// The integers modulo an odd number below 2⁶³, in Montgomery form: x stands for x·2⁶⁴.
///
/// Two multiplications replace each division, which makes eliminations several times faster than with `%`.
#[derive(Clone, Copy, Debug)]
struct Field {
    modulus: u64,
    /// −modulus⁻¹ modulo 2⁶⁴.
    negated_inverse: u64,
    /// 2¹²⁸ modulo the modulus.
    square: u64,
}

impl Field {
    fn new(modulus: u64) -> Self {
        // Newton's iteration doubles the number of right bits, from 3.
        let mut inverse = modulus;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(modulus.wrapping_mul(inverse)));
        }
        let radix = (1u128 << 64) % u128::from(modulus);
        let square = (radix * radix % u128::from(modulus)) as u64;
        Self { modulus, negated_inverse: inverse.wrapping_neg(), square }
    }

    /// The representation of an integer.
    fn element(self, number: i128) -> u64 {
        self.mul(number.rem_euclid(i128::from(self.modulus)) as u64, self.square)
    }

    /// The representation of a number of any size.
    fn residue(self, number: &BigUint) -> u64 {
        self.element((number % self.modulus).to_u64().unwrap_or(0).into())
    }

    /// The number in 0 … modulus − 1 that this represents.
    fn number(self, element: u64) -> u64 {
        self.reduce(u128::from(element))
    }

    #[inline]
    fn reduce(self, product: u128) -> u64 {
        let quotient = (product as u64).wrapping_mul(self.negated_inverse);
        let sum = product + u128::from(quotient) * u128::from(self.modulus);
        let reduced = (sum >> 64) as u64;
        if reduced >= self.modulus { reduced - self.modulus } else { reduced }
    }

    #[inline]
    fn mul(self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    #[inline]
    fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.modulus { sum - self.modulus } else { sum }
    }

    #[inline]
    fn sub(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.modulus - b }
    }

    fn pow(self, base: u64, mut exponent: u64) -> u64 {
        let (mut power, mut square) = (self.element(1), base);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.mul(power, square);
            }
            square = self.mul(square, square);
            exponent >>= 1;
        }
        power
    }

    /// 1/a for a ≠ 0, by Fermat: the modulus must be a prime.
    fn inverse(self, a: u64) -> u64 {
        self.pow(a, self.modulus - 2)
    }

    /// The test of Miller and Rabin; these bases leave no doubt below 2⁶⁴ (Sorenson and Webster 2017).
    fn is_of_a_prime(self) -> bool {
        const BASES: [i128; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
        let one = self.element(1);
        let minus_one = self.sub(0, one);
        let twos = (self.modulus - 1).trailing_zeros();
        BASES.iter().all(|&base| {
            let mut power = self.pow(self.element(base), (self.modulus - 1) >> twos);
            if power == one {
                return true;
            }
            for _ in 1..twos {
                if power == minus_one {
                    return true;
                }
                power = self.mul(power, power);
            }
            power == minus_one
        })
    }
}

/// The fields of all primes below 2⁶², the greatest first.
fn prime_fields() -> impl Iterator<Item = Field> {
    (1u64..).map(|below| Field::new((1 << 62) + 1 - 2 * below)).filter(|field| field.is_of_a_prime())
}

/// A row of a sparse matrix: columns in ascending order with their non-zero entries.
pub(crate) type SparseRow<T> = Vec<(u32, T)>;

/// What an entry takes in its row and in the set of its column, or as a step of an elimination.
pub(crate) const BYTES_PER_ENTRY: u64 = 32;

/// A matrix while it is eliminated.
pub(crate) struct SparseMatrix<T> {
    pub(crate) rows: Vec<SparseRow<T>>,
    /// The rows that use each column.
    pub(crate) users: Vec<BTreeSet<u32>>,
    /// The rows that may hold a pivot, those with few entries first.
    pub(crate) waiting: BTreeSet<(usize, u32)>,
    may_hold_pivot: fn(&[(u32, T)]) -> bool,
    /// In rows, and in those taken out.
    pub(crate) entries: usize,
}

impl<T: Copy + Default + PartialEq> SparseMatrix<T> {
    pub(crate) fn of(
        rows: Vec<SparseRow<T>>,
        may_hold_pivot: fn(&[(u32, T)]) -> bool,
        tick: &mut dyn Tick,
    ) -> Result<Self, Stop> {
        let (mut users, mut waiting) = (vec![BTreeSet::new(); rows.len()], BTreeSet::new());
        for (at, row) in (0u32..).zip(&rows) {
            tick.tick_at(at as usize)?;
            row.iter().for_each(|&(column, _)| _ = users[column as usize].insert(at));
            if may_hold_pivot(row) {
                waiting.insert((row.len(), at));
            }
        }
        let entries = rows.iter().map(Vec::len).sum();
        Ok(Self { rows, users, waiting, may_hold_pivot, entries })
    }

    pub(crate) fn entry(&self, row: u32, column: u32) -> T {
        let found = self.rows[row as usize].iter().find(|&&(other, _)| other == column);
        found.map_or_else(T::default, |&(_, entry)| entry)
    }

    /// Takes out a row and the column of its pivot; the row's other entries, and the rows that use the column.
    pub(crate) fn take(&mut self, at: u32, column: u32) -> (SparseRow<T>, BTreeSet<u32>) {
        let mut row = std::mem::take(&mut self.rows[at as usize]);
        row.iter().for_each(|&(other, _)| _ = self.users[other as usize].remove(&at));
        row.retain(|&(other, _)| other != column);
        (row, std::mem::take(&mut self.users[column as usize]))
    }

    /// Puts `known`, what the unknown of `column` is, into a row that uses it, `uses` times; what that costs.
    ///
    /// The new entries are `sum(old, uses, entry of known)`.
    pub(crate) fn substitute(
        &mut self,
        user: u32,
        column: u32,
        known: &[(u32, T)],
        uses: T,
        sum: impl Fn(T, T, T) -> T,
    ) -> u64 {
        let old = std::mem::take(&mut self.rows[user as usize]);
        let mut new = Vec::with_capacity(old.len() + known.len());
        let mut kept = old.iter().copied().filter(|&(other, _)| other != column).peekable();
        for &(other, entry) in known {
            while let Some(before) = kept.next_if(|&(left, _)| left < other) {
                new.push(before);
            }
            let have = kept.next_if(|&(left, _)| left == other);
            let entry = sum(have.map_or_else(T::default, |(_, entry)| entry), uses, entry);
            if entry != T::default() {
                new.push((other, entry));
                if have.is_none() {
                    self.users[other as usize].insert(user);
                }
            } else if have.is_some() {
                self.users[other as usize].remove(&user);
            }
        }
        new.extend(kept);
        self.waiting.remove(&(old.len(), user));
        if (self.may_hold_pivot)(&new) {
            self.waiting.insert((new.len(), user));
        }
        self.entries = self.entries + new.len() - old.len();
        self.rows[user as usize] = new;
        (old.len() + known.len()) as u64
    }
}

/// The elimination of a square matrix modulo a prime, kept to solve one system with many right sides.
#[derive(Clone, Debug)]
struct Elimination {
    field: Field,
    /// Right side of `user` += `times` · right side of `row`, in this order, for (row, user, times).
    steps: Vec<(u32, u32, u64)>,
    pivots: Vec<Pivot>,
}

/// x of `column` = −(right side of `row`) · `scale` + Σ entry · x of the columns that were still there.
#[derive(Clone, Debug)]
struct Pivot {
    row: u32,
    column: u32,
    /// −1 / the entry.
    scale: u64,
    known: SparseRow<u64>,
}

/// A matrix with this share of its entries is dense: there a product costs a tenth of one that has to be put into a sparse row.
const DENSE: usize = 8;

impl Elimination {
    /// None if the matrix is singular modulo this prime. Time and memory: the fill, and r³/3 multiplications for the r rows
    /// that are left when these are dense.
    fn of(field: Field, matrix: &[SparseRow<i64>], tick: &mut dyn Tick) -> Result<Option<Self>, Stop> {
        let residues = |row: &SparseRow<i64>| -> SparseRow<u64> {
            let entries = row.iter().map(|&(column, entry)| (column, field.element(entry.into())));
            entries.filter(|&(_, entry)| entry != 0).collect()
        };
        let mut matrix = SparseMatrix::of(matrix.iter().map(residues).collect(), |_| true, tick)?;
        let mut elimination = Self { field, steps: Vec::new(), pivots: Vec::new() };
        let mut taken = 0;
        while let Some(&(_, at)) = matrix.waiting.first() {
            let left = matrix.waiting.len();
            tick.reserve(BYTES_PER_ENTRY * (matrix.entries + elimination.steps.len()) as u64)?;
            if DENSE * (matrix.entries - taken) >= left * left {
                return Ok(elimination.finish(&matrix, tick)?.then_some(elimination));
            }
            matrix.waiting.pop_first();
            let row = &matrix.rows[at as usize];
            let fewest = row.iter().min_by_key(|&&(column, _)| matrix.users[column as usize].len());
            let Some(&(column, entry)) = fewest else { return Ok(None) };
            let (known, users) = matrix.take(at, column);
            taken += known.len() + 1;
            let pivot = elimination.pivot(at, column, entry, known);
            for user in users {
                let uses = matrix.entry(user, column);
                elimination.steps.push((at, user, field.mul(uses, pivot.scale)));
                let sum = |sum, a, b| field.add(sum, field.mul(a, b));
                tick.tick(matrix.substitute(user, column, &pivot.known, uses, sum))?;
            }
            elimination.pivots.push(pivot);
        }
        Ok(Some(elimination))
    }

    /// A pivot from its entry and the others of its row.
    fn pivot(&self, row: u32, column: u32, entry: u64, mut known: SparseRow<u64>) -> Pivot {
        let field = self.field;
        let scale = field.sub(0, field.inverse(entry));
        known.iter_mut().for_each(|(_, entry)| *entry = field.mul(*entry, scale));
        Pivot { row, column, scale, known }
    }

    /// The same for the rows that are left, in dense rows; false if they are singular.
    fn finish(&mut self, matrix: &SparseMatrix<u64>, tick: &mut dyn Tick) -> Result<bool, Stop> {
        let field = self.field;
        let left: Vec<u32> = matrix.waiting.iter().map(|&(_, at)| at).collect();
        let mut columns: Vec<u32> =
            left.iter().flat_map(|&at| &matrix.rows[at as usize]).map(|entry| entry.0).collect();
        columns.sort_unstable();
        columns.dedup();
        if columns.len() < left.len() {
            return Ok(false);
        }
        let mut place = vec![0; matrix.rows.len()];
        columns.iter().enumerate().for_each(|(at, &column)| place[column as usize] = at);
        tick.reserve(BYTES_PER_ENTRY * (matrix.entries + self.steps.len() + left.len() * left.len()) as u64)?;
        let dense = |&at: &u32| {
            let mut entries = vec![0; columns.len()];
            matrix.rows[at as usize]
                .iter()
                .for_each(|&(column, entry)| entries[place[column as usize]] = entry);
            entries
        };
        let mut rows: Vec<Vec<u64>> = left.iter().map(dense).collect();
        for at in 0..rows.len() {
            tick.tick(((rows.len() - at) * (rows.len() - at)) as u64)?;
            // The pivot's column takes the place of column `at`.
            let Some(found) = (at..columns.len()).find(|&column| rows[at][column] != 0) else {
                return Ok(false);
            };
            columns.swap(at, found);
            rows[at..].iter_mut().for_each(|row| row.swap(at, found));
            let others = (at + 1..columns.len()).map(|other| (columns[other], rows[at][other]));
            let known = others.filter(|&(_, entry)| entry != 0).collect();
            let pivot = self.pivot(left[at], columns[at], rows[at][at], known);
            let (row, below) = rows[at..].split_first_mut().expect("row `at` is there");
            for (below, &user) in below.iter_mut().zip(&left[at + 1..]).filter(|(row, _)| row[at] != 0) {
                let times = field.mul(below[at], pivot.scale);
                self.steps.push((left[at], user, times));
                for (entry, &other) in below[at + 1..].iter_mut().zip(&row[at + 1..]) {
                    *entry = field.add(*entry, field.mul(times, other));
                }
            }
            self.pivots.push(pivot);
        }
        Ok(true)
    }

    /// The solution x of M x = b, as field elements.
    fn solve(&self, mut right: Vec<u64>) -> Vec<u64> {
        let field = self.field;
        for &(row, user, times) in &self.steps {
            let change = field.mul(times, right[row as usize]);
            right[user as usize] = field.add(right[user as usize], change);
        }
        let mut solution = vec![0; right.len()];
        for Pivot { row, column, scale, known } in self.pivots.iter().rev() {
            let scaled = field.sub(0, field.mul(right[*row as usize], *scale));
            let products = known.iter().map(|&(other, entry)| field.mul(entry, solution[other as usize]));
            solution[*column as usize] = products.fold(scaled, |sum, product| field.add(sum, product));
        }
        solution
    }

    /// How many multiplications a solution takes.
    fn cost(&self) -> u64 {
        self.steps.len() as u64 + self.pivots.iter().map(|pivot| pivot.known.len() as u64 + 1).sum::<u64>()
    }

    /// The determinant: the product of the pivots, with the sign of the permutation that takes rows to columns.
    fn determinant(&self) -> u64 {
        let field = self.field;
        let mut column_of = vec![0; self.pivots.len()];
        let mut inverse = field.element(1);
        for pivot in &self.pivots {
            column_of[pivot.row as usize] = pivot.column;
            inverse = field.mul(inverse, field.sub(0, pivot.scale));
        }
        for row in 0..column_of.len() {
            while column_of[row] as usize != row {
                let other = column_of[row] as usize;
                column_of.swap(row, other);
                inverse = field.sub(0, inverse);
            }
        }
        field.inverse(inverse)
    }
}

/// The elimination modulo the next prime that does not divide the determinant.
fn next_elimination(
    fields: &mut impl Iterator<Item = Field>,
    matrix: &[SparseRow<i64>],
    tick: &mut dyn Tick,
) -> Result<Elimination, Stop> {
    loop {
        let field =
            fields.next().expect("a non-singular matrix is singular modulo finitely many primes only");
        if let Some(elimination) = Elimination::of(field, matrix, tick)? {
            return Ok(elimination);
        }
    }
}

/// The solution of M x = b modulo a power of the prime that is more than twice the product of what a numerator and a
/// denominator can be; and that power.
fn lift(
    elimination: &Elimination,
    matrix: &[SparseRow<i64>],
    right: Vec<i128>,
    [most_numerator, most_denominator]: [&BigUint; 2],
    tick: &mut dyn Tick,
) -> Result<(Vec<BigUint>, BigUint), Stop> {
    let field = elimination.field;
    let prime = i128::from(field.modulus);
    let wanted: BigUint = most_numerator * most_denominator * 2u32;
    let mut residual = right;
    let mut digits: Vec<Vec<u64>> = Vec::new();
    let mut power = BigUint::one();
    while power <= wanted {
        tick.tick(elimination.cost())?;
        tick.reserve(8 * (digits.len() * matrix.len()) as u64)?;
        let known = residual.iter().map(|&entry| field.element(entry)).collect();
        let digit: Vec<u64> = elimination.solve(known).into_iter().map(|entry| field.number(entry)).collect();
        for (entry, row) in residual.iter_mut().zip(matrix) {
            let products = row.iter().map(|&(column, a)| i128::from(a) * i128::from(digit[column as usize]));
            *entry = (*entry - products.sum::<i128>()) / prime;
        }
        digits.push(digit);
        power *= field.modulus;
    }
    let value = |at| digits.iter().rev().fold(BigUint::zero(), |sum, digit| sum * field.modulus + digit[at]);
    Ok(((0..matrix.len()).map(value).collect(), power))
}

/// The least common denominator of fractions known modulo `power`, which is more than twice what a numerator and a
/// denominator can be together.
fn common_denominator(
    residues: &[BigUint],
    power: &BigUint,
    [most_numerator, most_denominator]: [&BigUint; 2],
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

/// Fractions with one denominator: entry i is `numerators[i] / denominator`, in lowest terms as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fractions {
    pub(crate) numerators: Vec<BigInt>,
    pub(crate) denominator: BigUint,
}

/// The solution of M x = b, where |det M · xᵢ| ≤ `most_numerator` and |det M| ≤ `most_determinant`, M not singular.
///
/// Time: one sparse elimination modulo a prime, then its fill for every 62 bits of both bounds together, and Euclid's
/// algorithm once or twice; O(n) multiplications of numbers of that size at the end.
pub(crate) fn solve(
    matrix: &[SparseRow<i64>],
    right: &[i64],
    most_numerator: &BigUint,
    most_determinant: &BigUint,
    tick: &mut dyn Tick,
) -> Result<Fractions, Stop> {
    let bounds = [most_numerator, most_determinant];
    let elimination = next_elimination(&mut prime_fields(), matrix, tick)?;
    let right = right.iter().map(|&entry| entry.into()).collect();
    let (residues, power) = lift(&elimination, matrix, right, bounds, tick)?;
    let denominator = common_denominator(&residues, &power, bounds, tick)?;
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

/// Entries of a random right side lie between ± this.
const MOST_RIGHT: i64 = 1 << 20;

/// |det M| as a divisor of it, usually a large one, and the cofactor, for a non-singular matrix whose determinant and minors
/// are at most `most` in absolute value.
///
/// Time: one elimination modulo a prime, its fill for every 31 bits of `most`, and an elimination for every 62 bits of the
/// cofactor.
pub(crate) fn determinant(
    matrix: &[SparseRow<i64>],
    most: &BigUint,
    tick: &mut dyn Tick,
) -> Result<(BigUint, BigUint), Stop> {
    let fields = &mut prime_fields();
    let mut elimination = next_elimination(fields, matrix, tick)?;
    // By Cramer's rule a numerator is a sum of r minors times entries of the right side.
    let numerators = most * BigUint::from(matrix.len()) * BigUint::from(MOST_RIGHT.unsigned_abs());
    let bounds = [&numerators, most];
    let right = (1..=matrix.len()).map(|at| random_entry(at as u64)).collect();
    let (residues, power) = lift(&elimination, matrix, right, bounds, tick)?;
    let divisor = common_denominator(&residues, &power, bounds, tick)?;
    // The cofactor lies between ± most / divisor: the determinant of the core may have lost its sign.
    let room = most / &divisor * 2u32 + 1u32;
    let (mut product, mut cofactor) = (BigUint::one(), BigUint::zero());
    loop {
        let field = elimination.field;
        let residue = field.residue(&divisor);
        if residue != 0 {
            let wanted = field.mul(elimination.determinant(), field.inverse(residue));
            // Chinese remainders: cofactor + product·t ≡ wanted.
            let missing = field.sub(wanted, field.residue(&cofactor));
            let times = field.mul(missing, field.inverse(field.residue(&product)));
            cofactor += &product * field.number(times);
            product *= field.modulus;
        }
        if product > room {
            break;
        }
        elimination = next_elimination(fields, matrix, tick)?;
    }
    let cofactor = if &cofactor * 2u32 > product { product - cofactor } else { cofactor };
    Ok((divisor, cofactor))
}

/// A number that looks random and is the same every time (splitmix64).
fn random_entry(at: u64) -> i128 {
    let mut z = at.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    i128::from((z ^ (z >> 31)) % (2 * MOST_RIGHT.unsigned_abs())) - i128::from(MOST_RIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_powers_and_inverses_are_those_of_wide_integers() {
        let field = prime_fields().next().unwrap();
        let p = i128::from(field.modulus);
        let mut number = 1u64;
        for step in 0..1_000u64 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step);
            let [a, b] = [number, number.rotate_left(17)].map(|number| i128::from(number % field.modulus));
            let (x, y) = (field.element(a), field.element(b));
            let is =
                |element, number: i128| assert_eq!(i128::from(field.number(element)), number.rem_euclid(p));
            let product = BigUint::from(a.unsigned_abs()) * b.unsigned_abs() % field.modulus;
            is(field.mul(x, y), product.to_i128().unwrap());
            is(field.add(x, y), a + b);
            is(field.sub(x, y), a - b);
            if a > 0 {
                is(field.mul(x, field.inverse(x)), 1);
            }
        }
    }

    #[test]
    fn the_greatest_primes_below_2_to_the_62_are_known() {
        let found: Vec<u64> = prime_fields().take(3).map(|field| (1 << 62) - field.modulus).collect();
        assert_eq!(found, [57, 87, 117]);
    }

    #[test]
    fn a_small_system_is_solved_in_lowest_terms() {
        // 2x − y = 1, −x + 3y = 0 has x = 3/5, y = 1/5.
        let matrix = [vec![(0, 2), (1, -1)], vec![(0, -1), (1, 3)]];
        let bound = BigUint::from(100u32);
        let solution = solve(&matrix, &[1, 0], &bound, &bound, &mut ()).unwrap();
        assert_eq!(solution.numerators, [BigInt::from(3), 1.into()]);
        assert_eq!(solution.denominator, 5u32.into());
    }

    /// The determinant by the formula of Leibniz, column by column.
    fn by_leibniz(matrix: &[Vec<i64>], used: u32) -> i64 {
        let Some((row, rest)) = matrix.split_first() else { return 1 };
        let free = (0..row.len()).filter(|at| used >> at & 1 == 0);
        let signs = [1, -1].into_iter().cycle();
        free.zip(signs).map(|(at, sign)| sign * row[at] * by_leibniz(rest, used | 1 << at)).sum()
    }

    #[test]
    fn determinants_and_solutions_are_those_of_the_formula() {
        let mut dice = rotor_generate::Dice::new(35);
        let [mut singular, mut negative, mut with_cofactor] = [0; 3];
        for round in 0..2_000 {
            let size = dice.between(0..=6) as usize;
            let density = if round % 2 == 0 { 0.4 } else { 1.0 };
            let mut entry = |_| i64::from(dice.chance(density)) * (i64::from(dice.below(9)) - 4);
            let dense: Vec<Vec<i64>> = (0..size).map(|_| (0..size).map(&mut entry).collect()).collect();
            let sparse =
                |row: &Vec<i64>| (0..).zip(row.iter().copied()).filter(|entry| entry.1 != 0).collect();
            let matrix: Vec<SparseRow<i64>> = dense.iter().map(sparse).collect();
            let wanted = by_leibniz(&dense, 0);
            let field = prime_fields().next().unwrap();
            let elimination = Elimination::of(field, &matrix, &mut ()).unwrap();
            assert_eq!(elimination.is_some(), wanted != 0, "{dense:?}");
            singular += usize::from(wanted == 0);
            negative += usize::from(wanted < 0);
            let Some(elimination) = elimination else { continue };
            assert_eq!(elimination.determinant(), field.element(wanted.into()), "{dense:?}");
            // Hadamard: at most ∏ |row|, and no minor is greater than this.
            let bound = BigUint::from(16u32).pow(6);
            let (divisor, cofactor) = determinant(&matrix, &bound, &mut ()).unwrap();
            assert_eq!(&divisor * &cofactor, wanted.unsigned_abs().into(), "{dense:?}");
            with_cofactor += usize::from(!cofactor.is_one());
            let right: Vec<i64> = (0..size).map(|at| at as i64 - 2).collect();
            let found = solve(&matrix, &right, &(&bound * 100u32), &bound, &mut ()).unwrap();
            for (row, right) in dense.iter().zip(right) {
                let left: BigInt = row.iter().zip(&found.numerators).map(|(a, x)| x * a).sum();
                assert_eq!(left, BigInt::from(found.denominator.clone()) * right, "{dense:?}");
            }
        }
        assert!(
            singular > 300 && negative > 300 && with_cofactor > 100,
            "{singular} {negative} {with_cofactor}"
        );
    }
}
