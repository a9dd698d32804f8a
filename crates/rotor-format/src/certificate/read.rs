//! Reading certificates.

use super::algebra;
use super::all_exits::{read_exits, read_traps};
use super::blocks::read_blocks;
use super::counts::{digits_list, read_counts};
use super::game::read_game;
use super::lookup::{Lookup, natural, natural_under, signed};
use super::return_flows::read_return_flows;
use super::{SCHEMA, instance_hash};
use crate::document::{Node, Path};
use crate::fields::{CollectFlaws, Fields, object, text};
use crate::stop_check::StopCheck;
use num_bigint::{BigInt, BigUint};
use rotor_graph::FlawRule;
use rotor_graph::{
    AlgebraClaim, Claim, Flaw, FlawList, Flaws, FlowsClaim, ForestClaim, Instance, RouteClaim,
    SignedRouteClaim, TrapClaim, Unread, VertexMap, WalkClaim, quoted,
};

/// Reads the claim of a certificate made for `instance`. What it claims is not checked here: that is the judge's work.
pub fn read(bytes: &[u8], instance: &Instance) -> Result<Claim, Flaws> {
    read_within(bytes, instance, &mut || true).map_err(Unread::into_flaws)
}

/// The same, stopped once `go_on` returns false; it is asked every few thousand values and vertices.
pub fn read_within(
    bytes: &[u8],
    instance: &Instance,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Claim, Unread> {
    let mut is_stopped = false;
    let mut go_on = || {
        is_stopped |= !go_on();
        !is_stopped
    };
    let document = Node::parse_within(bytes, &mut StopCheck::of(&mut go_on))?;
    let mut flaws = FlawList::default();
    let claim = read_document(&document, instance, &mut go_on, &mut flaws);
    if is_stopped { Err(Unread::Stopped) } else { Ok(flaws.or(claim)?) }
}

fn read_document(
    document: &Node<'_>,
    instance: &Instance,
    go_on: &mut dyn FnMut() -> bool,
    flaws: &mut FlawList,
) -> Option<Claim> {
    let Some((kind, keys)) = kind_of(document).and_then(|kind| Some((kind, keys_of(kind)?))) else {
        return unknown_kind(document, flaws);
    };
    let known: Vec<&str> = ["schema", "kind", "instance"].iter().chain(keys).copied().collect();
    let top = Fields::of(document, Path::Root, &known, flaws)?;
    if let Some(schema) = top.required_text("schema", flaws).filter(|&schema| schema != SCHEMA) {
        flaws.note(|| Flaw {
            place: Path::Key(&top.path, "schema").place(),
            rule: FlawRule::Schema,
            message: format!("unknown schema {}", quoted(schema)),
            remedy: format!("write {SCHEMA}"),
        });
    }
    let hash = top.required_text("instance", flaws);
    if hash.is_some_and(|hash| hash != instance_hash(instance)) {
        flaws.note(|| Flaw {
            place: Path::Key(&top.path, "instance").place(),
            rule: FlawRule::CertificateInstance,
            message: "the certificate is about another instance".to_owned(),
            remedy: "give the file it was made for".to_owned(),
        });
        // Its names are those of the other instance: nothing more can be said.
        return None;
    }
    if !go_on() {
        return None;
    }
    let lookup = Lookup::of(instance, go_on);
    match kind {
        "walk" => read_walk(&top, &lookup, flaws).map(Claim::Walk),
        "trap" => read_trap(&top, &lookup, flaws).map(Claim::Trap),
        "flows" => read_flows(&top, &lookup, flaws).map(Claim::Flows),
        "forest" => read_forest(&top, &lookup, flaws).map(Claim::Forest),
        "blocks" => read_blocks(&top, &lookup, flaws).map(Claim::Blocks),
        "route" => read_route(&top, &lookup, flaws),
        "game" => read_game(&top, instance, &lookup, flaws).map(Claim::Game),
        kind => {
            let claim = algebra::read(kind, &top, instance, &lookup, flaws)?;
            Some(Claim::Algebra(Box::new(claim)))
        }
    }
}

/// The keys of a kind after `schema`, `kind` and `instance`; none if there is no such kind.
fn keys_of(kind: &str) -> Option<&'static [&'static str]> {
    Some(match kind {
        "walk" => &["from", "exit", "departures", "steps"],
        "trap" => &["from", "trap", "departures", "steps"],
        "flows" => &["traps", "exits", "flows"],
        "forest" => &["traps", "exits", "turns"],
        "blocks" => &["traps", "exits", "blocks", "flows", "last_departures"],
        "route" => &["particles", "traps", "departures", "sinks", "trapped", "steps"],
        "game" => &["from", "strategies", "endless_value", "value", "max", "min", "at_least", "more_than"],
        kind => return algebra::keys(kind),
    })
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
        rule: FlawRule::CertificateKind,
        message,
        remedy: format!(
            "write walk, trap, flows, forest, blocks, route, game, {}",
            algebra::KINDS.join(", ")
        ),
    });
    None
}

