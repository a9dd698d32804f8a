//! The three large parts of certificates: return flows of tree-like graphs; flows of blocks, each with the two flows that prove it;
//! strategies of games, with the pairs of two binary games.

use super::read::{read_exits, read_traps};
use super::{Lookup, natural, not_a_count, read_counts};
use crate::document::{CollectFlaws, Fields, Node, Path, list, object, text, wrong_kind};
use num_bigint::BigUint;
use rotor_graph::{
    ArcId, BlockReturns, BlocksClaim, Count, Decision, Flaw, FlawList, FlawRule, Flow, GameClaim, Instance,
    KeptProof, Pair, PairEntry, PairTable, Player, ReturnFlows, Strategy, StrategySet, Value, VertexId,
    amount, is_value, quoted,
};
use serde::{Serialize, Serializer};
use serde_json::json;
use std::collections::HashSet;

// Return flows

/// All return flows of an instance, row by row; rows are written as they are made, not held.
#[derive(Debug, Clone, Copy)]
pub struct FlowRows<'c> {
    /// The instance, for its names.
    pub instance: &'c Instance,
    /// Its flows.
    pub flows: &'c ReturnFlows,
}

impl Serialize for FlowRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct FlowEntry<'c> {
            from: &'c str,
            to: &'c str,
            flow: String,
        }
        let Self { instance, flows } = *self;
        let rows = instance.graph().vertices().flat_map(|u| {
            let row = move |(v, flow): (VertexId, Flow<'_>)| FlowEntry {
                from: instance.name(u),
                to: instance.name(v),
                flow: flow.to_string(),
            };
            flows.of(u).map(row)
        });
        serializer.collect_seq(rows)
    }
}

/// All rows, each under the vertex it starts from.
pub(super) fn read_return_flows(
    top: &Fields<'_, '_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<ReturnFlows> {
    let table_path = Path::Key(&top.path, "flows");
    let entries = list(top.required("flows", flaws)?, &table_path, flaws)?;
    let mut rows = Vec::with_capacity(entries.len());
    for (index, node) in entries.iter().enumerate() {
        if let Some((from, to, flow)) = read_flow(node, Path::Index(&table_path, index), lookup, flaws) {
            rows.push((from, to, index, flow));
        }
    }
    note_repeated(&rows, &table_path, lookup, flaws);
    rows.sort_by_key(|&(from, ..)| from);
    let mut flows = ReturnFlows::default();
    let mut rows = rows.into_iter().peekable();
    for u in lookup.vertices_in_order() {
        let own =
            std::iter::from_fn(|| rows.next_if(|&(from, ..)| from == u).map(|(_, to, _, flow)| (to, flow)));
        flows.push_vertex(own);
    }
    Some(flows)
}

fn read_flow(
    node: &Node<'_>,
    path: Path<'_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<(VertexId, VertexId, Count)> {
    let row = Fields::of(node, path, &["from", "to", "flow"], flaws)?;
    let (from, to) = (lookup.under(&row, "from", flaws), lookup.under(&row, "to", flaws));
    let digits = row.required_text("flow", flaws)?;
    let flow = digits.parse::<Count>().ok();
    if flow.is_none() {
        not_a_count(digits, &Path::Key(&path, "flow"), "write decimal digits, or inf", flaws);
    }
    Some((from?, to?, flow?))
}

/// Notes every arc of Ĝ that has two rows.
fn note_repeated(
    rows: &[(VertexId, VertexId, usize, Count)],
    table_path: &Path<'_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) {
    let mut arcs: Vec<_> = rows.iter().map(|&(from, to, index, _)| (from, to, index)).collect();
    arcs.sort_unstable();
    for pair in arcs.windows(2).filter(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
        let (from, to, index) = pair[1];
        let [from, to] = [from, to].map(|u| quoted(lookup.name(u)));
        flaws.note(|| Flaw {
            place: Path::Index(table_path, index).place(),
            rule: FlawRule::ListedOnce,
            message: format!("the return flow from {from} to {to} is listed a second time"),
            remedy: "list it once".to_owned(),
        });
    }
}

// Blocks

/// All rows about blocks and their vertices, as they stand in certificates or, without proofs, in answers.
#[derive(Debug, Clone, Copy)]
pub struct BlockRows<'c> {
    /// The instance, for its names.
    pub instance: &'c Instance,
    /// The rows.
    pub returns: &'c [BlockReturns],
    /// Whether the flows that prove them are written too.
    pub proofs: bool,
}

