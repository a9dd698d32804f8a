//! What every message has in common, and the rules that flawed files break.

use crate::place::Place;
use crate::running::Ran;
use rotor_format::certificate;
use rotor_graph::{FlawRule, Flaws, Instance, Unread};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Rules that no file can break.
pub(crate) const UNBREAKABLE: [(FlawRule, &str); 4] = [
    (
        FlawRule::Instance,
        "a draft without flaws is always an instance; the rule guards against a mistake in the draft",
    ),
    (FlawRule::Rows, "a rule for arrays in memory"),
    (FlawRule::Length, "a rule for arrays in memory"),
    (FlawRule::ValueOfASink, "a rule for arrays in memory"),
];

/// The file whose flaws the messages of a command list.
fn flawed_file(ran: &Ran) -> Option<&str> {
    let first = ran.err.lines().next()?;
    let mut words = ran.command.split_whitespace().filter(|word| *word != "arrival").chain(["<stdin>"]);
    words.find(|word| first.strip_prefix(word).is_some_and(|rest| rest.starts_with(':')))
}

/// Demands of the messages of a command that each is one short line with a place and a remedy.
pub(crate) fn demand(ran: &Ran) {
    let place = &ran.place;
    for line in ran.err.lines() {
        assert!(line.len() <= 400, "{place}: a line of {} bytes", line.len());
        assert!(!line.contains(char::is_control), "{place}: {line:?} could upset a terminal");
    }
    if !ran.command.starts_with("arrival ") || ran.err.starts_with("error: ") {
        return;
    }
    let Some(file) = flawed_file(ran) else {
        let told = ran.err.lines().all(|line| line.starts_with("arrival: ") || line.starts_with("read "));
        assert!(told, "{place}: {} does not say who speaks", ran.err);
        return;
    };
    assert_eq!(ran.out, "", "{place}: a refused input has no result");
    let mut lines: Vec<_> = ran.err.lines().collect();
    let only_too_large = lines.iter().all(|line| line.ends_with("; allow more with --memory"));
    assert_eq!(ran.code, if only_too_large { 3 } else { 2 }, "{place}");
    if lines.last().is_some_and(|line| line.ends_with(" more flaws")) {
        lines.pop();
        assert_eq!(lines.len(), 100, "{place}: the list is cut too early");
    }
    assert!(lines.len() <= 100, "{place}: {} flaws", lines.len());
    let mut places = Vec::new();
    for line in lines {
        let flaw = line.strip_prefix(file).and_then(|rest| rest.strip_prefix(':'));
        let (said, remedy) = flaw
            .and_then(|flaw| flaw.trim_start().split_once("; "))
            .unwrap_or_else(|| panic!("{place}: no place or no remedy: {line}"));
        assert!(said.len() > 3 && remedy.len() > 3, "{place}: {line}");
        assert!(!remedy.ends_with('.') && remedy.starts_with(char::is_lowercase), "{place}: {line}");
        let mut numbers = said.splitn(3, ':').map(|number| number.parse::<u32>().ok());
        places.extend(numbers.next().flatten().zip(numbers.next().flatten()));
    }
    assert!(places.is_sorted(), "{place}: {places:?}");
    assert!(places.iter().all(|&(line, column)| line > 0 && column > 0), "{place}: {places:?}");
}

/// The rules that the input of a refused command breaks: `check` names them for instances, the readers for certificates
/// and answers.
pub(crate) fn rules_broken(ran: &Ran, place: &Place) -> BTreeSet<String> {
    let words: Vec<_> = ran.command.split_whitespace().collect();
    let [_, command, rest @ ..] = &words[..] else { return BTreeSet::new() };
    let Some(file) = flawed_file(ran).filter(|file| *file != "<stdin>") else { return BTreeSet::new() };
    match (*command, rest) {
        ("verify", [instance, certificate, ..]) if file == *certificate => {
            let read = |bytes: &[u8], instance: &Instance| {
                certificate::read(bytes, instance, &mut ()).map_err(Unread::into_flaws)
            };
            rules_of(&place.path(file), &place.path(instance), read)
        }
        ("walk", [instance, "--strategy", ..]) if file != *instance => {
            rules_of(&place.path(file), &place.path(instance), certificate::read_strategies)
        }
        ("solve", _) => rules_of_instance(rest, place),
        _ => BTreeSet::new(),
    }
}

fn rules_of_instance(arguments: &[&str], place: &Place) -> BTreeSet<String> {
    let ran = place.run(&[&["check", "--json"], arguments].concat());
    let report: Value = serde_json::from_str(&ran.out).unwrap_or_default();
    let flaws = report["flaws"].as_array().map_or(&[][..], Vec::as_slice);
    flaws.iter().map(|flaw| flaw["rule"].as_str().unwrap().to_owned()).collect()
}

/// What the reader of something about an instance finds wrong with it.
fn rules_of<T: std::fmt::Debug>(
    file: &Path,
    instance: &Path,
    read: fn(&[u8], &Instance) -> Result<T, Flaws>,
) -> BTreeSet<String> {
    let instance = arrival::parse(&std::fs::read_to_string(instance).unwrap()).unwrap();
    let Err(flaws) = read(&std::fs::read(file).unwrap(), &instance) else { return BTreeSet::new() };
    flaws.list().iter().map(|flaw| flaw.rule.name().to_owned()).collect()
}

/// The rules that a heading names.
pub(crate) fn rules_named(heading: &str) -> impl Iterator<Item = &str> {
    let spans = heading.split('`').skip(1).step_by(2);
    spans.filter(|span| FlawRule::ALL.iter().any(|rule| rule.name() == *span))
}
