//! Limits: everything that takes long asks its context, ends where the limits or the host say so, and tells what it has.

use crate::questions::member;
use arrival::request::Input;
use arrival::{
    Context, DrawError, DrawOptions, Host, Options, Palette, Progress, Question, Request, Show, SolveError,
    Stage, Ticked, answer, draw, parse, request, route, solve, stop_of,
};
use num_bigint::BigUint;
use rotor_graph::{Instance, Stop, VertexId, VertexMap};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// A host that stops the judge at the check after `left` of them.
struct Checks {
    left: u64,
    asked: u64,
    paid: u64,
}

impl Host for Checks {
    fn check(&mut self, progress: &Progress) -> Result<(), Stop> {
        self.paid = progress.operations;
        self.asked += u64::from(progress.stage == Stage::Check);
        if self.asked > self.left { Err(Stop::Time) } else { Ok(()) }
    }
}

type Answer<'a> = dyn Fn(&mut Context<'_>) -> Result<(), SolveError> + 'a;

fn up_to(left: u64) -> Checks {
    Checks { left, asked: 0, paid: 0 }
}

fn path(last: &str) -> Instance {
    let mut text = String::new();
    (0..40_000).for_each(|i| writeln!(text, "{i}: {}", i + 1).unwrap());
    writeln!(text, "{last}").unwrap();
    parse(&text).unwrap()
}

#[test]
fn a_judge_that_is_told_to_stop_leaves_no_answer() {
    let (rotors, game) = (path("sink 40000"), path("max 40000: s\nsink s = 1"));
    let from = Question::From(VertexId::new(0));
    let mut particles = VertexMap::filled(40_001, BigUint::ZERO);
    particles[VertexId::new(0)] = 3u32.into();
    let options = Options::default();
    let answers: [&Answer<'_>; 4] = [
        &|context| solve(&rotors, Question::All, &options, context).map(drop),
        &|context| solve(&rotors, from, &options, context).map(drop),
        &|context| route(&rotors, &particles, &options, context).map(drop),
        &|context| solve(&game, from, &options, context).map(drop),
    ];
    for (number, answer) in answers.iter().enumerate() {
        let mut patient = up_to(u64::MAX);
        answer(&mut Context::new(&mut patient)).unwrap();
        assert!(patient.asked > 2 && patient.paid > 0, "answer {number} asks {} times", patient.asked);
        // A game is judged, and then the walk that shows how its play ends: without that its value still stands.
        let is_game = number == 3;
        for questions in [1, 2, if is_game { 2 } else { patient.asked - 1 }] {
            let mut hasty = up_to(questions);
            let stopped = answer(&mut Context::new(&mut hasty));
            assert!(matches!(stopped, Err(SolveError::Stopped(Stop::Time))), "{number}: {stopped:?}");
            assert!(hasty.paid == patient.paid || is_game && hasty.paid > 0, "answer {number} was found");
        }
        // What was found with the last operation allowed is proved all the same.
        answer(&mut Context::new(&mut up_to(0))).unwrap();
    }
}

/// Three vertices that are soon settled, and a chain of `n` on which a walk has about 2^n steps.
fn easy_and_hard(n: usize) -> String {
    let mut text = "a: b s\nb: c a\nc: s a\n".to_owned();
    for v in 0..n {
        let next = if v + 1 < n { format!("v{}", v + 1) } else { "t".to_owned() };
        text += &format!("v{v}: v0 {next}\n");
    }
    text + "sink s\nsink t"
}

