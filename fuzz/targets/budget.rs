//! Random limits on random instances: every question answers or ends, in time and in memory, and then says why.
#![no_main]

use arrival::request::Ask;
use counted_alloc::CountedSystem;
use arrival_cli::serve::{ServeLimits, answer};
use libfuzzer_sys::fuzz_target;
use rotor_generate::FAMILIES;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Counts what each question holds, as the program does.
#[global_allocator]
static COUNTED: CountedSystem = CountedSystem;

/// What a question may take beyond its time: one pass over its graph, and the time to write what was found.
const LATE: Duration = Duration::from_secs(4);

fuzz_target!(|data: &[u8]| {
    let [name, family, size, seed, time, memory, rest @ ..] = data else { return };
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
            .map_or(Value::Null, |solver| solver.id.into());
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
});
