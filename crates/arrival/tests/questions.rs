//! Every question on every instance of the stream: all solvers agree, the checker proves what they find, certificates read
//! back, limits leave out but never falsify, and the same request gives the same bytes.

use arrival::{
    Context, Judged, Options, PlayEnd, Question, Solution, SolveError, WalkLength, WalkOptions, block_flows,
    decided, parse, request, route, solve, verify,
};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_certify::certify;
use rotor_format::certificate;
use rotor_generate::{Dice, FAMILIES, Instances, budget, draw, note_obligations, walk_bound};
use rotor_graph::{
    BlocksClaim, Claim, Class, Classified, Exit, Instance, RotorWalk, Stop, StoppingGraph, StrategySet,
    Value, VertexId, VertexMap,
};
use rotor_solve::game::exhaustive_search;
use rotor_solve::tree::complete_destination;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What holds of the answers about an instance; each counts what it has shown, and returns whether it was owed at all.
type Obligation = (&'static str, fn(&Instance, &mut Dice, &mut Seen) -> bool);

const OBLIGATIONS: &[Obligation] = &[
    ("one start by all solvers", one_start),
    ("all starts by all solvers", all_starts),
    ("particles by all solvers", particles),
    ("the flows of blocks", blocks),
    ("games", games),
    ("what limits leave", limited),
    ("the same bytes twice", same_bytes),
];

/// How often each kind was seen.
#[derive(Default)]
struct Seen(BTreeMap<String, u32>);

impl Seen {
    fn count(&mut self, kind: &str) {
        *self.0.entry(kind.to_owned()).or_default() += 1;
    }
}

fn by(solver: Option<&str>) -> Options {
    Options { solver: solver.map(str::to_owned), ..Options::default() }
}

fn solved<'i>(instance: &'i Instance, question: Question, options: &Options) -> Judged<'i, Solution> {
    let solution = solve(instance, question, options, &mut Context::default());
    solution.unwrap_or_else(|error| panic!("{error}\n{instance}"))
}

fn any_vertex(instance: &Instance, dice: &mut Dice) -> VertexId {
    VertexId::new(dice.below(instance.graph().vertex_count() as u32))
}

/// An instance whose players follow the rotors of the file.
fn without_players(instance: &Instance) -> Instance {
    instance.clone().without_players()
}

fn one_start(instance: &Instance, dice: &mut Dice, _: &mut Seen) -> bool {
    let instance = without_players(instance);
    let from = any_vertex(&instance, dice);
    let claims = [None, Some("flow"), Some("walk")].map(|solver| {
        let solution = solved(&instance, Question::From(from), &by(solver));
        assert_eq!(solution.unchecked_because(), None, "{instance}");
        verify(&instance, solution.certificate().unwrap().as_bytes(), &mut Context::default()).unwrap();
        solution.claim().cloned()
    });
    assert!(claims.iter().all(|claim| *claim == claims[2]), "{claims:?}\n{instance}");
    // The reference: the walk itself.
    let stopping = StoppingGraph::of(instance.graph());
    let mut walk = RotorWalk::new(&stopping, instance.rotors(), from);
    while walk.step().is_some() {}
    let solution = solved(&instance, Question::From(from), &Options::default());
    let row = solution.exits().next().unwrap();
    assert_eq!(Some(row.exit), stopping.exit_at(walk.particle()), "{instance}");
    assert_eq!(row.steps.unwrap().to_string(), walk.steps().to_string(), "{instance}");
    true
}

fn exits(solution: &Judged<'_, Solution>) -> Vec<(VertexId, Exit)> {
    solution.exits().map(|row| (row.from, row.exit)).collect()
}

