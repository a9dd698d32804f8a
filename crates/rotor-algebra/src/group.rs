//! The sandpile group ℤ^V / (rows of the Laplacian): order, invariant factors, generators.
//!
//! A row of the Laplacian is a relation between the generators [v], one chip on each vertex. If it has an entry ±1 in column
//! v, then [v] is a combination of the others and can be replaced everywhere: [`take_units`] leaves a small core. Smith's
//! normal form makes the core diagonal by operations on rows, which change relations, and on columns, which change
//! generators; the diagonal are the invariant factors, and the column operations the isomorphism.
//!
//! Modulo a multiple m of the group's exponent nothing is lost, because m times any generator is 0 anyway. So entries stay as
//! short as the order of the group, whatever happens on the way. The order is such a multiple, known from one p-adic lifting
//! ([`determinant`]). Without it, when a trap makes the group infinite, the same steps are done over the integers, where
//! entries may grow.

use crate::laplacian::Laplacian;
use crate::linear::{BYTES_PER_ENTRY, SparseMatrix, SparseRow, determinant};
use crate::time::periods;
use num_bigint::{BigInt, BigUint};
use num_integer::{ExtendedGcd, Integer};
use num_traits::{One, Signed, Zero};
use rotor_graph::{GroupClaim, Multigraph, Stop, Tick, Traps, VertexId, VertexMap};

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
    let order = Presentation::of(graph, tick)?.order.map(|(divisor, cofactor)| divisor * cofactor);
    Ok(order.map_or(Order::Infinite, Order::Finite))
}

/// The invariant factors of the group: those that are 1 left out, each dividing the next, a 0 at the end for every trap.
///
/// All but the last divide the cofactor that [`order_of`] finds beside one solution's denominator, so that Smith's form
/// modulo the cofactor has them all. Cost: that of [`order_of`], and O(r³) operations on integers of the cofactor's size;
/// with a trap on integers that may grow.
pub fn invariant_factors(graph: &Multigraph, tick: &mut dyn Tick) -> Result<Vec<BigUint>, Stop> {
    let Presentation { core, order, .. } = Presentation::of(graph, tick)?;
    let mut diagonal = match &order {
        Some((_, cofactor)) if cofactor.is_one() => vec![BigInt::one()],
        Some((_, cofactor)) => Diagonalisation::of(&core, cofactor, false).run(tick)?.0,
        None => Diagonalisation::of(&core, &BigUint::zero(), false).run(tick)?.0,
    };
    if let Some((divisor, cofactor)) = order {
        diagonal.pop();
        let known: BigUint = diagonal.iter().map(BigInt::magnitude).product();
        diagonal.push((divisor * cofactor / known).into());
    }
    let factors = diagonal.into_iter().map(|factor| factor.into_parts().1);
    Ok(factors.filter(|factor| !factor.is_one()).collect())
}

/// The group, the coordinates of one chip on each vertex, and a generator for each factor.
///
/// The last generator is one chip on one vertex, where that is possible, and the others lie on few. Cost: that of
/// [`invariant_factors`] on integers of the order's size, and |V| times the number of factors for the coordinates.
pub fn group_of(graph: &Multigraph, tick: &mut dyn Tick) -> Result<GroupClaim, Stop> {
    let Presentation { vertices, core, order } = Presentation::of(graph, tick)?;
    let modulus = order.map_or_else(BigUint::zero, |(divisor, cofactor)| divisor * cofactor);
    let size = core.columns.len();
    tick.reserve(3 * 8 * (modulus.bits() / 64 + 4) * (size as u64).pow(2))?;
    let (diagonal, Coordinates { forward, backward }) =
        Diagonalisation::of(&core, &modulus, true).run(tick)?;
    let kept: Vec<usize> = (0..size).filter(|&at| !diagonal[at].is_one()).collect();
    let factors: Vec<BigUint> = kept.iter().map(|&at| diagonal[at].magnitude().clone()).collect();

    let mut of_columns = vec![Vec::new(); vertices.len()];
    for (&column, row) in core.columns.iter().zip(&forward) {
        let mut coordinates: Vec<BigInt> = kept.iter().map(|&at| row[at].clone()).collect();
        reduce(&mut coordinates, &factors);
        of_columns[column as usize] = coordinates;
    }
    // The last replaced column first: it is a combination of columns of the core.
    for (column, combination) in core.replaced.iter().rev() {
        tick.tick((combination.len() * factors.len()) as u64)?;
        let mut sum = vec![BigInt::zero(); factors.len()];
        for &(other, times) in combination {
            for (entry, coordinate) in sum.iter_mut().zip(&of_columns[other as usize]) {
                *entry += coordinate * times;
            }
        }
        reduce(&mut sum, &factors);
        of_columns[*column as usize] = sum;
    }
    let mut homomorphism = VertexMap::filled(graph.vertex_count(), vec![BigInt::zero(); factors.len()]);
    vertices.iter().zip(of_columns).for_each(|(&u, row)| homomorphism[u] = row);

    let generator = |&at: &usize| {
        let mut chips = VertexMap::filled(graph.vertex_count(), BigInt::zero());
        for (&column, count) in core.columns.iter().zip(&backward[at]) {
            chips[vertices[column as usize]] = count.clone();
        }
        chips
    };
    let generators = kept.iter().map(generator).collect();
    let traps = Traps::of(graph).members().to_vec();
    let periods = periods(graph, &traps, tick)?;
    let claim = GroupClaim { factors, homomorphism, generators, traps, periods, relations: None };
    on_few_vertices(claim, tick)
}

