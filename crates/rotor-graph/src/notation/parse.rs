//! Reading the `.rotor` notation.

use super::cursor::{Cursor, LINE_END_REMEDY, LONE_CR, LineFlaw, NUL_REMEDY};
use super::entry_finder::EntryFinder;
use crate::draft::{Draft, Site, value_flaw};
use crate::flaw::FlawRule;
use crate::flaw::{Flaw, FlawList, Flaws, Place, Unread, quoted};
use crate::game::{Owner, Player, is_value};
use crate::instance::Instance;
use crate::multigraph::Multigraph;
use crate::tick::{Stop, Tick};
use crate::walk::Rule;
use std::borrow::Cow;

/// Reads an instance from `.rotor` text; the error lists every flaw with its place and remedy.
///
/// ```
/// let instance = rotor_graph::parse("a: b *s\nb: a^2\nsink s\nstart a")?;
/// assert_eq!(instance.graph().arc_count(), 4);
/// let flaws = rotor_graph::parse("a: b^0 c").unwrap_err();
/// assert_eq!(flaws.list()[0].to_string(), "1:6: the count `0` is out of range; keep it between 1 and 4294967295");
/// # Ok::<(), rotor_graph::Flaws>(())
/// ```
pub fn parse(text: &str) -> Result<Instance, Flaws> {
    let read = parse_text(text, Multigraph::MOST_ARCS, &mut ());
    read.map(|(instance, _)| instance).map_err(Unread::into_flaws)
}

/// Reads an instance of at most `most_arcs` arcs from the bytes of a `.rotor` file, with the rule of its
/// `rule` line, if it has one. Time O(bytes + arcs).
///
/// ```
/// use rotor_graph::{Stop, StopAfter, Unread, parse_bytes};
///
/// let text = "sink a-rather-long-name\n".repeat(10_000);
/// let stopped = parse_bytes(text.as_bytes(), 0, &mut StopAfter(0));
/// assert_eq!(stopped, Err(Unread::Stopped(Stop::Interrupted)));
/// ```
pub fn parse_bytes(
    bytes: &[u8],
    most_arcs: u64,
    tick: &mut dyn Tick,
) -> Result<(Instance, Option<Rule>), Unread> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse_text(text, most_arcs, tick),
        Err(_) => Err(utf8_flaws(bytes, most_arcs, tick)),
    }
}

/// How many bytes are read between two ticks: some thousands of lines.
const UNASKED: usize = 1 << 16;

fn parse_text(text: &str, most_arcs: u64, tick: &mut dyn Tick) -> Result<(Instance, Option<Rule>), Unread> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let (lines, entries) = expected_size(text.as_bytes());
    let mut reader = Reader {
        text,
        draft: Draft::with_capacity(most_arcs, lines, entries),
        declared_at: Vec::with_capacity(lines),
        start_at: 0,
        rule: None,
        line: 0,
        ask_at: UNASKED,
        tick,
        stopped: Ok(()),
    };
    let mut at = 0;
    while at < text.len() {
        at = reader.line(at);
        reader.stopped?;
    }
    let Reader { draft, declared_at, start_at, .. } = reader;
    let entries = EntryFinder::new(text);
    let finished = draft.finish(|site| match site {
        Site::Declaration(index) => Place::in_text(text, declared_at[index]),
        Site::Arc { declaration, entry } => {
            Place::in_text(text, entries.find(declared_at[declaration], entry))
        }
        Site::Start => Place::in_text(text, start_at),
    });
    Ok(finished?)
}

/// About how many lines and entries a text has, from a few samples of it: room is made for them before it is read.
fn expected_size(text: &[u8]) -> (usize, usize) {
    const PLACES: usize = 16;
    const LENGTH: usize = 1 << 12;
    let (mut seen, mut lines, mut blanks) = (0, 0, 0);
    for place in text.chunks(text.len() / PLACES + 1).map(|chunk| &chunk[..chunk.len().min(LENGTH)]) {
        seen += place.len();
        lines += place.iter().filter(|&&byte| byte == b'\n').count();
        blanks += place.iter().filter(|&&byte| byte == b' ').count();
    }
    // No line that says something is shorter than a few bytes.
    let scaled = |count: usize, least: usize| {
        let all = count as u128 * text.len() as u128 / seen.max(1) as u128;
        usize::try_from(all).unwrap_or(usize::MAX).min(text.len() / least)
    };
    (scaled(lines, 8), scaled(blanks, 4))
}

struct Reader<'t, 'g> {
    text: &'t str,
    draft: Draft<'t>,
    /// Where the name of each declaration stands.
    declared_at: Vec<usize>,
    start_at: usize,
    rule: Option<Rule>,
    /// The number of the line that is read, from 1.
    line: usize,
    /// The place of the next tick.
    ask_at: usize,
    tick: &'g mut dyn Tick,
    stopped: Result<(), Stop>,
}