fn all_starts(instance: &Instance, _: &mut Dice, seen: &mut Seen) -> bool {
    let instance = &without_players(instance);
    let stopping = StoppingGraph::of(instance.graph());
    let classified = Classified::of(&stopping);
    let solution = solved(instance, Question::All, &Options::default());
    assert_eq!(solution.unchecked_because(), None, "{instance}");
    verify(instance, solution.certificate().unwrap().as_bytes(), &mut Context::default()).unwrap();
    assert_eq!(solution.sizes().class, classified.class(), "{instance}");
    assert_eq!(solution.traps(), stopping.traps().members(), "{instance}");
    seen.count(classified.class().name());
    let [flow, push] = ["flow", "push"].map(|solver| solved(instance, Question::All, &by(Some(solver))));
    assert_eq!(flow.claim(), push.claim(), "{instance}");
    assert_eq!(exits(&flow), exits(&solution), "{instance}");
    if let Some(tree) = classified.tree_like() {
        let slow = complete_destination(tree, instance.rotors(), &mut ()).unwrap().into_claim(tree);
        assert_eq!(solution.claim(), Some(&Claim::Flows(slow)), "{instance}");
        assert_eq!(solution.solver(), "tree");
        let bare = Options { check: false, certificate: false, ..Options::default() };
        let bare = solved(instance, Question::All, &bare);
        assert_eq!(exits(&bare), exits(&solution), "{instance}");
        assert_eq!((bare.sizes(), bare.traps()), (solution.sizes(), solution.traps()));
        assert!(bare.claim().is_none() && bare.certificate().is_none());
        assert_eq!(bare.unchecked_because(), Some("the check was switched off"));
    }
    true
}

fn particles(instance: &Instance, dice: &mut Dice, _: &mut Seen) -> bool {
    let instance = &without_players(instance);
    let shift = if walk_bound(instance.graph()) < 1_000 && dice.chance(0.2) { 40u32 } else { 0 };
    let count = |_| BigUint::from(dice.below(5)) << shift;
    let particles = VertexMap::from_vec(instance.graph().vertices().map(count).collect());
    let routed = [None, Some("flow"), Some("bulk")].map(|solver| {
        let routing = route(instance, &particles, &by(solver), &mut Context::default()).unwrap();
        assert_eq!(routing.unchecked_because(), None, "{instance}");
        let (graph, after) = (instance.graph(), routing.rotors().unwrap());
        for u in graph.vertices().filter(|&u| !graph.is_sink(u)) {
            let turned = &routing.claim().departures[u] + instance.rotors().position(graph, u);
            assert_eq!(turned % graph.out_degree(u), after.position(graph, u).into(), "{instance}");
        }
        (routing.claim().clone(), routing.rotors().cloned())
    });
    assert!(routed.iter().all(|it| *it == routed[2]), "{instance}");
    true
}

fn blocks(instance: &Instance, _: &mut Dice, seen: &mut Seen) -> bool {
    let found = block_flows(instance, &mut Context::default()).unwrap();
    assert!(found.is_checked(), "{instance}");
    let claim = Claim::Blocks(BlocksClaim::clone(&found));
    let text = certificate::write(instance, &claim);
    let read = certificate::read(text.as_bytes(), instance, &mut ()).unwrap();
    assert_eq!(read, claim, "{instance}");
    assert!(certify(instance, read, &mut ()).is_ok());
    for row in &found.returns {
        let Some(proof) = &row.proof else {
            seen.count("infinite flow of a block");
            continue;
        };
        let at = found.returns.iter().find(|it| it.vertex == proof.halts && it.block == row.block);
        if at.unwrap().deadline == rotor_graph::Count::Infinite {
            seen.count("kept on a dead end");
        }
    }
    true
}

fn game(instance: &Instance, question: Question, set: StrategySet, endless: Value) -> Judged<'_, Solution> {
    let options = Options { strategies: set, endless_value: endless, ..Options::default() };
    let solution = solved(instance, question, &options);
    assert_eq!((solution.solver(), solution.unchecked_because()), ("game", None), "{instance}");
    solution
}

/// Where the play of the strategies against each other ends, step by step.
fn replayed(solution: &Judged<'_, Solution>, from: VertexId) -> Option<Exit> {
    let instance = solution.instance();
    let play = solution.game().unwrap().rows[0].play.as_ref().unwrap();
    let played = decided(instance, from, [&play.max, &play.min]).unwrap();
    let stopping = StoppingGraph::of(played.graph());
    let mut walk = RotorWalk::new(&stopping, played.rotors(), from);
    while walk.step().is_some() {}
    // Free players can close traps that the file does not have.
    StoppingGraph::of(instance.graph()).exit_at(walk.particle())
}

