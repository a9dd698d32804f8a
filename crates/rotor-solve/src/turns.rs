//! Taking turns: a search for a flow, and beside it a worker that plainly walks, until one of them has the answer.
//!
//! Whether a walk is short or an elimination cheap cannot be known in advance. So both are begun, and each gets slices
//! of operations in turn: the whole costs a small multiple of the cheaper of the two, whichever that is. Slices are
//! counted in operations, not by a clock, so that the same question always gets the same answer from the same worker.
//! The unit of all of them is a step of a walk, some nanoseconds; anything dearer is charged as several.

use rotor_graph::{Event, Stop, Tick};

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
    pub(crate) fn report(&self, worker: &str, tick: &mut dyn Tick) {
        match self {
            Self::Search(_) => {
                tick.observe(Event::Detail(format_args!("answered by a flow, in turns with {worker}")))
            }
            Self::Worker => {
                tick.observe(Event::Detail(format_args!("answered by {worker}, in turns with a flow")))
            }
        }
    }
}

/// Runs `search` with a tick that gives `worker` its turns, until one of them is finished.
///
/// If the search runs out of memory, the worker, which needs no more than it has, goes on alone for a while.
/// Time: at most a constant times that of the quicker one.
pub(crate) fn in_turns<T>(
    worker: &mut dyn Worker,
    tick: &mut dyn Tick,
    search: impl FnOnce(&mut dyn Tick) -> Result<T, Stop>,
) -> Result<First<T>, Stop> {
    let mut turns = Turns { tick, worker, owed: 0, spent: 0, steps: 0, is_aside: false, finished: false };
    let found = search(&mut turns);
    if turns.finished {
        return Ok(First::Worker);
    }
    match found {
        Err(Stop::Memory) => {
            let most = turns.spent.saturating_mul(LONGER_ALONE).max(LEAST_ALONE);
            let mut done = 0;
            while done < most {
                turns.tick.tick(SLICE)?;
                if turns.worker.work(SLICE) {
                    return Ok(First::Worker);
                }
                done += SLICE;
            }
            Err(Stop::Memory)
        }
        found => found.map(First::Search),
    }
}

/// A tick that lets a worker do as much as is paid for.
struct Turns<'b, 'w> {
    tick: &'b mut dyn Tick,
    worker: &'w mut dyn Worker,
    /// What was paid for since the worker's last turn.
    owed: u64,
    spent: u64,
    /// How many steps a flow has that was found; 0 before.
    steps: u64,
    /// Whether the next operations are not the search's own.
    is_aside: bool,
    finished: bool,
}

impl Tick for Turns<'_, '_> {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.tick.tick(operations)?;
        if std::mem::take(&mut self.is_aside) {
            return Ok(());
        }
        self.spent = self.spent.saturating_add(operations);
        let is_far = self.worker.is_walk() && self.steps / FAR > self.spent;
        self.owed = self.owed.saturating_add(if is_far { operations / 2 } else { operations });
        while self.owed >= SLICE && !self.finished {
            // A large sum is paid in advance: the worker may be finished long before it has had as much.
            let slice = self.owed.min(8 * SLICE);
            self.owed -= slice;
            self.tick.tick(slice)?;
            self.finished = self.worker.work(slice);
        }
        // The search only has to stop; that nothing has run out is known from `finished`.
        if self.finished { Err(Stop::Operations) } else { Ok(()) }
    }

    fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        self.tick.reserve(bytes)
    }

    fn observe(&mut self, event: Event<'_>) {
        match event {
            Event::Steps(steps) => self.steps = steps,
            Event::Aside => self.is_aside = true,
            _ => {}
        }
        self.tick.observe(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::Limit;

    /// A tick that allows anything but memory.
    struct NoMemory;

    impl Tick for NoMemory {
        fn tick(&mut self, _: u64) -> Result<(), Stop> {
            Ok(())
        }

        fn reserve(&mut self, _: u64) -> Result<(), Stop> {
            Err(Stop::Memory)
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
    fn search(thousands: u64, bytes: u64) -> impl Fn(&mut dyn Tick) -> Result<u64, Stop> {
        move |tick| {
            for _ in 0..thousands {
                tick.tick(1_000)?;
            }
            tick.reserve(bytes)?;
            Ok(thousands)
        }
    }

    #[test]
    fn the_quicker_of_search_and_worker_costs_a_small_multiple() {
        let race = |worker: u64, thousands| {
            let mut tick = Limit(u64::MAX);
            let first = in_turns(&mut After(worker), &mut tick, search(thousands, 0)).unwrap();
            (matches!(first, First::Worker), u64::MAX - tick.0)
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
            let mut tick = Limit(u64::MAX);
            let search = |tick: &mut dyn Tick| {
                tick.observe(Event::Steps(steps));
                search(thousands, 0)(tick)
            };
            in_turns(&mut After(worker), &mut tick, search).unwrap();
            u64::MAX - tick.0
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
        let mut tick = Limit(u64::MAX);
        let search = |tick: &mut dyn Tick| {
            tick.observe(Event::Aside);
            tick.tick(1 << 40)?;
            tick.tick(1 << 20)
        };
        let first = in_turns(&mut After(1 << 30), &mut tick, search).unwrap();
        assert!(matches!(first, First::Search(())));
        assert_eq!(u64::MAX - tick.0, (1 << 40) + (2 << 20));
    }

    #[test]
    fn an_end_of_the_budget_is_not_taken_for_an_answer() {
        let ended = in_turns(&mut After(u64::MAX), &mut Limit(1 << 20), search(1 << 20, 0));
        assert!(matches!(ended, Err(Stop::Operations)));
    }

    #[test]
    fn the_worker_goes_on_alone_when_the_search_has_no_memory_left() {
        let found = in_turns(&mut After(1 << 29), &mut NoMemory, search(1, u64::MAX));
        assert!(matches!(found, Ok(First::Worker)));
        let found = in_turns(&mut After(u64::MAX), &mut NoMemory, search(1, u64::MAX));
        assert!(matches!(found, Err(Stop::Memory)));
    }
}
