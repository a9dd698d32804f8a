//! Strongly connected components, in topological order.

use crate::ids::{VertexId, VertexMap};
use crate::multigraph::Multigraph;

/// The strongly connected components of the vertices `inside` that `roots` reach by way of such vertices, each sorted,
/// every arc between them leading from a component to itself or to a later one.
///
/// Tarjan's algorithm with its own stack. Time and memory O(|V| + |A|).
pub fn strong_components(
    graph: &Multigraph,
    inside: &VertexMap<bool>,
    roots: impl IntoIterator<Item = VertexId>,
) -> Vec<Vec<VertexId>> {
    const UNSEEN: u32 = u32::MAX;
    const CLOSED: u32 = u32::MAX - 1;
    let mut found_at = VertexMap::filled(graph.vertex_count(), UNSEEN);
    let mut low = VertexMap::filled(graph.vertex_count(), 0u32);
    let (mut clock, mut open, mut calls) = (0u32, Vec::new(), Vec::<(VertexId, u32)>::new());
    let mut components = Vec::new();
    for root in roots {
        if !inside[root] || found_at[root] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some(&mut (u, ref mut next)) = calls.last_mut() {
            if *next == 0 {
                found_at[u] = clock;
                low[u] = clock;
                clock += 1;
                open.push(u);
            }
            if let Some(&v) = graph.heads(u).get(*next as usize) {
                *next += 1;
                if !inside[v] || found_at[v] == CLOSED {
                    continue;
                }
                if found_at[v] == UNSEEN {
                    calls.push((v, 0));
                } else {
                    low[u] = low[u].min(found_at[v]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent] = low[parent].min(low[u]);
            }
            if low[u] == found_at[u] {
                let at = open.iter().rposition(|&v| v == u).expect("u was opened when it was found");
                let mut component = open.split_off(at);
                component.iter().for_each(|&v| found_at[v] = CLOSED);
                component.sort_unstable();
                components.push(component);
            }
        }
    }
    components.reverse();
    components
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;
    use crate::stopping::StoppingGraph;

    fn components(text: &str, roots: &[&str]) -> Vec<String> {
        let instance = parse(text).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let roots: Vec<_> = roots.iter().map(|name| instance.vertex(name).unwrap()).collect();
        let names = |component: &Vec<VertexId>| component.iter().map(|&u| instance.name(u)).collect();
        strong_components(instance.graph(), stopping.active(), roots).iter().map(names).collect()
    }

    #[test]
    fn components_come_before_what_they_lead_to() {
        let text = "a: b d\nb: c\nc: b s\nd: d e\ne: f\nf: e d g s\ng: s\nsink s\nt: t";
        assert_eq!(components(text, &["a"]), ["a", "def", "g", "bc"]);
        assert_eq!(components(text, &["g", "c", "a"]), ["a", "def", "bc", "g"]);
        assert_eq!(components(text, &["t", "s"]), [""; 0]);
    }
}
