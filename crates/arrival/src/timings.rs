//! Timings: how long each stage of an answer took.

use std::time::Duration;

/// A stage of the way to an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// Reading and validating the input.
    #[default]
    Read,
    /// Making a member of a family.
    Generate,
    /// Cutting traps and classifying.
    Prepare,
    /// Solving.
    Solve,
    /// Checking by the judge.
    Check,
    /// Drawing.
    Draw,
}

impl Stage {
    /// What is going on, for a line of progress.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Read => "reading",
            Self::Generate => "generating",
            Self::Prepare => "classifying",
            Self::Solve => "solving",
            Self::Check => "checking",
            Self::Draw => "drawing",
        }
    }
}

/// The time spent in each stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Timings {
    /// Reading and validating.
    pub read: Duration,
    /// Cutting traps and classifying.
    pub prepare: Duration,
    /// Solving.
    pub solve: Duration,
    /// Checking by the judge.
    pub check: Duration,
}

impl Timings {
    pub(crate) fn add(&mut self, stage: Stage, time: Duration) {
        match stage {
            Stage::Read => self.read += time,
            Stage::Prepare => self.prepare += time,
            Stage::Solve => self.solve += time,
            Stage::Check => self.check += time,
            // Nothing prints the time of these.
            Stage::Generate | Stage::Draw => {}
        }
    }
}

/// A time in milliseconds, to the microsecond.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