impl<'c> Serialize for BlockRows<'c> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct BlockEntry<'r> {
            from: &'r str,
            block: usize,
            flow: String,
            deadline: String,
            #[serde(skip_serializing_if = "Option::is_none")]
            returned: Option<Listed<'r>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            halts: Option<&'r str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            kept: Option<Listed<'r>>,
        }
        let Self { instance, returns, proofs } = *self;
        let row = |row: &'c BlockReturns| {
            let proof = row.proof.as_ref().filter(|_| proofs);
            let listed = |list| Listed { instance, list };
            BlockEntry {
                from: instance.name(row.vertex),
                block: row.block,
                flow: row.flow.to_string(),
                deadline: row.deadline.to_string(),
                returned: proof.map(|proof| listed(&proof.returned)),
                halts: proof.map(|proof| instance.name(proof.halts)),
                kept: proof.map(|proof| listed(&proof.kept)),
            }
        };
        serializer.collect_seq(returns.iter().map(row))
    }
}

/// Departures by name.
struct Listed<'c> {
    instance: &'c Instance,
    list: &'c [(VertexId, BigUint)],
}

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { instance, list } = *self;
        serializer.collect_map(list.iter().map(|(v, count)| (instance.name(*v), count.to_string())))
    }
}

pub(super) fn read_blocks(
    top: &Fields<'_, '_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<BlocksClaim> {
    let traps = read_traps(top, lookup, flaws);
    let exits = read_exits(top, traps.len(), lookup, flaws);
    let path = Path::Key(&top.path, "blocks");
    let mut blocks = Vec::new();
    for (index, node) in top.required_list("blocks", flaws).unwrap_or_default().iter().enumerate() {
        blocks.push(read_block(node, Path::Index(&path, index), lookup, flaws).unwrap_or_default());
    }
    let path = Path::Key(&top.path, "flows");
    let mut returns = Vec::new();
    for (index, node) in top.required_list("flows", flaws)?.iter().enumerate() {
        returns.extend(read_row(node, Path::Index(&path, index), lookup, flaws));
    }
    let last_departures = read_counts(top, "last_departures", natural, lookup, flaws);
    Some(BlocksClaim { traps, exits: exits?, blocks, returns, last_departures: last_departures? })
}

/// The vertices of a block, which may lie in others too.
fn read_block(
    node: &Node<'_>,
    path: Path<'_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<Vec<VertexId>> {
    let Node::List(entries) = node else { return wrong_kind(node, &path, "a list", flaws) };
    let name = |(index, node)| {
        let path = Path::Index(&path, index);
        lookup.vertex(text(node, &path, flaws)?, &path, flaws)
    };
    entries.iter().enumerate().map(name).collect()
}

fn read_row(
    node: &Node<'_>,
    path: Path<'_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<BlockReturns> {
    let keys = &["from", "block", "flow", "deadline", "returned", "halts", "kept"];
    let row = Fields::of(node, path, keys, flaws)?;
    let vertex = lookup.under(&row, "from", flaws);
    let block = match row.required("block", flaws)? {
        // Numbers of JSON are exact below 2⁵³, whatever a word of this machine holds.
        Node::Integer(number) if *number < 1 << 53 => usize::try_from(*number).ok(),
        _ => None,
    };
    if block.is_none() {
        flaws.note(|| Flaw {
            place: Path::Key(&path, "block").place(),
            rule: FlawRule::BlockListed,
            message: "not the number of a block".to_owned(),
            remedy: "count the list `blocks` from 0".to_owned(),
        });
    }
    let (flow, deadline) = (count_under(&row, "flow", flaws), count_under(&row, "deadline", flaws));
    let proof = if ["returned", "halts", "kept"].iter().any(|key| row.get(key).is_some()) {
        let halts = lookup.under(&row, "halts", flaws);
        let returned = read_listed(&row, "returned", lookup, flaws);
        let kept = read_listed(&row, "kept", lookup, flaws);
        Some(KeptProof { returned: returned?, halts: halts?, kept: kept? })
    } else {
        None
    };
    Some(BlockReturns { vertex: vertex?, block: block?, flow: flow?, deadline: deadline?, proof })
}

fn count_under(row: &Fields<'_, '_>, key: &str, flaws: &mut FlawList) -> Option<Count> {
    let digits = row.required_text(key, flaws)?;
    let count = digits.parse::<Count>().ok();
    if count.is_none() {
        not_a_count(digits, &Path::Key(&row.path, key), "write decimal digits, or inf", flaws);
    }
    count
}

fn read_listed(
    row: &Fields<'_, '_>,
    key: &str,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<Vec<(VertexId, BigUint)>> {
    let table_path = Path::Key(&row.path, key);
    let mut listed: Vec<(VertexId, BigUint)> = Vec::new();
    let mut seen = HashSet::new();
    for (name, node) in object(row.required(key, flaws)?, &table_path, flaws)? {
        let path = Path::Key(&table_path, name);
        let count = text(node, &path, flaws).and_then(|digits| natural(digits, &path, flaws));
        let Some(u) = lookup.vertex(name, &path, flaws) else { continue };
        if !seen.insert(u) {
            lookup.listed_again(u, &path, flaws);
        }
        listed.extend(count.map(|count| (u, count)));
    }
    Some(listed)
}

// Games

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
