//! Any input: unpacked, its format told by its content, read; and the question whether to go on, asked while it is read.

use crate::columns::{self, EdgeListOptions};
use crate::compression::unpack;
use crate::{binary, json};
use rotor_graph::{
    Flaw, FlawRule, Flaws, Instance, Multigraph, Place, Rule, Stop, Tick, Unread, parse_bytes,
};
use std::io::{self, Read};

/// A format that instances are read from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputFormat {
    /// The `.rotor` text.
    Rotor,
    /// JSON.
    Json,
    /// The binary `.rotorb`.
    Rotorb,
    /// `u v` per line, or `u v weight`.
    EdgeList,
    /// `s0 s1` per vertex.
    TwoSuccessors,
}

impl InputFormat {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Rotor, Self::Json, Self::Rotorb, Self::EdgeList, Self::TwoSuccessors];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rotor => "rotor",
            Self::Json => "json",
            Self::Rotorb => "rotorb",
            Self::EdgeList => "edge-list",
            Self::TwoSuccessors => "two-successors",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format of unpacked `bytes`, told by how they begin. Edge lists and two-successor lists must be named.
    pub fn of(bytes: &[u8]) -> Self {
        let text = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes);
        if bytes.starts_with(&binary::MAGIC) {
            Self::Rotorb
        } else if text.trim_ascii_start().starts_with(b"{") {
            Self::Json
        } else {
            Self::Rotor
        }
    }

    /// Whether its files say themselves which vertices are sinks.
    const fn declares_sinks(self) -> bool {
        matches!(self, Self::Rotor | Self::Json | Self::Rotorb)
    }
}

/// How to read an input.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'a> {
    /// The format, if it is not to be told by the content.
    pub format: Option<InputFormat>,
    /// The sinks, for formats that do not declare them.
    pub sinks: Option<&'a [String]>,
    /// How the lines of an edge list are meant; for other formats nothing may be set.
    pub edge_list: EdgeListOptions,
    /// The rule to read the rotors by, for inputs that do not say.
    pub rule: Option<Rule>,
    /// The most arcs that the graph may have.
    pub most_arcs: u64,
    /// The most bytes that a packed input may unpack to.
    pub most_bytes: u64,
}

impl Default for ReadOptions<'_> {
    /// Everything as the input says, graphs as large as they can be, at most 4 GiB unpacked.
    fn default() -> Self {
        Self {
            format: None,
            sinks: None,
            edge_list: EdgeListOptions::default(),
            rule: None,
            most_arcs: Multigraph::MOST_ARCS,
            most_bytes: 1 << 32,
        }
    }
}

/// An input as it was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The instance.
    pub instance: Instance,
    /// The rule its rotors were written for.
    pub rule: Rule,
    /// The format it was in.
    pub format: InputFormat,
}

/// Reads an instance from `bytes` of any format, packed or not. Time O(bytes + arcs). A tick is a line, a node or a block that is
/// unpacked.
///
/// ```
/// use rotor_format::{ReadOptions, read};
/// use rotor_graph::{Stop, StopAfter, Unread};
///
/// let text = "sink a-rather-long-name\n".repeat(10_000);
/// let read = read(text.as_bytes(), &ReadOptions::default(), &mut StopAfter(0));
/// assert_eq!(read, Err(Unread::Stopped(Stop::Interrupted)));
/// ```
pub fn read(bytes: &[u8], options: &ReadOptions<'_>, tick: &mut dyn Tick) -> Result<Input, Unread> {
    let bytes = unpack(bytes, options.most_bytes, tick)?;
    let format = options.format.unwrap_or_else(|| InputFormat::of(&bytes));
    check_options(options, format)?;
    let (instance, said) = match format {
        InputFormat::Rotor => parse_bytes(&bytes, options.most_arcs, tick)?,
        InputFormat::Json => json::read(&bytes, options.most_arcs, tick)?,
        InputFormat::Rotorb => {
            let (instance, rule) = binary::read(&bytes, options.most_arcs, tick)?;
            (instance, Some(rule))
        }
        InputFormat::EdgeList => {
            columns::read_edge_list(&bytes, options.edge_list, options.sinks, options.most_arcs, tick)?
        }
        InputFormat::TwoSuccessors => {
            columns::read_two_successors(&bytes, options.sinks, options.most_arcs, tick)?
        }
    };
    let (instance, rule) = match (said, options.rule) {
        (Some(said), Some(given)) if said != given => return Err(rule_conflict(said, given).into()),
        (Some(said), _) => (instance, said),
        (None, given) => apply(instance, given.unwrap_or_default()),
    };
    Ok(Input { instance, rule, format })
}

