//! The schemas that are shipped: every JSON output keeps to its own, and they are strict.

use crate::samples::{
    Sample, of_many_particles, of_random_instances, of_special_occasions, of_the_algebra, of_the_corpus,
};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// All schemas by the word that names them: `answer` for `arrival.answer/1`, `instance` for `rotor-graph/1`.
fn schemas() -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let mut schemas = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("schemas are shipped").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let word = name.strip_suffix(".schema.json").unwrap_or_else(|| panic!("{name} is not a schema"));
        let text = std::fs::read_to_string(entry.path()).expect("a schema can be read");
        schemas.insert(word.to_owned(), serde_json::from_str(&text).expect("a schema is JSON"));
    }
    schemas
}

fn validators() -> BTreeMap<String, Validator> {
    let compile = |(word, schema): (String, Value)| {
        let validator =
            jsonschema::draft202012::new(&schema).unwrap_or_else(|error| panic!("{word}: {error}"));
        (word, validator)
    };
    schemas().into_iter().map(compile).collect()
}

/// The word that names the schema of a document.
fn word(document: &Value) -> String {
    match document["schema"].as_str() {
        Some(schema) => schema.trim_start_matches("arrival.").trim_end_matches("/1").to_owned(),
        None => "instance".to_owned(),
    }
}

/// Demands that every sample keeps to its schema, and gives how many there were of each.
fn validate(samples: &[Sample]) -> BTreeMap<String, usize> {
    let validators = validators();
    let mut seen = BTreeMap::new();
    for (command, document) in samples {
        let word = word(document);
        let validator = validators.get(&word).unwrap_or_else(|| panic!("{command}: no schema for {word}"));
        if let Some(error) = validator.iter_errors(document).next() {
            panic!("{command}: {error} at {}: {document}", error.instance_path());
        }
        *seen.entry(word).or_insert(0) += 1;
    }
    seen
}

#[test]
fn every_schema_is_one_and_leaves_no_object_open() {
    for (word, schema) in schemas() {
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{word}");
        if let Err(error) = jsonschema::meta::validate(&schema) {
            panic!("{word}: {error}");
        }
        let mut open = vec![&schema];
        while let Some(node) = open.pop() {
            match node {
                Value::Object(entries) => {
                    let closed = entries.contains_key("additionalProperties");
                    assert!(node["type"] != "object" || closed, "{word}: an open object: {node}");
                    open.extend(entries.values());
                }
                Value::Array(entries) => open.extend(entries),
                _ => {}
            }
        }
    }
}

#[test]
fn what_the_commands_say_of_the_corpus_keeps_to_the_schemas() {
    let seen = validate(&of_the_corpus());
    for word in [
        "answer",
        "walk",
        "decide",
        "flows",
        "forest",
        "check",
        "verify",
        "certificate",
        "push",
        "equivalent",
        "explain",
    ] {
        assert!(seen.get(word).is_some_and(|&times| times >= 5), "{word}: {seen:?}");
    }
}

#[test]
fn answers_on_random_instances_keep_to_the_schemas() {
    let samples = of_random_instances(30);
    let seen = validate(&samples);
    assert!(seen["answer"] > 300, "{seen:?}");
    let kinds: BTreeSet<_> = samples.iter().filter_map(|(_, document)| document["kind"].as_str()).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["blocks", "flows", "forest", "game", "trap", "walk"]);
    let rows = |key| samples.iter().filter(|(_, document)| !document["answers"][0][key].is_null()).count();
    assert!(["steps", "steps_to_trap", "trap", "value", "max"].iter().all(|key| rows(key) > 0));
}

#[test]
fn what_is_said_of_many_particles_keeps_to_the_schemas() {
    let samples = of_many_particles(60);
    let seen = validate(&samples);
    assert!(seen["route"] > 120 && seen["certificate"] > 60 && seen["verify"] > 60, "{seen:?}");
    let kind = |document: &Value| document["kind"].as_str().map(str::to_owned);
    let kinds: BTreeSet<_> = samples.iter().filter_map(|(_, document)| kind(document)).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["route"]);
    let say = |holds: &dyn Fn(&Value) -> bool| samples.iter().filter(|(_, document)| holds(document)).count();
    assert!(say(&|document| document["traps"][0]["particles"].is_string()) > 5);
    assert!(say(&|document| document["trapped"][0].is_string()) > 2);
    assert!(say(&|document| document["unchecked_because"].is_string()) > 60);
    assert_eq!(say(&|document| document["valid"] == true), seen["verify"]);
}

