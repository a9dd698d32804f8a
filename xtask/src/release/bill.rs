//! The bill of materials of the program: every crate it is linked from, as CycloneDX.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "arrival-cli";

/// What cargo knows about the workspace and everything it depends on.
pub(crate) fn metadata(root: &Path) -> io::Result<Value> {
    let mut asked = Command::new("cargo");
    asked.args(["metadata", "--locked", "--format-version", "1"]);
    let output = asked.current_dir(root).output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    serde_json::from_slice(&output.stdout).map_err(io::Error::other)
}

/// The version of the program.
pub(crate) fn version(metadata: &Value) -> io::Result<String> {
    Ok(text(program(metadata)?, "version").to_owned())
}

/// The bill of materials.
pub(crate) fn of(metadata: &Value) -> io::Result<String> {
    let program = program(metadata)?;
    let packages: BTreeMap<&str, &Value> =
        list(metadata, "packages").map(|one| (text(one, "id"), one)).collect();
    let needs: BTreeMap<&str, BTreeSet<&str>> =
        list(&metadata["resolve"], "nodes").map(|node| (text(node, "id"), linked(node))).collect();
    let mut reached = BTreeSet::from([text(program, "id")]);
    let mut open: Vec<&str> = reached.iter().copied().collect();
    while let Some(id) = open.pop() {
        open.extend(needs.get(id).into_iter().flatten().copied().filter(|next| reached.insert(next)));
    }
    let component = |id: &str, kind: &str| {
        let package = packages[id];
        let (name, version) = (text(package, "name"), text(package, "version"));
        json!({
            "type": kind, "bom-ref": reference(package), "name": name, "version": version,
            "purl": format!("pkg:cargo/{name}@{version}"),
            "licenses": [{ "expression": text(package, "license").replace('/', " OR ") }],
        })
    };
    let root = text(program, "id");
    let parts: Vec<Value> =
        reached.iter().filter(|id| **id != root).map(|id| component(id, "library")).collect();
    let dependencies: Vec<Value> = reached
        .iter()
        .map(|id| {
            let on: Vec<String> = needs[id].iter().map(|id| reference(packages[id])).collect();
            json!({ "ref": reference(packages[id]), "dependsOn": on })
        })
        .collect();
    let bill = json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": { "component": component(root, "application") },
        "components": parts, "dependencies": dependencies,
    });
    serde_json::to_string_pretty(&bill).map(|text| text + "\n").map_err(io::Error::other)
}

/// What a package is linked with: not what only its tests or its build script need.
fn linked(node: &Value) -> BTreeSet<&str> {
    let normal = |dependency: &&Value| list(dependency, "dep_kinds").any(|kind| kind["kind"].is_null());
    list(node, "deps").filter(normal).map(|dependency| text(dependency, "pkg")).collect()
}

fn program(metadata: &Value) -> io::Result<&Value> {
    let mut packages = list(metadata, "packages");
    packages
        .find(|package| text(package, "name") == PROGRAM)
        .ok_or_else(|| io::Error::other(format!("the workspace has no {PROGRAM}")))
}

fn reference(package: &Value) -> String {
    format!("{}@{}", text(package, "name"), text(package, "version"))
}

fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value[key].as_array().into_iter().flatten()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bill_lists_what_is_linked_and_nothing_else() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let metadata = metadata(&root).expect("cargo knows the workspace");
        let bill: Value =
            serde_json::from_str(&of(&metadata).expect("it can be listed")).expect("it is JSON");
        let names: Vec<&str> = list(&bill, "components").map(|part| text(part, "name")).collect();
        for linked in ["arrival", "rotor-certify", "num-bigint", "clap"] {
            assert!(names.contains(&linked), "{linked} is missing");
        }
        for absent in ["arrival-cli", "jsonschema", "pyo3", "xtask"] {
            assert!(!names.contains(&absent), "{absent} is not part of the program");
        }
        for part in list(&bill, "components") {
            assert!(!text(&part["licenses"][0], "expression").is_empty(), "{part} has no licence");
        }
        assert_eq!(bill["metadata"]["component"]["name"], PROGRAM);
        assert_eq!(list(&bill, "dependencies").count(), names.len() + 1);
    }
}
