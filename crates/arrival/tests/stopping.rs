//! Everything that takes long asks its context: generation, drawing and writing end where their limits or host say so.

use arrival::request::request;
use arrival::{Context, Host, Palette, Progress, Request, Watched, answer};
use rotor_solve::OutOfBudget;
use serde_json::{Value, json};
use std::time::Duration;

/// Interrupts at the n-th check of a stage.
struct Interrupter {
    left: u32,
}

impl Host for Interrupter {
    fn check(&mut self, _: &Progress) -> Result<(), OutOfBudget> {
        self.left = self.left.checked_sub(1).ok_or(OutOfBudget::Interrupted)?;
        Ok(())
    }
}

fn errors(reply: &str) -> String {
    let reply: Value = serde_json::from_str(reply).expect("a reply is JSON");
    assert_eq!(reply["schema"], "arrival.error/1", "{reply}");
    reply["errors"].to_string()
}

/// A reply within so many operations, and one that is interrupted at the n-th check.
fn stopped(name: &str, body: &str, operations: u64, checks: u32) -> [String; 2] {
    let within = request(name, body, &mut Context::default().with_operations(operations));
    let interrupted = request(name, body, &mut Context::new(&mut Interrupter { left: checks }));
    [errors(&within), errors(&interrupted)]
}

#[test]
fn a_generation_ends_when_its_context_does() {
    for family in ["tree", "torus", "chain", "random-out", "preferential"] {
        let body = json!({"family": family, "n": 100_000}).to_string();
        let [within, interrupted] = stopped("generate", &body, 50_000, 10);
        assert!(within.contains("the graph was not complete after 5"), "{family}: {within}");
        assert!(interrupted.contains("interrupted"), "{family}: {interrupted}");
    }
    let small = json!({"family": "tree", "n": 10}).to_string();
    let reply = request("generate", &small, &mut Context::default().with_operations(50_000));
    assert!(reply.contains("rotor-graph/1"), "{reply}");
}

/// The hunt returns what it has found when its last generation is stopped.
#[test]
fn a_hunt_ends_in_the_middle_of_a_generation() {
    let body = json!({"family": "tree", "n": 1_000_000, "seeds": "1..3"}).to_string();
    let reply = request("hunt", &body, &mut Context::default().with_operations(1_000));
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert_eq!((&reply["searched"], &reply["complete"]), (&json!("0"), &json!(false)), "{reply}");
}

/// A grid of 400 vertices, whose layout takes some millions of operations.
fn grid() -> String {
    let grid = rotor_generate::draw("grid", &[("w", 20), ("h", 20)], &mut rotor_generate::Dice::new(1));
    grid.expect("a grid of this size can be built").to_string()
}

#[test]
fn a_drawing_ends_when_its_context_does() {
    let text = grid();
    for (to, operations) in [
        ("svg", 100_000),
        ("html", 100_000),
        ("json", 100_000),
        ("dot", 300),
        #[cfg(feature = "png")]
        ("png", 100_000),
        #[cfg(feature = "pdf")]
        ("pdf", 100_000),
    ] {
        let body = json!({"text": text, "to": to}).to_string();
        let [within, interrupted] = stopped("draw", &body, operations, 0);
        assert!(within.contains("out of steps"), "{to}: {within}");
        assert!(interrupted.contains("interrupted"), "{to}: {interrupted}");
    }
    let body = json!({"text": text, "to": "dot"}).to_string();
    let reply = request("draw", &body, &mut Context::default());
    assert!(reply.contains("digraph"), "{reply}");
}

/// The operations of a request, answered within them and refused with one less.
#[cfg(all(feature = "png", feature = "pdf"))]
fn operations_of(name: &str, body: &Value) -> u64 {
    let mut context = Context::default();
    let reply = request(name, &body.to_string(), &mut context);
    assert!(!reply.contains("arrival.error"), "{reply}");
    let operations = context.operations();
    let one_less = request(name, &body.to_string(), &mut Context::default().with_operations(operations - 1));
    assert!(errors(&one_less).contains("out of steps"), "{one_less}");
    operations
}

