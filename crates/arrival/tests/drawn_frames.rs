//! Pictures of frames: what stands there is what the frames of `explain` add up to, one after the other.

use arrival::{Context, request};
use rotor_generate::{Dice, small_forest, small_game, small_graph};
use rotor_graph::Instance;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn ask(name: &str, body: &Value) -> Value {
    serde_json::from_str(&request(name, &body.to_string(), &mut Context::default())).unwrap()
}

/// Labels and marks by what they stand at, from the frames of `explain` alone.
fn added_up(frames: &[Value], part: &str, key: &str) -> BTreeMap<String, (Vec<String>, Option<String>)> {
    let mut all: BTreeMap<String, (Vec<String>, Option<String>)> = BTreeMap::new();
    for frame in frames {
        all.values_mut().for_each(|(marks, _)| marks.clear());
        for mark in frame[part].as_array().unwrap() {
            let entry = all.entry(mark[key].to_string()).or_default();
            entry.0.push(mark["mark"].as_str().unwrap().to_owned());
            if let Some(label) = mark["label"].as_str() {
                entry.1 = Some(label.to_owned());
            }
        }
        all.retain(|_, (marks, label)| !marks.is_empty() || label.is_some());
    }
    all
}

fn drawn(scene: &Value, part: &str, key: &str) -> BTreeMap<String, (Vec<String>, Option<String>)> {
    let marked = scene[part].as_array().unwrap().iter().filter(|one| one.get("marked").is_some());
    let marks = |one: &Value| {
        let marks = one["marked"]["marks"].as_array().unwrap();
        marks.iter().map(|mark| mark.as_str().unwrap().to_owned()).collect()
    };
    let entry = |one: &Value| {
        (one[key].to_string(), (marks(one), one["marked"]["label"].as_str().map(str::to_owned)))
    };
    marked.map(entry).collect()
}

/// Holds every frame of one algorithm against its picture; returns the steps that it is made of.
fn compare(instance: &Instance, cycles: bool) -> BTreeSet<String> {
    let text = instance.to_string();
    let told = ask("explain", &json!({"text": text, "frames": true, "cycles": cycles}));
    let Some(frames) = told["frames"].as_array() else { return BTreeSet::new() };
    let mut positions: BTreeMap<String, u64> = BTreeMap::new();
    for number in 1..=frames.len() {
        let body = json!({"text": text, "to": "scene", "frame": number, "cycles": cycles});
        let scene = ask("draw", &body);
        let seen = &frames[..number];
        assert_eq!(drawn(&scene, "arcs", "arc"), added_up(seen, "arcs", "arc"), "{text} {number}");
        assert_eq!(
            drawn(&scene, "vertices", "name"),
            added_up(seen, "vertices", "vertex"),
            "{text} {number}"
        );
        for (name, position) in seen[number - 1]["rotors"].as_object().unwrap() {
            positions.insert(name.clone(), position.as_u64().unwrap());
        }
        for (name, &position) in &positions {
            let vertices = scene["vertices"].as_array().unwrap();
            let u = vertices.iter().position(|vertex| vertex["name"] == name.as_str()).unwrap();
            let own = || scene["arcs"].as_array().unwrap().iter().filter(|arc| arc["tail"] == u);
            let first = own().map(|arc| arc["arc"].as_u64().unwrap()).min().unwrap();
            let rotor = own().find(|arc| arc["dashed"] == true).unwrap();
            assert_eq!(rotor["arc"].as_u64().unwrap() - first, position, "{text} {number} {name}");
        }
    }
    frames.iter().map(|frame| frame["step"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn pictures_of_frames_have_what_the_frames_add_up_to() {
    let mut dice = Dice::new(1905);
    let mut steps = BTreeSet::new();
    for _ in 0..60 {
        for instance in [small_forest(&mut dice), small_game(&mut dice), small_graph(&mut dice)] {
            // Bundles of parallel arcs are one line, which has the marks of all.
            let graph = instance.graph();
            if graph.vertices().any(|u| graph.out_degree(u) > 5) {
                continue;
            }
            let Some(start) = instance.start().or_else(|| graph.vertices().next()) else { continue };
            let instance = instance.with_start(Some(start)).unwrap();
            steps.extend(compare(&instance, false));
            steps.extend(compare(&instance, true));
        }
    }
    let expected = ["binary-game", "pair", "push", "return-flow", "routine"];
    assert_eq!(steps.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn frames_that_are_not_there_and_mixtures_are_refused() {
    let text = "a: b s\nb: a t\nsink s\nsink t\nstart a\n";
    let words = |more: Value| {
        let mut body = json!({"text": text});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask("draw", &body)["errors"][0].as_str().unwrap_or_default().to_owned()
    };
    assert!(
        words(json!({"frame": 99})).contains("frames here; leave out --frame"),
        "{}",
        words(json!({"frame": 99}))
    );
    assert!(words(json!({"frame": 0})).contains("frames here"));
    assert!(words(json!({"frame": 1, "show": ["exits"]})).contains("leave out --frame or --show"));
    assert!(words(json!({"cycles": true})).contains("--cycles needs --frame"));
    let none = json!({"text": "a: b\nb: s\nsink s", "frame": 1});
    assert!(ask("draw", &none)["errors"][0].as_str().unwrap().contains("name"), "{none}");
}
