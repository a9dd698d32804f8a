//! Reading and writing that tick: a result that is as large as its graph takes time, too.

use rotor_graph::{Stop, Tick};
use std::io::{self, Read, Write};

/// A stream of which each byte is paid for before it passes. Once that is refused, the error holds the [`Stop`].
pub struct Ticked<'t, S> {
    stream: S,
    tick: &'t mut dyn Tick,
}

impl<'t, S> Ticked<'t, S> {
    /// The same stream, with `tick` to be asked.
    pub fn new(stream: S, tick: &'t mut dyn Tick) -> Self {
        Self { stream, tick }
    }

    fn pay(&mut self, bytes: usize) -> io::Result<()> {
        self.tick.tick(bytes as u64).map_err(io::Error::other)
    }
}

impl<S: Write> Write for Ticked<'_, S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pay(bytes.len())?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl<S: Read> Read for Ticked<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.pay(buffer.len())?;
        self.stream.read(buffer)
    }
}

/// Why a [`Ticked`] stream was stopped, if this is its error.
pub fn stop_of(error: &io::Error) -> Option<Stop> {
    error.get_ref()?.downcast_ref().copied()
}