impl<'t> Reader<'t, '_> {
    /// Reads the line at `at`; returns where the next one starts.
    fn line(&mut self, at: usize) -> usize {
        self.line += 1;
        if at >= self.ask_at {
            self.ask(at);
        }
        let mut cursor = Cursor::new(self.text, at);
        cursor.skip_blanks();
        if !cursor.at_line_end()
            && let Err(flaw) = self.statement(&mut cursor)
        {
            self.flaw(flaw);
        }
        self.line_end(cursor.at)
    }

    #[cold]
    fn ask(&mut self, at: usize) {
        self.ask_at = at + UNASKED;
        self.stopped = self.tick.tick(0);
    }

    fn statement(&mut self, cursor: &mut Cursor<'t>) -> Result<(), LineFlaw> {
        let (first_at, bare) = (cursor.at, cursor.peek() != Some(b'"'));
        let first = cursor.name()?;
        if !cursor.at_line_end() && !matches!(cursor.peek(), Some(b' ' | b'\t' | b':')) {
            return Err(cursor.unexpected());
        }
        cursor.skip_blanks();
        if cursor.take(b':') {
            return self.vertex(cursor, first_at, first, Owner::Rotor);
        }
        let keyword = if bare { &*first } else { "" };
        if cursor.at_line_end() || !["max", "min", "sink", "start", "rule"].contains(&keyword) {
            let (why, remedy) = if ["digraph", "graph", "strict"].contains(&keyword) {
                let remedy = "is this Graphviz? it is written, not read; list the arcs, `tail head` a line, and use --format edge-list";
                ("no `:`", remedy)
            } else if later_colon(*cursor) {
                let remedy = "put a name that has blanks in double quotes; only the words `max` and `min` may come before a name";
                ("more than a name before the `:`", remedy)
            } else if looks_like_an_edge(*cursor) {
                ("no `:`", "is this an edge list? use --format edge-list")
            } else {
                ("no `:`", "write `name: heads`, `sink name`, `start name` or `rule name`")
            };
            let message = format!("line {} is not a vertex line ({why})", self.line);
            return Err(LineFlaw { at: first_at, rule: FlawRule::Syntax, message, remedy });
        }
        let second_at = cursor.at;
        let second = cursor.name()?;
        cursor.skip_blanks();
        match keyword {
            "max" | "min" => {
                let owner = Owner::Player(if keyword == "max" { Player::Max } else { Player::Min });
                if !cursor.take(b':') {
                    let message = format!("there is no `:` after the vertex {}", quoted(&second));
                    let remedy = "write the owner, the name, a colon and the heads: `max u: v w`";
                    return Err(LineFlaw { at: cursor.at, rule: FlawRule::Syntax, message, remedy });
                }
                self.vertex(cursor, second_at, second, owner)
            }
            "sink" => self.sink(cursor, second_at, second),
            "start" => self.start(cursor, second_at, second),
            _ => self.rule(cursor, second_at, &second),
        }
    }

    #[inline]
    fn vertex(
        &mut self,
        cursor: &mut Cursor<'t>,
        at: usize,
        name: Cow<'t, str>,
        owner: Owner,
    ) -> Result<(), LineFlaw> {
        self.draft.vertex(name, owner);
        self.declared_at.push(at);
        let first_arc = self.draft.arc_count();
        let mut marked_at = None;
        loop {
            cursor.skip_blanks();
            // One line may be as long as the file.
            if cursor.at >= self.ask_at {
                self.ask(cursor.at);
                if self.stopped.is_err() {
                    return Ok(());
                }
            }
            if let Some(head) = cursor.plain_entry() {
                self.draft.arcs(Cow::Borrowed(head), 1);
                continue;
            }
            if cursor.at_line_end() {
                return Ok(());
            }
            let entry_at = cursor.at;
            let arc = match cursor.arc() {
                Ok(arc) => arc,
                Err(flaw) => {
                    self.flaw(flaw);
                    self.draft.last_is_flawed();
                    cursor.skip_flawed_entry(entry_at);
                    continue;
                }
            };
            if arc.marked {
                if marked_at.is_some() {
                    self.flaw(LineFlaw {
                        at: arc.at,
                        rule: FlawRule::OneRotor,
                        message: "a second `*` at this vertex".to_owned(),
                        remedy: "mark one arc only: the initial rotor",
                    });
                }
                marked_at = Some(arc.at);
                // Past the arc limit the draft is refused whatever the rotor.
                self.draft.rotor(u32::try_from(self.draft.arc_count() - first_arc).unwrap_or(0));
            }
            self.draft.arcs(arc.head, arc.count);
        }
    }

    fn sink(&mut self, cursor: &mut Cursor<'t>, at: usize, name: Cow<'t, str>) -> Result<(), LineFlaw> {
        let mut value = 0;
        self.draft.sink(name);
        self.declared_at.push(at);
        if cursor.take(b'=') {
            cursor.skip_blanks();
            let number_at = cursor.at;
            let negative = cursor.take(b'-');
            let digits = cursor.digits();
            if digits.is_empty() {
                return Err(LineFlaw {
                    rule: FlawRule::Value,
                    remedy: "write the value as an integer in decimal digits",
                    ..cursor.unexpected()
                });
            }
            // More digits than an i64 holds are out of range, whatever they are.
            let size = digits.parse().unwrap_or(i64::MAX);
            value = if negative { -size } else { size };
            if !is_value(value) {
                let shown = format!("{}{digits}", if negative { "-" } else { "" });
                let Flaw { rule, message, .. } = value_flaw(Place::Whole, &quoted(&shown));
                let remedy = "keep it between -9007199254740991 and 9007199254740991";
                self.flaw(LineFlaw { at: number_at, rule, message, remedy });
                value = 0;
            }
            cursor.skip_blanks();
            self.nothing_more(cursor, "end the line after the value, an integer in decimal digits")?;
        }
        self.draft.value(value);
        self.nothing_more(cursor, "write `sink name` or `sink name = value`, one sink per line")
    }

    fn start(&mut self, cursor: &mut Cursor<'t>, at: usize, name: Cow<'t, str>) -> Result<(), LineFlaw> {
        if self.draft.has_start() {
            let message = "a second start".to_owned();
            return Err(LineFlaw { at, rule: FlawRule::OneStart, message, remedy: "keep one `start` line" });
        }
        self.draft.start(name);
        self.start_at = at;
        self.nothing_more(cursor, "write `start name`, one name only")
    }

    fn rule(&mut self, cursor: &mut Cursor<'t>, at: usize, name: &str) -> Result<(), LineFlaw> {
        if self.rule.is_some() {
            let message = "a second rule".to_owned();
            return Err(LineFlaw { at, rule: FlawRule::OneRule, message, remedy: "keep one `rule` line" });
        }
        let rule = Rule::from_name(name).ok_or_else(|| LineFlaw {
            at,
            rule: FlawRule::RuleName,
            message: format!("unknown rule {}", quoted(name)),
            remedy: "write `rule move-then-turn` or `rule turn-then-move`",
        })?;
        self.rule = Some(rule);
        self.draft.rule(rule);
        self.nothing_more(cursor, "end the line after the rule")
    }

    fn nothing_more(&self, cursor: &Cursor<'t>, remedy: &'static str) -> Result<(), LineFlaw> {
        let flaw = cursor.unexpected();
        match cursor.at_line_end() {
            true => Ok(()),
            false if flaw.rule == FlawRule::Syntax => Err(LineFlaw { remedy, ..flaw }),
            false => Err(flaw),
        }
    }

    /// Passes what is left of the line, a comment at best; returns where the next line starts.
    fn line_end(&mut self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut in_comment = false;
        let mut next = at;
        while let Some(&byte) = bytes.get(next) {
            next += 1;
            match byte {
                b'\n' => return next,
                b'#' => in_comment = true,
                b'\r' if in_comment && bytes.get(next) != Some(&b'\n') => {
                    let message = LONE_CR.to_owned();
                    self.flaw(LineFlaw {
                        at: next - 1,
                        rule: FlawRule::LineEnd,
                        message,
                        remedy: LINE_END_REMEDY,
                    });
                }
                b'\0' if in_comment => {
                    let message = "a NUL character".to_owned();
                    self.flaw(LineFlaw { at: next - 1, rule: FlawRule::NoNul, message, remedy: NUL_REMEDY });
                }
                _ => {}
            }
        }
        next
    }

    fn flaw(&mut self, flaw: LineFlaw) {
        let text = self.text;
        self.draft.flaw(|| Flaw {
            place: Place::in_text(text, flaw.at),
            rule: flaw.rule,
            message: flaw.message,
            remedy: flaw.remedy.to_owned(),
        });
    }
}

