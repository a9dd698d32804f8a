//! Texts of two words a line.

use rotor_graph::{Flaw, Place, quoted};

/// A word and where it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Word<'t> {
    pub(crate) at: usize,
    pub(crate) text: &'t str,
}

/// What is wrong with a line, its place not yet counted out: only flaws that are listed are worth that time.
#[derive(Debug)]
pub(crate) struct LineFlaw {
    at: usize,
    rule: &'static str,
    message: String,
    remedy: &'static str,
}

impl LineFlaw {
    /// The flaw of `text`, with line and column. Time O(|text|).
    pub(crate) fn of(self, text: &str) -> Flaw {
        let Self { at, rule, message, remedy } = self;
        Flaw { place: Place::in_text(text, at), rule, message, remedy: remedy.to_owned() }
    }
}

/// The two words of every line of `text` that has any, or what is wrong with the line. Comments start with `#`.
pub(crate) fn pairs(text: &str) -> impl Iterator<Item = Result<[Word<'_>; 2], LineFlaw>> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let content = line.split('#').next().unwrap_or(line);
        pair(start, content)
    })
}

fn pair(start: usize, content: &str) -> Option<Result<[Word<'_>; 2], LineFlaw>> {
    let mut words = words(start, content);
    let first = words.next()?;
    let flaw = |at, rule, message, remedy| Some(Err(LineFlaw { at, rule, message, remedy }));
    let Some(second) = words.next() else {
        let message = format!("a line with {} only", quoted(first.text));
        return flaw(first.at, "two-columns", message, "write two words a line");
    };
    if let Some(third) = words.next() {
        let message = format!("a third word {}", quoted(third.text));
        return flaw(
            third.at,
            "two-columns",
            message,
            "write two words a line, parallel arcs as lines of their own",
        );
    }
    for word in [first, second] {
        if let Some((offset, character)) = word.text.char_indices().find(|&(_, character)| is_bad(character))
        {
            let message = format!("the character {} cannot stand here", quoted(&character.to_string()));
            return flaw(
                word.at + offset,
                "name",
                message,
                "separate words by blanks or tabs, end lines with LF or CR LF",
            );
        }
    }
    Some(Ok([first, second]))
}

fn is_bad(character: char) -> bool {
    character.is_whitespace() || character.is_control() || character == '\u{FEFF}'
}

fn words(start: usize, content: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = start;
    content.split([' ', '\t']).filter_map(move |text| {
        let word = Word { at, text };
        at += text.len() + 1;
        (!text.is_empty()).then_some(word)
    })
}
