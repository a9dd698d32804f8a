//! Taking turns: a search for a flow, and beside it a worker that plainly walks, until one of them has the answer.
//!
//! Whether a walk is short or an elimination cheap cannot be known in advance. So both are begun, and each gets slices
//! of operations in turn: the whole costs a small multiple of the cheaper of the two, whichever that is. Slices are
//! counted in operations, not by a clock, so that the same question always gets the same answer from the same worker.
//! The unit of all of them is a step of a walk, some nanoseconds; anything dearer is charged as several.

use crate::budget::{Budget, FlowProgress, OutOfBudget, Outcome};
use std::fmt;

/// How many operations the search pays for before the worker has its turn.
const SLICE: u64 = 1 << 14;

/// A walk that has this many times as many steps to go as the search has spent so far gets only half as many as that: its end
/// is not near. If it is nevertheless, the whole has cost three times the walk instead of twice.
const FAR: u64 = 16;

/// How much longer a worker may go on alone when the search has run out of memory, than the search has taken; and at
/// least for this many operations.
const LONGER_ALONE: u64 = 16;
const LEAST_ALONE: u64 = 1 << 30;

/// Work that is done in slices and keeps its state in between.
pub(crate) trait Worker {
    /// Does about `operations` more; says whether the work is finished.
    fn work(&mut self, operations: u64) -> bool;

    /// Whether each of its operations is a step of the run that the search is for.
    fn is_walk(&self) -> bool {
        false
    }
}

/// Who has come to an end first.
#[derive(Debug)]
pub(crate) enum First<T> {
    /// The search, with this.
    Search(T),
    /// The worker: its state holds the answer.
    Worker,
}

impl<T> First<T> {
    /// Reports which of them has answered; `worker` is what the worker does.
    pub(crate) fn report(&self, worker: &str, budget: &mut dyn Budget) {
        match self {
            Self::Search(_) => {
                budget.report_detail(format_args!("answered by a flow, in turns with {worker}"))
            }
            Self::Worker => budget.report_detail(format_args!("answered by {worker}, in turns with a flow")),
        }
    }
}

/// Runs `search` with a budget that gives `worker` its turns, until one of them is finished.
///
/// If the search runs out of memory, the worker, which needs no more than it has, goes on alone for a while.
/// Time: at most a constant times that of the quicker one.
pub(crate) fn in_turns<T>(
    worker: &mut dyn Worker,
    budget: &mut dyn Budget,
    search: impl FnOnce(&mut dyn Budget) -> Outcome<T>,
) -> Outcome<First<T>> {
    let mut turns = Turns { budget, worker, owed: 0, spent: 0, steps: 0, finished: false };
    let found = search(&mut turns);
    if turns.finished {
        return Ok(First::Worker);
    }
    match found {
        Err(OutOfBudget::Memory) => {
            let most = turns.spent.saturating_mul(LONGER_ALONE).max(LEAST_ALONE);
            let mut done = 0;
            while done < most {
                turns.budget.spend(SLICE)?;
                if turns.worker.work(SLICE) {
                    return Ok(First::Worker);
                }
                done += SLICE;
            }
            Err(OutOfBudget::Memory)
        }
        found => found.map(First::Search),
    }
}

/// A budget that lets a worker do as much as is paid for.
struct Turns<'b, 'w> {
    budget: &'b mut dyn Budget,
    worker: &'w mut dyn Worker,
    /// What was paid for since the worker's last turn.
    owed: u64,
    spent: u64,
    /// How many steps a flow has that was found; 0 before.
    steps: u64,
    finished: bool,
}

impl Budget for Turns<'_, '_> {
    fn spend(&mut self, operations: u64) -> Outcome<()> {
        self.budget.spend(operations)?;
        self.spent = self.spent.saturating_add(operations);
        let is_far = self.worker.is_walk() && self.steps / FAR > self.spent;
        self.owed = self.owed.saturating_add(if is_far { operations / 2 } else { operations });
        while self.owed >= SLICE && !self.finished {
            // A large sum is paid in advance: the worker may be finished long before it has had as much.
            let slice = self.owed.min(8 * SLICE);
            self.owed -= slice;
            self.budget.spend(slice)?;
            self.finished = self.worker.work(slice);
        }
        // The search only has to stop; that nothing has run out is known from `finished`.
        if self.finished { Err(OutOfBudget::Operations) } else { Ok(()) }
    }

    fn spend_aside(&mut self, operations: u64) -> Outcome<()> {
        self.budget.spend_aside(operations)
    }

