//! Sparse elimination modulo a prime, kept to solve one system with many right sides.

use crate::field::Field;
use rotor_graph::{Stop, Tick};
use std::collections::BTreeSet;

/// A row of a sparse matrix: columns in ascending order with their non-zero entries.
pub(crate) type SparseRow<T> = Vec<(u32, T)>;

/// The elimination of a square matrix modulo a prime.
#[derive(Clone, Debug)]
pub(crate) struct SparseElimination {
    field: Field,
    /// Row `target` −= `times` · row `pivot`, in this order.
    steps: Vec<(u32, u32, u64)>,
    /// For each pivot, in order: its row, its column, the inverse of its entry, and the rest of its row.
    pivots: Vec<(u32, u32, u64, SparseRow<u64>)>,
}

impl SparseElimination {
    /// Eliminates rows with few entries first; none if the matrix is singular modulo this prime.
    ///
    /// Time and memory: the fill.
    pub(crate) fn of(
        field: Field,
        matrix: &[SparseRow<i64>],
        tick: &mut dyn Tick,
    ) -> Result<Option<Self>, Stop> {
        let residues = |row: &SparseRow<i64>| -> SparseRow<u64> {
            let entries = row.iter().map(|&(column, entry)| (column, field.signed(entry.into())));
            entries.filter(|&(_, entry)| entry != 0).collect()
        };
        let mut rows: Vec<SparseRow<u64>> = matrix.iter().map(residues).collect();
        let mut users: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); rows.len()];
        let mut queue = BTreeSet::new();
        for (at, row) in (0u32..).zip(&rows) {
            tick.tick_at(at as usize)?;
            row.iter().for_each(|&(column, _)| _ = users[column as usize].insert(at));
            queue.insert((row.len(), at));
        }
        let mut elimination = Self { field, steps: Vec::new(), pivots: Vec::new() };
        // Finished and unfinished rows together.
        let mut entries: usize = rows.iter().map(Vec::len).sum();
        while let Some((_, at)) = queue.pop_first() {
            let row = std::mem::take(&mut rows[at as usize]);
            let fewest = row.iter().min_by_key(|&&(column, _)| users[column as usize].len());
            let Some(&(column, entry)) = fewest else { return Ok(None) };
            row.iter().for_each(|&(other, _)| _ = users[other as usize].remove(&at));
            let inverse = field.inverse(entry);
            let rest: SparseRow<u64> = row.into_iter().filter(|&(other, _)| other != column).collect();
            tick.reserve(32 * (entries + elimination.steps.len()) as u64)?;
            for user in std::mem::take(&mut users[column as usize]) {
                let old = std::mem::take(&mut rows[user as usize]);
                tick.tick((old.len() + rest.len()) as u64)?;
                queue.remove(&(old.len(), user));
                let uses = old.iter().find(|&&(other, _)| other == column).map_or(0, |&(_, entry)| entry);
                let times = field.mul(uses, inverse);
                let new = subtract(field, &old, column, &rest, times);
                entries = entries + new.len() - old.len();
                for &(other, _) in old.iter().filter(|&&(other, _)| other != column) {
                    users[other as usize].remove(&user);
                }
                new.iter().for_each(|&(other, _)| _ = users[other as usize].insert(user));
                queue.insert((new.len(), user));
                rows[user as usize] = new;
                elimination.steps.push((at, user, times));
            }
            elimination.pivots.push((at, column, inverse, rest));
        }
        Ok(Some(elimination))
    }

    /// The solution x of M x = b, as field elements.
    pub(crate) fn solve(&self, mut right: Vec<u64>) -> Vec<u64> {
        let field = self.field;
        for &(pivot, target, times) in &self.steps {
            let change = field.mul(times, right[pivot as usize]);
            right[target as usize] = field.sub(right[target as usize], change);
        }
        let mut solution = vec![0; right.len()];
        for (row, column, inverse, rest) in self.pivots.iter().rev() {
            let known = rest.iter().fold(right[*row as usize], |sum, &(other, entry)| {
                field.sub(sum, field.mul(entry, solution[other as usize]))
            });
            solution[*column as usize] = field.mul(known, *inverse);
        }
        solution
    }

    /// How many multiplications a solution takes.
    pub(crate) fn cost(&self) -> u64 {
        self.steps.len() as u64 + self.pivots.iter().map(|(.., rest)| rest.len() as u64 + 1).sum::<u64>()
    }
}

/// row − times · rest, `column` left out.
fn subtract(
    field: Field,
    row: &[(u32, u64)],
    column: u32,
    rest: &[(u32, u64)],
    times: u64,
) -> SparseRow<u64> {
    let mut merged = Vec::with_capacity(row.len() + rest.len());
    let mut kept = row.iter().copied().filter(|&(other, _)| other != column).peekable();
    for &(other, entry) in rest {
        while let Some(before) = kept.next_if(|&(left, _)| left < other) {
            merged.push(before);
        }
        let have = kept.next_if(|&(left, _)| left == other).map_or(0, |(_, entry)| entry);
        let new = field.sub(have, field.mul(times, entry));
        if new != 0 {
            merged.push((other, new));
        }
    }
    merged.extend(kept);
    merged
}