/// Whether a `:` follows further words of a line.
fn later_colon(mut rest: Cursor<'_>) -> bool {
    while !rest.at_line_end() && rest.name().is_ok() {
        rest.skip_blanks();
    }
    rest.peek() == Some(b':')
}

/// Whether the rest of a line, after its first word, is one or two more words.
fn looks_like_an_edge(mut rest: Cursor<'_>) -> bool {
    let mut words = 0;
    while !rest.at_line_end() && words < 3 && rest.name().is_ok() {
        words += 1;
        rest.skip_blanks();
    }
    rest.at_line_end() && (1..3).contains(&words)
}

/// Why a file that is not UTF-8 is not read: every bad byte, and what else is wrong with the rest.
fn utf8_flaws(bytes: &[u8], most_arcs: u64, tick: &mut dyn Tick) -> Unread {
    let mut flaws = FlawList::not_utf8(bytes);
    let lossy = String::from_utf8_lossy(bytes);
    if let Err(others) = parse_text(&lossy, most_arcs, tick) {
        let Unread::Flawed(others) = others else { return others };
        // A name with a bad byte in it is flawed already, and need not be declared on top.
        let about_names = [FlawRule::HeadDeclared, FlawRule::StartDeclared];
        let follows = |flaw: &Flaw| about_names.contains(&flaw.rule) && flaw.message.contains('\u{FFFD}');
        for flaw in others.list().iter().filter(|flaw| !follows(flaw)) {
            flaws.push(|| flaw.clone());
        }
        flaws.count_more(others.more());
    }
    match flaws.or::<()>(None) {
        Err(flaws) => flaws.into(),
        Ok(()) => unreachable!("without a value there is no success"),
    }
}
