//! The way back: the row from v to w, wherever v lists it.

use super::words::{AHEAD, FEW, prefetch_entry};
use rotor_graph::{ReturnFlows, VertexId, prefetch};
use std::cell::OnceCell;

/// No row: a graph has too few arcs for a row of this number.
const UNLISTED: u32 = u32::MAX;

/// Finds rows by both of their ends.
pub(super) struct WayBack<'c> {
    flows: &'c ReturnFlows,
    /// For each vertex its row at the last vertex with many rows that lists it; empty if none has many.
    listed: Vec<u32>,
    /// All rows of vertices with many, by tail and head: for what two such vertices list.
    sorted: OnceCell<Vec<(VertexId, VertexId, u32)>>,
}

impl<'c> WayBack<'c> {
    /// Time O(|V| + number of rows).
    pub(super) fn of(flows: &'c ReturnFlows) -> Self {
        let many = many(flows);
        let mut listed = Vec::new();
        for v in many {
            listed.resize(flows.vertex_count(), UNLISTED);
            for row in flows.range(v) {
                prefetch_entry(&listed, flows.heads().get(row + AHEAD));
                // A head that is not a vertex is found out when its own rows are looked at.
                if let Some(listed) = listed.get_mut(flows.heads()[row].index()) {
                    *listed = row as u32;
                }
            }
        }
        Self { flows, listed, sorted: OnceCell::new() }
    }

    /// Prefetches the row to a vertex somewhat after `w` at the vertex with many rows that lists it.
    #[inline]
    pub(super) fn expect(&self, w: VertexId) {
        if let Some(&row) = self.listed.get(w.index() + AHEAD) {
            prefetch(self.flows.codes(), row as usize);
        }
    }

    /// The row from `v` to `w`. Time O(1), or O(log) if both have many rows.
    #[inline]
    pub(super) fn row(&self, v: VertexId, w: VertexId) -> Option<usize> {
        let range = self.flows.range(v);
        if range.len() <= FEW {
            let at = self.flows.heads()[range.clone()].iter().position(|&head| head == w)?;
            return Some(range.start + at);
        }
        match self.listed[w.index()] {
            UNLISTED => None,
            row if range.contains(&(row as usize)) => Some(row as usize),
            _ => self.search(v, w),
        }
    }

    fn search(&self, v: VertexId, w: VertexId) -> Option<usize> {
        let sorted = self.sorted.get_or_init(|| {
            let rows = many(self.flows)
                .flat_map(|v| self.flows.range(v).map(move |row| (v, self.flows.heads()[row], row as u32)));
            let mut rows: Vec<_> = rows.collect();
            rows.sort_unstable();
            rows
        });
        let at = sorted.binary_search_by_key(&(v, w), |&(v, w, _)| (v, w)).ok()?;
        Some(sorted[at].2 as usize)
    }
}

/// The vertices with many rows.
fn many(flows: &ReturnFlows) -> impl Iterator<Item = VertexId> + '_ {
    let vertices = (0..flows.vertex_count() as u32).map(VertexId::new);
    vertices.filter(|&v| flows.range(v).len() > FEW)
}
