//! That exactly the traps of a graph are listed: closed, strongly connected, and nothing else is one.

use crate::certified::{Refutation, require};
use crate::trap::{TrapOf, closed_sets};
use rotor_graph::{Instance, VertexId, VertexMap};

/// The trap of each vertex, if `traps` are the traps of the graph. Time O(|V| + |A|).
pub(super) fn all_traps(instance: &Instance, traps: &[Vec<VertexId>]) -> Result<TrapOf, Refutation> {
    let graph = instance.graph();
    let trap_of = closed_sets(instance, traps)?;
    let reversed = graph.reversed();
    let mut reached = VertexMap::filled(graph.vertex_count(), false);
    traps.iter().try_for_each(|trap| strongly_connected(instance, trap))?;
    let halts = graph.vertices().filter(|&v| graph.is_sink(v) || trap_of.contains(v));
    let mut stack: Vec<VertexId> = halts.inspect(|&v| reached[v] = true).collect();
    while let Some(v) = stack.pop() {
        for &u in reversed.tails(v) {
            if !std::mem::replace(&mut reached[u], true) {
                stack.push(u);
            }
        }
    }
    for v in graph.vertices() {
        require(Some(v), "whether v reaches a sink or a trap = true", &reached[v], &true)?;
    }
    Ok(trap_of)
}

/// Demands that a closed set is strongly connected. Time O(|V| + |A|).
pub(super) fn strongly_connected(instance: &Instance, trap: &[VertexId]) -> Result<(), Refutation> {
    let graph = instance.graph();
    let reversed = graph.reversed();
    let forward = search(graph.vertex_count(), trap[0], |u| graph.heads(u));
    let backward = search(graph.vertex_count(), trap[0], |u| reversed.tails(u));
    for &u in trap {
        let connected = forward[u] && backward[u];
        require(Some(u), "whether the trap is strongly connected at v = true", &connected, &true)?;
    }
    Ok(())
}

fn search<'g>(vertices: usize, from: VertexId, next: impl Fn(VertexId) -> &'g [VertexId]) -> VertexMap<bool> {
    let mut seen = VertexMap::filled(vertices, false);
    seen[from] = true;
    let mut stack = vec![from];
    while let Some(u) = stack.pop() {
        for &v in next(u) {
            if !std::mem::replace(&mut seen[v], true) {
                stack.push(v);
            }
        }
    }
    seen
}
