//! Part of a limit: a number of operations and no more.

use rotor_graph::{Event, Stop, Tick};

/// A limit below that of the whole.
pub(crate) struct AtMost<'b> {
    tick: &'b mut dyn Tick,
    most: u64,
    pub(crate) left: u64,
    /// Whether these operations were used up, and not those of the whole.
    pub(crate) is_over: bool,
}

impl<'b> AtMost<'b> {
    pub(crate) fn new(tick: &'b mut dyn Tick, most: u64) -> Self {
        Self { tick, most, left: most, is_over: false }
    }

    /// How many operations were spent.
    pub(crate) fn spent(&self) -> u64 {
        self.most - self.left
    }

    /// Nothing, if these operations alone were used up.
    pub(crate) fn or_over<T>(&self, found: Result<T, Stop>) -> Result<Option<T>, Stop> {
        match found {
            Err(_) if self.is_over => Ok(None),
            found => found.map(Some),
        }
    }

    fn take(&mut self, operations: u64) -> Result<(), Stop> {
        self.is_over |= operations > self.left;
        self.left = self.left.saturating_sub(operations);
        if self.is_over { Err(Stop::Operations) } else { Ok(()) }
    }
}

impl Tick for AtMost<'_> {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.tick.tick(operations)?;
        self.take(operations)
    }

    fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        self.tick.reserve(bytes)
    }

    fn observe(&mut self, event: Event<'_>) {
        self.tick.observe(event);
    }
}
