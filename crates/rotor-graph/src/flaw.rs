//! Flaws of an input: where, which rule, what to do.

use crate::amount;
use crate::tick::Stop;
use std::cmp::Ordering;
use std::fmt;

/// One thing wrong with an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// Where it is.
    pub place: Place,
    /// Which rule it breaks.
    pub rule: FlawRule,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl Flaw {
    /// Whether the only problem is that the input is larger than allowed, which a higher limit would fix.
    pub fn is_about_size(&self) -> bool {
        matches!(self.rule, FlawRule::Memory | FlawRule::UnpackedSize)
    }
}

/// A place in an input.
#[derive(Clone, PartialEq, Eq, Debug)]
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

impl Place {
    /// Line and column of the byte number `at` of `text`, where a character starts or the text ends.
    pub fn in_text(text: &str, at: usize) -> Self {
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
        Self::Text { line, column: 1 + before[line_start..].chars().count() }
    }
}

/// Texts first, by line and column; then paths, numbers in them by size; the whole last.
impl Ord for Place {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Text { line, column }, Self::Text { line: l, column: c }) => (line, column).cmp(&(l, c)),
            (Self::Path(path), Self::Path(other)) => by_number(path).cmp(by_number(other)),
            (Self::Whole, Self::Whole) => Ordering::Equal,
            (Self::Text { .. }, _) | (_, Self::Whole) => Ordering::Less,
            (_, Self::Text { .. }) | (Self::Whole, _) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A path in pieces that put `[2]` before `[10]`: a longer index is a larger one. It may be the name of a vertex, in quotes.
