//! Every rule that a reader knows is broken by some input of the corpus.

use crate::case::{Case, arrival, folder};
use rotor_format::certificate;
use rotor_graph::{Flaws, Instance};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Rules that no input can break.
const UNBREAKABLE: [(&str, &str); 1] = [(
    "instance",
    "a draft without flaws is always an instance; the rule guards against a mistake in the draft",
)];

#[test]
fn every_rule_of_the_readers_is_broken_by_some_input() {
    let known = rules_in_sources();
    assert!(known.len() > 40 && known.contains("head-declared"), "the sources are read wrongly: {known:?}");
    let broken = rules_broken();
    let missing: Vec<_> = known.difference(&broken).filter(|&rule| !is_unbreakable(rule)).collect();
    assert!(missing.is_empty(), "no input breaks {missing:?}");
    let unknown: Vec<_> = broken.difference(&known).collect();
    assert!(unknown.is_empty(), "{unknown:?} are reported, but not found in the sources");
    for (rule, _) in UNBREAKABLE {
        assert!(known.contains(rule) && !broken.contains(rule), "{rule} is no exception");
    }
}

fn is_unbreakable(rule: &str) -> bool {
    UNBREAKABLE.iter().any(|&(unbreakable, _)| unbreakable == rule)
}

/// The rules that the inputs of the corpus break: `check` names them for instances, the
/// readers for certificates and answers.
fn rules_broken() -> BTreeSet<String> {
    let mut rules = BTreeSet::new();
    for case in Case::all() {
        match (case.instance_of_certificate(), case.instance_of_answer()) {
            (Some(instance), _) => rules.extend(rules_of(&case, instance, certificate::read)),
            (None, Some(instance)) => rules.extend(rules_of(&case, instance, certificate::read_strategies)),
            (None, None) => rules.extend(rules_of_instance(&case)),
        }
    }
    rules
}

fn rules_of_instance(case: &Case) -> Vec<String> {
    let mut words = case.words.clone();
    assert_eq!(words[0], "solve");
    words[0] = "check".to_owned();
    words.push("--json".to_owned());
    let answer = arrival(&words);
    let report: Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(report["valid"], false, "{}", case.name);
    assert_ne!(answer.code, 0, "{}", case.name);
    let flaws = report["flaws"].as_array().unwrap();
    let rules: Vec<_> = flaws.iter().map(|flaw| flaw["rule"].as_str().unwrap().to_owned()).collect();
    assert!(!rules.is_empty(), "{}", case.name);
    rules
}

/// What the reader of something about an instance finds wrong with it.
fn rules_of<T: std::fmt::Debug>(
    case: &Case,
    instance: &str,
    read: fn(&[u8], &Instance) -> Result<T, Flaws>,
) -> Vec<String> {
    let text = fs::read_to_string(folder().join(instance)).unwrap();
    let about = fs::read(folder().join(&case.name)).unwrap();
    let flaws = read(&about, &arrival::parse(&text).unwrap()).unwrap_err();
    flaws.list().iter().map(|flaw| flaw.rule.to_owned()).collect()
}

/// The rules that the sources of the readers name.
fn rules_in_sources() -> BTreeSet<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = vec![crates.join("rotor-graph/src/flaw.rs"), crates.join("rotor-graph/src/draft.rs")];
    let folders = ["rotor-graph/src/draft", "rotor-graph/src/notation", "rotor-format/src"];
    folders.iter().for_each(|folder| add_sources(&crates.join(folder), &mut files));
    let mut rules = BTreeSet::new();
    for file in files.iter().filter(|file| file.is_file() && !file.ends_with("tests.rs")) {
        let text = fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        // A flaw is made with its fields by name, or by a helper that takes the rule first or second.
        code.split("rule: ").skip(1).for_each(|rest| rules.extend(words_before_comma(rest, 1)));
        for helper in ["flaw(", "whole(", "damaged("] {
            let calls = code.split(helper).skip(1).filter(|call| !call.starts_with("||"));
            calls.for_each(|call| rules.extend(words_before_comma(call, 2)));
        }
    }
    rules
}

fn add_sources(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            add_sources(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The string literals of a statement up to its comma number `commas` that look like rules: small letters, digits and
/// hyphens.
fn words_before_comma(code: &str, commas: usize) -> Vec<String> {
    let code = code.split(';').next().unwrap_or(code);
    let end = code.match_indices(',').nth(commas - 1).map_or(code.len(), |(at, _)| at);
    let literals = code[..end].split('"').skip(1).step_by(2);
    let is_word = |literal: &&str| {
        let small = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        !literal.is_empty() && literal.bytes().all(small)
    };
    literals.filter(is_word).map(str::to_owned).collect()
}
