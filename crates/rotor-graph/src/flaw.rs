//! Flaws of an input: where, which rule, what to do.

use std::fmt;

/// One thing wrong with an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// Where it is.
    pub place: Place,
    /// Which rule it breaks, as a short stable word.
    pub rule: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

/// A place in an input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// A line and a column of a text, both counted from 1; columns count characters.
    Text {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// A path into a JSON document, such as `vertices[3].arcs[1]`.
    Path(String),
    /// The input as a whole.
    Whole,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "{line}:{column}"),
            Self::Path(path) => f.write_str(path),
            Self::Whole => Ok(()),
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, message, remedy, .. } = self;
        match place {
            Place::Whole => write!(f, "{message}; {remedy}"),
            _ => write!(f, "{place}: {message}; {remedy}"),
        }
    }
}

/// All flaws of an input, or the first hundred: at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaws {
    list: Vec<Flaw>,
    more: usize,
}

impl Flaws {
    /// How many flaws are listed; further ones are only counted.
    pub const MOST: usize = 100;

    /// An input with this one flaw.
    pub fn one(flaw: Flaw) -> Self {
        Self { list: vec![flaw], more: 0 }
    }

    /// The flaws listed, in the order of their places.
    pub fn list(&self) -> &[Flaw] {
        &self.list
    }

    /// How many there are beyond those listed.
    pub fn more(&self) -> usize {
        self.more
    }
}

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, flaw) in self.list.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            flaw.fmt(f)?;
        }
        if self.more > 0 {
            write!(f, "\nand {} more flaws", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for Flaws {}

/// Collects flaws while an input is read.
#[derive(Debug, Default)]
pub struct FlawList {
    list: Vec<Flaw>,
    more: usize,
}

impl FlawList {
    /// Notes a flaw; past the first hundred it is only counted.
    pub fn push(&mut self, flaw: impl FnOnce() -> Flaw) {
        if self.list.len() < Flaws::MOST { self.list.push(flaw()) } else { self.more += 1 }
    }

    /// Whether there is none so far.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// `value` if there is no flaw, else all flaws in the order of their places.
    pub fn or<T>(self, value: Option<T>) -> Result<T, Flaws> {
        match value {
            Some(value) if self.list.is_empty() => Ok(value),
            _ => {
                let mut list = self.list;
                list.sort_by(|a, b| a.place.cmp(&b.place));
                Err(Flaws { list, more: self.more })
            }
        }
    }
}

/// `name` in backquotes, cut if it is long, with nothing in it that could upset a terminal.
pub fn quoted(name: &str) -> String {
    const MOST: usize = 40;
    let mut text: String = name.chars().take(MOST).flat_map(char::escape_debug).collect();
    if name.chars().nth(MOST).is_some() {
        text.push('…');
    }
    format!("`{text}`")
}
