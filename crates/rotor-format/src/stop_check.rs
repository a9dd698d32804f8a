//! Questions whether to go on, asked from time to time while an input is read.

use rotor_graph::Unread;
use std::io::{self, Read};

/// How many lines, nodes or blocks are read between two questions.
const UNASKED: u32 = 4_096;

/// Counts what was read, and asks a callback every few thousand times.
pub(crate) struct StopCheck<'g> {
    go_on: &'g mut dyn FnMut() -> bool,
    unasked: u32,
    stopped: bool,
}

impl<'g> StopCheck<'g> {
    pub(crate) fn of(go_on: &'g mut dyn FnMut() -> bool) -> Self {
        Self { go_on, unasked: 0, stopped: false }
    }

    /// Counts a line or a node.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Unread> {
        self.unasked += 1;
        if self.unasked < UNASKED { Ok(()) } else { self.ask() }
    }

    /// Asks at once.
    pub(crate) fn ask(&mut self) -> Result<(), Unread> {
        self.unasked = 0;
        self.stopped |= !(self.go_on)();
        if self.stopped { Err(Unread::Stopped) } else { Ok(()) }
    }

    /// Whether the answer was once no.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The callback itself, for readers that count on their own.
    pub(crate) fn callback(&mut self) -> &mut dyn FnMut() -> bool {
        self.go_on
    }
}

/// A stream that asks before every block that is read from it.
pub(crate) struct CheckedStream<'a, 'g, R> {
    pub(crate) stream: R,
    pub(crate) stop_check: &'a mut StopCheck<'g>,
}

impl<R: Read> Read for CheckedStream<'_, '_, R> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        self.stop_check.ask().map_err(io::Error::other)?;
        self.stream.read(block)
    }
}