fn games(instance: &Instance, dice: &mut Dice, seen: &mut Seen) -> bool {
    let stopping = StoppingGraph::of(instance.graph());
    if instance.player_count() == 0 || Classified::of(&stopping).tree_like().is_none() {
        return false;
    }
    let endless = Value::from(dice.below(5)) - 2;
    for set in StrategySet::ALL {
        let all = game(instance, Question::All, set, endless);
        for row in &all.game().unwrap().rows {
            let one = game(instance, Question::From(row.from), set, endless);
            let found = &one.game().unwrap().rows[0];
            assert_eq!(found.value(), row.value(), "{instance}");
            verify(instance, one.certificate().unwrap().as_bytes(), &mut Context::default()).unwrap();
            let exit = replayed(&one, row.from);
            let worth = match exit {
                Some(Exit::Sink(sink)) => instance.value(sink),
                _ => endless,
            };
            assert_eq!(Some(worth), row.value(), "{} {}\n{instance}", set.name(), instance.name(row.from));
            let end = found.play.as_ref().unwrap().end.unwrap();
            assert_eq!(end, exit.map_or(PlayEnd::Endless, PlayEnd::Halts), "{instance}");
            seen.count(if end == PlayEnd::Endless { "endless play" } else { "play that ends" });
            if set == StrategySet::Start && dice.chance(0.2) {
                let searched = exhaustive_search(instance, &stopping, row.from, endless, &mut ()).unwrap();
                assert_eq!(searched.value(), row.value(), "{instance}");
            }
        }
    }
    true
}

/// What is solved when it is stopped is told, it is right, and the answer says that it is not whole.
fn limited(instance: &Instance, dice: &mut Dice, seen: &mut Seen) -> bool {
    let instance = &without_players(instance);
    let all: BTreeMap<_, _> =
        exits(&solve(instance, Question::All, &Options::default(), &mut Context::default()).unwrap())
            .into_iter()
            .collect();
    let options = by(Some(if dice.chance(0.5) { "push" } else { "flow" }));
    let mut few = Context::default().with_operations(dice.below(12).into());
    let found = match solve(instance, Question::All, &options, &mut few) {
        Ok(found) => found,
        Err(error) => {
            assert!(matches!(error, SolveError::Stopped(Stop::Operations)), "{error:?}\n{instance}");
            seen.count("nothing");
            return true;
        }
    };
    found.exits().for_each(|row| assert_eq!(all[&row.from], row.exit, "{instance}"));
    let is_partial = found.settled().is_some();
    assert_eq!(is_partial, found.exits().count() < all.len(), "{instance}");
    assert!(!is_partial || found.unchecked_because().is_some());
    seen.count(if is_partial { "partial" } else { "whole" });
    true
}

/// Requests as plain data: the same answer to the byte, without limits and within limits, and for every question some answer.
fn same_bytes(instance: &Instance, dice: &mut Dice, seen: &mut Seen) -> bool {
    let (text, from) = (instance.to_string(), instance.name(any_vertex(instance, dice)).to_owned());
    let sink = instance.graph().vertices().find(|&v| instance.graph().is_sink(v));
    let to = sink.map_or("", |sink| instance.name(sink));
    let questions = [
        ("solve", json!({"all": true})),
        ("solve", json!({"from": from})),
        ("decide", json!({"from": from, "to": to})),
        ("walk", json!({"from": from, "max-steps": 50_000})),
        ("route", json!({"particles": {&from: "3"}})),
        ("flows", json!({})),
        ("forest", json!({})),
        ("explain", json!({"from": from})),
        ("check", json!({})),
        ("tour", json!({"from": from})),
        ("group", json!({})),
        ("class", json!({})),
        ("identity", json!({})),
        ("stabilise", json!({"chips": {&from: "5"}})),
        ("harmonic", json!({"from": from})),
        ("convert", json!({"to": "json"})),
        ("draw", json!({"to": "dot"})),
    ];
    for (name, mut body) in questions {
        body["text"] = json!(text);
        let body = body.to_string();
        let operations = u64::from(dice.below(2_000));
        let timeless = |reply: String| {
            let mut reply: serde_json::Value = serde_json::from_str(&reply).unwrap();
            if let Some(object) = reply.as_object_mut() {
                object.remove("timings");
            }
            reply.to_string()
        };
        let ask = |most| timeless(request(name, &body, &mut Context::default().with_operations(most)));
        for most in [20_000_000, operations] {
            let reply = ask(most);
            assert_eq!(reply, ask(most), "{name} within {most} operations, {body}");
            let is_error = reply.contains("arrival.error/1");
            seen.count(&format!("{name} {}", if is_error { "declined" } else { "answered" }));
        }
    }
    true
}