/// Coordinates modulo their factors; a factor 0 leaves them as they are.
pub(crate) fn reduce(coordinates: &mut [BigInt], factors: &[BigUint]) {
    for (entry, factor) in coordinates.iter_mut().zip(factors) {
        if !factor.is_zero() {
            *entry = entry.mod_floor(&factor.clone().into());
        }
    }
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
            reduce(coordinates, &claim.factors);
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

/// What all questions about a group begin with.
struct Presentation {
    /// The non-sinks: the generators.
    vertices: Vec<VertexId>,
    core: Core,
    /// The order, as a divisor of it and the cofactor; none if it is infinite.
    order: Option<(BigUint, BigUint)>,
}

impl Presentation {
    fn of(graph: &Multigraph, tick: &mut dyn Tick) -> Result<Self, Stop> {
        let laplacian = Laplacian::of(graph, |u| !graph.is_sink(u), tick)?;
        let core = take_units(laplacian.rows(tick)?, tick)?;
        tick.reserve(3 * 8 * (core.columns.len() as u64).pow(2))?;
        let order = match Traps::of(graph).is_empty() {
            true => Some(determinant(&core.rows, &laplacian.degree_product(tick)?, tick)?),
            false => None,
        };
        Ok(Self { vertices: laplacian.vertices, core, order })
    }
}

/// What is left of a matrix of relations when no unit pivot is worth taking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Core {
    /// The columns that are left, in order.
    pub(crate) columns: Vec<u32>,
    /// The relations between them, whose column i is `columns[i]`; all entries are below [`MOST_ENTRY`] in absolute value.
    pub(crate) rows: Vec<SparseRow<i64>>,
    /// The columns that were replaced, in that order, each as a combination of columns that were still there.
    pub(crate) replaced: Vec<(u32, SparseRow<i64>)>,
}

/// Entries stay below 2⁴⁰, so that products with residues of 62 bits can be summed up in 128.
const MOST_ENTRY: i128 = 1 << 40;

/// Takes unit pivots as long as there are any that keep entries small: the group that the rows relate stays the same.
///
/// A grid of 20 × 20 keeps 68 of its 400 rows. Time: the fill of a sparse elimination; the rest is at most the whole matrix.
pub(crate) fn take_units(rows: Vec<SparseRow<i64>>, tick: &mut dyn Tick) -> Result<Core, Stop> {
    let size = rows.len();
    let is_unit = |&&(_, entry): &&(u32, i64)| entry.abs() == 1;
    let mut matrix = SparseMatrix::of(rows, |row| row.iter().any(|&(_, entry)| entry.abs() == 1), tick)?;
    let (mut row_is_left, mut column_is_left) = (vec![true; size], vec![true; size]);
    let mut replaced = Vec::new();
    tick.reserve(BYTES_PER_ENTRY * matrix.entries as u64)?;
    while let Some((_, at)) = matrix.waiting.pop_first() {
        let row = &matrix.rows[at as usize];
        tick.tick(row.len() as u64)?;
        let units = row.iter().filter(is_unit);
        let Some(&(column, unit)) = units.min_by_key(|&&(column, _)| matrix.users[column as usize].len())
        else {
            continue;
        };
        if !keeps_entries_small(&matrix, at, column) {
            continue;
        }
        (row_is_left[at as usize], column_is_left[column as usize]) = (false, false);
        // unit·x_column + Σ entry·x_other = 0, and 1/unit = unit.
        let (mut known, users) = matrix.take(at, column);
        known.iter_mut().for_each(|(_, entry)| *entry *= -unit);
        for user in users {
            let uses = matrix.entry(user, column);
            let cost = matrix.substitute(user, column, &known, uses, |sum, a, b| sum + a * b);
            tick.tick(cost)?;
        }
        replaced.push((column, known));
        tick.reserve(BYTES_PER_ENTRY * matrix.entries as u64)?;
    }
    let left = |is_left: &[bool]| -> Vec<u32> {
        (0u32..).zip(is_left).filter(|&(_, &is_left)| is_left).map(|(at, _)| at).collect()
    };
    let columns = left(&column_is_left);
    let mut place = vec![0; size];
    (0u32..).zip(&columns).for_each(|(at, &column)| place[column as usize] = at);
    let renumbered = |at: &u32| {
        let row = &matrix.rows[*at as usize];
        row.iter().map(|&(column, entry)| (place[column as usize], entry)).collect()
    };
    let rows = left(&row_is_left).iter().map(renumbered).collect();
    Ok(Core { columns, rows, replaced })
}

