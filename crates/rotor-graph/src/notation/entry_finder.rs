//! Where an entry of an arc list stands, found again when it is flawed.

use super::cursor::Cursor;
use std::cell::Cell;

/// Finds arc entries by their number; asked for one after the other on a line, it goes on from where it was.
#[derive(Debug)]
pub(super) struct EntryFinder<'t> {
    text: &'t str,
    /// The name of the vertex asked for last, the number of the next entry, and where to look for it.
    resume: Cell<Option<(usize, usize, usize)>>,
}

impl<'t> EntryFinder<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, resume: Cell::new(None) }
    }

    /// Where the head of entry number `entry` of the vertex whose name stands at `name_at` begins.
    pub(super) fn find(&self, name_at: usize, entry: usize) -> usize {
        let (mut next, mut cursor) = match self.resume.get() {
            Some((name, next, at)) if name == name_at && next <= entry => (next, Cursor::new(self.text, at)),
            _ => (0, self.after_colon(name_at)),
        };
        loop {
            cursor.skip_blanks();
            if cursor.at_line_end() {
                return name_at;
            }
            let start = cursor.at;
            match cursor.arc() {
                Ok(arc) if next == entry => {
                    self.resume.set(Some((name_at, next + 1, cursor.at)));
                    return arc.at + usize::from(arc.marked);
                }
                Ok(_) => next += 1,
                Err(_) => cursor.skip_flawed_entry(start),
            }
        }
    }

    fn after_colon(&self, name_at: usize) -> Cursor<'t> {
        let mut cursor = Cursor::new(self.text, name_at);
        // The name was read once already, so it can be read again.
        let _ = cursor.name();
        cursor.skip_blanks();
        cursor.take(b':');
        cursor
    }
}