#[test]
fn every_question_keeps_its_obligations_on_the_stream() {
    let (mut seen, mut pairs) = (Seen::default(), 0);
    Instances::small(64).check(budget(600), |instance, dice| {
        for (name, holds) in OBLIGATIONS {
            if holds(instance, dice, &mut seen) {
                seen.count(name);
                pairs += 1;
            }
        }
    });
    println!("{:?}", seen.0);
    note_obligations("questions", pairs);
    if budget(1_000) < 1_000 {
        return;
    }
    let of = |kind: &str| seen.0.get(kind).copied().unwrap_or(0);
    Class::ALL.into_iter().for_each(|class| assert!(of(class.name()) > 3, "{}", class.name()));
    for (kind, least) in [
        ("one start by all solvers", 599),
        ("all starts by all solvers", 599),
        ("particles by all solvers", 599),
        ("the flows of blocks", 599),
        ("games", 100),
        ("what limits leave", 599),
        ("the same bytes twice", 599),
        ("infinite flow of a block", 500),
        ("kept on a dead end", 50),
        ("play that ends", 1_500),
        ("endless play", 10),
        ("partial", 20),
        ("whole", 100),
        ("nothing", 50),
    ] {
        assert!(of(kind) > least, "{kind}: {}", of(kind));
    }
    let names = "solve decide walk route flows forest explain check tour group class identity stabilise harmonic \
                 convert draw";
    for name in names.split(' ').filter(|name| !name.is_empty()) {
        assert!(of(&format!("{name} answered")) > 400, "{name}: {:?}", seen.0);
    }
}

#[test]
fn all_solvers_agree_on_members_of_all_families() {
    let mut dice = Dice::new(64);
    let mut seen = BTreeMap::new();
    let mut pairs = 0;
    while pairs < 3 * budget(1_500) as u64 {
        let family = dice.pick(FAMILIES).unwrap();
        let sizes = ["n", "size", "w"];
        // Parameters have names of their own where `n` would not say what grows.
        let size = family.parameters.iter().map(|parameter| parameter.name).find(|name| sizes.contains(name));
        let mut given: BTreeMap<_, _> =
            size.map(|size| (size.to_owned(), dice.between(3..=12).to_string())).into_iter().collect();
        if family.id == "wells" {
            let small = [("width", "1"), ("wells", "1"), ("depth", "2"), ("drift", "1")];
            given.extend(small.map(|(name, number)| (name.to_owned(), number.to_owned())));
        }
        let Ok(instance) = family.generate(&given, dice.below(u32::MAX).into()) else { continue };
        if instance.graph().vertex_count() < 80 && walk_bound(instance.graph()) < 20_000 {
            *seen.entry(family.id).or_insert(0) += 1;
            for holds in [one_start, all_starts, particles] {
                pairs += u64::from(holds(&instance, &mut dice, &mut Seen::default()));
            }
        }
    }
    note_obligations("families-of-questions", pairs);
    assert!(budget(1_000) < 1_000 || seen.len() == FAMILIES.len(), "{seen:?}");
}

pub(crate) fn member(id: &str, given: &[(&str, u32)], seed: u64) -> Instance {
    let given = given.iter().map(|&(name, number)| (name.to_owned(), number.to_string())).collect();
    rotor_generate::generate(id, &given, seed).unwrap()
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
    let instance = parse(&text).unwrap();
    let start = instance.start().unwrap();
    let solution =
        solve(&instance, Question::From(start), &Options::default(), &mut Context::default()).unwrap();
    assert_eq!((solution.solver(), solution.unchecked_because()), ("flow", None));
    let each = [("division", 1), ("path", 1), ("tree", 1), ("flow", 1)];
    assert!(solution.components().iter().eq(each), "{:?}", solution.components());

    let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::default());
    particles[start] += 5u32;
    let routing = route(&instance, &particles, &Options::default(), &mut Context::default()).unwrap();
    assert!(
        routing.components().iter().eq([("division", 1), ("path", 1), ("flow", 2)]),
        "{:?}",
        routing.components()
    );
    assert_eq!(routing.unchecked_because(), None);

    particles[start] -= 4u32;
    let routing = route(&instance, &particles, &Options::default(), &mut Context::default()).unwrap();
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
        let solution = solve(
            &instance,
            Question::From(instance.start().unwrap()),
            &Options::default(),
            &mut Context::default(),
        )
        .unwrap();
        assert_eq!((solution.solver(), solution.unchecked_because()), ("flow", None), "{id}");
        let steps = solution.exits().next().unwrap().steps.unwrap().clone();
        assert!(steps.bits() >= bits, "{id}: {} bits", steps.bits());
        let certificate = solution.certificate().unwrap();
        verify(&instance, certificate.as_bytes(), &mut Context::default()).unwrap();
        let all = solve(&instance, Question::All, &Options::default(), &mut Context::default()).unwrap();
        let start = all.exits().find(|row| Some(row.from) == instance.start()).unwrap();
        assert_eq!(start.exit, solution.exits().next().unwrap().exit, "{id}");
    }
}

