//! Certificates of games: strategies, and the pairs of two binary games.

use super::lookup::{Lookup, not_a_count};
use crate::document::{Node, Path};
use crate::fields::{CollectFlaws, Fields, list, object, wrong_kind};
use rotor_graph::FlawRule;
use rotor_graph::{
    ArcId, Count, Decision, Flaw, FlawList, GameClaim, Instance, Pair, PairEntry, PairTable, Player,
    Strategy, StrategySet, Value, VertexId, amount, is_value, quoted,
};
use serde_json::json;

/// All that a game claims.
pub(super) fn read_game(
    top: &Fields<'_, '_>,
    instance: &Instance,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<GameClaim> {
    let from = lookup.under(top, "from", flaws);
    let strategies = read_set(top, flaws);
    let endless_value = read_value(top, "endless_value", flaws);
    let value = read_value(top, "value", flaws);
    let reader = StrategyReader { instance, lookup, set: strategies };
    let max = reader.read(top, "max", Player::Max, flaws);
    let min = reader.read(top, "min", Player::Min, flaws);
    let at_least = read_table(top, "at_least", lookup, flaws);
    let more_than = read_table(top, "more_than", lookup, flaws);
    Some(GameClaim {
        from: from?,
        strategies: strategies?,
        endless_value: endless_value?,
        value: value?,
        max: max?,
        min: min?,
        at_least: at_least?,
        more_than: more_than?,
    })
}

pub(super) fn read_set(top: &Fields<'_, '_>, flaws: &mut FlawList) -> Option<StrategySet> {
    let name = top.required_text("strategies", flaws)?;
    let set = StrategySet::from_name(name);
    if set.is_none() {
        flaws.note(|| Flaw {
            place: Path::Key(&top.path, "strategies").place(),
            rule: FlawRule::Strategies,
            message: format!("unknown set of strategies {}", quoted(name)),
            remedy: "write start, order or free".to_owned(),
        });
    }
    set
}

fn read_value(top: &Fields<'_, '_>, key: &str, flaws: &mut FlawList) -> Option<Value> {
    let path = Path::Key(&top.path, key);
    match top.required(key, flaws)? {
        Node::Integer(value) if is_value(*value) => Some(*value),
        Node::Integer(value) => {
            flaws.note(|| Flaw {
                place: path.place(),
                rule: FlawRule::ValueRange,
                message: format!("the value {value} is out of range"),
                remedy: "keep to |value| ≤ 2⁵³ − 1".to_owned(),
            });
            None
        }
        node => wrong_kind(node, &path, "an integer", flaws),
    }
}

pub(super) struct StrategyReader<'c, 'i> {
    pub(super) instance: &'c Instance,
    pub(super) lookup: &'c Lookup<'i>,
    pub(super) set: Option<StrategySet>,
}

impl StrategyReader<'_, '_> {
    /// The decisions under `key`, in vertex order.
    pub(super) fn read(
        &self,
        top: &Fields<'_, '_>,
        key: &str,
        player: Player,
        flaws: &mut FlawList,
    ) -> Option<Strategy> {
        let table_path = Path::Key(&top.path, key);
        let entries = object(top.required(key, flaws)?, &table_path, flaws)?;
        let mut seen = self.lookup.filled(false);
        let mut decisions = Vec::with_capacity(entries.len());
        for (name, node) in entries {
            let path = Path::Key(&table_path, name);
            let Some(u) = self.lookup.vertex(name, &path, flaws) else { continue };
            self.lookup.once(&mut seen, u, &path, flaws);
            if let Some(decision) = self.set.and_then(|set| self.decision(set, u, node, &path, flaws)) {
                decisions.push((u, decision));
            }
        }
        decisions.sort_by_key(|&(u, _)| u);
        (decisions.len() == entries.len()).then_some(Strategy { player, decisions })
    }

    fn decision(
        &self,
        set: StrategySet,
        u: VertexId,
        node: &Node<'_>,
        path: &Path<'_>,
        flaws: &mut FlawList,
    ) -> Option<Decision> {
        match (set, node) {
            (StrategySet::Free, Node::Text(word)) if word == "bounce" => Some(Decision::Bounce),
            (StrategySet::Start, _) => self.arc(u, node, path, "a position", flaws).map(Decision::Start),
            (StrategySet::Free, _) => {
                self.arc(u, node, path, "a position or \"bounce\"", flaws).map(Decision::Always)
            }
            (StrategySet::Order, _) => {
                let positions = list(node, path, flaws)?;
                let arcs: Vec<_> = (0..positions.len())
                    .filter_map(|at| self.arc(u, &positions[at], &Path::Index(path, at), "a position", flaws))
                    .collect();
                (arcs.len() == positions.len()).then_some(Decision::Order(arcs))
            }
        }
    }

    /// The arc at a position in the rotor order of `u`.
    fn arc(
        &self,
        u: VertexId,
        node: &Node<'_>,
        path: &Path<'_>,
        wanted: &str,
        flaws: &mut FlawList,
    ) -> Option<ArcId> {
        let &Node::Integer(position) = node else { return wrong_kind(node, path, wanted, flaws) };
        let arcs = self.instance.graph().arc_range(u);
        let arc = u32::try_from(position).ok().filter(|&position| position < arcs.len() as u32);
        if arc.is_none() {
            flaws.note(|| Flaw {
                place: path.place(),
                rule: FlawRule::Position,
                message: format!(
                    "position {position} at vertex {} of {}",
                    quoted(self.lookup.name(u)),
                    amount(arcs.len(), "arc", "arcs")
                ),
                remedy: "count the arcs of the vertex from 0".to_owned(),
            });
        }
        arc.map(|position| ArcId::new(arcs.start + position))
    }
}

fn read_table(
    top: &Fields<'_, '_>,
    key: &str,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<PairTable> {
    let table_path = Path::Key(&top.path, key);
    let rows = top.required_list(key, flaws)?;
    let entries: Vec<_> = (0..rows.len())
        .filter_map(|index| read_entry(&rows[index], Path::Index(&table_path, index), lookup, flaws))
        .collect();
    (entries.len() == rows.len()).then_some(PairTable(entries))
}

fn read_entry(
    node: &Node<'_>,
    path: Path<'_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<PairEntry> {
    let row = Fields::of(node, path, &["from", "to", "value", "flow"], flaws)?;
    let (from, to) = (lookup.under(&row, "from", flaws), lookup.under(&row, "to", flaws));
    let wins = row.required("value", flaws).and_then(|node| match node {
        Node::Integer(0) => Some(false),
        Node::Integer(1) => Some(true),
        _ => wrong_kind(node, &Path::Key(&path, "value"), "0 or 1", flaws),
    });
    let digits = row.required_text("flow", flaws)?;
    let flow = digits.parse::<Count>().ok();
    if flow.is_none() {
        not_a_count(digits, &Path::Key(&path, "flow"), "write decimal digits, or inf", flaws);
    }
    Some(PairEntry { from: from?, to: to?, pair: Pair { wins: wins?, flow: flow? } })
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

/// The entries of a table, in its order.
pub(super) fn pairs(instance: &Instance, table: &PairTable) -> serde_json::Value {
    let entry = |PairEntry { from, to, pair }: &PairEntry| {
        json!({"from": instance.name(*from), "to": instance.name(*to), "value": u8::from(pair.wins),
               "flow": pair.flow.to_string()})
    };
    table.0.iter().map(entry).collect()
}
