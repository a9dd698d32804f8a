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
        let Some(mut fired) = relax(table, &chips, density, budget)? else { return Ok(None) };
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
        if take_back(table, &mut left, &mut fired, budget)? {
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

/// When no firing changes by more than this in a sweep, integers are quicker than another sweep: of 1, 0.1 and 0.01 this
/// took the least time on the identity of a grid and on a single pile.
const SETTLED: f64 = 1.0;

/// Projected over-relaxation (Cryer 1971), rounded down; none if the numbers become too large.
///
/// Only where the pile has spread to are vertices looked at, in the order in which it got there: on a bipartite graph
/// that order is as good as any for over-relaxation, and how fast to go depends on how wide the pile is.
fn relax(table: &Table, chips: &[i64], density: f64, budget: &mut dyn Budget) -> Outcome<Option<Vec<i64>>> {
    let share = |u: usize| 1.0 / table.loss(u) as f64;
    let shares: Vec<f64> = (0..table.len()).map(share).collect();
    let too_many = |u: usize| chips[u] as f64 - (table.degree[u] as f64 * density - 1.0);
    let surplus: Vec<f64> = (0..table.len()).map(|u| too_many(u) * shares[u]).collect();
    let mut reached: Vec<u32> = (0..table.len() as u32).filter(|&u| surplus[u as usize] > 0.0).collect();
    let mut is_reached = vec![false; table.len()];
    reached.iter().for_each(|&u| is_reached[u as usize] = true);
    let mut has_spread = vec![false; table.len()];
    let mut firings = vec![0.0f64; table.len()];
    let (mut measured, mut width, mut speed) = (0, 0, 1.0);
    for sweep in 0.. {
        if reached.len() > measured + measured / 8 {
            measured = reached.len();
            width = radius(table, &is_reached);
            speed = 2.0 / (1.0 + (std::f64::consts::PI / (2.0 * width as f64 + 2.0)).sin());
        }
        let mut greatest = 0.0f64;
        let mut at = 0;
        while let Some(&next) = reached.get(at) {
            let u = next as usize;
            // The graph is undirected: what u sends along its arcs is what it gets along them.
            let arriving: f64 = table.heads(u).iter().map(|&v| firings[v as usize]).sum();
            let wanted = surplus[u] + arriving * shares[u];
            let fired = (firings[u] + speed * (wanted - firings[u])).max(0.0);
            greatest = greatest.max((fired - firings[u]).abs());
            firings[u] = fired;
            if fired > 0.0 && !has_spread[u] {
                has_spread[u] = true;
                for &v in table.heads(u) {
                    if !std::mem::replace(&mut is_reached[v as usize], true) {
                        reached.push(v);
                    }
                }
            }
            at += 1;
        }
        budget.spend(reached.len() as u64)?;
        // Twice as many sweeps as a linear system of this size needs: where the pile ends has to be found, too.
        if greatest < SETTLED || sweep > 8 * (width + 1) {
            break;
        }
    }
    let fits = firings.iter().all(|&count| count <= MOST_COUNT as f64);
    Ok(fits.then(|| firings.into_iter().map(|count| count as i64).collect()))
}

/// The greatest distance of a vertex among those that are `inside` from an exit or a vertex outside.
fn radius(table: &Table, inside: &[bool]) -> usize {
    let leaves = |&u: &usize| {
        table.heads(u).len() < table.loss(u) as usize || table.heads(u).iter().any(|&v| !inside[v as usize])
    };
    let border = (0..table.len()).filter(|&u| inside[u]).filter(leaves);
    let mut queue: VecDeque<(usize, usize)> = border.map(|u| (u, 1)).collect();
    let mut seen: Vec<bool> = inside.iter().map(|inside| !inside).collect();
    queue.iter().for_each(|&(u, _)| seen[u] = true);
    let mut greatest = 0;
    while let Some((u, distance)) = queue.pop_front() {
        greatest = distance;
        for &v in table.heads(u) {
            if !std::mem::replace(&mut seen[v as usize], true) {
                queue.push_back((v as usize, distance + 1));
            }
        }
    }
    greatest
}

/// Takes firings of stable chips back as long as some set of vertices can spare one each and all stay stable; false if
/// that would take too long.
fn take_back(table: &Table, chips: &mut [i64], fired: &mut [i64], budget: &mut dyn Budget) -> Outcome<bool> {
    let mut spares = vec![false; table.len()];
    let mut arriving = vec![0i64; table.len()];
    let mut stack: Vec<u32> = Vec::new();
    for _ in 0..MOST_SETS {
        budget.spend(table.len() as u64)?;
        // The greatest set of vertices that fired in which every one stays stable when all take one firing back.
        spares.iter_mut().zip(fired.iter()).for_each(|(spares, &times)| *spares = times > 0);
        let too_many =
            |chips: &[i64], arriving: i64, u: usize| chips[u] + table.loss(u) - arriving >= table.degree[u];
        for (u, arriving) in arriving.iter_mut().enumerate() {
            *arriving = table.heads(u).iter().map(|&v| i64::from(spares[v as usize])).sum();
        }
        stack.extend((0..table.len() as u32).filter(|&u| {
            let u = u as usize;
            spares[u] && too_many(chips, arriving[u], u)
        }));
        stack.iter().for_each(|&u| spares[u as usize] = false);
        while let Some(u) = stack.pop() {
            for &v in table.heads(u as usize) {
                let at = v as usize;
                arriving[at] -= 1;
                if spares[at] && too_many(chips, arriving[at], at) {
                    spares[at] = false;
                    stack.push(v);
                }
            }
        }
        // As often as all of them stay stable and none goes below zero.
        let room = |u: usize| match table.loss(u) - arriving[u] {
            0 => fired[u],
            gain => fired[u].min((table.degree[u] - 1 - chips[u]) / gain),
        };
        let Some(times) = (0..table.len()).filter(|&u| spares[u]).map(room).min() else { return Ok(true) };
        for u in 0..table.len() {
            chips[u] -= times * arriving[u];
            if spares[u] {
                fired[u] -= times;
                chips[u] += times * table.loss(u);
            }
        }
    }
    Ok(false)
}