#[test]
fn a_star_of_many_leaves_and_a_long_path_are_certified() {
    let leaves = 30_000;
    let mut star = "max hub:".to_owned();
    (0..leaves).for_each(|leaf| write!(star, " v{leaf}^2").unwrap());
    star.push('\n');
    for leaf in 0..leaves {
        writeln!(star, "v{leaf}: hub^3 s{}", leaf % 7).unwrap();
    }
    (0..7).for_each(|sink| writeln!(star, "sink s{sink} = {sink}").unwrap());
    let star = parse(&star).unwrap();
    let hub = star.vertex("hub").unwrap();
    for set in StrategySet::ALL {
        assert_eq!(game(&star, Question::From(hub), set, 0).game().unwrap().rows[0].value(), Some(6));
    }
    let length = 1_500;
    let mut path = "u0: lost u1^2\n".to_owned();
    for at in 1..length {
        let owner = ["", "max ", "min "][at % 3];
        writeln!(path, "{owner}u{at}: u{} u{}^2", at - 1, at + 1).unwrap();
    }
    writeln!(path, "u{length}: won\nsink lost\nsink won = 1").unwrap();
    let path = parse(&path).unwrap();
    for from in ["u0", "u700"] {
        let from = path.vertex(from).unwrap();
        let solution = game(&path, Question::From(from), StrategySet::Start, 0);
        assert!(solution.game().unwrap().rows[0].value().is_some());
    }
}

/// In large graphs a short walk is answered before anything is made for every vertex; its certificate is that of any walk.
#[test]
fn a_short_walk_in_a_large_graph_is_the_walk() {
    let (mut dice, mut short) = (Dice::new(97), 0);
    for (family, given) in [
        ("tree", &[("n", 6_000)][..]),
        ("grid", &[("w", 80), ("h", 80)]),
        ("random-out", &[("n", 6_000)]),
        ("blocks", &[("n", 6_000)]),
    ] {
        let instance = draw(family, given, &mut dice).unwrap();
        for _ in 0..20 {
            let from = any_vertex(&instance, &mut dice);
            let solution = solved(&instance, Question::From(from), &by(None));
            let walk = solved(&instance, Question::From(from), &by(Some("walk")));
            let [found, walked] = [&solution, &walk].map(|solution| {
                let row = solution.exits().next().unwrap();
                (row.from, row.exit, row.steps.cloned())
            });
            assert_eq!(found, walked, "{family}");
            assert_eq!((solution.sizes(), solution.traps()), (walk.sizes(), walk.traps()));
            assert!(solution.is_checked());
            assert_eq!(solution.claim(), walk.claim());
            verify(&instance, solution.certificate().unwrap().as_bytes(), &mut Context::default()).unwrap();
            let options = WalkOptions::default();
            let by_steps = arrival::walk(&instance, from, &options, &mut Context::default()).unwrap();
            assert_eq!(Some(&by_steps.steps), walked.2.as_ref());
            let mut all = RotorWalk::through_traps(instance.graph(), instance.rotors(), from);
            all.run(by_steps.steps.to_u64().unwrap());
            assert_eq!(by_steps.after().rotors(), &all.rotors());
            let half = by_steps.steps.clone() / 2u32;
            let options = WalkOptions { length: WalkLength::Exactly(half.clone()), trace: false };
            let moment = arrival::walk(&instance, from, &options, &mut Context::default()).unwrap();
            let mut some = RotorWalk::through_traps(instance.graph(), instance.rotors(), from);
            some.run(half.to_u64().unwrap());
            let claim = moment.moment().unwrap();
            assert_eq!((moment.at, claim.at, claim.steps()), (some.particle(), some.particle(), half));
            assert!(moment.is_checked() && moment.after().rotors() == &some.rotors());
            certify(&instance, claim, &mut ()).unwrap();
            short += u32::from(by_steps.steps < BigUint::from(750u32));
        }
    }
    assert!(short > 20, "{short}");
}