fn read_walk(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<WalkClaim> {
    let from = lookup.under(top, "from", flaws);
    let exit = lookup.under(top, "exit", flaws);
    let departures = read_counts(top, "departures", natural, lookup, flaws);
    let steps = natural_under(top, "steps", flaws);
    Some(WalkClaim { from: from?, exit: exit?, departures: departures?, steps })
}

fn read_trap(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<TrapClaim> {
    let from = lookup.under(top, "from", flaws);
    let trap = top.required("trap", flaws);
    let trap = trap.and_then(|node| {
        lookup.vertices(node, &Path::Key(&top.path, "trap"), &mut lookup.filled(false), flaws)
    });
    let departures = read_counts(top, "departures", natural, lookup, flaws);
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
    let turns = read_counts(top, "turns", natural, lookup, flaws);
    Some(ForestClaim { traps, exits: exits?, turns: turns? })
}

/// Many particles; if some number is negative, with antiparticles among them.
fn read_route(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<Claim> {
    let particles = read_counts(top, "particles", signed, lookup, flaws);
    let traps = read_traps(top, lookup, flaws);
    let departures = read_counts(top, "departures", signed, lookup, flaws);
    let sinks = read_counts(top, "sinks", signed, lookup, flaws);
    let trapped = digits_list(top, "trapped", signed, flaws);
    let steps = natural_under(top, "steps", flaws);
    let claim = SignedRouteClaim {
        particles: particles?,
        traps,
        departures: departures?,
        sinks: sinks?,
        trapped: trapped?,
    };
    let unsigned = unsigned(&claim, &steps);
    if unsigned.is_none() && steps.is_some() {
        flaws.note(|| Flaw {
            place: Path::Key(&top.path, "steps").place(),
            rule: FlawRule::RouteSteps,
            message: "the steps of antiparticles are not a number that can be proved".to_owned(),
            remedy: "leave `steps` out".to_owned(),
        });
    }
    Some(match unsigned {
        Some(unsigned) => Claim::Route(unsigned),
        None => Claim::Algebra(Box::new(AlgebraClaim::SignedRoute(claim))),
    })
}

/// The same without antiparticles, if no number is negative.
fn unsigned(claim: &SignedRouteClaim, steps: &Option<BigUint>) -> Option<RouteClaim> {
    let all = |counts: &[BigInt]| counts.iter().map(BigInt::to_biguint).collect::<Option<Vec<_>>>();
    Some(RouteClaim {
        particles: VertexMap::from_vec(all(claim.particles.as_slice())?),
        traps: claim.traps.clone(),
        departures: VertexMap::from_vec(all(claim.departures.as_slice())?),
        sinks: VertexMap::from_vec(all(claim.sinks.as_slice())?),
        trapped: all(&claim.trapped)?,
        steps: steps.clone(),
    })
}