/// Refuses options that the format does not use: they are meant for another format.
fn check_options(options: &ReadOptions<'_>, format: InputFormat) -> Result<(), Flaws> {
    let EdgeListOptions { undirected, weights, infer_sinks } = options.edge_list;
    let given = [(undirected, "--undirected"), (weights, "--weights"), (infer_sinks, "--infer-sinks")];
    if let Some((_, option)) = given.into_iter().find(|&(given, _)| given && format != InputFormat::EdgeList)
    {
        return Err(Flaws::one(Flaw {
            place: Place::Whole,
            rule: FlawRule::Format,
            message: format!("{option} is for edge lists, but this file is read as {}", format.name()),
            remedy: format!("leave {option} out, or use --format edge-list"),
        }));
    }
    if options.sinks.is_some() && format.declares_sinks() {
        return Err(Flaws::one(Flaw {
            place: Place::Whole,
            rule: FlawRule::SinksDeclared,
            message: format!("sinks are given, but the format {} declares its own", format.name()),
            remedy: "leave --sinks out, or name the format with --format".to_owned(),
        }));
    }
    Ok(())
}

/// The instance that a file means under `rule` if it means `instance` under *move, then turn*.
fn apply(instance: Instance, rule: Rule) -> (Instance, Rule) {
    let rotors = rule.to_inner(instance.graph(), instance.rotors().clone());
    (instance.with_rotors(rotors), rule)
}

fn rule_conflict(said: Rule, given: Rule) -> Flaws {
    Flaws::one(Flaw {
        place: Place::Whole,
        rule: FlawRule::RuleConflict,
        message: format!("the file is written for {}, not for {}", said.name(), given.name()),
        remedy: "leave --rule out, or change the rule in the file".to_owned(),
    })
}

// Being stopped

/// A tick for what cannot return a [`Stop`], as another library calls it: it remembers why it was stopped, and stays so.
pub(crate) struct Ticking<'t> {
    tick: &'t mut dyn Tick,
    /// Why it was stopped, if it was.
    pub(crate) stopped: Result<(), Stop>,
}

impl<'t> Ticking<'t> {
    pub(crate) fn new(tick: &'t mut dyn Tick) -> Self {
        Self { tick, stopped: Ok(()) }
    }

    #[inline]
    pub(crate) fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        if self.stopped.is_ok() {
            self.stopped = self.tick.tick(operations);
        }
        self.stopped
    }
}

/// A stream that ticks before every block that is read from it.
pub(crate) struct TickingStream<'t, R> {
    pub(crate) stream: R,
    pub(crate) ticking: Ticking<'t>,
}

