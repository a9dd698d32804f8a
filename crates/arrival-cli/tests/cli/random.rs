//! Random instances, and the figures of the paper, asked as requests, which give what the command line prints: answers keep to their
//! schemas, particles of a route end where they end one by one, and the other rule is the same walk.

use crate::document::{figure, figures};
use crate::schemas::{demand, schemas, validators, word};
use rotor_generate::{Dice, Instances, budget};
use rotor_graph::{Exit, Instance, RotorWalk, StoppingGraph, StrategySet, VertexId, parse};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The JSON that a question about a text gets.
fn ask(name: &str, text: &str, mut options: Value) -> Value {
    options["text"] = text.into();
    let reply = arrival::request(name, &options.to_string(), &mut arrival::Context::default());
    serde_json::from_str(&reply).unwrap()
}

/// How many replies each question got, and how many of them are answers; options that differ make another question.
type Replies = BTreeMap<String, [u32; 2]>;

/// Everything that can be asked about an instance, from a vertex, with the answers; answers with certificates are verified.
fn answers(instance: &Instance, from: VertexId, found: &mut Vec<Value>, replies: &mut Replies) {
    let (text, graph, u) = (instance.to_string(), instance.graph(), instance.name(from));
    let mut asked = |name: &str, options: Value| {
        let keys = options.as_object().into_iter().flat_map(Map::keys);
        let question = keys.fold(name.to_owned(), |question, key| question + " " + key);
        let mut answer = ask(name, &text, options);
        let [all, answered] = replies.entry(question).or_default();
        *all += 1;
        *answered += u32::from(word(&answer) != "error");
        if let Some(certificate) = answer.as_object_mut().and_then(|object| object.remove("certificate")) {
            assert_ne!(answer["checked"], false, "{answer}");
            let verdict = ask("verify", &text, json!({"certificate": certificate}));
            assert_eq!(verdict["valid"], true, "{name}: {verdict}");
            found.extend([certificate, verdict]);
        }
        found.push(answer.clone());
        answer
    };
    for name in ["check", "forest", "flows"] {
        asked(name, json!({}));
    }
    asked("flows", json!({"certificate": true}));
    asked("solve", json!({"from": u}));
    asked("solve", json!({"all": true, "endless-value": -7}));
    for options in [json!({}), json!({"trace": true}), json!({"max-steps": 2}), json!({"hits": 5})] {
        asked("walk", with(options, "from", u));
    }
    asked("walk", json!({"from": u, "reverse": true, "trace": true, "max-steps": 3}));
    for object in ["frames", "access", "pairs"] {
        asked("explain", json!({"from": u, object: true}));
    }
    asked("explain", json!({"from": u}));
    asked("explain", json!({"routine": u}));
    asked("explain", json!({"order": u}));
    asked("explain", json!({"cycles": true, "frames": true}));
    for &head in graph.heads(from) {
        asked("explain", json!({"subtree": [u, instance.name(head)]}));
    }
    asked("push", json!({"cycle": u}));
    asked("equivalent", json!({"second": text}));
    asked("draw", json!({"to": "json"}));
    if instance.player_count() > 0 {
        for set in StrategySet::ALL.map(StrategySet::name) {
            let answer = asked("solve", json!({"from": u, "strategies": set, "endless-value": 3}));
            let row = &answer["answers"][0];
            if row["max"].is_object() {
                let walk = asked("walk", json!({"from": u, "strategy": answer}));
                assert!(row["value"].is_null() || walk["exit"] == row["exit"], "{walk} after {answer}");
            }
            asked("solve", json!({"from": u, "strategies": set, "certificate": true}));
            asked("solve", json!({"all": true, "strategies": set}));
            asked("explain", json!({"from": u, "strategies": set}));
        }
        return;
    }
    if let Some(sink) = graph.vertices().find(|&v| graph.is_sink(v)) {
        asked("decide", json!({"from": u, "to": instance.name(sink)}));
    }
    for options in [json!({"from": u}), json!({"all": true}), json!({"all": true, "solver": "push"})] {
        asked("solve", with(options, "certificate", true));
    }
    for name in ["group", "class", "identity"] {
        asked(name, json!({"certificate": true}));
    }
    asked("class", json!({"second": text, "explain": true}));
    asked("stabilise", json!({"chips": {u: "9"}, "certificate": true}));
    asked("harmonic", json!({"from": u, "certificate": true}));
    asked("tour", json!({"from": u, "certificate": true}));
    asked("walk", json!({"from": u, "steps": "3", "certificate": true}));
    asked("route", json!({"particles": {u: "-7"}, "certificate": true}));
    asked("route", json!({"particles": {u: "9"}, "rounds": "3"}));
    asked("list", json!({"kind": "superstable", "limit": 3}));
}

fn with(mut options: Value, key: &str, value: impl Into<Value>) -> Value {
    options[key] = value.into();
    options
}