/// Whether the rows that use `column` stay below [`MOST_ENTRY`] when row `at` replaces it.
fn keeps_entries_small(matrix: &SparseMatrix<i64>, at: u32, column: u32) -> bool {
    let greatest = |row: u32| {
        let entries = matrix.rows[row as usize].iter().map(|&(_, entry)| entry.abs());
        i128::from(entries.max().unwrap_or(0))
    };
    let pivot = greatest(at);
    matrix.users[column as usize]
        .iter()
        .filter(|&&user| user != at)
        .all(|&user| greatest(user) + i128::from(matrix.entry(user, column).abs()) * pivot < MOST_ENTRY)
}

/// A matrix of relations on its way to the diagonal.
struct Diagonalisation {
    /// The relations, and below them a unit matrix, if coordinates are wanted, on which columns are changed alike.
    rows: Vec<Vec<BigInt>>,
    relations: usize,
    columns: usize,
    /// The inverse of what the unit matrix has become: new generators as combinations of the old ones.
    backward: Vec<Vec<BigInt>>,
    /// All numbers are kept modulo this; 0 for the integers.
    modulus: BigInt,
}

/// New generators in terms of old ones and the other way round: old generator i has the new coordinates `forward[i]`, and
/// new generator k is the combination `backward[k]` of old ones.
struct Coordinates {
    forward: Vec<Vec<BigInt>>,
    backward: Vec<Vec<BigInt>>,
}

impl Diagonalisation {
    fn of(core: &Core, modulus: &BigUint, with_coordinates: bool) -> Self {
        let columns = core.columns.len();
        let dense = |row: &SparseRow<i64>| {
            let mut entries = vec![BigInt::zero(); columns];
            row.iter().for_each(|&(column, entry)| entries[column as usize] = entry.into());
            entries
        };
        let units = if with_coordinates { columns } else { 0 };
        let backward: Vec<_> = (0..units as u32).map(|at| dense(&vec![(at, 1)])).collect();
        let mut rows: Vec<_> = core.rows.iter().map(dense).collect();
        let modulus = BigInt::from(modulus.clone());
        if !modulus.is_zero() {
            rows.iter_mut().flatten().for_each(|entry| *entry = entry.mod_floor(&modulus));
        }
        let relations = rows.len();
        rows.extend_from_slice(&backward);
        Self { rows, relations, columns, backward, modulus }
    }

    /// The diagonal, one entry per column, each dividing the next, a 0 for no relation at all last.
    ///
    /// Time O(r²) extended gcds and O(r³) multiplications, with a modulus of numbers of its size, three times as many with
    /// coordinates.
    fn run(mut self, tick: &mut dyn Tick) -> Result<(Vec<BigInt>, Coordinates), Stop> {
        let mut diagonal = Vec::new();
        for at in 0..self.columns {
            diagonal.push(self.settle(at, tick)?);
        }
        self.rows.drain(..self.relations);
        self.make_chain(&mut diagonal, tick)?;
        diagonal.iter_mut().filter(|entry| entry.is_zero()).for_each(|entry| entry.clone_from(&self.modulus));
        Ok((diagonal, Coordinates { forward: self.rows, backward: self.backward }))
    }

    fn reduce(&self, number: BigInt) -> BigInt {
        if self.modulus.is_zero() { number } else { number.mod_floor(&self.modulus) }
    }

    /// How many machine operations one operation on a whole row is about.
    fn row_cost(&self) -> u64 {
        2 * self.columns as u64 * (self.modulus.bits() / 64 + 1)
    }

    /// Makes row and column `at` zero but for one entry on the diagonal, which it returns.
    fn settle(&mut self, at: usize, tick: &mut dyn Tick) -> Result<BigInt, Stop> {
        loop {
            let Some(pivot) = self.pivot(at) else { return Ok(BigInt::zero()) };
            self.rows.swap(at, pivot.0);
            if pivot.1 != at {
                self.swap_columns(at, pivot.1);
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
            let used = (at..self.relations).filter(|&row| !self.rows[row][column].is_zero());
            used.min_by_key(|&row| self.rows[row][column].magnitude()).map(|row| (row, column))
        })
    }

