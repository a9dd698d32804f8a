//! The exits of many starts, looked up early enough that the names of the sinks have arrived when they are written.

use num_bigint::BigUint;
use rotor_graph::{Exit, Names, VertexId};
use std::collections::VecDeque;

/// The exit of one start.
#[derive(Clone, Copy, Debug)]
pub struct ExitRow<'s> {
    /// The start.
    pub from: VertexId,
    /// Where the particle ends.
    pub exit: Exit,
    /// After how many steps it halts, if only one start was asked for.
    pub steps: Option<&'s BigUint>,
}

/// How many rows ahead the place of a name is prefetched; half as many ahead, the name itself.
const AHEAD: usize = 32;

/// The rows of `rows`, with the names of their exits prefetched.
pub(crate) struct RowsAhead<'s, I> {
    names: &'s Names,
    rows: I,
    waiting: VecDeque<ExitRow<'s>>,
}

impl<'s, I: Iterator<Item = ExitRow<'s>>> RowsAhead<'s, I> {
    pub(crate) fn of(names: &'s Names, rows: I) -> Self {
        Self { names, rows, waiting: VecDeque::with_capacity(AHEAD) }
    }
}

impl<'s, I: Iterator<Item = ExitRow<'s>>> Iterator for RowsAhead<'s, I> {
    type Item = ExitRow<'s>;

    fn next(&mut self) -> Option<ExitRow<'s>> {
        while self.waiting.len() < AHEAD
            && let Some(row) = self.rows.next()
        {
            if let Exit::Sink(sink) = row.exit {
                self.names.expect_place(sink);
            }
            self.waiting.push_back(row);
        }
        if let Some(Exit::Sink(sink)) = self.waiting.get(AHEAD / 2).map(|row| row.exit) {
            self.names.expect_text(sink);
        }
        self.waiting.pop_front()
    }
}
