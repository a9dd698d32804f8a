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

/// From here on ticks are fine enough.
const LONG: Duration = Duration::from_millis(40);

/// What `work` returns, and how long it takes: on the processor, where the system tells that, so that other work on the
/// machine counts less.
pub(crate) fn time<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (wall, processor) = (Instant::now(), on_processor());
    let done = work();
    let (wall, after) = (wall.elapsed(), on_processor());
    // The system counts in ticks of some milliseconds, so that short work, however long it was interrupted, may show as none.
    let used = processor.zip(after).map(|(before, after)| after.saturating_sub(before));
    (done, used.filter(|used| *used > LONG).unwrap_or(wall))
}

/// How long this thread has run, on Linux.
pub(crate) fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
