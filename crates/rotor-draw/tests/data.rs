//! The scene as data keeps to its schema, and says what the pictures show.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use jsonschema::Validator;
use rotor_draw::{Layout, Overlays, density, picture};
use rotor_generate::{Dice, Kinds, small_forest, small_game, small_graph};
use rotor_graph::{Exit, Instance, RotorWalk, StoppingGraph, VertexMap, parse};
use serde_json::{Value, json};
use std::path::Path;

fn validator() -> Validator {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/scene.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

fn checked(validator: &Validator, scene: &rotor_draw::Scene) -> Value {
    let document = serde_json::to_value(scene).unwrap();
    if let Some(error) = validator.iter_errors(&document).next() {
        panic!("{error} at {}: {document}", error.instance_path());
    }
    document
}

/// Where each vertex exits, by walking.
fn exits(instance: &Instance) -> VertexMap<Exit> {
    let stopping = StoppingGraph::of(instance.graph());
    let exit = |u| {
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), u);
        let at = std::iter::from_fn(|| walk.step()).last().map_or(u, |a| instance.graph().head(a));
        if instance.graph().is_sink(at) { Exit::Sink(at) } else { Exit::Trap(0) }
    };
    VertexMap::from_vec(instance.graph().vertices().map(exit).collect())
}

#[test]
fn random_scenes_keep_to_their_schema() {
    let validator = validator();
    let mut dice = Dice::new(41);
    let mut kinds = Kinds::default();
    for _ in 0..60 {
        for instance in [small_graph(&mut dice), small_forest(&mut dice), small_game(&mut dice)] {
            kinds.see(&instance);
            let overlays = Overlays { exits: Some(exits(&instance)), ..Overlays::default() };
            let document = checked(&validator, &picture(&instance, &overlays, &Layout::default()));
            let vertices = document["vertices"].as_array().unwrap();
            assert!(
                vertices
                    .iter()
                    .zip(instance.graph().vertices())
                    .all(|(vertex, u)| vertex["name"] == instance.name(u))
            );
            let arcs: u64 =
                document["arcs"].as_array().unwrap().iter().map(|arc| arc["count"].as_u64().unwrap()).sum();
            assert_eq!(arcs as usize, instance.graph().arc_count());
            let legend = document["legend"].as_array().unwrap();
            let counted: u64 = legend.iter().map(|row| row["vertices"].as_u64().unwrap()).sum();
            assert_eq!(counted as usize, instance.graph().vertex_count());
            checked(&validator, &density(&instance, &exits(&instance)));
        }
    }
    assert!(kinds.missing().is_empty(), "{:?}", kinds.missing());
}

#[test]
fn a_scene_reads_like_this() {
    let instance = parse("u: s\nsink s\nstart u").unwrap();
    let document = checked(&validator(), &picture(&instance, &Overlays::default(), &Layout::default()));
    assert_eq!(document["schema"], "arrival.scene/1");
    assert_eq!(document["legend"], json!([]));
    let (u, s, arc) = (&document["vertices"][0], &document["vertices"][1], &document["arcs"][0]);
    assert_eq!(
        (&u["shape"], &u["sink"], &u["words"][0]["text"]),
        (&json!("circle"), &json!(false), &json!("u"))
    );
    assert_eq!((s["borders"].as_array().unwrap().len(), &s["sink"]), (2, &json!(true)));
    assert!(u["start"].is_object() && s["start"].is_null());
    assert_eq!(
        (&arc["dashed"], &arc["number"]["text"], &arc["label"]),
        (&json!(true), &json!("0"), &Value::Null)
    );
    // From the border of u to the border of s, where the arrow's tip is.
    let edge = u["x"].as_f64().unwrap() + u["half_width"].as_f64().unwrap();
    assert!(arc["path"].as_str().unwrap().starts_with(&format!("M{edge} ")), "{document}");
}

#[test]
fn the_schema_refuses_surplus_and_missing_keys() {
    let validator = validator();
    let document = checked(
        &validator,
        &picture(&parse("u: s\nsink s\nstart u").unwrap(), &Overlays::default(), &Layout::default()),
    );
    let places = ["", "/arcs/0", "/arcs/0/number", "/vertices/0", "/vertices/0/start", "/vertices/1/words/0"];
    for place in places {
        let keys: Vec<String> =
            document.pointer(place).unwrap().as_object().unwrap().keys().cloned().collect();
        let mut surplus = document.clone();
        surplus.pointer_mut(place).unwrap()["surplus"] = json!(1);
        assert!(!validator.is_valid(&surplus), "{place}");
        for key in keys {
            let mut short = document.clone();
            short.pointer_mut(place).unwrap().as_object_mut().unwrap().remove(&key);
            assert!(!validator.is_valid(&short), "{place}/{key}");
        }
    }
}