    /// Multiplies row `at` by a unit, so that its pivot divides the modulus; makes it positive if there is none.
    fn normalise(&mut self, at: usize) {
        let pivot = &self.rows[at][at];
        let unit = match (self.modulus.is_zero(), pivot.is_negative()) {
            (false, _) => unit_to_gcd(pivot, &self.modulus),
            (true, true) => -BigInt::one(),
            (true, false) => return,
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
        for row in at + 1..self.relations {
            if self.rows[row][at].is_zero() {
                continue;
            }
            tick.tick(self.row_cost())?;
            let [pivot, entry] = [&self.rows[at][at], &self.rows[row][at]];
            let (times, rest) = entry.div_rem(pivot);
            let [s, t, x, y] = if rest.is_zero() {
                [BigInt::one(), BigInt::zero(), BigInt::one(), times]
            } else {
                bezout(pivot, entry)
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
            if !rest.is_zero() {
                let combination = bezout(pivot, entry);
                self.combine_columns([at, column], &combination);
                return Ok(false);
            }
            self.subtract_column(column, at, &times);
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
                    self.swap_columns(i, j);
                    continue;
                }
                let combination = bezout(a, b);
                let [gcd, lcm] = [a / &combination[2], a * &combination[3]];
                self.combine_columns([i, j], &combination);
                (diagonal[i], diagonal[j]) = (gcd, self.reduce(lcm));
            }
        }
        Ok(())
    }

    fn swap_columns(&mut self, i: usize, j: usize) {
        self.rows.iter_mut().for_each(|row| row.swap(i, j));
        if !self.backward.is_empty() {
            self.backward.swap(i, j);
        }
    }

    /// Column `target` −= times · column `source`.
    fn subtract_column(&mut self, target: usize, source: usize, times: &BigInt) {
        for row in 0..self.rows.len() {
            if !self.rows[row][source].is_zero() {
                let new = &self.rows[row][target] - times * &self.rows[row][source];
                self.rows[row][target] = self.reduce(new);
            }
        }
        for at in 0..self.backward.len() {
            if !self.backward[target][at].is_zero() {
                let new = &self.backward[source][at] + times * &self.backward[target][at];
                self.backward[source][at] = self.reduce(new);
            }
        }
    }

    /// Columns (i, j) ← (s·i + t·j, −y·i + x·j), where s·x + t·y = 1.
    fn combine_columns(&mut self, [i, j]: [usize; 2], [s, t, x, y]: &[BigInt; 4]) {
        for row in 0..self.rows.len() {
            let [a, b] = [&self.rows[row][i], &self.rows[row][j]];
            if !(a.is_zero() && b.is_zero()) {
                let (new_i, new_j) = (s * a + t * b, x * b - y * a);
                self.rows[row][i] = self.reduce(new_i);
                self.rows[row][j] = self.reduce(new_j);
            }
        }
        for at in 0..self.backward.len() {
            let [a, b] = [&self.backward[i][at], &self.backward[j][at]];
            let (new_i, new_j) = (x * a + y * b, s * b - t * a);
            self.backward[i][at] = self.reduce(new_i);
            self.backward[j][at] = self.reduce(new_j);
        }
    }
}

/// s, t, x, y with s·a + t·b = gcd, x·gcd = a and y·gcd = b.
fn bezout(a: &BigInt, b: &BigInt) -> [BigInt; 4] {
    let ExtendedGcd { gcd, x: s, y: t } = a.extended_gcd(b);
    [s, t, a / &gcd, b / &gcd]
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
    use rotor_generate::{Dice, draw};

    fn core_of(graph: &Multigraph) -> Core {
        Presentation::of(graph, &mut ()).unwrap().core
    }

    #[test]
    fn a_grid_of_400_vertices_keeps_few_rows() {
        let grid = draw("grid", &[("w", 20), ("h", 20)], &mut Dice::new(1)).unwrap();
        let core = core_of(grid.graph());
        assert_eq!((core.columns.len(), core.rows.len(), core.replaced.len()), (68, 68, 332));
    }

    #[test]
    fn a_replaced_column_is_a_combination_of_those_left() {
        // 2a − b = 0 says that b is twice a; then −2a + 3b = 0 becomes 4a = 0.
        let pair = rotor_graph::parse("a: b s\nb: a^2 s\nsink s").unwrap();
        let left = Core { columns: vec![0], rows: vec![vec![(0, 4)]], replaced: vec![(1, vec![(0, 2)])] };
        assert_eq!(core_of(pair.graph()), left);
    }

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
