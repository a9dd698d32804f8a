//! A clock for contestants that take turns.

use std::time::{Duration, Instant};

/// Runs every contestant in turn, `rounds` times over, and returns the least time of each.
pub(crate) fn race<const N: usize>(rounds: usize, mut contestants: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..rounds {
        for (contestant, best) in contestants.iter_mut().zip(&mut best) {
            *best = time(contestant).1.min(*best);
        }
    }
    best
}

/// What `work` returns, and how long it takes: on the processor, where the system tells that, so that other work on the
/// machine counts less.
pub(crate) fn time<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (wall, processor) = (Instant::now(), on_processor());
    let done = work();
    let (wall, after) = (wall.elapsed(), on_processor());
    // The system counts in ticks of some milliseconds; shorter work is rarely interrupted.
    match processor.zip(after) {
        Some((before, after)) if wall > Duration::from_millis(40) => (done, after - before),
        _ => (done, wall),
    }
}

/// How long this thread has run, on Linux.
pub(crate) fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
