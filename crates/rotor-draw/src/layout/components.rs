//! Connected components of Ḡ, and what shape each of them has.

use super::neighbours::Neighbours;
use rotor_graph::{Instance, VertexId};

/// A component: a path from one end to the other, a tree with parents before children, or anything else.
pub(super) struct Component {
    pub(super) vertices: Vec<VertexId>,
    pub(super) shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Path,
    Tree,
    Other,
}

/// The components, that of the start first, then in the order of the file. Time and memory O(|V| + |A|).
pub(super) fn components(instance: &Instance, neighbours: &Neighbours) -> Vec<Component> {
    let graph = instance.graph();
    let mut found = vec![false; graph.vertex_count()];
    let mut all = Vec::new();
    for root in instance.start().into_iter().chain(graph.vertices()) {
        if found[root.index()] {
            continue;
        }
        let vertices = search(neighbours, root, &mut found);
        let degree = |u: &VertexId| neighbours.of_vertex(*u).len();
        let edges = vertices.iter().map(degree).sum::<usize>() / 2;
        let shape = match edges + 1 == vertices.len() {
            true if vertices.iter().all(|u| degree(u) <= 2) => Shape::Path,
            true => Shape::Tree,
            false => Shape::Other,
        };
        let root = match shape {
            // From the end that the file names first.
            Shape::Path => vertices.iter().copied().filter(|u| degree(u) <= 1).min(),
            // A tree hangs from the start, or from the first vertex that is not a sink.
            _ if Some(root) == instance.start() => None,
            _ => vertices.iter().copied().filter(|&u| !graph.is_sink(u)).min(),
        };
        let vertices = match root {
            Some(root) => {
                vertices.iter().for_each(|u| found[u.index()] = false);
                search(neighbours, root, &mut found)
            }
            None => vertices,
        };
        all.push(Component { vertices, shape });
    }
    all
}

/// What is connected to `root`, breadth first.
fn search(neighbours: &Neighbours, root: VertexId, found: &mut [bool]) -> Vec<VertexId> {
    found[root.index()] = true;
    let mut queue = vec![root];
    let mut next = 0;
    while let Some(&u) = queue.get(next) {
        next += 1;
        for &v in neighbours.of_vertex(u) {
            if !std::mem::replace(&mut found[v.index()], true) {
                queue.push(v);
            }
        }
    }
    queue
}
