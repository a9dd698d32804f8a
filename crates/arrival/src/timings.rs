//! Timings: how long each step of the pipeline took.

use std::time::{Duration, Instant};

/// The times of the steps between reading and writing.
#[derive(Clone, Copy, Debug)]
pub struct Timings {
    since: Instant,
    /// Cutting traps and classifying.
    pub prepare: Duration,
    /// Solving.
    pub solve: Duration,
    /// Checking by the judge.
    pub check: Duration,
}

impl Timings {
    pub(crate) fn start() -> Self {
        Self { since: Instant::now(), prepare: Duration::ZERO, solve: Duration::ZERO, check: Duration::ZERO }
    }

    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        let lap = now - self.since;
        self.since = now;
        lap
    }

    pub(crate) fn prepared(&mut self) {
        self.prepare = self.lap();
    }

    pub(crate) fn solved(&mut self) {
        self.solve = self.lap();
    }

    pub(crate) fn checked(&mut self) {
        self.check = self.lap();
    }
}
