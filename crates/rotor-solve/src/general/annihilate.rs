//! Annihilation: routing what is left over until it leaves, or meets what is missing.

use super::flow::Flow;
use crate::budget::{Budget, Outcome};
use std::collections::VecDeque;

/// Particles, or the holes that departures without an arrival leave behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    Particles,
    Holes,
}

impl Sign {
    fn of(self, residual: i64) -> bool {
        match self {
            Self::Particles => residual > 0,
            Self::Holes => residual < 0,
        }
    }
}

/// Routes all that is left over of one sign on the vertices that are not `held`, in bulk, for at most `most` steps; the
/// other sign stays where it is (both at once can chase each other for ever). The residuals must be small.
///
/// A bulk step empties a vertex: Time O(d(v)) each. What is left over, in absolute value, never grows.
pub(crate) fn annihilate(
    flow: &mut Flow<'_>,
    held: &[bool],
    sign: Sign,
    most: u64,
    budget: &mut dyn Budget,
) -> Outcome<()> {
    let part = flow.part();
    let Some(residuals) = flow.small_residuals() else { return Ok(()) };
    let mut queue: VecDeque<u32> =
        (0..part.len()).filter(|&v| !held[v] && sign.of(residuals[v])).map(|v| v as u32).collect();
    let mut waiting = vec![false; part.len()];
    queue.iter().for_each(|&v| waiting[v as usize] = true);
    let mut steps = 0;
    while let Some(v) = queue.pop_front() {
        if steps == most {
            break;
        }
        let v = v as usize;
        waiting[v] = false;
        let left_over = flow.small_residuals().map_or(0, |residuals| residuals[v]);
        if !sign.of(left_over) {
            continue;
        }
        steps += 1;
        flow.shift(v, left_over);
        let residuals = flow.small_residuals().unwrap_or(&[]);
        for &head in part.heads(v) {
            let Some(&residual) = residuals.get(head as usize) else { continue };
            if sign.of(residual) && !held[head as usize] && !waiting[head as usize] {
                waiting[head as usize] = true;
                queue.push_back(head);
            }
        }
    }
    budget.spend(steps)
}
