//! An output without white space at the end, so that a file can be a line of JSON.

use std::io::{self, Write};

/// Passes all bytes on, but holds white space back until something else follows it.
pub(super) struct Trimmed<'w> {
    out: &'w mut dyn Write,
    held: Vec<u8>,
}

impl<'w> Trimmed<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, held: Vec::new() }
    }
}

impl Write for Trimmed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let kept = bytes.trim_ascii_end();
        if !kept.is_empty() {
            self.out.write_all(&std::mem::take(&mut self.held))?;
            self.out.write_all(kept)?;
        }
        self.held.extend_from_slice(&bytes[kept.len()..]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_white_space_at_the_very_end_is_left_out() {
        let text = "{\"a\": 1,\n \"b\": 2}\n \n";
        for portion in 1..=text.len() {
            let mut out = Vec::new();
            let mut trimmed = Trimmed::new(&mut out);
            text.as_bytes().chunks(portion).for_each(|bytes| trimmed.write_all(bytes).unwrap());
            assert_eq!(String::from_utf8(out).unwrap(), text.trim_end(), "{portion}");
        }
    }
}