impl<R: Read> Read for TickingStream<'_, R> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        self.ticking.tick(0).map_err(io::Error::other)?;
        self.stream.read(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use rotor_graph::StopAfter;

    fn one_flaw(bytes: &[u8], options: ReadOptions<'_>) -> (&'static str, String) {
        let flaws = read(bytes, &options, &mut ()).unwrap_err().into_flaws();
        (flaws.list()[0].rule.name(), flaws.to_string())
    }

    #[test]
    fn the_format_is_recognised_by_the_content() {
        assert_eq!(InputFormat::of("\u{FEFF} \n\t{".as_bytes()), InputFormat::Json);
        assert_eq!(InputFormat::of(b"\"{\": a"), InputFormat::Rotor);
        assert_eq!(InputFormat::of(b""), InputFormat::Rotor);
        assert_eq!(InputFormat::of(b"\x89rotorb\n"), InputFormat::Rotorb);
        for format in InputFormat::ALL {
            assert_eq!(InputFormat::from_name(format.name()), Some(format));
        }
        assert_eq!(InputFormat::from_name("svg"), None);
    }

    #[test]
    fn a_given_rule_reads_what_the_file_leaves_open() {
        let options = ReadOptions { rule: Some(Rule::TurnThenMove), ..ReadOptions::default() };
        let said = read(b"rule turn-then-move\na: *b s b\nb: a s\nsink s", &ReadOptions::default(), &mut ())
            .unwrap();
        assert_eq!(read(b"a: *b s b\nb: a s\nsink s", &options, &mut ()).as_ref(), Ok(&said));
        assert_eq!(said.instance.to_string(), "a: b *s b\nb: a *s\nsink s\n");
        assert_eq!(said.rule, Rule::TurnThenMove);
        let sinks = ["s".to_owned()];
        let listed = ReadOptions { format: Some(InputFormat::EdgeList), sinks: Some(&sinks), ..options };
        assert_eq!(
            read(b"a b\na s\na b\nb a\nb s", &listed, &mut ()).unwrap().instance.to_string(),
            "a: b *s b\nb: a *s\nsink s\n"
        );
    }

    #[test]
    fn a_rule_that_contradicts_the_file_is_a_flaw() {
        let options = ReadOptions { rule: Some(Rule::TurnThenMove), ..ReadOptions::default() };
        let message = "the file is written for move-then-turn, not for turn-then-move; \
                       leave --rule out, or change the rule in the file";
        let text = b"rule move-then-turn\nsink s";
        assert_eq!(one_flaw(text, options), ("rule-conflict", message.to_owned()));
        let json = br#"{"format":"rotor-graph/1","rule":"move-then-turn","vertices":[]}"#;
        assert_eq!(one_flaw(json, options), ("rule-conflict", message.to_owned()));
    }

    #[test]
    fn sinks_are_given_only_to_formats_that_do_not_declare_them() {
        let sinks = ["s".to_owned()];
        let options = ReadOptions { sinks: Some(&sinks), ..ReadOptions::default() };
        let message = "sinks are given, but the format rotor declares its own; \
                       leave --sinks out, or name the format with --format";
        assert_eq!(one_flaw(b"a: s\nsink s", options), ("sinks-declared", message.to_owned()));
        let listed = ReadOptions { format: Some(InputFormat::EdgeList), ..options };
        assert_eq!(read(b"a s\ns a", &listed, &mut ()).unwrap().instance.to_string(), "a: s\nsink s\n");
    }

    #[test]
    fn the_limit_on_arcs_holds_for_every_format() {
        let options = ReadOptions { most_arcs: 1, ..ReadOptions::default() };
        assert_eq!(one_flaw(b"a: s^2\nsink s", options).0, "memory");
        let json = br#"{"format":"rotor-graph/1","vertices":[{"name":"a","arcs":["a","a"]}]}"#;
        assert_eq!(one_flaw(json, options).0, "memory");
        let listed = ReadOptions { format: Some(InputFormat::TwoSuccessors), ..options };
        assert_eq!(one_flaw(b"1 1\n0 0", listed).0, "memory");
    }

    #[test]
    fn options_of_edge_lists_are_refused_for_other_formats() {
        let edge_list = EdgeListOptions { weights: true, ..EdgeListOptions::default() };
        let options = ReadOptions { edge_list, ..ReadOptions::default() };
        let message = "--weights is for edge lists, but this file is read as rotor; \
                       leave --weights out, or use --format edge-list";
        assert_eq!(one_flaw(b"a: a", options), ("format", message.to_owned()));
        let listed = ReadOptions { format: Some(InputFormat::EdgeList), ..options };
        assert_eq!(read(b"a a 2", &listed, &mut ()).unwrap().instance.to_string(), "a: a^2\n");
    }

    #[test]
    fn an_edge_list_taken_for_text_gets_a_hint() {
        let hint = "is this an edge list? use --format edge-list";
        for text in ["0 1\n1 0", "# a graph\n\nu v 3\nv u 1\n"] {
            let line = 1 + text.lines().position(|line| !line.is_empty() && !line.starts_with('#')).unwrap();
            let flaws = read(text.as_bytes(), &ReadOptions::default(), &mut ()).unwrap_err().into_flaws();
            let said = format!("{line}:1: line {line} is not a vertex line (no `:`); {hint}");
            assert_eq!(flaws.list()[0].to_string(), said);
        }
        for text in ["u", "u v w x", "u v, w"] {
            let flaws = read(text.as_bytes(), &ReadOptions::default(), &mut ()).unwrap_err().into_flaws();
            assert_ne!(flaws.list()[0].remedy, hint, "{text}");
        }
        for text in ["a b: s", "maxi u: s", "a \"b\" c : s"] {
            let said = "1:1: line 1 is not a vertex line (more than a name before the `:`); \
                        put a name that has blanks in double quotes; only the words `max` and `min` may come before a name";
            assert_eq!(
                read(text.as_bytes(), &ReadOptions::default(), &mut ()).unwrap_err().into_flaws().list()[0]
                    .to_string(),
                said
            );
        }
    }

    #[test]
    fn every_reader_stops_when_asked() {
        use std::fmt::Write;
        let lines = |line: &dyn Fn(&mut String, usize)| {
            let mut text = String::new();
            (0..20_000).for_each(|number| line(&mut text, number));
            text
        };
        let json = lines(&|text, n| write!(text, r#",{{"name":"v{n}","arcs":["s"]}}"#).unwrap());
        let json = format!(r#"{{"format":"rotor-graph/1","vertices":[{{"name":"s","sink":true}}{json}]}}"#);
        let texts = [
            (InputFormat::Rotor, lines(&|text, n| writeln!(text, "v{n}: v{n} v0").unwrap())),
            (InputFormat::Rotor, format!("v: {}", "v ".repeat(100_000))),
            (InputFormat::Json, json),
            (InputFormat::EdgeList, lines(&|text, n| writeln!(text, "v{n} v{n}").unwrap())),
            (InputFormat::TwoSuccessors, lines(&|text, n| writeln!(text, "{n} {n}").unwrap())),
        ];
        let mut inputs: Vec<_> =
            texts.into_iter().map(|(format, text)| (format, text.into_bytes())).collect();
        let mut binary = Vec::new();
        binary::write(&samples::instances(1)[0], Rule::default(), &mut binary).unwrap();
        inputs.push((InputFormat::Rotorb, binary));
        for (format, bytes) in inputs {
            let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
            let mut allowed = StopAfter(u64::MAX);
            assert!(read(&bytes, &options, &mut allowed).is_ok(), "{}", format.name());
            let ticks = u64::MAX - allowed.0;
            assert!(ticks >= 2, "{}: {ticks}", format.name());
            for allowed in [0, 1, ticks / 2, ticks - 1] {
                let stopped = read(&bytes, &options, &mut StopAfter(allowed));
                assert_eq!(stopped, Err(Unread::Stopped(Stop::Interrupted)), "{}", format.name());
            }
        }
    }
}
