//! Reading certificates.

use super::tables::{StrategyReader, read_blocks, read_game, read_return_flows, read_set};
use super::{
    Lookup, SCHEMA, algebra, digits_list, instance_hash, natural, natural_under, read_counts, signed,
};
use crate::document::{CollectFlaws, Fields, Node, Path, object, text, wrong_kind};
use num_bigint::BigInt;
use rotor_graph::{
    Amounts, Claim, Decision, Exit, Flaw, FlawList, FlawRule, Flaws, FlowClaim, FlowShape, FlowsClaim,
    ForestClaim, Instance, Moment, Owner, Player, Stop, Strategy, StrategySet, Tick, Unread, VertexId,
    VertexMap, quoted,
};

/// Reads the claim of a certificate made for `instance`; a tick is a value, and each time that a vertex is named. What it claims is not
/// checked here: that is the judge's work.
pub fn read(bytes: &[u8], instance: &Instance, tick: &mut dyn Tick) -> Result<Claim, Unread> {
    let document = Node::parse(bytes, tick)?;
    let mut flaws = FlawList::default();
    let claim = read_document(&document, instance, tick, &mut flaws)?;
    Ok(flaws.or(claim)?)
}

fn read_document(
    document: &Node<'_>,
    instance: &Instance,
    tick: &mut dyn Tick,
    flaws: &mut FlawList,
) -> Result<Option<Claim>, Stop> {
    let Some((kind, keys)) = kind_of(document).and_then(|kind| Some((kind, keys_of(kind)?))) else {
        return Ok(unknown_kind(document, flaws));
    };
    let known: Vec<&str> = ["schema", "kind", "instance"].iter().chain(keys).copied().collect();
    let Some(top) = Fields::of(document, Path::Root, &known, flaws) else { return Ok(None) };
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
        return Ok(None);
    }
    tick.tick(0)?;
    let lookup = Lookup::of(instance, tick);
    let claim = read_claim(kind, &top, &lookup, flaws);
    lookup.ticking.into_inner().stopped?;
    Ok(claim)
}

