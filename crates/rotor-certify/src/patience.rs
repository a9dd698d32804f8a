//! Patience: whether the judge may go on, asked as it works.

use crate::refutation::Refutation;

/// Why a claim is not proved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproved {
    /// It breaks an equation.
    #[error(transparent)]
    Refuted(#[from] Refutation),
    /// The judge was told to stop before it knew.
    #[error("the judge was told to stop before it knew")]
    Stopped,
}

/// About how many machine operations pass between two questions.
const ASK_EVERY: u64 = 1 << 14;

/// Asks now and then whether to go on.
pub(crate) struct Patience<'p> {
    go_on: &'p mut dyn FnMut() -> bool,
    since_asked: u64,
}

impl<'p> Patience<'p> {
    pub(crate) fn of(go_on: &'p mut dyn FnMut() -> bool) -> Self {
        Self { go_on, since_asked: ASK_EVERY }
    }

    /// Whether there is time for about so many machine operations more.
    #[inline]
    pub(crate) fn lasts(&mut self, operations: usize) -> Result<(), Unproved> {
        self.since_asked += operations as u64;
        if self.since_asked < ASK_EVERY {
            return Ok(());
        }
        self.since_asked = 0;
        if (self.go_on)() { Ok(()) } else { Err(Unproved::Stopped) }
    }
}
