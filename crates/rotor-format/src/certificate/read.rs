//! Reading certificates.

use super::all_exits::{read_exits, read_traps};
use super::blocks::read_blocks;
use super::game::read_game;
use super::lookup::{Lookup, natural, natural_under};
use super::return_flows::read_return_flows;
use super::{SCHEMA, instance_hash};
use crate::document::{Node, Path};
use crate::fields::{CollectFlaws, Fields, object, text};
use num_bigint::BigUint;
use rotor_graph::{
    Claim, Flaw, FlawList, Flaws, FlowsClaim, ForestClaim, Instance, RouteClaim, TrapClaim, VertexMap,
    WalkClaim, quoted,
};

/// Reads the claim of a certificate made for `instance`. What it claims is not checked here: that is the judge's work.
pub fn read(bytes: &[u8], instance: &Instance) -> Result<Claim, Flaws> {
    let document = Node::parse(bytes)?;
    let mut flaws = FlawList::default();
    let claim = read_document(&document, instance, &mut flaws);
    flaws.or(claim)
}

fn read_document(document: &Node<'_>, instance: &Instance, flaws: &mut FlawList) -> Option<Claim> {
    let keys: &[&str] = match kind_of(document) {
        Some("walk") => &["schema", "kind", "instance", "from", "exit", "departures", "steps"],
        Some("trap") => &["schema", "kind", "instance", "from", "trap", "departures", "steps"],
        Some("flows") => &["schema", "kind", "instance", "traps", "exits", "flows"],
        Some("forest") => &["schema", "kind", "instance", "traps", "exits", "turns"],
        Some("blocks") => {
            &["schema", "kind", "instance", "traps", "exits", "blocks", "flows", "last_departures"]
        }
        Some("route") => {
            &["schema", "kind", "instance", "particles", "traps", "departures", "sinks", "trapped", "steps"]
        }
        Some("game") => &[
            "schema",
            "kind",
            "instance",
            "from",
            "strategies",
            "endless_value",
            "value",
            "max",
            "min",
            "at_least",
            "more_than",
        ],
        _ => return unknown_kind(document, flaws),
    };
    let top = Fields::of(document, Path::Root, keys, flaws)?;
    if let Some(schema) = top.required_text("schema", flaws).filter(|&schema| schema != SCHEMA) {
        flaws.note(|| Flaw {
            place: Path::Key(&top.path, "schema").place(),
            rule: "schema",
            message: format!("unknown schema {}", quoted(schema)),
            remedy: format!("write {SCHEMA}"),
        });
    }
    let hash = top.required_text("instance", flaws);
    if hash.is_some_and(|hash| hash != instance_hash(instance)) {
        flaws.note(|| Flaw {
            place: Path::Key(&top.path, "instance").place(),
            rule: "certificate-instance",
            message: "the certificate is about another instance".to_owned(),
            remedy: "give the file it was made for".to_owned(),
        });
        // Its names are those of the other instance: nothing more can be said.
        return None;
    }
    let lookup = Lookup::of(instance);
    match kind_of(document)? {
        "walk" => read_walk(&top, &lookup, flaws).map(Claim::Walk),
        "trap" => read_trap(&top, &lookup, flaws).map(Claim::Trap),
        "flows" => read_flows(&top, &lookup, flaws).map(Claim::Flows),
        "forest" => read_forest(&top, &lookup, flaws).map(Claim::Forest),
        "blocks" => read_blocks(&top, &lookup, flaws).map(Claim::Blocks),
        "route" => read_route(&top, &lookup, flaws).map(Claim::Route),
        _ => read_game(&top, instance, &lookup, flaws).map(Claim::Game),
    }
}

fn kind_of<'d>(document: &'d Node<'_>) -> Option<&'d str> {
    let Node::Object(entries) = document else { return None };
    match entries.iter().find(|(key, _)| key == "kind") {
        Some((_, Node::Text(kind))) => Some(kind),
        _ => None,
    }
}

