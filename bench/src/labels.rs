//! Labels: the same graph with its vertices in another order.

use rotor_graph::{Configuration, Instance, Multigraph, VertexId};

/// The same graph with its vertices in another order.
pub(crate) fn relabelled(instance: &Instance, order: &[u32]) -> (Multigraph, Configuration) {
    let graph = instance.graph();
    let mut name = vec![0u32; order.len()];
    order.iter().enumerate().for_each(|(new, &old)| name[old as usize] = new as u32);
    let mut starts = vec![0u32];
    let mut heads = Vec::with_capacity(graph.arc_count());
    for &old in order {
        heads.extend(graph.heads(VertexId::new(old)).iter().map(|v| VertexId::new(name[v.index()])));
        starts.push(heads.len() as u32);
    }
    let graph = Multigraph::from_rows(starts, heads).expect("a graph stays a graph");
    let position =
        |u: VertexId| instance.rotors().position(instance.graph(), VertexId::new(order[u.index()]));
    let rotors = Configuration::from_positions(&graph, position);
    (graph, rotors)
}

/// Breadth first, arcs taken both ways.
pub(crate) fn breadth_first_order(graph: &Multigraph) -> Vec<u32> {
    let reversed = graph.reversed();
    let mut seen = vec![false; graph.vertex_count()];
    let mut order: Vec<u32> = Vec::with_capacity(graph.vertex_count());
    for root in graph.vertices() {
        if !std::mem::replace(&mut seen[root.index()], true) {
            order.push(root.raw());
        }
        let mut next = order.len() - 1;
        while let Some(&u) = order.get(next) {
            next += 1;
            let u = VertexId::new(u);
            for v in graph.heads(u).iter().chain(reversed.tails(u)) {
                if !std::mem::replace(&mut seen[v.index()], true) {
                    order.push(v.raw());
                }
            }
        }
    }
    order
}
