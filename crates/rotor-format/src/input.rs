//! Any input: unpacked, its format told by its content, read.

use crate::compression::unpack;
use crate::{binary, edge_list, json, two_successors};
use rotor_graph::{Flaw, Flaws, Instance, Multigraph, Place, Rule, parse_bytes};

/// A format that instances are read from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputFormat {
    /// The `.rotor` text.
    Rotor,
    /// JSON.
    Json,
    /// The binary `.rotorb`.
    Rotorb,
    /// `u v` per line.
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
        Self { format: None, sinks: None, rule: None, most_arcs: Multigraph::MOST_ARCS, most_bytes: 1 << 32 }
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

/// Reads an instance from `bytes` of any format, packed or not. Time O(bytes + arcs).
pub fn read(bytes: &[u8], options: &ReadOptions<'_>) -> Result<Input, Flaws> {
    let bytes = unpack(bytes, options.most_bytes)?;
    let format = options.format.unwrap_or_else(|| InputFormat::of(&bytes));
    if options.sinks.is_some() && format.declares_sinks() {
        return Err(Flaws::one(Flaw {
            place: Place::Whole,
            rule: "sinks-declared",
            message: format!("sinks are given, but the format {} declares its own", format.name()),
            remedy: "leave --sinks out, or name the format with --format".to_owned(),
        }));
    }
    let (instance, said) = match format {
        InputFormat::Rotor => parse_bytes(&bytes, options.most_arcs)?,
        InputFormat::Json => json::read(&bytes, options.most_arcs)?,
        InputFormat::Rotorb => {
            let (instance, rule) = binary::read(&bytes, options.most_arcs)?;
            (instance, Some(rule))
        }
        InputFormat::EdgeList => edge_list::read(&bytes, options.sinks, options.most_arcs)?,
        InputFormat::TwoSuccessors => two_successors::read(&bytes, options.sinks, options.most_arcs)?,
    };
    let (instance, rule) = match (said, options.rule) {
        (Some(said), Some(given)) if said != given => return Err(rule_conflict(said, given)),
        (Some(said), _) => (instance, said),
        (None, given) => apply(instance, given.unwrap_or_default()),
    };
    Ok(Input { instance, rule, format })
}

/// The instance that a file means under `rule` if it means `instance` under *move, then turn*.
fn apply(instance: Instance, rule: Rule) -> (Instance, Rule) {
    let rotors = rule.to_inner(instance.graph(), instance.rotors().clone());
    (instance.with_rotors(rotors), rule)
}

fn rule_conflict(said: Rule, given: Rule) -> Flaws {
    Flaws::one(Flaw {
        place: Place::Whole,
        rule: "rule-conflict",
        message: format!("the file is written for {}, not for {}", said.name(), given.name()),
        remedy: "leave --rule out, or change the rule in the file".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_flaw(bytes: &[u8], options: ReadOptions<'_>) -> (&'static str, String) {
        let flaws = read(bytes, &options).unwrap_err();
        (flaws.list()[0].rule, flaws.to_string())
    }

    #[test]
    fn the_format_is_told_by_the_content() {
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
        let said = read(b"rule turn-then-move\na: *b s b\nb: a s\nsink s", &ReadOptions::default()).unwrap();
        assert_eq!(read(b"a: *b s b\nb: a s\nsink s", &options).as_ref(), Ok(&said));
        assert_eq!(said.instance.to_string(), "a: b *s b\nb: a *s\nsink s\n");
        assert_eq!(said.rule, Rule::TurnThenMove);
        let listed = ReadOptions { format: Some(InputFormat::EdgeList), ..options };
        assert_eq!(
            read(b"a b\na s\na b\nb a\nb s", &listed).unwrap().instance.to_string(),
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
        assert_eq!(read(b"a s\ns a", &listed).unwrap().instance.to_string(), "a: s\nsink s\n");
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
}
