//! Part of a budget: a number of operations and no more.

use crate::budget::{Budget, FlowProgress, OutOfBudget, Outcome};
use std::fmt;

/// A budget of which only some operations may be spent.
pub(crate) struct AtMost<'b> {
    budget: &'b mut dyn Budget,
    most: u64,
    pub(crate) left: u64,
    /// Whether these operations were used up, and not those of the budget itself.
    pub(crate) is_over: bool,
}

impl<'b> AtMost<'b> {
    pub(crate) fn new(budget: &'b mut dyn Budget, most: u64) -> Self {
        Self { budget, most, left: most, is_over: false }
    }

    /// How many operations were spent.
    pub(crate) fn spent(&self) -> u64 {
        self.most - self.left
    }

    /// Nothing, if these operations alone were used up.
    pub(crate) fn or_over<T>(&self, found: Outcome<T>) -> Outcome<Option<T>> {
        match found {
            Err(_) if self.is_over => Ok(None),
            found => found.map(Some),
        }
    }

    fn take(&mut self, operations: u64) -> Outcome<()> {
        self.is_over |= operations > self.left;
        self.left = self.left.saturating_sub(operations);
        if self.is_over { Err(OutOfBudget::Operations) } else { Ok(()) }
    }
}

impl Budget for AtMost<'_> {
    fn spend(&mut self, operations: u64) -> Outcome<()> {
        self.budget.spend(operations)?;
        self.take(operations)
    }

    fn spend_aside(&mut self, operations: u64) -> Outcome<()> {
        self.budget.spend_aside(operations)?;
        self.take(operations)
    }

    fn check(&mut self) -> Outcome<()> {
        self.budget.check()
    }

    fn reserve(&mut self, bytes: u64) -> Outcome<()> {
        self.budget.reserve(bytes)
    }

    fn report_flow(&mut self, known: FlowProgress) {
        self.budget.report_flow(known);
    }

    fn report_steps(&mut self, steps: u64) {
        self.budget.report_steps(steps);
    }

    fn report_detail(&mut self, words: fmt::Arguments<'_>) {
        self.budget.report_detail(words);
    }
}
