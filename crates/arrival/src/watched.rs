//! Writing that asks the context: a result that is as large as its graph takes time, too.

use crate::context::Context;
use rotor_graph::{Stop, Tick as _};
use std::io::{self, Write};

/// An output that takes bytes while the context allows it; each counts as an operation.
pub struct Watched<'w, 'h> {
    out: &'w mut dyn Write,
    context: &'w mut Context<'h>,
    ended: Option<Stop>,
}

impl<'w, 'h> Watched<'w, 'h> {
    /// Writes to `out`.
    pub fn new(out: &'w mut dyn Write, context: &'w mut Context<'h>) -> Self {
        Self { out, context, ended: None }
    }

    /// Why the context ended it, if it did; then an error was returned as well.
    pub fn ended(&self) -> Option<Stop> {
        self.ended
    }
}

impl Write for Watched<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(reason) = self.context.tick(bytes.len() as u64) {
            self.ended = Some(reason);
            return Err(io::Error::new(io::ErrorKind::TimedOut, reason));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
