//! A clock for contestants that take turns.

use std::time::{Duration, Instant};

/// Runs every contestant in turn, `rounds` times over, and returns the least time of each.
pub(crate) fn race<const N: usize>(rounds: usize, mut contestants: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..rounds {
        for (contestant, best) in contestants.iter_mut().zip(&mut best) {
            let start = Instant::now();
            contestant();
            *best = start.elapsed().min(*best);
        }
    }
    best
}