#[test]
fn every_certificate_kind_of_the_schema_is_written() {
    let schema = &schemas()["certificate"];
    let named =
        |kind: &Value| kind["$ref"].as_str().and_then(|path| path.rsplit('/').next()).map(str::to_owned);
    let in_schema: BTreeSet<_> = schema["oneOf"].as_array().unwrap().iter().filter_map(named).collect();
    let samples = of_random_instances(30).into_iter().chain(of_many_particles(1)).chain(of_the_algebra());
    let written = samples.filter_map(|(_, document)| document["kind"].as_str().map(str::to_owned));
    assert_eq!(written.collect::<BTreeSet<_>>(), in_schema);
    assert_eq!(in_schema.len(), 14);
}

#[test]
fn algebra_certificates_and_verdicts_keep_to_the_schemas() {
    let seen = validate(&of_the_algebra());
    assert_eq!(seen["certificate"], seen["verify"], "{seen:?}");
}

#[test]
fn every_schema_has_its_occasion() {
    let mut samples = of_special_occasions();
    samples.extend(of_the_corpus());
    samples.extend(of_many_particles(0));
    let seen: BTreeSet<_> = validate(&samples).into_keys().collect();
    let served = cfg!(all(unix, feature = "serve"));
    assert_eq!(seen, schemas().into_keys().filter(|word| served || word != "serve").collect());
}

/// Every object and every text of a document, by its pointer.
fn places(document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), document)];
    while let Some((pointer, node)) = open.pop() {
        let step = |key: &str| format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
        match node {
            Value::Object(entries) => open.extend(entries.iter().map(|(key, child)| (step(key), child))),
            Value::Array(entries) => {
                open.extend(entries.iter().enumerate().map(|(i, child)| (step(&i.to_string()), child)))
            }
            _ => {}
        }
        found.push(pointer);
    }
    found
}

#[test]
fn a_surplus_key_a_missing_key_and_a_crooked_count_are_refused() {
    let validators = validators();
    let mut samples = of_special_occasions();
    samples.extend(of_random_instances(6));
    samples.extend(of_many_particles(20));
    samples.extend(of_the_algebra());
    let mut refused = BTreeMap::new();
    for (command, document) in &samples {
        let validator = &validators[&word(document)];
        let mut refuse = |changed: &Value, how: String| {
            assert!(!validator.is_valid(changed), "{command}: {how} passes: {changed}");
            *refused.entry(word(document)).or_insert(0) += 1;
        };
        let mut surplus = document.clone();
        surplus["surplus"] = json!(1);
        refuse(&surplus, "a surplus key".to_owned());
        for pointer in places(document) {
            let node = document.pointer(&pointer).expect("it was found there");
            let Some(digits) = node.as_str().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
            else {
                continue;
            };
            // Names may be digits, and so may the sides of an equation; counts stand under these keys.
            let key = pointer.rsplit('/').next().unwrap_or_default();
            let table = pointer.rsplit('/').nth(1).unwrap_or_default();
            if !["steps", "steps_to_trap", "flow", "particles", "full_turns"].contains(&key)
                && !["departures", "turns", "particles", "sinks", "trapped"].contains(&table)
            {
                continue;
            }
            // Chips, and particles with antiparticles among them, may be negative; probabilities may be numbers.
            let said = document.get("proved").unwrap_or(document);
            let about = said["kind"].as_str().map_or_else(|| word(document), str::to_owned);
            let signed = ["stabilise", "identity"].contains(&&*about)
                || (about == "route" && said.get("steps").is_none());
            let crooked = [
                Some(json!(format!("0{digits}"))),
                (!signed).then(|| json!(format!("-{digits}"))),
                (word(document) != "harmonic").then(|| json!(7)),
                Some(json!("")),
            ];
            for crooked in crooked.into_iter().flatten() {
                let mut changed = document.clone();
                *changed.pointer_mut(&pointer).expect("it was found there") = crooked;
                refuse(&changed, format!("a crooked count at {pointer}"));
            }
        }
        for key in [
            "schema", "answers", "checked", "traps", "trapped", "steps", "flows", "forest", "answer", "code",
            "cycle", "url",
        ] {
            let optional = match key {
                "steps" => ["certificate", "route", "tour"].contains(&&*word(document)),
                // What was walked step by step is its own definition.
                "checked" => ["walk", "hits"].contains(&&*word(document)),
                _ => false,
            };
            let mut changed = document.clone();
            if !optional && changed.as_object_mut().and_then(|entries| entries.remove(key)).is_some() {
                refuse(&changed, format!("an object without {key}"));
            }
        }
    }
    assert!(refused.len() >= 13, "{refused:?}");
}
