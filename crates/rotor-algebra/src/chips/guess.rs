//! Guessed firings: the real solution of the obstacle problem, and what integers make of it.
//!
//! Firings u ≥ 0 of a large pile come close to the least real u ≥ 0 after which no vertex has more chips than a stable
//! pile has on average. Floats find that quickly by projected over-relaxation; integers then fire what is still unstable
//! and take back what can be spared. Nothing of the floats is left in the result: stable chips without a firing to spare
//! are the answer, however they were found. Both the relaxation and that last test need an undirected graph; sinks and
//! loops do not matter.

use super::pile::Table;
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};
use rotor_solve::{Budget, Outcome};
use std::collections::VecDeque;

/// What stable vertices have on average, plus one, as a share of the degree: the first fits large piles on square grids
/// best (of 0.78, 0.81, 0.83, 0.85 and 0.87). Too small a share costs firings that have to be taken back; with the second,
/// the greatest that can be, a guess is never much too large.
const DENSITIES: [f64; 2] = [0.83, 1.0];

/// How often firings are taken back before a guess is given up.
const MOST_SETS: usize = 2_000;

/// Chips and firings beyond this are left to others.
const MOST_COUNT: i64 = 1 << 40;

/// The least firings that stabilise `chips`, or none if the graph is directed, the chips are too many, or no guess is good.
pub(super) fn fire_by_guess(
    table: &Table,
    chips: &[BigInt],
    budget: &mut dyn Budget,
) -> Outcome<Option<Vec<BigUint>>> {
    let tails = table.tails();
    let Some(chips) = chips.iter().map(ToPrimitive::to_i64).collect::<Option<Vec<i64>>>() else {
        return Ok(None);
    };
    let is_many = chips.iter().any(|count| count.abs() > MOST_COUNT) || table.len() > 1 << 22;
    if is_many || !is_undirected(table, &tails) {
        return Ok(None);
    }
    for density in DENSITIES {
        let Some(mut fired) = relax(table, &tails, &chips, density, budget)? else { return Ok(None) };
        let mut left = chips.clone();
        for u in 0..table.len() {
            left[u] -= fired[u] * table.loss(u);
            table.heads(u).iter().for_each(|&v| left[v as usize] += fired[u]);
        }
        let mut more = vec![BigUint::zero(); table.len()];
        table.fire_words(&mut left, &mut more, budget)?;
        for (fired, more) in fired.iter_mut().zip(&more) {
            *fired += more.to_i64().unwrap_or(i64::MAX / 2);
        }
        if take_back(table, &tails, &mut left, &mut fired, budget)? {
            return Ok(Some(fired.into_iter().map(|times| BigUint::from(times.unsigned_abs())).collect()));
        }
    }
    Ok(None)
}

/// Whether as many arcs lead from u to v as from v to u, for all active u and v. Over-relaxation needs that.
fn is_undirected(table: &Table, tails: &[Vec<u32>]) -> bool {
    (0..table.len()).all(|u| {
        let [mut out, mut into] = [table.heads(u).to_vec(), tails[u].clone()];
        out.sort_unstable();
        into.sort_unstable();
        out == into
    })
}

/// Projected over-relaxation (Cryer 1971), rounded down; none if the numbers become too large.
fn relax(
    table: &Table,
    tails: &[Vec<u32>],
    chips: &[i64],
    density: f64,
    budget: &mut dyn Budget,
) -> Outcome<Option<Vec<i64>>> {
    let radius = radius(table, tails) as f64;
    let speed = 2.0 / (1.0 + (std::f64::consts::PI / (2.0 * radius + 2.0)).sin());
    let mut firings = vec![0.0f64; table.len()];
    // Twice as many sweeps as a linear system of this size needs: where the pile ends has to be found, too.
    let sweeps = 8 * (radius as usize + 1);
    for sweep in 0..sweeps {
        budget.spend(table.len() as u64)?;
        let mut greatest = 0.0f64;
        for at in 0..table.len() {
            let u = if sweep % 2 == 0 { at } else { table.len() - 1 - at };
            let arriving: f64 = tails[u].iter().map(|&tail| firings[tail as usize]).sum();
            let loss = table.loss(u) as f64;
            let most = table.degree[u] as f64 * density - 1.0;
            let wanted = (chips[u] as f64 + arriving - most) / loss;
            let next = (firings[u] + speed * (wanted - firings[u])).max(0.0);
            greatest = greatest.max((next - firings[u]).abs());
            firings[u] = next;
        }
        if greatest < 1e-3 {
            break;
        }
    }
    let fits = firings.iter().all(|&count| count <= MOST_COUNT as f64);
    Ok(fits.then(|| firings.into_iter().map(|count| count as i64).collect()))
}

/// The greatest distance of a vertex from an exit.
fn radius(table: &Table, tails: &[Vec<u32>]) -> usize {
    let exits = (0..table.len()).filter(|&u| table.heads(u).len() < table.loss(u) as usize);
    let mut queue: VecDeque<(usize, usize)> = exits.map(|u| (u, 1)).collect();
    let mut seen = vec![false; table.len()];
    queue.iter().for_each(|&(u, _)| seen[u] = true);
    let mut greatest = 0;
    while let Some((u, distance)) = queue.pop_front() {
        greatest = distance;
        for &tail in &tails[u] {
            if !std::mem::replace(&mut seen[tail as usize], true) {
                queue.push_back((tail as usize, distance + 1));
            }
        }
    }
    greatest
}

/// Takes firings of stable chips back as long as some set of vertices can spare one each and all stay stable; false if
/// that would take too long.
fn take_back(
    table: &Table,
    tails: &[Vec<u32>],
    chips: &mut [i64],
    fired: &mut [i64],
    budget: &mut dyn Budget,
) -> Outcome<bool> {
    for _ in 0..MOST_SETS {
        budget.spend(table.len() as u64)?;
        // The greatest set of vertices that fired in which every one stays stable when all take one firing back.
        let mut spares: Vec<bool> = fired.iter().map(|&times| times > 0).collect();
        let mut arriving: Vec<i64> = (0..table.len())
            .map(|u| tails[u].iter().filter(|&&tail| spares[tail as usize]).count() as i64)
            .collect();
        let too_many = |chips: &[i64], arriving: &[i64], u: usize| {
            chips[u] + table.loss(u) - arriving[u] >= table.degree[u]
        };
        let mut stack: Vec<usize> =
            (0..table.len()).filter(|&u| spares[u] && too_many(chips, &arriving, u)).collect();
        stack.iter().for_each(|&u| spares[u] = false);
        while let Some(u) = stack.pop() {
            for &v in table.heads(u) {
                let v = v as usize;
                arriving[v] -= 1;
                if spares[v] && too_many(chips, &arriving, v) {
                    spares[v] = false;
                    stack.push(v);
                }
            }
        }
        let set: Vec<usize> = (0..table.len()).filter(|&u| spares[u]).collect();
        // As often as all of them stay stable and none goes below zero.
        let room = |&u: &usize| match table.loss(u) - arriving[u] {
            0 => fired[u],
            gain => fired[u].min((table.degree[u] - 1 - chips[u]) / gain),
        };
        let Some(times) = set.iter().map(room).min() else { return Ok(true) };
        for &u in &set {
            fired[u] -= times;
            chips[u] += times * table.loss(u);
            table.heads(u).iter().for_each(|&v| chips[v as usize] -= times);
        }
    }
    Ok(false)
}
