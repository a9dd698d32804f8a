//! Trees with their vertices in another order.

use rotor_generate::Dice;
use rotor_graph::{Configuration, Instance, Multigraph, VertexId};

/// In what order the vertices of a tree are numbered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Labels {
    Random,
    BreadthFirst,
}

impl Labels {
    pub(crate) const BOTH: [Self; 2] = [Self::Random, Self::BreadthFirst];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Random => "random labels",
            Self::BreadthFirst => "breadth-first labels",
        }
    }

    /// The same graph with its vertices in this order.
    pub(crate) fn put_on(self, instance: &Instance) -> (Multigraph, Configuration) {
        let order = match self {
            Self::Random => {
                let mut order: Vec<u32> = (0..instance.graph().vertex_count() as u32).collect();
                Dice::new(2).shuffle(&mut order);
                order
            }
            Self::BreadthFirst => breadth_first_order(instance.graph()),
        };
        relabelled(instance, &order)
    }
}

/// The same graph with vertex number i of `order` in place i.
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

fn breadth_first_order(graph: &Multigraph) -> Vec<u32> {
    let reversed = graph.reversed();
    let mut seen = vec![false; graph.vertex_count()];
    let mut order: Vec<u32> = Vec::with_capacity(graph.vertex_count());
    for root in graph.vertices() {
        if std::mem::replace(&mut seen[root.index()], true) {
            continue;
        }
        let mut next = order.len();
        order.push(root.raw());
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
