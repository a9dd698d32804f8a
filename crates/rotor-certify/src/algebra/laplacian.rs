//! Rows of the Laplacian, straight from the heads of a vertex.

use rotor_graph::{Instance, VertexId};

/// Row u: d(u) at u, −1 for every arc at its head, sinks left out; sorted by vertex, without zeros.
pub(super) fn row(instance: &Instance, u: VertexId) -> Vec<(VertexId, i64)> {
    let graph = instance.graph();
    let mut heads: Vec<VertexId> = graph.heads(u).iter().copied().filter(|&v| !graph.is_sink(v)).collect();
    heads.push(u);
    heads.sort_unstable();
    let mut entries: Vec<(VertexId, i64)> = Vec::new();
    for group in heads.chunk_by(|v, w| v == w) {
        let count = group.len() as i64;
        let entry = if group[0] == u { i64::from(graph.out_degree(u)) - (count - 1) } else { -count };
        entries.push((group[0], entry));
    }
    entries.retain(|&(_, entry)| entry != 0);
    entries
}
