//! Texts of two words per line, or three with a weight.

use rotor_graph::FlawRule;
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
    rule: FlawRule,
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

/// What the words of a line are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Columns {
    /// Two successors.
    Successors,
    /// Tail and head.
    Edges,
    /// Tail, head and weight.
    WeightedEdges,
}

/// A line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArcLine<'t> {
    pub(crate) words: [Word<'t>; 2],
    /// The third word, an integer; 1 where there is none to be read.
    pub(crate) weight: u32,
}

/// Every line of `text` that has words, or what is wrong with the line. Comments start with `#`.
pub(crate) fn rows(text: &str, columns: Columns) -> impl Iterator<Item = Result<ArcLine<'_>, LineFlaw>> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let content = line.split('#').next().unwrap_or(line);
        row(start, content, columns)
    })
}

/// What other notations write between tail and head.
const ARROWS: [&str; 5] = ["->", "-->", "→", "=>", "--"];

fn row(start: usize, content: &str, columns: Columns) -> Option<Result<ArcLine<'_>, LineFlaw>> {
    let weighted = columns == Columns::WeightedEdges;
    let mut words = words(start, content);
    let first = words.next()?;
    let flaw = |at, rule, message, remedy| Some(Err(LineFlaw { at, rule, message, remedy }));
    let Some(second) = words.next() else {
        let message = format!("a line with {} only", quoted(first.text));
        let remedy = match first.text.contains([',', ';', '>']) {
            true => "separate the words by spaces, without commas or arrows",
            false if weighted => "write tail, head and weight",
            false => "write two words per line",
        };
        return flaw(first.at, FlawRule::TwoColumns, message, remedy);
    };
    let mut weight = 1;
    if weighted {
        let Some(third) = words.next() else {
            let message = format!("no weight after {}", quoted(second.text));
            return flaw(
                second.at,
                FlawRule::TwoColumns,
                message,
                "write tail, head and weight, or leave --weights out",
            );
        };
        match third.text.parse() {
            Ok(number) if number > 0 && third.text.bytes().all(|byte| byte.is_ascii_digit()) => {
                weight = number
            }
            _ => {
                let message = format!("the weight {} is not a number of parallel arcs", quoted(third.text));
                return flaw(
                    third.at,
                    FlawRule::CountRange,
                    message,
                    "write an integer between 1 and 4294967295",
                );
            }
        }
    }
    if let Some(extra) = words.next() {
        let (number, remedy) = match columns {
            _ if ARROWS.contains(&second.text) => ("third", "leave the arrow out: write tail, space, head"),
            Columns::Successors => ("third", "write two words per line"),
            Columns::Edges => {
                ("third", "write parallel arcs as lines of their own, or as weights, which --weights reads")
            }
            Columns::WeightedEdges => ("fourth", "write tail, head and weight"),
        };
        let message = format!("a {number} word {}", quoted(extra.text));
        return flaw(extra.at, FlawRule::TwoColumns, message, remedy);
    }
    for word in [first, second] {
        if let Some((offset, character)) = word.text.char_indices().find(|&(_, character)| is_bad(character))
        {
            let message = format!("the character {} is not allowed here", quoted(&character.to_string()));
            return flaw(
                word.at + offset,
                FlawRule::Name,
                message,
                "separate words by spaces or tabs, end lines with LF or CR LF",
            );
        }
    }
    Some(Ok(ArcLine { words: [first, second], weight }))
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
