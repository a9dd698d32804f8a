//! Any small instance, solved by every solver within a limit: every answer certified, all answers the same. And any question
//! about a member of any family, within limits of time and memory: it answers or ends in time, and then says why.
//!
//! The first byte chooses: an even one, an instance as text; an odd one, a question, whose parts the next bytes choose.
#![no_main]

use arrival::request::Ask;
use arrival::{Context, Judged, Options, Question, Solution, SolveError, route, solve, verify};
use arrival_cli::serve::{ServeLimits, answer};
use counted_alloc::CountedSystem;
use libfuzzer_sys::fuzz_target;
use rotor_generate::FAMILIES;
use rotor_graph::{Exit, Instance, StrategySet, Value, VertexId, VertexMap, parse_bytes};
use rotor_solve::registry::SOLVERS;
use rotor_solve::tree::exits;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Counts what each question holds, as the program does.
#[global_allocator]
static COUNTED: CountedSystem = CountedSystem;

const MOST_ARCS: u64 = 2_000;
const MOST_VERTICES: usize = 300;
const OPERATIONS: u64 = 200_000;
/// What a question may take beyond its time: one pass over its graph, and the time to write what was found.
const LATE: Duration = Duration::from_secs(4);

fuzz_target!(|data: &[u8]| {
    match data.split_first() {
        Some((first, text)) if first % 2 == 0 => solvers_agree(text),
        Some((_, parts)) => limits_hold(parts),
        None => {}
    }
});

fn solvers_agree(text: &[u8]) {
    let Ok((instance, _)) = parse_bytes(text, MOST_ARCS, &mut ()) else { return };
    let vertices = instance.graph().vertex_count();
    if vertices == 0 || vertices > MOST_VERTICES {
        return;
    }
    let start = instance.start().unwrap_or(VertexId::new(0));
    for strategies in StrategySet::ALL {
        let [all, one] = [Question::All, Question::From(start)]
            .map(|question| everyone_agrees(&instance, question, strategies));
        if let (Some(all), Some(one)) = (&all, &one) {
            assert!(one.exits.iter().all(|row| all.exits.contains(row)), "one start and all starts disagree");
            assert!(
                one.values.iter().all(|row| all.values.contains(row)),
                "one start and all starts disagree"
            );
        }
        if instance.player_count() == 0 {
            all.iter().for_each(|all| fast_exits_agree(&instance, all));
            routing_agrees(&instance);
            break;
        }
    }
}

/// What an answer says, whoever found it.
#[derive(PartialEq, Clone, Debug)]
struct Answer {
    exits: Vec<(VertexId, Exit)>,
    values: Vec<(VertexId, Value, Value)>,
}

impl Answer {
    fn of(solution: &Judged<'_, Solution>) -> Self {
        let exits = solution.exits().map(|row| (row.from, row.exit)).collect();
        let rows = solution.game().map_or(&[][..], |game| &game.rows);
        Self { exits, values: rows.iter().map(|row| (row.from, row.max_min, row.min_max)).collect() }
    }
}

/// By default, and by each solver in turn.
fn by_every_solver() -> impl Iterator<Item = Option<String>> {
    std::iter::once(None).chain(SOLVERS.iter().map(|solver| Some(solver.id.to_owned())))
}

/// The answer of every solver that takes the question and has enough of it; none if no solver has.
fn everyone_agrees(instance: &Instance, question: Question, strategies: StrategySet) -> Option<Answer> {
    let mut agreed = None;
    for solver in by_every_solver() {
        let options = Options { solver, strategies, ..Options::default() };
        let solution = match solve(
            instance,
            question,
            &options,
            &mut Context::default().with_operations(OPERATIONS),
        ) {
            Ok(solution) => solution,
            Err(SolveError::Refuted(refutation)) => panic!("{}", refutation.describe(instance)),
            Err(_) => continue,
        };
        let answer = Answer::of(&solution);
        assert_eq!(*agreed.get_or_insert_with(|| answer.clone()), answer, "{} disagrees", solution.solver());
        let words = solution.to_string();
        let upsets = |character: char| character != '\n' && character.is_control();
        assert!(!words.contains(upsets), "{words:?}");
        if let Some(certificate) = solution.certificate() {
            verify(instance, certificate.as_bytes(), &mut Context::default()).expect("a certified answer has a valid certificate");
        }
    }
    agreed
}