#[test]
fn answers_about_random_instances_keep_to_the_schemas() {
    let validators = validators();
    let (mut kinds, mut rows, mut replies) = (BTreeSet::new(), BTreeSet::new(), Replies::new());
    let mut hold = |instance: &Instance, from: VertexId| {
        let mut found = Vec::new();
        answers(instance, from, &mut found, &mut replies);
        for answer in &found {
            demand(&validators, &instance.to_string(), answer);
            kinds
                .extend(answer["kind"].as_str().filter(|_| word(answer) == "certificate").map(str::to_owned));
            rows.extend(answer["answers"][0].as_object().into_iter().flat_map(Map::keys).cloned());
        }
    };
    for figure in figures().iter().map(|name| figure(name)) {
        figure.graph().vertices().for_each(|u| hold(&figure, u));
    }
    Instances::small(6).check(budget(300), |instance, dice| {
        hold(instance, VertexId::new(dice.below(instance.graph().vertex_count() as u32)));
    });
    println!("{replies:?}");
    assert_eq!(replies.len(), 42, "{:?}", replies.keys());
    for (question, [all, answered]) in &replies {
        // Everything else has an answer on every instance.
        let least = match &**question {
            "explain from access" => 10,
            "explain from pairs" | "push cycle" => 20,
            "explain routine" => 25,
            "explain subtree" => 30,
            "explain order" => 50,
            "solve from strategies certificate" => 55,
            "flows" | "flows certificate" => 60,
            _ => 100,
        };
        assert!(100 * answered >= least * all, "{question}: {answered} of {all} replies are answers");
    }
    for row in ["steps", "steps_to_trap", "trap", "value", "max", "min", "maxmin"] {
        assert!(rows.contains(row), "no answer has {row}");
    }
    let named =
        |kind: &Value| kind["$ref"].as_str().and_then(|path| path.rsplit('/').next()).map(str::to_owned);
    let in_schema: BTreeSet<_> =
        schemas()["certificate"]["oneOf"].as_array().unwrap().iter().filter_map(named).collect();
    assert_eq!((&kinds, kinds.len()), (&in_schema, 14));
}

/// What `route` has to say of particles that walk one after the other, and the rotors that they leave.
fn walked(instance: &Instance, starts: &[VertexId]) -> (Value, Instance) {
    let stopping = StoppingGraph::of(instance.graph());
    let (mut ends, mut steps, mut rotors) = (Vec::new(), 0, instance.rotors().clone());
    for &start in starts {
        let mut walk = RotorWalk::new(&stopping, &rotors, start);
        while !walk.has_halted() {
            walk.run(1 << 20);
        }
        ends.push(stopping.exit_at(walk.particle()).unwrap());
        steps += walk.steps();
        rotors = walk.rotors();
    }
    let ended = |exit| ends.iter().filter(|&&end| end == exit).count().to_string();
    let graph = instance.graph();
    let sinks = graph.vertices().filter(|&u| graph.is_sink(u));
    let sinks: Map<_, _> =
        sinks.map(|u| (instance.name(u).to_owned(), ended(Exit::Sink(u)).into())).collect();
    let traps = stopping.traps().members().iter().enumerate().map(|(number, trap)| {
        let names: Vec<_> = trap.iter().map(|&u| instance.name(u)).collect();
        json!({"vertices": names, "particles": ended(Exit::Trap(number))})
    });
    let traps: Vec<_> = traps.collect();
    (
        json!({"sinks": sinks, "traps": traps, "steps": steps.to_string()}),
        instance.clone().with_rotors(rotors),
    )
}

fn some_vertices(instance: &Instance, dice: &mut Dice) -> Vec<VertexId> {
    let vertices = instance.graph().vertex_count() as u32;
    (0..dice.between(1..=30)).map(|_| VertexId::new(dice.below(vertices))).collect()
}

