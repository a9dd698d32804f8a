//! The (u, v)-subtree: the part of a tree-like graph that a particle sent from u to v sees before it comes back.

use crate::context::Context;
use crate::flows::flows;
use crate::judged::Judged;
use crate::solve_error::SolveError;
use rotor_graph::{
    Configuration, Count, Instance, Multigraph, Names, Owner, StoppingGraph, VertexId, VertexMap,
};
use std::collections::VecDeque;

/// A (u, v)-subtree [ACD22, `DefSubtree`] and the return flow that it defines [ACD22, `DefRN`].
#[derive(Clone, Debug)]
pub struct Subtree {
    /// The subtree: u has one arc to v, every other vertex all of its arcs. It starts at u.
    pub graph: Instance,
    /// r(u, v): how often u is left in the subtree; finite exactly if the subtree is stopping
    /// [ACD22, `lem:uv_stopping`].
    pub flow: Count,
}

/// The (u, v)-subtree of a tree-like graph; none if no arc leads from `u` to `v`.
///
/// Sinks and traps end it, as they end walks: it does not go on behind a sink that two branches share. Time O(|A|), and
/// that of all return flows.
pub fn subtree<'i>(
    instance: &'i Instance,
    [u, v]: [VertexId; 2],
    context: &mut Context<'_>,
) -> Result<Option<Judged<'i, Subtree>>, SolveError> {
    if u == v || !instance.graph().heads(u).contains(&v) {
        return Ok(None);
    }
    let flows = flows(instance, context)?;
    let flow = flows.flows.get(u, v).map_or(Count::Infinite, rotor_graph::Flow::to_count);
    let graph = cut_out(instance, u, v);
    Ok(Some(flows.map(|_| Subtree { graph, flow })))
}

/// The vertices between `u` and the ends behind `v`, in the order of the file.
fn behind(instance: &Instance, u: VertexId, v: VertexId) -> Vec<VertexId> {
    let graph = instance.graph();
    let stopping = StoppingGraph::of(graph);
    let reversed = graph.reversed();
    let mut inside = VertexMap::filled(graph.vertex_count(), false);
    [u, v].iter().for_each(|&w| inside[w] = true);
    let mut queue = VecDeque::from([v]);
    while let Some(w) = queue.pop_front() {
        // Behind a sink there is nothing, and a trap is left by no arc.
        let tails = if stopping.is_active(w) { reversed.tails(w) } else { &[] };
        let heads = graph.heads(w).iter();
        for &next in heads.chain(tails.iter().filter(|&&tail| stopping.is_active(tail))) {
            if !std::mem::replace(&mut inside[next], true) {
                queue.push_back(next);
            }
        }
    }
    graph.vertices().filter(|&w| inside[w]).collect()
}

fn cut_out(instance: &Instance, u: VertexId, v: VertexId) -> Instance {
    let graph = instance.graph();
    let kept = behind(instance, u, v);
    let mut number = VertexMap::filled(graph.vertex_count(), VertexId::new(0));
    kept.iter().zip(0..).for_each(|(&w, at)| number[w] = VertexId::new(at));
    let (mut first, mut heads, mut names) = (vec![0], Vec::new(), Names::default());
    for &w in &kept {
        let row = if w == u { std::slice::from_ref(&v) } else { graph.heads(w) };
        heads.extend(row.iter().map(|&head| number[head]));
        first.push(heads.len() as u32);
        names.push(instance.name(w));
    }
    let cut = Multigraph::from_rows(first, heads).expect("every head lies in the subtree");
    let rotor = |at: VertexId| {
        let w = kept[at.index()];
        if w == u { 0 } else { instance.rotors().position(graph, w) }
    };
    let rotors = Configuration::from_positions(&cut, rotor);
    // At u nothing is left to choose.
    let owners = kept.iter().map(|&w| if w == u { Owner::Rotor } else { instance.owner(w) }).collect();
    let values = kept.iter().map(|&w| instance.value(w)).collect();
    Instance::new(cut, names)
        .and_then(|cut| cut.with_rotors(rotors).with_owners(VertexMap::from_vec(owners)))
        .and_then(|cut| cut.with_values(VertexMap::from_vec(values)))
        .and_then(|cut| cut.with_start(Some(number[u])))
        .expect("owners and values stand where they stood in the whole graph")
}
