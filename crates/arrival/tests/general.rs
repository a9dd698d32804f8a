//! Any graph through the door: every answer passes the judge and agrees with the walk.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use arrival::{Context, Instance, Options, Question, route_within, solve, solve_within};
use num_bigint::BigUint;
use rotor_generate::{Dice, FAMILIES, small_glued_forests, small_graph, walk_bound};
use rotor_graph::{VertexId, VertexMap};
use std::collections::BTreeMap;

/// How many random instances a test draws: `default`, or what ARRIVAL_INSTANCES says for a deeper run.
fn instances(default: u64) -> u64 {
    std::env::var("ARRIVAL_INSTANCES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn member(id: &str, given: &[(&str, u32)], seed: u64) -> Instance {
    let given = given.iter().map(|&(name, number)| (name.to_owned(), number.to_string())).collect();
    rotor_generate::generate(id, &given, seed).unwrap()
}

/// A member of a random family that can still be walked through.
fn small_member(dice: &mut Dice, seen: &mut BTreeMap<&'static str, u32>) -> Instance {
    loop {
        let family = dice.pick(FAMILIES).unwrap();
        let size = if family.id == "series" { "size" } else { "n" };
        // Parameters have names of their own where `n` would not say what grows.
        let size = family
            .parameters
            .iter()
            .map(|parameter| parameter.name)
            .find(|name| ["n", size, "w"].contains(name));
        let mut given: BTreeMap<_, _> =
            size.map(|size| (size.to_owned(), dice.between(3..=12).to_string())).into_iter().collect();
        if family.id == "wells" {
            let small = [("width", "1"), ("wells", "1"), ("depth", "2"), ("drift", "1")];
            given.extend(small.map(|(name, number)| (name.to_owned(), number.to_owned())));
        }
        let Ok(instance) = family.generate(&given, dice.below(u32::MAX).into()) else { continue };
        if instance.graph().vertex_count() < 80 && walk_bound(instance.graph()) < 20_000 {
            *seen.entry(family.id).or_default() += 1;
            return instance;
        }
    }
}

#[test]
fn flows_walks_and_the_judge_agree() {
    let by = |solver: &str| Options { solver: Some(solver.to_owned()), ..Options::default() };
    let mut dice = Dice::new(64);
    let mut seen = BTreeMap::new();
    for index in 0..instances(3_000) {
        let instance = match index % 4 {
            0 => small_graph(&mut dice),
            1 => small_glued_forests(&mut dice),
            _ => small_member(&mut dice, &mut seen),
        };
        if walk_bound(instance.graph()) > 120_000 {
            continue;
        }
        let vertices = instance.graph().vertex_count() as u32;
        let from = Question::From(VertexId::new(dice.below(vertices)));
        let [flow, walk] = ["flow", "walk"].map(|solver| {
            solve_within(&instance, from, &by(solver), &mut Context::default()).unwrap().claim().cloned()
        });
        assert_eq!(flow, walk, "{instance}");
        let [flow, push] = ["flow", "push"].map(|solver| {
            solve_within(&instance, Question::All, &by(solver), &mut Context::default())
                .unwrap()
                .claim()
                .cloned()
        });
        assert_eq!(flow, push, "{instance}");
        let count = |_| BigUint::from(dice.below(5)) << if dice.chance(0.1) { 40u32 } else { 0 };
        let particles = VertexMap::from_vec((0..vertices).map(count).collect());
        let [flow, bulk] = ["flow", "bulk"].map(|solver| {
            let routing = route_within(&instance, &particles, &by(solver), &mut Context::default()).unwrap();
            (routing.claim().clone(), routing.rotors().cloned())
        });
        assert_eq!(flow, bulk, "{instance}");
    }
    assert_eq!(seen.len(), FAMILIES.len(), "{seen:?}");
}

#[test]
fn an_answer_says_who_solved_each_component() {
    // A path that drifts to its middle, then a vertex with a loop, then a simple path, then a chain back to c0.
    let mut text = String::from("start p30\n");
    for i in 0..61 {
        let left = if i == 0 { "alone".to_owned() } else { format!("p{}", i - 1) };
        let right = if i == 60 { "alone".to_owned() } else { format!("p{}", i + 1) };
        let (inward, outward) = if i < 30 { (right, left) } else { (left, right) };
        text += &format!("p{i}: {inward}^2 {outward}\n");
    }
    text += "alone: alone q0\nq0: back q1\nq1: q0 c0\nback: q0 c0\n";
    text += "c0: c0 c1\nc1: c0 c2\nc2: c0 c3\nc3: c0 s\nsink s\n";
    let instance = arrival::parse(&text).unwrap();
    let start = instance.start().unwrap();
    let solution = solve(&instance, Question::From(start)).unwrap();
    assert_eq!((solution.solver(), solution.unchecked_because()), ("flow", None));
    let each = [("division", 1), ("path", 1), ("tree", 1), ("flow", 1)];
    assert!(solution.components().iter().eq(each), "{:?}", solution.components());

    let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::default());
    particles[start] += 5u32;
    let routing = route_within(&instance, &particles, &Options::default(), &mut Context::default()).unwrap();
    assert!(
        routing.components().iter().eq([("division", 1), ("path", 1), ("flow", 2)]),
        "{:?}",
        routing.components()
    );
    assert_eq!(routing.unchecked_because(), None);

    particles[start] -= 4u32;
    let routing = route_within(&instance, &particles, &Options::default(), &mut Context::default()).unwrap();
    let walk = solution.exits().next().unwrap().steps.cloned();
    assert_eq!(routing.claim().steps, walk, "a single particle is routed as it walks");
}

#[test]
fn walks_of_hundreds_of_bits_are_certified() {
    for (id, given, bits) in [
        ("chain", vec![("n", 500)], 501),
        ("back", vec![("n", 300)], 200),
        ("two", vec![("n", 300), ("ahead", 0)], 100),
        ("series", vec![("copies", 8), ("size", 40), ("ahead", 0)], 10),
        ("nested", vec![("n", 100)], 120),
    ] {
        let instance = member(id, &given, 2);
        let solution = solve(&instance, Question::From(instance.start().unwrap())).unwrap();
        assert_eq!((solution.solver(), solution.unchecked_because()), ("flow", None), "{id}");
        let steps = solution.exits().next().unwrap().steps.unwrap().clone();
        assert!(steps.bits() >= bits, "{id}: {} bits", steps.bits());
        let certificate = solution.certificate().unwrap();
        arrival::verify(&instance, certificate.as_bytes()).unwrap();
        let all = solve(&instance, Question::All).unwrap();
        let start = all.exits().find(|row| Some(row.from) == instance.start()).unwrap();
        assert_eq!(start.exit, solution.exits().next().unwrap().exit, "{id}");
    }
}

#[test]
fn an_exit_without_its_steps_is_certified_too() {
    let instance = member("two", &[("n", 200), ("ahead", 0)], 1);
    let from = Question::From(instance.start().unwrap());
    let whole = solve(&instance, from).unwrap();
    let exit = whole.exits().next().unwrap().exit;
    let mut without_steps = 0;
    for eighth in 80..224u64 {
        let mut budget = Context::default().with_operations((8 + eighth % 8) << (eighth / 8) >> 3);
        let Ok(solution) = solve_within(&instance, from, &Options::default(), &mut budget) else { continue };
        let row = solution.exits().next().unwrap();
        assert_eq!((row.exit, solution.unchecked_because()), (exit, None));
        without_steps += u32::from(row.steps.is_none());
        assert!(row.steps.is_none() || row.steps == whole.exits().next().unwrap().steps);
    }
    assert!(without_steps > 0);
}
