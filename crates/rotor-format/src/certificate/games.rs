//! Games: values, strategies and pairs, in certificates and, as far as strategies go, in answers of `arrival solve`.

use super::entries::Entry;
use super::{Reader, read};
use crate::document::{CollectFlaws, Fields, Node, Path, list, object, text, wrong_kind};
use rotor_graph::{
    ArcId, Claim, Decision, Flaw, FlawList, FlawRule, Flaws, Instance, Owner, PairTable, Player, Strategy,
    StrategySet, Unread, Value, VertexId, VertexMap, amount, is_value, quoted,
};
use serde::{Serialize, Serializer};

impl Entry for StrategySet {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let name = text(node, path, reader.flaws)?;
        reader.strategies = Self::from_name(name);
        reader.strategies.or_else(|| {
            let message = format!("unknown set of strategies {}", quoted(name));
            reader.note(path, FlawRule::Strategies, message, "write start, order or free")
        })
    }

    fn write<S: Serializer>(&self, _: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Entry for Value {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        match node {
            Node::Integer(value) if is_value(*value) => Some(*value),
            Node::Integer(value) => {
                let message = format!("the value {value} is out of range");
                reader.note(path, FlawRule::ValueRange, message, "keep to |value| ≤ 2⁵³ − 1")
            }
            node => wrong_kind(node, path, "an integer", reader.flaws),
        }
    }

    fn write<S: Serializer>(&self, _: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(*self)
    }
}

/// The decisions under the name of a player, in vertex order, once it is known what strategies decide.
impl Entry for Strategy {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let player = if matches!(path, Path::Key(_, "max")) { Player::Max } else { Player::Min };
        let (mut decisions, set) = (Vec::new(), reader.strategies);
        reader.positions(node, path, |reader, u, node, path| {
            decisions.extend(set.and_then(|set| Some((u, decision(set, u, node, path, reader)?))));
        })?;
        decisions.sort_by_key(|&(u, _)| u);
        Some(Self { player, decisions })
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        decisions(instance, self).serialize(serializer)
    }
}

/// The positions of rotors that are not on their first arcs.
impl Entry for VertexMap<u32> {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let mut rotors = reader.filled(0);
        reader.positions(node, path, |reader, u, node, path| {
            let &Node::Integer(position) = node else {
                return wrong_kind(node, path, "an integer", reader.flaws).unwrap_or_default();
            };
            let degree = reader.instance.graph().out_degree(u);
            match u32::try_from(position).ok().filter(|&position| position < degree) {
                Some(position) => rotors[u] = position,
                None => {
                    let name = quoted(reader.instance.name(u));
                    let message = format!("vertex {name} has no arc {position}");
                    reader
                        .note(path, FlawRule::Position, message, "count the arcs of a vertex from 0")
                        .unwrap_or_default()
                }
            }
        })?;
        Some(rotors)
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        let turned = self.iter().filter(|(_, position)| **position > 0);
        serializer.collect_map(turned.map(|(u, position)| (instance.name(u), position)))
    }
}

impl Reader<'_> {
    /// Visits the entries of an object whose keys are vertices, each once.
    fn positions(
        &mut self,
        node: &Node<'_>,
        table: &Path<'_>,
        mut visit: impl FnMut(&mut Self, VertexId, &Node<'_>, &Path<'_>),
    ) -> Option<()> {
        let mut seen = self.filled(false);
        for (name, node) in object(node, table, self.flaws)? {
            let path = Path::Key(table, name);
            let Some(u) = self.vertex(name, &path) else { continue };
            self.once(&mut seen, u, &path);
            visit(self, u, node, &path);
        }
        Some(())
    }
}

fn decision(
    set: StrategySet,
    u: VertexId,
    node: &Node<'_>,
    path: &Path<'_>,
    reader: &mut Reader<'_>,
) -> Option<Decision> {
    match (set, node) {
        (StrategySet::Free, Node::Text(word)) if word == "bounce" => Some(Decision::Bounce),
        (StrategySet::Start, _) => arc(u, node, path, "a position", reader).map(Decision::Start),
        (StrategySet::Free, _) => {
            arc(u, node, path, "a position or \"bounce\"", reader).map(Decision::Always)
        }
        (StrategySet::Order, _) => {
            let positions = list(node, path, reader.flaws)?.iter().enumerate();
            let arcs =
                positions.filter_map(|(at, node)| arc(u, node, &Path::Index(path, at), "a position", reader));
            Some(Decision::Order(arcs.collect()))
        }
    }
}

/// The arc at a position in the rotor order of `u`.
fn arc(
    u: VertexId,
    node: &Node<'_>,
    path: &Path<'_>,
    wanted: &str,
    reader: &mut Reader<'_>,
) -> Option<ArcId> {
    let &Node::Integer(position) = node else { return wrong_kind(node, path, wanted, reader.flaws) };
    let arcs = reader.instance.graph().arc_range(u);
    let arc = u32::try_from(position).ok().filter(|&position| position < arcs.len() as u32);
    arc.map(|position| ArcId::new(arcs.start + position)).or_else(|| {
        let (name, of) = (quoted(reader.instance.name(u)), amount(arcs.len(), "arc", "arcs"));
        let message = format!("position {position} at vertex {name} of {of}");
        reader.note(path, FlawRule::Position, message, "count the arcs of the vertex from 0")
    })
}

impl Entry for PairTable {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        Entry::read(node, path, reader).map(Self)
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(instance, serializer)
    }
}

/// What a strategy decides, by vertex: positions in the rotor order of the file, lists of them, or `"bounce"`.
pub fn decisions(instance: &Instance, strategy: &Strategy) -> serde_json::Value {
    let decision = |(u, decision): &(VertexId, Decision)| {
        let position = |a: ArcId| serde_json::Value::from(a.raw() - instance.graph().arc_range(*u).start);
        let json = match decision {
            Decision::Start(a) | Decision::Always(a) => position(*a),
            Decision::Order(arcs) => arcs.iter().map(|&a| position(a)).collect(),
            Decision::Bounce => "bounce".into(),
        };
        (instance.name(*u).to_owned(), json)
    };
    serde_json::Value::Object(strategy.decisions.iter().map(decision).collect())
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
    let mut reader = Reader::of(instance, flaws, &mut unstopped);
    let (from, set) = (reader.field(&row, "from"), reader.field(&top, "strategies"));
    let [max, min] = ["max", "min"].map(|key| reader.field(&row, key));
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
