//! A look at the budget every few ten thousand vertices.

use crate::budget::{Budget, Outcome};

/// How many vertices pass between two looks: enough that looking costs little, few enough that they take some
/// milliseconds.
const LOOK_EVERY: usize = 1 << 15;

/// Who is told how many vertices the sweeps have passed, and may stop them.
pub(super) struct SweepProgress<'b> {
    budget: &'b mut dyn Budget,
    passed: u64,
    expected: u64,
}

impl<'b> SweepProgress<'b> {
    /// A watch over nothing yet.
    pub(super) fn new(budget: &'b mut dyn Budget) -> Self {
        Self { budget, passed: 0, expected: 0 }
    }

    /// This many vertices are still to be passed, all sweeps counted.
    pub(super) fn expect(&mut self, vertices: usize) {
        self.expected = self.passed + vertices as u64;
    }

    /// The vertex number `at` is next in a sweep.
    #[inline]
    pub(super) fn pass(&mut self, at: usize) -> Outcome<()> {
        if at % LOOK_EVERY == LOOK_EVERY - 1 { self.look() } else { Ok(()) }
    }

    /// Work that no vertex stands for has been done.
    pub(super) fn pay(&mut self, operations: u64) -> Outcome<()> {
        self.budget.spend(operations)
    }

    /// All sweeps are done.
    pub(super) fn end(&mut self) {
        self.budget.report_progress(self.expected, self.expected);
    }

    #[cold]
    fn look(&mut self) -> Outcome<()> {
        self.passed = (self.passed + LOOK_EVERY as u64).min(self.expected);
        self.budget.report_progress(self.passed, self.expected);
        self.budget.spend(LOOK_EVERY as u64)
    }
}
