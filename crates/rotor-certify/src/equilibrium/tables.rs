//! The tree that a game is played on, and tables with an entry for every arc away from its root.

use super::{BinaryGame, require_same};
use crate::certified::{Refutation, display_name, require, require_vertex};
use crate::reversed_arcs::ReversedArcs;
use rotor_graph::{Count, Instance, Pair, PairEntry, PairTable, VertexId, VertexMap};
use std::collections::BTreeSet;

/// The active vertices that the start reaches, a tree with the start as its root.
pub(crate) struct Tree {
    order: Vec<VertexId>,
    active: VertexMap<bool>,
    parent: VertexMap<Option<VertexId>>,
}

impl Tree {
    /// Demand 1. Time and memory O(|V| + |A| log |A|).
    pub(crate) fn reached(
        instance: &Instance,
        from: VertexId,
        table: &Table<'_>,
    ) -> Result<Self, Refutation> {
        let graph = instance.graph();
        let may_exit = may_exit(instance);
        let lists_all = |v: VertexId, u| graph.heads(v).iter().all(|&w| w == v || w == u);
        let moves_on = |v: VertexId, u| {
            let leads_back = || lists_all(v, u) && graph.heads(v).contains(&u);
            !graph.is_sink(v) && (may_exit[v] || !table.of(v).is_empty() || (u != v && leads_back()))
        };
        let mut active = VertexMap::filled(graph.vertex_count(), false);
        let mut parent = VertexMap::filled(graph.vertex_count(), None);
        let mut order = Vec::new();
        if moves_on(from, from) {
            active[from] = true;
            order.push(from);
        }
        let mut next = 0;
        while let Some(&u) = order.get(next) {
            next += 1;
            for &v in graph.heads(u) {
                if !active[v] && moves_on(v, u) {
                    active[v] = true;
                    parent[v] = Some(u);
                    order.push(v);
                }
            }
        }
        for &u in &order {
            let strays =
                |v: &&VertexId| active[**v] && u != **v && parent[**v] != Some(u) && parent[u] != Some(**v);
            if let Some(&v) = graph.heads(u).iter().find(strays) {
                let [one, other] = [u, v].map(|v| display_name(instance, v));
                let equation = format_args!("undirected cycles through {one} and {other} = 0");
                return Err(Refutation::new(Some(u), equation, 1, 0));
            }
        }
        Ok(Self { order, active, parent })
    }

    /// The active vertices, each after its parent.
    pub(crate) fn order(&self) -> &[VertexId] {
        &self.order
    }

    /// Whether a particle on `v` moves on.
    pub(crate) fn is_active(&self, v: VertexId) -> bool {
        self.active[v]
    }

    /// Where the particle first comes to `v` from.
    pub(crate) fn parent(&self, v: VertexId) -> Option<VertexId> {
        self.parent[v]
    }
}

/// From which vertices a sink can be reached: backwards from the sinks. Time and memory O(|V| + |A|).
fn may_exit(instance: &Instance) -> VertexMap<bool> {
    let graph = instance.graph();
    let vertices = (0..graph.vertex_count() as u32).map(VertexId::new);
    let reversed = ReversedArcs::leaving(instance, vertices);
    let mut may_exit = VertexMap::filled(graph.vertex_count(), false);
    let mut queue: Vec<VertexId> = graph.vertices().filter(|&v| graph.is_sink(v)).collect();
    queue.iter().for_each(|&sink| may_exit[sink] = true);
    while let Some(v) = queue.pop() {
        for &u in reversed.tails_into(v) {
            if !may_exit[u] {
                may_exit[u] = true;
                queue.push(u);
            }
        }
    }
    may_exit
}

/// The entries of a table by tail, and those of a tail by head.
pub(crate) struct Table<'c> {
    entries: Vec<&'c PairEntry>,
}

impl<'c> Table<'c> {
    /// The entries of `table`, if all are about vertices, none is there twice, and all flows are at least 1.
    pub(crate) fn checked(instance: &Instance, table: &'c PairTable) -> Result<Self, Refutation> {
        let mut entries: Vec<&PairEntry> = table.0.iter().collect();
        entries.sort_by_key(|entry| (entry.from, entry.to));
        let display_name = |entry: &PairEntry| {
            let [from, to] = [entry.from, entry.to].map(|v| display_name(instance, v).to_string());
            format!("({from}, {to})")
        };
        for (number, &entry) in entries.iter().enumerate() {
            require_vertex(instance, "a tail in a table", entry.from)?;
            require_vertex(instance, "a head in a table", entry.to)?;
            if number > 0 && (entries[number - 1].from, entries[number - 1].to) == (entry.from, entry.to) {
                let equation = format_args!("entries of {} = 1", display_name(entry));
                return Err(Refutation::new(Some(entry.to), equation, 2, 1));
            }
            if entry.pair.flow < Count::one() {
                let equation = format_args!("flow of {} ≥ 1", display_name(entry));
                return Err(Refutation::new(Some(entry.to), equation, &entry.pair.flow, 1));
            }
        }
        Ok(Self { entries })
    }

    /// The entries with tail `u`, by head.
    pub(crate) fn of(&self, u: VertexId) -> &[&'c PairEntry] {
        let start = self.entries.partition_point(|entry| entry.from < u);
        let end = self.entries.partition_point(|entry| entry.from <= u);
        &self.entries[start..end]
    }

    /// The pair of (u, v).
    pub(crate) fn get(&self, u: VertexId, v: VertexId) -> Option<&'c Pair> {
        let found = self.entries.binary_search_by_key(&(u, v), |entry| (entry.from, entry.to)).ok()?;
        Some(&self.entries[found].pair)
    }

    /// Demand 2, and demand 3 where the particle halts.
    pub(crate) fn check_entries(
        &self,
        instance: &Instance,
        tree: &Tree,
        game: &BinaryGame<'_>,
    ) -> Result<(), Refutation> {
        let mut arcs = 0;
        for &u in tree.order() {
            let heads: BTreeSet<VertexId> = instance.graph().heads(u).iter().copied().collect();
            let away = heads.into_iter().filter(|&v| v != u && tree.parent(u) != Some(v));
            for v in away {
                arcs += 1;
                let [from, to] = [u, v].map(|v| display_name(instance, v));
                let Some(pair) = self.get(u, v) else {
                    let equation = format_args!("entries of ({from}, {to}) in {game} = 1");
                    return Err(Refutation::new(Some(v), equation, 0, 1));
                };
                if !tree.is_active(v) {
                    let expected = Pair { wins: game.wins_at(v, tree), flow: Count::one() };
                    let equation = format_args!("pair of ({from}, {to}) in {game} = its end");
                    require_same(v, equation, pair, &expected)?;
                }
            }
        }
        let equation = format_args!("entries of {game} = arcs away from the start");
        require(None, equation, &self.entries.len(), &arcs)
    }
}
