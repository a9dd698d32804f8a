//! The browser as a host: its clock and its progress callback.

use arrival::{Host, Progress};
use rotor_graph::Stop;
use std::time::Duration;

/// What a worker can do for a question.
pub trait Outside {
    /// The time since the worker began.
    fn now(&self) -> Duration;

    /// Called every [`EVERY`] of work: what is being done, and the operations so far.
    fn progress(&mut self, words: &str, operations: u64);
}

/// The time between two reports of progress: often enough to be read, rare enough to cost nothing.
pub const EVERY: Duration = Duration::from_millis(100);

/// A [`Host`] that reports to the worker.
pub struct Browser<'o> {
    outside: &'o mut dyn Outside,
    reported: Duration,
}

impl<'o> Browser<'o> {
    /// A host for one request.
    pub fn new(outside: &'o mut dyn Outside) -> Self {
        let reported = outside.now();
        Self { outside, reported }
    }
}

impl Host for Browser<'_> {
    fn check(&mut self, progress: &Progress) -> Result<(), Stop> {
        let now = self.outside.now();
        if now.saturating_sub(self.reported) >= EVERY {
            self.reported = now;
            let stage = progress.stage.words();
            let words = match (progress.swept, &progress.flow) {
                (Some((passed, expected)), _) => format!("{stage}: {passed} of {expected} vertices swept"),
                (None, Some(flow)) => format!("{stage}: {flow}"),
                (None, None) => stage.to_owned(),
            };
            self.outside.progress(&words, progress.operations);
        }
        Ok(())
    }

    fn now(&self) -> Duration {
        self.outside.now()
    }
}