    fn report_progress(&mut self, done: u64, expected: u64) {
        self.budget.report_progress(done, expected);
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
        self.steps = steps;
        self.budget.report_steps(steps);
    }

    fn report_detail(&mut self, words: fmt::Arguments<'_>) {
        self.budget.report_detail(words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Operations;

    /// A budget that allows anything but memory.
    struct NoMemory;

    impl Budget for NoMemory {
        fn spend(&mut self, _: u64) -> Outcome<()> {
            Ok(())
        }

        fn check(&mut self) -> Outcome<()> {
            Ok(())
        }

        fn reserve(&mut self, _: u64) -> Outcome<()> {
            Err(OutOfBudget::Memory)
        }
    }

    /// A worker that is finished after this many operations, each a step.
    struct After(u64);

    impl Worker for After {
        fn work(&mut self, operations: u64) -> bool {
            self.0 = self.0.saturating_sub(operations);
            self.0 == 0
        }

        fn is_walk(&self) -> bool {
            true
        }
    }

    /// A search that pays for this many operations, a thousand at a time, and then keeps this many bytes.
    fn search(thousands: u64, bytes: u64) -> impl Fn(&mut dyn Budget) -> Outcome<u64> {
        move |budget| {
            for _ in 0..thousands {
                budget.spend(1_000)?;
            }
            budget.reserve(bytes)?;
            Ok(thousands)
        }
    }

    #[test]
    fn the_quicker_of_search_and_worker_costs_a_small_multiple() {
        let race = |worker: u64, thousands| {
            let mut budget = Operations(u64::MAX);
            let first = in_turns(&mut After(worker), &mut budget, search(thousands, 0)).unwrap();
            (matches!(first, First::Worker), u64::MAX - budget.0)
        };
        for (worker, thousands) in [(100_000, 1_000_000), (1_000_000, 400), (10_000_000, 100_000)] {
            let (by_worker, paid) = race(worker, thousands);
            assert_eq!(by_worker, worker < 1_000 * thousands);
            assert!(paid <= 2 * worker.min(1_000 * thousands) + 16 * SLICE, "{worker} {thousands}: {paid}");
        }
    }

    #[test]
    fn a_walk_that_seems_long_gets_half_as_much() {
        let paid = |worker: u64, thousands: u64, steps: u64| {
            let mut budget = Operations(u64::MAX);
            let search = |budget: &mut dyn Budget| {
                budget.report_steps(steps);
                search(thousands, 0)(budget)
            };
            in_turns(&mut After(worker), &mut budget, search).unwrap();
            u64::MAX - budget.0
        };
        let (slack, million) = (16 * SLICE, 1_000_000);
        let near = paid(u64::MAX, 1_000, million);
        let far = paid(u64::MAX, 1_000, 1_000 * million);
        assert!((2 * million - slack..=2 * million).contains(&near), "{near}");
        assert!((3 * million / 2 - slack..=3 * million / 2).contains(&far), "{far}");
        // The flow had far more steps than the run.
        let wrong = paid(million, 1 << 40, u64::MAX);
        assert!((3 * million - slack..=3 * million + slack).contains(&wrong), "{wrong}");
    }

    #[test]
    fn the_worker_gets_nothing_for_what_is_spent_aside() {
        let mut budget = Operations(u64::MAX);
        let search = |budget: &mut dyn Budget| {
            budget.spend_aside(1 << 40)?;
            budget.spend(1 << 20)
        };
        let first = in_turns(&mut After(1 << 30), &mut budget, search).unwrap();
        assert!(matches!(first, First::Search(())));
        assert_eq!(u64::MAX - budget.0, (1 << 40) + (2 << 20));
    }

    #[test]
    fn an_end_of_the_budget_is_not_taken_for_an_answer() {
        let ended = in_turns(&mut After(u64::MAX), &mut Operations(1 << 20), search(1 << 20, 0));
        assert!(matches!(ended, Err(OutOfBudget::Operations)));
    }

    #[test]
    fn the_worker_goes_on_alone_when_the_search_has_no_memory_left() {
        let found = in_turns(&mut After(1 << 29), &mut NoMemory, search(1, u64::MAX));
        assert!(matches!(found, Ok(First::Worker)));
        let found = in_turns(&mut After(u64::MAX), &mut NoMemory, search(1, u64::MAX));
        assert!(matches!(found, Err(OutOfBudget::Memory)));
    }
}
