//! Complaints: a place in a file, and what is wrong there.

use std::fmt;

/// Something that tidy objects to. Ordered by path, then by line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Complaint {
    path: String,
    line: usize,
    message: String,
}

impl Complaint {
    /// About the line of this number, counted from 1, of the file at `path`.
    pub(crate) fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }

    /// About a file that should be there.
    pub(crate) fn missing(path: &str) -> Self {
        Self::new(path, 1, "the file is missing")
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_read_path_line_message_and_sort_by_line() {
        assert_eq!(Complaint::new("a.rs", 3, "bad").to_string(), "a.rs:3: bad");
        assert!(Complaint::new("a.rs", 3, "z") < Complaint::new("a.rs", 12, "a"));
        assert_eq!(Complaint::missing("b.md").to_string(), "b.md:1: the file is missing");
    }
}
