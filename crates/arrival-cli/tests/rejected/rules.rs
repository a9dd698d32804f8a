//! Every rule of the readers is broken by some input of the corpus.

use crate::case::{Case, arrival, folder};
use rotor_format::certificate;
use rotor_graph::{FlawRule, Flaws, Instance};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// Rules that no file can break.
const UNBREAKABLE: [(FlawRule, &str); 4] = [
    (
        FlawRule::Instance,
        "a draft without flaws is always an instance; the rule guards against a mistake in the draft",
    ),
    (FlawRule::Rows, "a rule for arrays in memory"),
    (FlawRule::Length, "a rule for arrays in memory"),
    (FlawRule::ValueOfASink, "a rule for arrays in memory"),
];

#[test]
fn every_rule_is_broken_by_some_input() {
    let broken = rules_broken();
    for &rule in FlawRule::ALL {
        let unbreakable = UNBREAKABLE.iter().any(|&(unbreakable, _)| unbreakable == rule);
        assert_eq!(broken.contains(rule.name()), !unbreakable, "{rule}");
    }
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
    flaws.list().iter().map(|flaw| flaw.rule.name().to_owned()).collect()
}