#[test]
fn many_particles_end_where_they_end_one_by_one() {
    let validators = validators();
    let mut solvers = BTreeSet::new();
    Instances::small(11).check(budget(300), |instance, dice| {
        let (text, starts) = (instance.to_string(), some_vertices(instance, dice));
        let mut counts = BTreeMap::new();
        starts.iter().for_each(|&u| *counts.entry(instance.name(u)).or_insert(0) += 1);
        let particles =
            json!(counts.iter().map(|(u, count)| (*u, count.to_string())).collect::<BTreeMap<_, _>>());
        let (expected, after) = walked(instance, &starts);
        for solver in [Value::Null, json!("bulk")] {
            let options =
                json!({"particles": particles, "final": true, "certificate": true, "solver": solver});
            let mut found = ask("route", &text, options);
            let (proof, left) = (found["certificate"].take(), found["final"].take());
            assert_eq!(parse(left.as_str().unwrap()).as_ref(), Ok(&after));
            solvers.insert(found["solver"].to_string());
            for key in ["sinks", "traps", "steps"] {
                assert_eq!(found[key], expected[key], "{found}");
            }
            assert_eq!(found["checked"], true);
            // The certificate proves its own numbers only.
            assert_eq!(ask("verify", &text, json!({"certificate": proof}))["valid"], true);
            let longer = with(proof.clone(), "steps", format!("{}1", proof["steps"].as_str().unwrap()));
            let verdict = ask("verify", &text, json!({"certificate": longer}));
            assert_eq!(verdict["refutation"]["equation"], "steps = sum of all outflows", "{verdict}");
            let mut more = proof.clone();
            let count = more["particles"].as_object_mut().unwrap().values_mut().next().unwrap();
            *count = format!("{}1", count.as_str().unwrap()).into();
            let verdict = ask("verify", &text, json!({"certificate": more}));
            assert!(verdict["refutation"]["equation"].as_str().unwrap().contains("particles"), "{verdict}");
            demand(&validators, &text, &proof);
        }
        let unchecked = ask("route", &text, json!({"particles": particles, "no-check": true}));
        demand(&validators, &text, &unchecked);
        let alone = ask("route", &text, json!({"particles": {instance.name(starts[0]): "1"}, "final": true}));
        let (_, after) = walked(instance, &starts[..1]);
        assert_eq!(parse(alone["final"].as_str().unwrap()), Ok(after));
    });
    assert!(solvers.len() >= 4, "only {solvers:?}");
}

#[test]
fn a_walk_under_the_other_rule_is_that_of_the_converted_file() {
    Instances::small(20).check(budget(300), |instance, dice| {
        let start = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
        let plain = instance.clone().with_start(Some(start)).unwrap().to_string();
        let said = format!("rule turn-then-move\n{plain}");
        let convert = |text: &str, options: Value| {
            ask("convert", text, with(options, "to", "rotor"))["text"].as_str().unwrap().to_owned()
        };
        let inner = convert(&plain, json!({"rule": "turn-then-move"}));
        let walk = ask("walk", &inner, json!({"trace": true}));
        assert_eq!(ask("walk", &plain, json!({"trace": true, "rule": "turn-then-move"})), walk);
        assert_eq!(ask("walk", &said, json!({"trace": true})), walk);
        assert_eq!(ask("solve", &said, json!({"all": true})), ask("solve", &inner, json!({"all": true})));
        // Final rotors keep the rule of the file.
        let left =
            |text: &str| ask("walk", text, json!({"final": true}))["final"].as_str().unwrap().to_owned();
        assert!(left(&said).starts_with("rule turn-then-move\n") && !left(&inner).contains("rule "));
        assert_eq!(convert(&left(&said), json!({})), left(&inner));
        let other = convert(&plain, json!({"to-rule": "turn-then-move"}));
        assert!(other.starts_with("rule turn-then-move\n"), "{other}");
        assert_eq!(convert(&other, json!({"to-rule": "move-then-turn"})), plain);
    });
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
                open.extend(entries.iter().enumerate().map(|(i, child)| (step(&i.to_string()), child)));
            }
            _ => {}
        }
        found.push(pointer);
    }
    found
}

/// Keys that counts stand under, and tables of counts.
const COUNTS: [&str; 5] = ["steps", "steps_to_trap", "flow", "particles", "full_turns"];
const TABLES: [&str; 5] = ["departures", "turns", "particles", "sinks", "trapped"];

#[test]
fn a_surplus_key_a_missing_key_and_a_crooked_count_are_refused() {
    let validators = validators();
    let mut samples = Vec::new();
    Instances::small(7).take(300).step_by(6).for_each(|instance| {
        answers(&instance, VertexId::new(0), &mut samples, &mut Replies::new());
    });
    for figure in figures().iter().map(|name| figure(name)) {
        answers(&figure, VertexId::new(0), &mut samples, &mut Replies::new());
    }
    let mut refused = BTreeMap::new();
    for document in &samples {
        let validator = &validators[&word(document)];
        let mut refuse = |changed: &Value, how: String| {
            assert!(!validator.is_valid(changed), "{how} passes: {changed}");
            *refused.entry(word(document)).or_insert(0) += 1;
        };
        refuse(&with(document.clone(), "surplus", 1), "a surplus key".to_owned());
        for pointer in places(document) {
            let node = document.pointer(&pointer).unwrap();
            let Some(digits) = node.as_str().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
            else {
                continue;
            };
            // Names may be digits, and so may the sides of an equation.
            let mut names = pointer.rsplit('/');
            let (key, table) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
            if !COUNTS.contains(&key) && !TABLES.contains(&table) {
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
                *changed.pointer_mut(&pointer).unwrap() = crooked;
                refuse(&changed, format!("a crooked count at {pointer}"));
            }
        }
        for key in [
            "schema", "answers", "checked", "traps", "trapped", "steps", "flows", "forest", "answer", "code",
            "cycle",
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
    assert!(refused.len() >= 25, "{refused:?}");
}
