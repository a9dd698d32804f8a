//! Requests to draw: places that a page keeps, geometries of families, particles on vertices.

use arrival::{Context, request};
use serde_json::{Value, json};

fn drawn(options: Value) -> Value {
    let mut body = json!({"text": "a: b s\nb: a t\nsink s\nsink t\nstart a", "to": "scene"});
    for (key, value) in options.as_object().unwrap() {
        body[key] = value.clone();
    }
    serde_json::from_str(&request("draw", &body.to_string(), &mut Context::default())).unwrap()
}

fn place(scene: &Value, vertex: usize) -> (f64, f64) {
    let vertex = &scene["vertices"][vertex];
    (vertex["x"].as_f64().unwrap(), vertex["y"].as_f64().unwrap())
}

#[test]
fn places_are_kept_and_those_of_strangers_passed_over() {
    let scene = drawn(json!({"places": {"a": [0, 0], "b": [300, -40], "gone": [9, 9]}}));
    let ((ax, ay), (bx, by)) = (place(&scene, 0), place(&scene, 1));
    assert!((bx - ax - 300.0).abs() < 0.02 && (by - ay + 40.0).abs() < 0.02, "{scene}");
    assert_eq!(scene["vertices"].as_array().unwrap().len(), 4, "the others have a place too");
    let far = drawn(json!({"places": {"a": [1e300, 0]}}));
    assert!(far["errors"][0].as_str().unwrap().contains("farther away"), "{far}");
}

#[test]
fn a_family_has_its_geometry() {
    let scene = drawn(json!({"geometry": "grid:2x2"}));
    assert_eq!(place(&scene, 0).1, place(&scene, 1).1);
    assert_eq!(place(&scene, 0).0, place(&scene, 2).0);
    let row = drawn(json!({"geometry": "chain"}));
    assert!((0..4).all(|vertex| place(&row, vertex).1 == place(&row, 0).1));
    assert!(drawn(json!({"geometry": "ring"}))["errors"][0].as_str().unwrap().contains("chain and grid:WxH"));
}

#[test]
fn particles_stand_on_vertices_unless_there_are_none() {
    let scene = drawn(json!({"particles": {"a": "1", "b": "1e6", "s": 0}}));
    let counts = |vertex: usize| scene["vertices"][vertex]["particles"]["count"]["text"].clone();
    assert_eq!(counts(0), "");
    assert!(counts(1).as_str().is_some_and(|count| !count.is_empty()));
    assert!(counts(2).is_null() && counts(3).is_null());
    assert!(drawn(json!({"particles": {"x": 1}}))["errors"][0].as_str().unwrap().contains("no vertex `x`"));
}