#[cfg(all(feature = "png", feature = "pdf"))]
#[test]
fn pixels_and_outlines_are_operations() {
    let draw = |to: &str, scale: f64| {
        operations_of("draw", &json!({"text": "u: v s\nv: u t\nsink s\nsink t", "to": to, "scale": scale}))
    };
    let placed = draw("svg", 1.0);
    let [small, large] = [1.0, 4.0].map(|scale| draw("png", scale) - placed);
    assert!(small > 10_000, "{small}");
    // Sixteen times as many pixels, while the shapes stay as they are.
    assert!((12 * small..=17 * small).contains(&large), "{small} {large}");
    assert!(draw("pdf", 1.0) > placed + 1_000);
    let aggregate =
        |picture| operations_of("aggregate", &json!({"on": "z2", "particles": 1_000, "picture": picture}));
    assert!(aggregate(true) >= aggregate(false) + 1_000, "every pixel counts");
}

#[test]
fn writing_ends_when_its_context_does() {
    for (name, body) in [
        ("convert", json!({"text": grid(), "to": "rotor"})),
        ("convert", json!({"text": grid(), "to": "json"})),
        ("convert", json!({"text": grid(), "to": "mtx"})),
        ("generate", json!({"family": "tree", "n": 5_000, "to": "rotor"})),
    ] {
        let reply = answer(Request::from_json(name, body).unwrap(), &mut Context::default()).unwrap();
        let mut all = Vec::new();
        reply.write_words(&mut all, &Palette::PLAIN).unwrap();
        let mut context = Context::default().with_operations(all.len() as u64);
        let mut written = Vec::new();
        let mut out = Watched::new(&mut written, &mut context);
        reply.write_words(&mut out, &Palette::PLAIN).unwrap();
        assert_eq!((out.ended(), &written), (None, &all), "{name}");
        let mut context = Context::default().with_operations(all.len() as u64 - 1);
        let mut part = Vec::new();
        let mut out = Watched::new(&mut part, &mut context);
        assert!(reply.write_words(&mut out, &Palette::PLAIN).is_err(), "{name}");
        assert_eq!(out.ended(), Some(OutOfBudget::Operations), "{name}");
        assert!(part.len() < all.len() && all.starts_with(&part), "{name}");
    }
}

/// As JSON, too, an instance is written piece by piece, so that a limit holds before the text is whole.
#[test]
fn an_instance_as_json_is_written_in_pieces() {
    let body = json!({"text": grid(), "to": "rotor"});
    let reply = answer(Request::from_json("convert", body).unwrap(), &mut Context::default()).unwrap();
    let mut all = Vec::new();
    reply.write_json(&mut all, &|| Duration::ZERO).unwrap();
    let mut context = Context::default().with_operations(all.len() as u64 / 2);
    let mut part = Vec::new();
    let mut out = Watched::new(&mut part, &mut context);
    assert!(reply.write_json(&mut out, &|| Duration::ZERO).is_err());
    assert_eq!(out.ended(), Some(OutOfBudget::Operations));
    assert!(!part.is_empty() && part.len() <= all.len() / 2 && all.starts_with(&part), "{}", part.len());
}

/// The last departures of a flow that is not the run lead in circles, which were followed for ever.
#[test]
fn an_explanation_out_of_budget_before_the_run_ends() {
    let given = [("n".to_owned(), "64".to_owned())].into();
    let text = rotor_generate::generate("nested", &given, 97).unwrap().to_string();
    let body = json!({"text": text, "from": "0"}).to_string();
    let (mut whole, mut without_run, mut operations) = (0, 0, 500.0);
    while operations < 1e8 {
        operations *= 1.05;
        let reply = request("explain", &body, &mut Context::default().with_operations(operations as u64));
        let reply: Value = serde_json::from_str(&reply).unwrap();
        match reply["path"].as_array().map(Vec::len) {
            None => assert_eq!(reply["schema"], "arrival.error/1", "{reply}"),
            Some(0) => without_run += 1,
            Some(length) => {
                assert!(length <= 64, "{reply}");
                whole += 1;
            }
        }
    }
    assert!(whole > 0 && without_run > 0, "{whole} explanations, {without_run} without the run");
}
