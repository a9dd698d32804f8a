//! A tick every few ten thousand vertices.

use rotor_graph::{Event, Stop, Tick};

/// How many vertices pass between two looks: enough that looking costs little, few enough that they take some
/// milliseconds.
const LOOK_EVERY: usize = 1 << 15;

/// Who is told how many vertices the sweeps have passed, and may stop them.
pub(super) struct SweepProgress<'b> {
    tick: &'b mut dyn Tick,
    passed: u64,
    expected: u64,
}

impl<'b> SweepProgress<'b> {
    /// A watch over nothing yet.
    pub(super) fn new(tick: &'b mut dyn Tick) -> Self {
        Self { tick, passed: 0, expected: 0 }
    }

    /// This many vertices are still to be passed, all sweeps counted.
    pub(super) fn expect(&mut self, vertices: usize) {
        self.expected = self.passed + vertices as u64;
    }

    /// The vertex number `at` is next in a sweep.
    #[inline]
    pub(super) fn pass(&mut self, at: usize) -> Result<(), Stop> {
        if at % LOOK_EVERY == LOOK_EVERY - 1 { self.look() } else { Ok(()) }
    }

    /// Work that no vertex stands for has been done.
    pub(super) fn pay(&mut self, operations: u64) -> Result<(), Stop> {
        self.tick.tick(operations)
    }

    /// All sweeps are done.
    pub(super) fn end(&mut self) {
        self.tick.observe(Event::Swept { done: self.expected, expected: self.expected });
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        self.passed = (self.passed + LOOK_EVERY as u64).min(self.expected);
        self.tick.observe(Event::Swept { done: self.passed, expected: self.expected });
        self.tick.tick(LOOK_EVERY as u64)
    }
}
