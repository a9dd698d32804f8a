//! Writing certificates.

use super::game::{decisions, pairs};
use super::{SCHEMA, instance_hash};
use num_bigint::BigUint;
use rotor_graph::{Claim, Exit, Instance, VertexId, VertexMap};
use serde_json::{Map, Value, json};

/// `claim` about `instance` as a certificate: one JSON object on one line.
pub fn write(instance: &Instance, claim: &Claim) -> String {
    let mut object = Map::new();
    object.insert("schema".into(), SCHEMA.into());
    let mut say = |key: &str, value: Value| _ = object.insert(key.into(), value);
    let kind = match claim {
        Claim::Walk(_) => "walk",
        Claim::Trap(_) => "trap",
        Claim::Flows(_) => "flows",
        Claim::Forest(_) => "forest",
        Claim::Route(_) => "route",
        Claim::Game(_) => "game",
    };
    say("kind", kind.into());
    say("instance", instance_hash(instance).into());
    let name = |u: VertexId| instance.name(u);
    let names = |list: &[VertexId]| list.iter().map(|&u| name(u)).collect::<Value>();
    match claim {
        Claim::Walk(walk) => {
            say("from", name(walk.from).into());
            say("exit", name(walk.exit).into());
            say("departures", counts(instance, &walk.departures));
            walk.steps.iter().for_each(|steps| say("steps", steps.to_string().into()));
        }
        Claim::Trap(trap) => {
            say("from", name(trap.from).into());
            say("trap", names(&trap.trap));
            say("departures", counts(instance, &trap.departures));
            trap.steps.iter().for_each(|steps| say("steps", steps.to_string().into()));
        }
        Claim::Flows(claim) => {
            say("traps", claim.traps.iter().map(|trap| names(trap)).collect());
            say("exits", exits(instance, &claim.exits));
            let rows = claim.exits.iter().flat_map(|(u, _)| claim.flows.of(u).map(move |row| (u, row)));
            let rows =
                rows.map(|(u, (v, flow))| json!({"from": name(u), "to": name(v), "flow": flow.to_string()}));
            say("flows", rows.collect());
        }
        Claim::Forest(claim) => {
            say("traps", claim.traps.iter().map(|trap| names(trap)).collect());
            say("exits", exits(instance, &claim.exits));
            say("turns", counts(instance, &claim.turns));
        }
        Claim::Route(claim) => {
            say("particles", counts(instance, &claim.particles));
            say("traps", claim.traps.iter().map(|trap| names(trap)).collect());
            say("departures", counts(instance, &claim.departures));
            say("sinks", counts(instance, &claim.sinks));
            say("trapped", claim.trapped.iter().map(|count| Value::from(count.to_string())).collect());
            claim.steps.iter().for_each(|steps| say("steps", steps.to_string().into()));
        }
        Claim::Game(claim) => {
            say("from", name(claim.from).into());
            say("strategies", claim.strategies.name().into());
            say("endless_value", claim.endless_value.into());
            say("value", claim.value.into());
            say("max", decisions(instance, &claim.max));
            say("min", decisions(instance, &claim.min));
            say("at_least", pairs(instance, &claim.at_least));
            say("more_than", pairs(instance, &claim.more_than));
        }
    }
    let mut text = Value::Object(object).to_string();
    text.push('\n');
    text
}

/// The counts that are not 0, in vertex order.
fn counts(instance: &Instance, counts: &VertexMap<BigUint>) -> Value {
    let used = counts.iter().filter(|&(_, count)| *count != BigUint::ZERO);
    Value::Object(used.map(|(u, count)| (instance.name(u).to_owned(), count.to_string().into())).collect())
}

/// The exit of every vertex, in vertex order.
fn exits(instance: &Instance, exits: &VertexMap<Exit>) -> Value {
    let exit = |exit: &Exit| match *exit {
        Exit::Sink(sink) => instance.name(sink).into(),
        Exit::Trap(trap) => json!({ "trap": trap }),
    };
    Value::Object(exits.iter().map(|(u, to)| (instance.name(u).to_owned(), exit(to))).collect())
}
