//! What trees are held against: the yardstick, and one breadth-first search.

use super::contest::start_of;
use super::contestant::{Answer, Run};
use crate::tree::yardstick;
use petgraph::Directed;
use petgraph::csr::Csr;
use petgraph::visit::Bfs;
use rotor_graph::{Instance, VertexId};
use std::hint::black_box;

fn heads(instance: &Instance) -> Vec<u32> {
    instance.graph().all_heads().iter().map(|v| v.raw()).collect()
}

/// Exits from all starts, as one expert writes it in an afternoon.
pub(crate) fn yardstick(instance: &Instance) -> Run<'_> {
    let heads = heads(instance);
    let rotors: Vec<u32> = instance.rotors().as_slice().iter().map(|a| a.raw()).collect();
    Box::new(move || {
        let exits = yardstick::yardstick(instance.graph().row_starts(), &heads, &rotors);
        let exit = VertexId::new(exits[start_of(instance).index()]);
        Answer { text: Some(instance.name(exit).to_owned()), ..Answer::default() }
    })
}

/// One search on plain arrays.
pub(crate) fn own(instance: &Instance) -> Run<'_> {
    let heads = heads(instance);
    Box::new(move || {
        black_box(yardstick::breadth_first(instance.graph().row_starts(), &heads));
        Answer::default()
    })
}

/// One search by petgraph, on its rows of sorted heads, parallel arcs left out.
pub(crate) fn petgraph(instance: &Instance) -> Run<'_> {
    let graph = instance.graph();
    let mut arcs: Vec<(u32, u32)> = Vec::with_capacity(graph.arc_count());
    for u in graph.vertices() {
        arcs.extend(graph.heads(u).iter().map(|v| (u.raw(), v.raw())));
    }
    arcs.sort_unstable();
    arcs.dedup();
    let rows: Csr<(), (), Directed, u32> = Csr::from_sorted_edges(&arcs).expect("sorted, each once");
    let start = start_of(instance).raw();
    Box::new(move || {
        let mut search = Bfs::new(&rows, start);
        let mut seen = 0u64;
        while search.next(&rows).is_some() {
            seen += 1;
        }
        black_box(seen);
        Answer::default()
    })
}
