//! The schemas that are shipped: every JSON output keeps to its own, and they are strict.

use jsonschema::Validator;
use serde_json::Value;
use std::collections::BTreeMap;

/// All schemas by the word that names them: `answer` for `arrival.answer/1`, `instance` for `rotor-graph/1`.
pub(crate) fn schemas() -> BTreeMap<String, Value> {
    let folder = crate::document::root().join("schemas");
    let mut schemas = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("schemas are shipped").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let word = name.strip_suffix(".schema.json").unwrap_or_else(|| panic!("{name} is not a schema"));
        let text = std::fs::read_to_string(entry.path()).expect("a schema can be read");
        schemas.insert(word.to_owned(), serde_json::from_str(&text).expect("a schema is JSON"));
    }
    schemas
}

pub(crate) fn validators() -> BTreeMap<String, Validator> {
    let compile = |(word, schema): (String, Value)| {
        let validator =
            jsonschema::draft202012::new(&schema).unwrap_or_else(|error| panic!("{word}: {error}"));
        (word, validator)
    };
    schemas().into_iter().map(compile).collect()
}

/// The word that names the schema of a document.
pub(crate) fn word(document: &Value) -> String {
    match document["schema"].as_str() {
        Some(schema) => schema.trim_start_matches("arrival.").trim_end_matches("/1").to_owned(),
        None => "instance".to_owned(),
    }
}

/// Demands that a document keeps to its schema.
pub(crate) fn demand(validators: &BTreeMap<String, Validator>, said_by: &str, document: &Value) {
    let word = word(document);
    let validator = validators.get(&word).unwrap_or_else(|| panic!("{said_by}: no schema for {word}"));
    if let Some(error) = validator.iter_errors(document).next() {
        panic!("{said_by}: {error} at {}: {document}", error.instance_path());
    }
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