fn by_number(path: &str) -> impl Iterator<Item = (usize, &str)> {
    path.split_inclusive('[').map(|piece| {
        let piece = piece.trim_start_matches('`');
        let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
        (digits, piece)
    })
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

    /// The same flaws in other words.
    #[must_use]
    pub fn map(self, reworded: impl Fn(Flaw) -> Flaw) -> Self {
        Self { list: self.list.into_iter().map(reworded).collect(), more: self.more }
    }

    /// How many there are beyond those listed.
    pub fn more(&self) -> usize {
        self.more
    }

    /// The same in words, if there are any.
    pub fn more_in_words(&self) -> Option<String> {
        match self.more {
            0 => None,
            more => Some(format!("and {}", amount(more, "more flaw", "more flaws"))),
        }
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
        match self.more_in_words() {
            Some(words) => write!(f, "\n{words}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Flaws {}

/// Why there is no instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unread {
    /// The input is flawed.
    #[error(transparent)]
    Flawed(#[from] Flaws),
    /// Reading was stopped.
    #[error("stopped while reading: {0}")]
    Stopped(#[from] Stop),
}

impl Unread {
    /// The flaws found by a reader that nothing stops.
    pub fn into_flaws(self) -> Flaws {
        match self {
            Self::Flawed(flaws) => flaws,
            Self::Stopped(_) => unreachable!("`()` stops nothing"),
        }
    }
}

/// Collects flaws while an input is read.
#[derive(Debug, Default)]
pub struct FlawList {
    list: Vec<Flaw>,
    more: usize,
}

impl FlawList {
    /// The flaw of every place of `bytes` that is not UTF-8.
    pub fn not_utf8(bytes: &[u8]) -> Self {
        let mut flaws = Self::default();
        let (mut line, mut column) = (1, 1);
        let bytes = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes);
        for chunk in bytes.utf8_chunks() {
            let text = chunk.valid();
            line += text.bytes().filter(|&byte| byte == b'\n').count();
            column = match text.rfind('\n') {
                Some(newline) => text[newline + 1..].chars().count() + 1,
                None => column + text.chars().count(),
            };
            if !chunk.invalid().is_empty() {
                flaws.push(|| Flaw {
                    place: Place::Text { line, column },
                    rule: FlawRule::Utf8,
                    message: "bytes that are not UTF-8".to_owned(),
                    remedy: "save the file as UTF-8".to_owned(),
                });
                column += 1;
            }
        }
        flaws
    }

    /// Notes a flaw; past the first hundred it is only counted.
    pub fn push(&mut self, flaw: impl FnOnce() -> Flaw) {
        if self.list.len() < Flaws::MOST { self.list.push(flaw()) } else { self.more += 1 }
    }

    /// Counts flaws that were found elsewhere and not listed.
    pub(crate) fn count_more(&mut self, more: usize) {
        self.more += more;
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
    let mut text = String::new();
    for character in name.chars().take(MOST) {
        // So that a reader of the message can tell where the name ends.
        match character {
            '`' => text.push_str("\\`"),
            _ => text.extend(character.escape_debug()),
        }
    }
    if name.chars().nth(MOST).is_some() {
        text.push('…');
    }
    format!("`{text}`")
}

// The rules that inputs keep, each with the short stable name that a flaw is reported under.

/// Lists the rules once: the enum, all of them, and their names follow from it.
macro_rules! rules {
    ($($(#[$meaning:meta])* $rule:ident = $name:literal,)*) => {
        /// A rule that an input breaks.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        #[non_exhaustive]
        pub enum FlawRule {
            $($(#[$meaning])* $rule,)*
        }

        impl FlawRule {
            /// All rules.
            pub const ALL: &[Self] = &[$(Self::$rule),*];

            /// Its name in reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$rule => $name,)*
                }
            }
        }
    };
}

rules! {
    /// There are more arcs than any graph may have.
    ArcLimit = "arc-limit",
    /// Blocks are listed by their vertices, each block once.
    BlockListed = "block-listed",
    /// A certificate is about the instance it is read for.
    CertificateInstance = "certificate-instance",
    /// The kind of a certificate is a known one.
    CertificateKind = "certificate-kind",
    /// A count is a whole number that is not negative.
    Count = "count",
    /// The number of parallel arcs lies between 1 and 2³² − 1.
    CountRange = "count-range",
    /// A decision is made by the owner of its vertex.
    DecisionOfTheOwner = "decision-of-the-owner",
    /// A vertex is declared once.
    DeclaredOnce = "declared-once",
    /// Every vertex has an exit.
    EveryExit = "every-exit",
    /// The document names its format.
    Format = "format",
    /// The head of an arc is declared.
    HeadDeclared = "head-declared",
    /// A draft without flaws is an instance.
    Instance = "instance",
    /// The document is one JSON value.
    Json = "json",
    /// A key occurs once in its object.
    KeyOnce = "key-once",
    /// Arrays have one entry per vertex.
    Length = "length",
    /// A carriage return is followed by a line feed.
    LineEnd = "line-end",
    /// A vertex is listed once.
    ListedOnce = "listed-once",
    /// The graph fits into the memory allowed.
    Memory = "memory",
    /// A required key is there.
    MissingKey = "missing-key",
    /// A name has at least one character, and quotes where it needs them.
    Name = "name",
    /// There is no NUL character.
    NoNul = "no-nul",
    /// A vertex has one initial rotor.
    OneRotor = "one-rotor",
    /// A file names one routing rule.
    OneRule = "one-rule",
    /// A file names one start.
    OneStart = "one-start",
    /// An order has each arc of its vertex once.
    Order = "order",
    /// A vertex that is not a sink has an arc.
    OutArc = "out-arc",
    /// An owner is a rotor, Max or Min.
    Owner = "owner",
    /// A packed file can be unpacked.
    Packed = "packed",
    /// A position is that of an arc of its vertex.
    Position = "position",
    /// A rotor is the position of an arc of its vertex.
    RotorRange = "rotor-range",
    /// The checksum of a binary file is that of its bytes.
    RotorbChecksum = "rotorb-checksum",
    /// A binary file has the length that it names.
    RotorbLength = "rotorb-length",
    /// A binary file starts with its magic bytes.
    RotorbMagic = "rotorb-magic",
    /// The sections of a binary file fit each other.
    RotorbSection = "rotorb-section",
    /// The version of a binary file is a known one.
    RotorbVersion = "rotorb-version",
    /// Steps are named with the rotors that they leave.
    RouteSteps = "route-steps",
    /// The offsets of rows ascend from 0.
    Rows = "rows",
    /// The routing rule asked for is the one of the file.
    RuleConflict = "rule-conflict",
    /// The routing rule is a known one.
    RuleName = "rule-name",
    /// A certificate names its schema.
    Schema = "schema",
    /// A key belongs to a vertex of its kind: sink or not.
    SinkKeys = "sink-keys",
    /// A sink that is named is a vertex.
    SinkMentioned = "sink-mentioned",
    /// Sinks are listed outside a file only if its format cannot declare them.
    SinksDeclared = "sinks-declared",
    /// The start is declared.
    StartDeclared = "start-declared",
    /// Strategies are those of a game.
    Strategies = "strategies",
    /// The answer has strategies.
    StrategiesThere = "strategies-there",
    /// A line is a vertex, a sink, a start or a rule.
    Syntax = "syntax",
    /// A trap is listed by its vertices.
    TrapListed = "trap-listed",
    /// A line has the columns of its format.
    TwoColumns = "two-columns",
    /// A value is of the right type.
    Type = "type",
    /// Every key is a known one.
    UnknownKey = "unknown-key",
    /// The unpacked file fits into the memory allowed.
    UnpackedSize = "unpacked-size",
    /// The text is UTF-8.
    Utf8 = "utf-8",
    /// A value is an integer.
    Value = "value",
    /// Only sinks have values.
    ValueOfASink = "value-of-a-sink",
    /// A value lies within ±(2⁵³ − 1).
    ValueRange = "value-range",
    /// A vertex that is named is one of the graph.
    VertexKnown = "vertex-known",
    /// A vertex is a number below that of all vertices.
    VertexNumber = "vertex-number",
}

impl std::fmt::Display for FlawRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_a_list_stand_in_the_order_of_its_numbers() {
        let paths =
            ["format", "vertices[2]", "vertices[2].arcs[9]", "vertices[2].arcs[10]", "vertices[10].arcs[1]"];
        let mut places: Vec<_> = paths.iter().rev().map(|&path| Place::Path(path.to_owned())).collect();
        places.insert(0, Place::Whole);
        places.push(Place::Text { line: 2, column: 1 });
        places.push(Place::Text { line: 1, column: 7 });
        places.sort();
        let sorted: Vec<_> = places.iter().map(Place::to_string).collect();
        assert_eq!(sorted[..2], ["1:7", "2:1"]);
        assert_eq!(sorted[2..7], paths);
        assert_eq!(sorted[7], "");
        let named = |name: &str| Place::Path(format!("arcs[{}]", quoted(name)));
        assert!(named("a") < named("2") && named("2") < named("10"));
    }

    #[test]
    fn a_quoted_name_ends_with_its_second_backquote() {
        assert_eq!(quoted("a`b\n"), "`a\\`b\\n`");
        assert_eq!(quoted(&"x".repeat(41)), format!("`{}…`", "x".repeat(40)));
    }
}