#[test]
fn a_partial_answer_says_so_and_ends_with_code_3() {
    let text = easy_and_hard(200);
    let few = || Context::default().with_operations(6_000);
    let body = json!({ "text": text, "all": true }).to_string();
    let ask = |context: &mut Context<'_>| {
        let input = Input::text(text.clone());
        let ask = serde_json::from_str(r#"{"solve": {"all": true}}"#).unwrap();
        answer(Request { input: Some(input), ask, ..Request::default() }, context).unwrap().code()
    };
    let reply = request("solve", &body, &mut few());
    assert!(reply.contains(r#"{"from":"a","exit":"s"}"#), "{reply}");
    assert!(!reply.contains(r#"{"from":"v0""#), "{reply}");
    assert!(reply.contains("out of steps: only 5 of 205 starts are settled"), "{reply}");
    assert_eq!(ask(&mut few()).number(), 3);
    assert_eq!(ask(&mut Context::default()).number(), 0);
}

#[test]
fn a_picture_shows_all_exits_or_none() {
    let instance = parse(&easy_and_hard(40)).unwrap();
    let options = DrawOptions { show: vec![Show::Exits], playable: true, ..DrawOptions::default() };
    let (mut drawn, mut stopped) = (0, 0);
    for operations in (0..16).map(|bits| 1 << bits) {
        match draw(&instance, &options, &mut Context::default().with_operations(operations)) {
            Ok(_) => drawn += 1,
            Err(DrawError::Solve(SolveError::Stopped(_))) => stopped += 1,
            Err(error) => panic!("{error}"),
        }
    }
    let partial = |operations| {
        let mut few = Context::default().with_operations(operations);
        solve(&instance, Question::All, &Options::default(), &mut few)
            .is_ok_and(|found| found.settled().is_some())
    };
    assert!(stopped > 5 && (0..16).any(|bits| partial(1 << bits)), "{drawn} {stopped}");
}

#[test]
fn time_that_is_over_while_the_sweeps_run_ends_them() {
    let tree = member("tree", &[("n", 200_000)], 1);
    let arcs = tree.graph().arc_count() as u64;
    for options in [Options::default(), Options { check: false, certificate: false, ..Options::default() }] {
        // What it costs to begin, and a few looks: the sweeps pass every vertex twice or more.
        let mut few = Context::default().with_operations(arcs + 150_000);
        let stopped = solve(&tree, Question::All, &options, &mut few);
        assert!(matches!(stopped, Err(SolveError::Stopped(Stop::Operations))));
        let mut plenty = Context::default().with_operations(arcs + 1_000_000);
        assert!(solve(&tree, Question::All, &options, &mut plenty).is_ok());
        assert!(plenty.operations() > arcs + 200_000, "both sweeps were paid for: {}", plenty.operations());
    }
}

#[test]
fn an_exit_without_its_steps_is_certified_too() {
    let instance = member("two", &[("n", 200), ("ahead", 0)], 1);
    let from = Question::From(instance.start().unwrap());
    let whole = solve(&instance, from, &Options::default(), &mut Context::default()).unwrap();
    let exit = whole.exits().next().unwrap().exit;
    let mut without_steps = 0;
    for eighth in 80..224u64 {
        let mut tick = Context::default().with_operations((8 + eighth % 8) << (eighth / 8) >> 3);
        let Ok(solution) = solve(&instance, from, &Options::default(), &mut tick) else { continue };
        let row = solution.exits().next().unwrap();
        assert_eq!((row.exit, solution.unchecked_because()), (exit, None));
        without_steps += u32::from(row.steps.is_none());
        assert!(row.steps.is_none() || row.steps == whole.exits().next().unwrap().steps);
    }
    assert!(without_steps > 0);
}

/// Interrupts at the n-th check of a stage.
struct Interrupter {
    left: u32,
}

impl Host for Interrupter {
    fn check(&mut self, _: &Progress) -> Result<(), Stop> {
        self.left = self.left.checked_sub(1).ok_or(Stop::Interrupted)?;
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
        reply.write_words(&mut Ticked::new(&mut written, &mut context), &Palette::PLAIN).unwrap();
        assert_eq!(written, all, "{name}");
        let mut context = Context::default().with_operations(all.len() as u64 - 1);
        let mut part = Vec::new();
        let ended = reply.write_words(&mut Ticked::new(&mut part, &mut context), &Palette::PLAIN);
        assert_eq!(stop_of(&ended.unwrap_err()), Some(Stop::Operations), "{name}");
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
    let ended = reply.write_json(&mut Ticked::new(&mut part, &mut context), &|| Duration::ZERO);
    assert_eq!(stop_of(&ended.unwrap_err()), Some(Stop::Operations));
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