/// Machine words give the exits that everyone finds.
fn fast_exits_agree(instance: &Instance, all: &Answer) {
    if let Ok(fast) = exits(instance.graph(), instance.rotors(), &mut ()) {
        for &(u, exit) in &all.exits {
            assert_eq!(exit, fast.of(u), "{u:?}");
        }
    }
}

/// Particles on every vertex, few here and many there, end where every solver says.
fn routing_agrees(instance: &Instance) {
    let particles: Vec<_> = (0..instance.graph().vertex_count())
        .map(|index| if index % 3 == 2 { u128::MAX >> (index % 100) } else { index as u128 % 7 }.into())
        .collect();
    let particles = VertexMap::from_vec(particles);
    let mut agreed = None;
    for solver in by_every_solver() {
        let options = Options { solver, ..Options::default() };
        let routing = match route(
            instance,
            &particles,
            &options,
            &mut Context::default().with_operations(OPERATIONS),
        ) {
            Ok(routing) => routing,
            Err(SolveError::Refuted(refutation)) => panic!("{}", refutation.describe(instance)),
            Err(_) => continue,
        };
        let ends = (routing.claim().stays.clone(), routing.claim().trapped.clone());
        assert_eq!(*agreed.get_or_insert_with(|| ends.clone()), ends, "{} disagrees", routing.solver());
        verify(instance, routing.certificate().as_bytes(), &mut Context::default())
            .expect("a certified answer has a valid certificate");
    }
}

fn limits_hold(parts: &[u8]) {
    let [name, family, size, seed, time, memory, rest @ ..] = parts else { return };
    let name = Ask::NAMES[usize::from(*name) % Ask::NAMES.len()];
    let family = &FAMILIES[usize::from(*family) % FAMILIES.len()];
    // Up to some ten thousand vertices, in one parameter or two.
    let n = 1 << (size % 13);
    let side = n / 16 + 1;
    let sizes = [("n", n), ("w", side), ("h", 8), ("copies", side), ("size", 8)];
    let takes = |name: &str| family.parameters.iter().any(|parameter| parameter.name == name);
    let given: BTreeMap<String, String> = sizes
        .iter()
        .filter(|(name, _)| takes(name))
        .map(|(name, value)| ((*name).to_owned(), value.to_string()))
        .collect();
    let Ok(instance) = family.generate(&given, (*seed).into()) else { return };
    let first = instance.start_or_first().map_or("0", |u| instance.name(u));
    let mut body = json!({"text": instance.to_string()});
    match name {
        "generate" | "hunt" => {
            body = json!({"family": family.id});
            given.iter().for_each(|(name, value)| body[name] = value.clone().into());
        }
        "route" => body["particles"] = format!("{first}=1e{}", seed % 100).into(),
        "stabilise" => body["chips"] = json!({first: format!("1e{}", seed % 60)}),
        "decide" => body["to"] = first.into(),
        "push" => body["cycle"] = first.into(),
        "equivalent" => body["second"] = body["text"].clone(),
        "walk" if seed % 2 == 0 => body["steps"] = format!("1e{}", seed % 100).into(),
        _ => {}
    }
    if ["decide", "explain", "tour", "harmonic", "walk"].contains(&name) {
        body["from"] = first.into();
    }
    if let Some(solver) = rest.first().filter(|byte| **byte < 12) {
        body["solver"] = rotor_solve::registry::SOLVERS
            .get(usize::from(*solver))
            .map_or(Json::Null, |solver| solver.id.into());
    }
    let time = Duration::from_millis(u64::from(*time) / 2);
    let memory = 1 << (10 + memory % 17);
    let limits = ServeLimits { time, memory, ..ServeLimits::default() };
    let began = Instant::now();
    let (done, reply) = answer(name, body.to_string().as_bytes(), &limits);
    let took = began.elapsed();
    assert!(took <= time + LATE, "{name} of {} {given:?} took {took:?} of {time:?}", family.id);
    if !done {
        let line = std::str::from_utf8(&reply).expect("a refusal is text");
        assert!(line.starts_with("{\"schema\":\"arrival.error/1\"") && line.ends_with("]}\n"), "{line}");
    }
}
