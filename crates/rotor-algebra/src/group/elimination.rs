//! Dense elimination modulo a prime: determinants and inverses.

use crate::field::Field;
use rotor_graph::{Stop, Tick};

/// The residues of an integer matrix.
fn residues(field: Field, rows: &[Vec<i64>]) -> Vec<Vec<u64>> {
    rows.iter().map(|row| row.iter().map(|&entry| field.signed(entry.into())).collect()).collect()
}

/// target −= times·source, from column `from` on.
fn subtract(field: Field, target: &mut [u64], source: &[u64], times: u64, from: usize) {
    for (entry, &other) in target[from..].iter_mut().zip(&source[from..]) {
        *entry = field.sub(*entry, field.mul(times, other));
    }
}

/// The determinant of a square matrix. Time r³/3 multiplications.
pub(crate) fn determinant(field: Field, rows: &[Vec<i64>], tick: &mut dyn Tick) -> Result<u64, Stop> {
    let mut matrix = residues(field, rows);
    let size = matrix.len();
    let mut product = field.element(1);
    for at in 0..size {
        tick.tick(((size - at) * (size - at)) as u64)?;
        let Some(pivot) = (at..size).find(|&row| matrix[row][at] != 0) else { return Ok(0) };
        if pivot != at {
            matrix.swap(pivot, at);
            product = field.sub(0, product);
        }
        product = field.mul(product, matrix[at][at]);
        let inverse = field.inverse(matrix[at][at]);
        let (done, rest) = matrix.split_at_mut(at + 1);
        for row in rest.iter_mut().filter(|row| row[at] != 0) {
            let times = field.mul(row[at], inverse);
            subtract(field, row, &done[at], times, at);
        }
    }
    Ok(product)
}

/// The inverse of a square matrix, if it has one modulo this prime. Time r³ multiplications.
pub(crate) fn inverse(
    field: Field,
    rows: &[Vec<i64>],
    tick: &mut dyn Tick,
) -> Result<Option<Vec<Vec<u64>>>, Stop> {
    let size = rows.len();
    let mut matrix = residues(field, rows);
    for (at, row) in matrix.iter_mut().enumerate() {
        row.resize(2 * size, 0);
        row[size + at] = field.element(1);
    }
    for at in 0..size {
        tick.tick((size * size) as u64)?;
        let Some(pivot) = (at..size).find(|&row| matrix[row][at] != 0) else { return Ok(None) };
        matrix.swap(pivot, at);
        let inverse = field.inverse(matrix[at][at]);
        matrix[at][at..].iter_mut().for_each(|entry| *entry = field.mul(*entry, inverse));
        let pivot = matrix[at].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|&(other, ref row)| other != at && row[at] != 0)
        {
            let times = row[at];
            subtract(field, row, &pivot, times, at);
        }
    }
    Ok(Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect()))
}
