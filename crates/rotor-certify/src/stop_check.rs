//! Stop checks: the judge asks a callback now and then whether to go on.

use crate::refutation::Refutation;

/// Why a claim is not proved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproved {
    /// It breaks an equation.
    #[error(transparent)]
    Refuted(#[from] Refutation),
    /// The callback stopped the judge before it reached a verdict.
    #[error("stopped before the judge reached a verdict")]
    Stopped,
}

/// About how many machine operations pass between two questions.
const ASK_EVERY: u64 = 1 << 14;

/// Counts work, and asks a callback every [`ASK_EVERY`] operations.
pub(crate) struct StopCheck<'p> {
    go_on: &'p mut dyn FnMut() -> bool,
    since_asked: u64,
}

impl<'p> StopCheck<'p> {
    pub(crate) fn of(go_on: &'p mut dyn FnMut() -> bool) -> Self {
        Self { go_on, since_asked: ASK_EVERY }
    }

    /// Counts about this many machine operations, and stops if the callback says so.
    #[inline]
    pub(crate) fn after(&mut self, operations: usize) -> Result<(), Unproved> {
        self.since_asked += operations as u64;
        if self.since_asked < ASK_EVERY {
            return Ok(());
        }
        self.since_asked = 0;
        if (self.go_on)() { Ok(()) } else { Err(Unproved::Stopped) }
    }
}
