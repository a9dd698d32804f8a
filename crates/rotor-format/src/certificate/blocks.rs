//! Certificates for blocks: their return flows, each with the two flows that prove it.

use super::all_exits::{read_exits, read_traps};
use super::counts::read_counts;
use super::lookup::{Lookup, natural, not_a_count};
use crate::document::{Node, Path};
use crate::fields::{CollectFlaws, Fields, object, text, wrong_kind};
use num_bigint::BigUint;
use rotor_graph::FlawRule;
use rotor_graph::{BlockReturns, BlocksClaim, Count, Flaw, FlawList, Instance, KeptProof, VertexId};
use serde::{Serialize, Serializer};
use std::collections::HashSet;

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
        Node::Integer(number) => usize::try_from(*number).ok(),
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