fn unknown_kind(document: &Node<'_>, flaws: &mut FlawList) -> Option<Claim> {
    let entries = object(document, &Path::Root, flaws)?;
    let path = Path::Key(&Path::Root, "kind");
    let (place, message) = match entries.iter().find(|(key, _)| key == "kind") {
        None => (Path::Root.place(), "the key `kind` is missing".to_owned()),
        Some((_, node)) => match text(node, &path, flaws) {
            Some(kind) => (path.place(), format!("unknown kind {}", quoted(kind))),
            None => return None,
        },
    };
    flaws.note(|| Flaw {
        place,
        rule: "certificate-kind",
        message,
        remedy: "write walk, trap, flows, forest, blocks, route or game".to_owned(),
    });
    None
}

fn read_walk(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<WalkClaim> {
    let from = lookup.under(top, "from", flaws);
    let exit = lookup.under(top, "exit", flaws);
    let departures = read_counts(top, "departures", lookup, flaws);
    let steps = natural_under(top, "steps", flaws);
    Some(WalkClaim { from: from?, exit: exit?, departures: departures?, steps })
}

fn read_trap(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<TrapClaim> {
    let from = lookup.under(top, "from", flaws);
    let trap = top.required("trap", flaws);
    let trap = trap.and_then(|node| {
        lookup.vertices(node, &Path::Key(&top.path, "trap"), &mut lookup.filled(false), flaws)
    });
    let departures = read_counts(top, "departures", lookup, flaws);
    let steps = natural_under(top, "steps", flaws);
    Some(TrapClaim { from: from?, trap: trap?, departures: departures?, steps })
}

fn read_flows(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<FlowsClaim> {
    let traps = read_traps(top, lookup, flaws);
    let exits = read_exits(top, traps.len(), lookup, flaws);
    let flows = read_return_flows(top, lookup, flaws);
    Some(FlowsClaim { traps, exits: exits?, flows: flows? })
}

fn read_forest(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<ForestClaim> {
    let traps = read_traps(top, lookup, flaws);
    let exits = read_exits(top, traps.len(), lookup, flaws);
    let turns = read_counts(top, "turns", lookup, flaws);
    Some(ForestClaim { traps, exits: exits?, turns: turns? })
}

fn read_route(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<RouteClaim> {
    let particles = read_counts(top, "particles", lookup, flaws);
    let traps = read_traps(top, lookup, flaws);
    let departures = read_counts(top, "departures", lookup, flaws);
    let sinks = read_counts(top, "sinks", lookup, flaws);
    let path = Path::Key(&top.path, "trapped");
    let entries = top.required_list("trapped", flaws);
    let mut trapped = Vec::new();
    for (index, node) in entries?.iter().enumerate() {
        let path = Path::Index(&path, index);
        trapped.push(
            text(node, &path, flaws).and_then(|digits| natural(digits, &path, flaws)).unwrap_or_default(),
        );
    }
    let steps = natural_under(top, "steps", flaws);
    Some(RouteClaim { particles: particles?, traps, departures: departures?, sinks: sinks?, trapped, steps })
}

/// The numbers by vertex under `key`; a vertex that is not listed has 0.
pub(super) fn read_counts(
    top: &Fields<'_, '_>,
    key: &str,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<VertexMap<BigUint>> {
    let table_path = Path::Key(&top.path, key);
    let entries = object(top.required(key, flaws)?, &table_path, flaws)?;
    let mut counts = lookup.filled(BigUint::ZERO);
    let mut seen = lookup.filled(false);
    for (name, node) in entries {
        let path = Path::Key(&table_path, name);
        let count = text(node, &path, flaws).and_then(|digits| natural(digits, &path, flaws));
        let Some(u) = lookup.vertex(name, &path, flaws) else { continue };
        lookup.once(&mut seen, u, &path, flaws);
        counts[u] = count.unwrap_or_default();
    }
    Some(counts)
}
