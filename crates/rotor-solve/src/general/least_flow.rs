//! The least flow: what is left of any flow when it runs in no circle.
//!
//! The last used arcs of a flow that is not the least one form a cycle: where it exceeds the least one, so it does at
//! the head of the last used arc. Taking one use of each arc of a cycle away leaves a flow.

use super::bisect::balance;
use super::expected_visits::{Elimination, Response};
use super::flow::Flow;
use super::guess::SPARE_BITS;
use crate::budget::{Budget, OutOfBudget, Outcome};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Makes a settled flow the least one, the run itself.
///
/// Cycles are taken out one by one. If there are too many of them, the vertex that most of them ran through is held at
/// its least departures, for good: the leftmost zero of the g of [`bisect`](super::bisect), found by galloping down and
/// bisecting. On an error, the flow is settled nevertheless.
pub(crate) fn make_least(flow: &mut Flow<'_>, budget: &mut dyn Budget) -> Outcome<()> {
    let n = flow.part().len();
    let mut held = vec![false; n];
    while let Some(vertex) = drop_cycles(flow, 8 * n as u64 + 1_000, budget)? {
        held[vertex] = true;
        let mut lowest = flow.clone();
        let searched = leftmost_zero(flow, &mut lowest, &held, vertex, budget);
        *flow = lowest;
        searched?;
    }
    Ok(())
}

/// Takes cycles out of a settled flow until its last used arcs form none, but at most so many uses of arcs. Then the
/// vertex that lost most.
fn drop_cycles(flow: &mut Flow<'_>, most: u64, budget: &mut dyn Budget) -> Outcome<Option<usize>> {
    const NEW: u32 = u32::MAX;
    const DONE: u32 = u32::MAX - 1;
    let n = flow.part().len();
    let mut place = vec![NEW; n];
    let mut lost = vec![0u32; n];
    let mut path: Vec<usize> = Vec::new();
    let mut uses = 0;
    budget.spend(n as u64)?;
    for start in 0..n {
        let mut v = Some(start);
        while let Some(u) = v.filter(|&u| place[u] != DONE) {
            if place[u] == NEW {
                place[u] = path.len() as u32;
                path.push(u);
                v = flow.last_head(u);
                continue;
            }
            let from = place[u] as usize;
            uses += (path.len() - from) as u64;
            for w in path.drain(from..) {
                flow.shift(w, -1);
                place[w] = NEW;
                lost[w] += 1;
            }
            if uses > most {
                budget.spend(uses)?;
                return Ok((0..n).max_by_key(|&w| lost[w]));
            }
        }
        path.drain(..).for_each(|u| place[u] = DONE);
    }
    budget.spend(uses)?;
    Ok(None)
}

/// Finds the least departures of `vertex`, one of those `held`, in any flow; `lowest` is always the settled flow with
/// the least ones so far.
///
/// The rest follows each probe by what the vertex sends out on average, which is known after one elimination.
fn leftmost_zero<'p>(
    flow: &mut Flow<'p>,
    lowest: &mut Flow<'p>,
    held: &[bool],
    vertex: usize,
    budget: &mut dyn Budget,
) -> Outcome<()> {
    let response = {
        let bits = flow.all_departures().map(|x| x.bits()).max().unwrap_or(0);
        let limbs = (bits + SPARE_BITS).div_ceil(64) as usize;
        let elimination = Elimination::of(flow.part(), held, limbs, budget)?;
        Response::to(&elimination, flow.part(), vertex, budget)?
    };
    let mut elimination = None;
    // The zero lies above this.
    let mut floor = -BigInt::one();
    // Galloping, each step has twice as many bits as the one before.
    let mut gallop = Some(1u64);
    loop {
        let high = lowest.departures(vertex);
        let width: BigInt = &high - &floor;
        if width.is_one() {
            return Ok(());
        }
        let half = &width >> 1u32;
        gallop = gallop.filter(|&bits| bits < half.bits());
        let step = gallop.map_or(half, |bits| BigInt::one() << bits);
        let next = high - step;
        let change = &next - flow.departures(vertex);
        let (sign, size) = change.clone().into_parts();
        let rest = response.scaled(&size);
        budget.spend(rest.len() as u64 * (1 + size.bits() / 64))?;
        let rest = rest.into_iter().map(|(v, follows)| (v, BigInt::from_biguint(sign, follows)));
        flow.apply(std::iter::once((vertex, change)).chain(rest));
        balance(flow, held, &mut elimination, budget)?;
        let gap = flow.residual(vertex);
        if gap.is_zero() {
            lowest.clone_from(flow);
            gallop = gallop.map(|bits| 2 * bits);
        } else if gap.is_positive() {
            // g falls by at most 1 a step, so its zero is at least so far.
            floor = next + gap - 1;
            gallop = None;
        } else {
            // Not below a zero: impossible, as g never grows. Better no run than a wrong one.
            return Err(OutOfBudget::Operations);
        }
    }
}
