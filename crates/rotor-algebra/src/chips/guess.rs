//! Guessed firings: the real solution of the obstacle problem, and what integers make of it.
//!
//! Firings u ≥ 0 of a large pile come close to the least real u ≥ 0 after which no vertex has more chips than a stable
//! pile has on average. Floats find that quickly by projected over-relaxation; integers then fire what is still unstable
//! and take back what can be spared. Nothing of the floats is left in the result: stable chips without a firing to spare
//! are the answer, however they were found. Both the relaxation and that last test need an undirected graph; sinks and
//! loops do not matter.

use super::pile::Table;
use super::spared::take_back;
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Stop, Tick};
use std::collections::VecDeque;

/// What stable vertices have on average, plus one, as a share of the degree, where chips lie everywhere. It fits square
/// grids best: both stabilisations of the identity have 2.38 and 2.32 chips left on average. Too small a share costs firings
/// that have to be taken back (with 0.83, 574 sets of them in place of 47 on 500 × 500), too large a one costs more firings.
const EVERYWHERE: f64 = 0.845;

/// The same for piles on few vertices: one of 10⁶ chips in the middle of a grid leaves 2.28 on average. With 0.845, six times
/// as many firings are left to the integers.
const PILED: f64 = 0.82;

/// The greatest share there can be. With it a guess is never much too large.
const GREATEST: f64 = 1.0;

/// Chips and firings beyond this are left to others.
const MOST_COUNT: i64 = 1 << 40;

/// The least firings that stabilise `chips`, or none if the graph is directed, the chips are too many, or no guess is good.
pub(super) fn fire_by_guess(
    table: &Table,
    chips: &[BigInt],
    tick: &mut dyn Tick,
) -> Result<Option<Vec<BigUint>>, Stop> {
    let Some(chips) = chips.iter().map(ToPrimitive::to_i64).collect::<Option<Vec<i64>>>() else {
        return Ok(None);
    };
    let is_many = chips.iter().any(|count| count.abs() > MOST_COUNT) || table.len() > 1 << 22;
    if is_many || !is_undirected(table, tick)? {
        return Ok(None);
    }
    let unstable = (0..table.len()).filter(|&u| chips[u] >= table.degree[u]).count();
    let usual = if unstable < table.len() / 4 { PILED } else { EVERYWHERE };
    for density in [usual, GREATEST] {
        let Some(mut fired) = relax(table, &chips, density, tick)? else { return Ok(None) };
        let mut left = chips.clone();
        for u in 0..table.len() {
            left[u] -= fired[u] * table.loss(u);
            table.heads(u).iter().for_each(|&v| left[v as usize] += fired[u]);
        }
        let mut more = vec![BigUint::zero(); table.len()];
        table.fire_words(&mut left, &mut more, tick)?;
        for (fired, more) in fired.iter_mut().zip(&more) {
            *fired += more.to_i64().unwrap_or(i64::MAX / 2);
        }
        if take_back(table, &mut left, &mut fired, tick)? {
            return Ok(Some(fired.into_iter().map(|times| BigUint::from(times.unsigned_abs())).collect()));
        }
    }
    Ok(None)
}

/// Whether as many arcs lead from u to v as from v to u, for all active u and v. Over-relaxation needs that.
fn is_undirected(table: &Table, tick: &mut dyn Tick) -> Result<bool, Stop> {
    let tails = table.tails(tick)?;
    Ok((0..table.len()).all(|u| table.heads(u) == tails.of(u)))
}

/// When no firing changes by more than this in a sweep, integers are quicker than another sweep: of 1, 0.1 and 0.01 this
/// took the least time on the identity of a grid and on a single pile.
const SETTLED: f64 = 1.0;

/// Projected over-relaxation (Cryer 1971), rounded down; none if the numbers become too large.
///
/// Only where the pile has spread to are vertices looked at. First come those at an even distance from the first vertex,
/// then the others: on a bipartite graph this order is as good as any for over-relaxation, and since no vertex has to wait for the
/// one before it, a sweep takes half the time. How fast to go depends on how wide the pile is.
fn relax(table: &Table, chips: &[i64], density: f64, tick: &mut dyn Tick) -> Result<Option<Vec<i64>>, Stop> {
    let share = |u: usize| 1.0 / table.loss(u) as f64;
    let shares: Vec<f64> = (0..table.len()).map(share).collect();
    let too_many = |u: usize| chips[u] as f64 - (table.degree[u] as f64 * density - 1.0);
    let surplus: Vec<f64> = (0..table.len()).map(|u| too_many(u) * shares[u]).collect();
    let mut reached: Vec<u32> = (0..table.len() as u32).filter(|&u| surplus[u as usize] > 0.0).collect();
    let mut is_reached = vec![false; table.len()];
    reached.iter().for_each(|&u| is_reached[u as usize] = true);
    let is_odd = two_colours(table);
    let mut has_spread = vec![false; table.len()];
    let mut firings = vec![0.0f64; table.len()];
    let (mut measured, mut width, mut speed) = (0, 0, 1.0);
    for sweep in 0.. {
        if reached.len() > measured + measured / 8 {
            measured = reached.len();
            reached.sort_unstable_by_key(|&u| (is_odd[u as usize], u));
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
        tick.tick(reached.len() as u64)?;
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

/// Whether each vertex lies at an odd distance from the first vertex of its component.
fn two_colours(table: &Table) -> Vec<bool> {
    let (mut is_odd, mut seen) = (vec![false; table.len()], vec![false; table.len()]);
    let mut queue = VecDeque::new();
    for start in 0..table.len() {
        if !std::mem::replace(&mut seen[start], true) {
            queue.push_back(start);
        }
        while let Some(u) = queue.pop_front() {
            for &v in table.heads(u) {
                if !std::mem::replace(&mut seen[v as usize], true) {
                    is_odd[v as usize] = !is_odd[u];
                    queue.push_back(v as usize);
                }
            }
        }
    }
    is_odd
}
