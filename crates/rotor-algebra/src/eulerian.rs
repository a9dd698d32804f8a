//! Eulerian traps: as many arcs in as out at every vertex, and what this means for a walk there.
//!
//! Count a walk in phases, from the particle's vertex v: a phase ends when it is back on v having used every arc of v once
//! more. No arc is used twice in a phase, since the first vertex to be left more often than it has arcs would have been
//! entered more often than it has arcs, by arcs none of which was used twice. A vertex that was visited in one phase is
//! left by all its arcs in the next one, so that after as many phases as the greatest distance from v every vertex has been
//! visited: within |A|·D steps, which is 2|E|D on an undirected graph (Yanovski, Wagner, Bruckstein 2003).

use rotor_graph::{Multigraph, Stop, Tick, VertexId, VertexMap};
use std::collections::VecDeque;

/// The size of an Eulerian trap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eulerian {
    /// Its arcs, which are also the period of every walk there.
    pub arcs: u64,
    /// The greatest distance between two of its vertices.
    pub diameter: u64,
}

/// The size of a trap, if it is Eulerian. Time O(|K|·|A|) for the arcs A of the trap K.
pub fn eulerian(
    graph: &Multigraph,
    trap: &[VertexId],
    tick: &mut dyn Tick,
) -> Result<Option<Eulerian>, Stop> {
    let mut into = VertexMap::filled(graph.vertex_count(), 0u32);
    trap.iter().flat_map(|&u| graph.heads(u)).for_each(|&v| into[v] += 1);
    if trap.iter().any(|&u| into[u] != graph.out_degree(u)) {
        return Ok(None);
    }
    let arcs = trap.iter().map(|&u| u64::from(graph.out_degree(u))).sum();
    let mut diameter = 0;
    let mut seen_from = VertexMap::filled(graph.vertex_count(), None);
    let mut queue = VecDeque::new();
    for &start in trap {
        tick.tick(arcs)?;
        queue.push_back((start, 0));
        seen_from[start] = Some(start);
        while let Some((u, distance)) = queue.pop_front() {
            diameter = diameter.max(distance);
            for &v in graph.heads(u) {
                if seen_from[v] != Some(start) {
                    seen_from[v] = Some(start);
                    queue.push_back((v, distance + 1));
                }
            }
        }
    }
    Ok(Some(Eulerian { arcs, diameter }))
}