fn read_claim(kind: &str, top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<Claim> {
    let instance = lookup.instance;
    match kind {
        "walk" => read_particle(FlowShape::Walk, top, lookup, flaws).map(Claim::Flow),
        "trap" => read_particle(FlowShape::Trap, top, lookup, flaws).map(Claim::Flow),
        "moment" => read_particle(FlowShape::Moment, top, lookup, flaws).map(Claim::Flow),
        "flows" => read_flows(top, lookup, flaws).map(Claim::Flows),
        "forest" => read_forest(top, lookup, flaws).map(Claim::Forest),
        "blocks" => read_blocks(top, lookup, flaws).map(Claim::Blocks),
        "route" => read_route(top, lookup, flaws),
        "game" => read_game(top, instance, lookup, flaws).map(Claim::Game),
        kind => {
            let claim = algebra::read(kind, top, instance, lookup, flaws)?;
            Some(Claim::Algebra(Box::new(claim)))
        }
    }
}

/// The keys of a kind after `schema`, `kind` and `instance`; none if there is no such kind.
fn keys_of(kind: &str) -> Option<&'static [&'static str]> {
    Some(match kind {
        "walk" => &["from", "exit", "departures", "steps"],
        "trap" => &["from", "trap", "departures", "steps"],
        "moment" => &["from", "at", "departures"],
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

/// One particle: a walk to a sink, into a trap, or to some moment.
fn read_particle(
    shape: FlowShape,
    top: &Fields<'_, '_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<FlowClaim> {
    let from = lookup.under(top, "from", flaws);
    let departures = read_counts(top, "departures", natural, lookup, flaws);
    if shape == FlowShape::Moment {
        let at = lookup.under(top, "at", flaws);
        return Some(Moment { from: from?, at: at?, departures: departures? }.into());
    }
    let steps = natural_under(top, "steps", flaws);
    if shape == FlowShape::Walk {
        let exit = lookup.under(top, "exit", flaws);
        return Some(FlowClaim::walk(from?, exit?, departures?, steps));
    }
    let trap = read_trap(top, lookup, flaws);
    Some(FlowClaim::trap(from?, trap?, departures?, steps))
}

/// The vertices of the only trap.
pub(super) fn read_trap(
    top: &Fields<'_, '_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<Vec<VertexId>> {
    let node = top.required("trap", flaws)?;
    lookup.vertices(node, &Path::Key(&top.path, "trap"), &mut lookup.filled(false), flaws)
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
    let claim = FlowClaim {
        shape: FlowShape::Route,
        supply: particles?.into(),
        traps,
        departures: departures?,
        stays: sinks?.into(),
        trapped: trapped?,
        steps,
    };
    let Some(unsigned) = unsigned(&claim) else {
        if claim.steps.is_some() {
            flaws.note(|| Flaw {
                place: Path::Key(&top.path, "steps").place(),
                rule: FlawRule::RouteSteps,
                message: "the steps of antiparticles are not a number that can be proved".to_owned(),
                remedy: "leave `steps` out".to_owned(),
            });
        }
        return Some(Claim::SignedFlow(claim));
    };
    Some(Claim::Flow(unsigned))
}

/// The same without antiparticles, if no number is negative.
fn unsigned(claim: &FlowClaim<BigInt>) -> Option<FlowClaim> {
    let all = |counts: &[BigInt]| counts.iter().map(BigInt::to_biguint).collect::<Option<Vec<_>>>();
    let listed = |amounts: &Amounts<BigInt>| {
        let mut unsigned = Amounts::default();
        amounts.iter().try_for_each(|(u, count)| Some(unsigned.set(u, count.to_biguint()?)))?;
        Some(unsigned)
    };
    Some(FlowClaim {
        shape: claim.shape,
        supply: listed(&claim.supply)?,
        traps: claim.traps.clone(),
        departures: VertexMap::from_vec(all(claim.departures.as_slice())?),
        stays: listed(&claim.stays)?,
        trapped: all(&claim.trapped)?,
        steps: claim.steps.clone(),
    })
}

// For all starts: traps, and the exit of every vertex

/// The vertices of each trap, no vertex twice. A trap with a flaw is empty, so that numbers of traps keep their meaning.
pub(super) fn read_traps(
    top: &Fields<'_, '_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Vec<Vec<VertexId>> {
    let path = Path::Key(&top.path, "traps");
    let mut seen = lookup.filled(false);
    let traps = top.required_list("traps", flaws).unwrap_or_default().iter().enumerate();
    let trap = |(index, node)| {
        lookup.vertices(node, &Path::Index(&path, index), &mut seen, flaws).unwrap_or_default()
    };
    traps.map(trap).collect()
}

/// The exit of every vertex, given how many traps there are.
pub(super) fn read_exits(
    top: &Fields<'_, '_>,
    traps: usize,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<VertexMap<Exit>> {
    let table_path = Path::Key(&top.path, "exits");
    let entries = object(top.required("exits", flaws)?, &table_path, flaws)?;
    let mut exits = lookup.filled(None);
    let mut seen = lookup.filled(false);
    for (name, node) in entries {
        let path = Path::Key(&table_path, name);
        let exit = read_exit(node, path, traps, lookup, flaws);
        let Some(u) = lookup.vertex(name, &path, flaws) else { continue };
        lookup.once(&mut seen, u, &path, flaws);
        exits[u] = exit;
    }
    for (u, _) in seen.iter().filter(|&(_, &seen)| !seen) {
        flaws.note(|| Flaw {
            place: table_path.place(),
            rule: FlawRule::EveryExit,
            message: format!("the exit of vertex {} is missing", quoted(lookup.name(u))),
            remedy: "list the exit of every vertex".to_owned(),
        });
    }
    exits.as_slice().iter().copied().collect::<Option<Vec<_>>>().map(VertexMap::from_vec)
}

fn read_exit(
    node: &Node<'_>,
    path: Path<'_>,
    traps: usize,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<Exit> {
    match node {
        Node::Text(sink) => lookup.vertex(sink, &path, flaws).map(Exit::Sink),
        Node::Object(_) => {
            let fields = Fields::of(node, path, &["trap"], flaws)?;
            let path = Path::Key(&fields.path, "trap");
            let &Node::Integer(trap) = fields.required("trap", flaws)? else {
                return wrong_kind(fields.get("trap")?, &path, "an integer", flaws);
            };
            let known = usize::try_from(trap).ok().filter(|&trap| trap < traps);
            if known.is_none() {
                flaws.note(|| Flaw {
                    place: path.place(),
                    rule: FlawRule::TrapListed,
                    message: format!("trap {trap} of {traps}"),
                    remedy: "count the list `traps` from 0".to_owned(),
                });
            }
            known.map(Exit::Trap)
        }
        _ => wrong_kind(node, &path, "the name of a sink or an object", flaws),
    }
}

// Strategies, as an answer of `arrival solve` or a certificate of a game tells them

/// What both players decide, and from where it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategies {
    /// The start.
    pub from: VertexId,
    /// What strategies decide.
    pub set: StrategySet,
    /// Those of Max.
    pub max: Strategy,
    /// Those of Min.
    pub min: Strategy,
}

const ANSWER: &[&str] = &[
    "schema",
    "file",
    "instance",
    "solver",
    "components",
    "strategies",
    "endless_value",
    "checked",
    "unchecked_because",
    "traps",
    "answers",
    "timings_ms",
];
const ROW: &[&str] = &["from", "value", "maxmin", "minmax", "mixed", "exit", "trap", "endless", "max", "min"];

/// Reads the strategies of an answer about `instance`, or of a certificate of its game. An answer for all starts has none.
pub fn read_strategies(bytes: &[u8], instance: &Instance) -> Result<Strategies, Flaws> {
    let document = Node::parse(bytes, &mut ()).map_err(Unread::into_flaws)?;
    let mut flaws = FlawList::default();
    let has_answers = |entries: &[(_, _)]| entries.iter().any(|(key, _)| key == "answers");
    if matches!(&document, Node::Object(entries) if !entries.is_empty() && !has_answers(entries)) {
        return match read(bytes, instance, &mut ()).map_err(Unread::into_flaws)? {
            Claim::Game(claim) => {
                let (from, set) = (claim.from, claim.strategies);
                checked(instance, Strategies { from, set, max: claim.max, min: claim.min })
            }
            _ => Err(Flaws::one(no_strategies(&Path::Root))),
        };
    }
    let strategies = read_answer(&document, instance, &mut flaws);
    checked(instance, flaws.or(strategies)?)
}

fn read_answer(document: &Node<'_>, instance: &Instance, flaws: &mut FlawList) -> Option<Strategies> {
    let top = Fields::of(document, Path::Root, ANSWER, flaws)?;
    let path = Path::Key(&top.path, "answers");
    let Some(row) = top.required_list("answers", flaws)?.iter().find(|row| has_strategies(row)) else {
        flaws.note(|| no_strategies(&path));
        return None;
    };
    let row = Fields::of(row, Path::Index(&path, 0), ROW, flaws)?;
    let mut unstopped = ();
    let lookup = Lookup::of(instance, &mut unstopped);
    let from = lookup.under(&row, "from", flaws);
    let set = read_set(&top, flaws);
    let reader = StrategyReader { instance, lookup: &lookup, set };
    let max = reader.read(&row, "max", Player::Max, flaws);
    let min = reader.read(&row, "min", Player::Min, flaws);
    Some(Strategies { from: from?, set: set?, max: max?, min: min? })
}

fn has_strategies(row: &Node<'_>) -> bool {
    matches!(row, Node::Object(entries) if entries.iter().any(|(key, _)| key == "max"))
}

fn no_strategies(path: &Path<'_>) -> Flaw {
    Flaw {
        place: path.place(),
        rule: FlawRule::StrategiesThere,
        message: "this file contains no strategies".to_owned(),
        remedy: "give the answer to one start of a game".to_owned(),
    }
}

/// Demands that players decide at vertices of their own only, and that orders name every arc once.
fn checked(instance: &Instance, strategies: Strategies) -> Result<Strategies, Flaws> {
    let mut flaws = FlawList::default();
    for strategy in [&strategies.max, &strategies.min] {
        let key = Owner::Player(strategy.player).name();
        let path = Path::Key(&Path::Root, key);
        for (u, decision) in &strategy.decisions {
            let name = instance.name(*u);
            if instance.owner(*u) != Owner::Player(strategy.player) {
                flaws.note(|| Flaw {
                    place: Path::Key(&path, name).place(),
                    rule: FlawRule::DecisionOfTheOwner,
                    message: format!("vertex {} does not belong to {key}", quoted(name)),
                    remedy: "give the answer about this instance".to_owned(),
                });
            }
            let Decision::Order(arcs) = decision else { continue };
            let mut sorted = arcs.clone();
            sorted.sort_unstable();
            if !sorted.into_iter().eq(instance.graph().out_arcs(*u)) {
                flaws.note(|| Flaw {
                    place: Path::Key(&path, name).place(),
                    rule: FlawRule::Order,
                    message: format!("the order of vertex {} does not name every arc once", quoted(name)),
                    remedy: "list all positions, each once".to_owned(),
                });
            }
        }
    }
    flaws.or(Some(strategies))
}
