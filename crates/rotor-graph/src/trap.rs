//! Traps: the parts of a graph from which no particle comes out.

use crate::ids::{VertexId, VertexMap};
use crate::multigraph::Multigraph;
use crate::sink_reach::lost_vertices;
use crate::strong_components::strong_components;

/// The traps of a graph: its bottom strongly connected components without a sink.
///
/// [ACD22] calls them *sink components* (`lem:removeSC`). Ordered by their first vertex.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Traps {
    members: Vec<Vec<VertexId>>,
    /// The trap of each vertex, or `NO_TRAP`; empty if there are no traps.
    trap_of: Vec<u32>,
}

const NO_TRAP: u32 = u32::MAX;

impl Traps {
    /// Finds all traps. Time and memory O(|V| + |A|); components are searched only if some vertex reaches no sink.
    pub fn of(graph: &Multigraph) -> Self {
        let Some(lost) = lost_vertices(graph) else { return Self::default() };
        let mut members = bottom_components(graph, &lost);
        members.sort_unstable_by_key(|trap| trap[0]);
        let mut trap_of = vec![NO_TRAP; graph.vertex_count()];
        for (index, trap) in members.iter().enumerate() {
            trap.iter().for_each(|u| trap_of[u.index()] = index as u32);
        }
        Self { members, trap_of }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether the graph is stopping.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The vertices of each trap, in order.
    pub fn members(&self) -> &[Vec<VertexId>] {
        &self.members
    }

    /// The number of the trap that `u` lies in.
    pub fn trap_of(&self, u: VertexId) -> Option<usize> {
        self.trap_of.get(u.index()).filter(|&&trap| trap != NO_TRAP).map(|&trap| trap as usize)
    }
}

/// The strongly connected components of `lost` vertices that no arc leaves; no arc leads from them to others.
fn bottom_components(graph: &Multigraph, lost: &VertexMap<bool>) -> Vec<Vec<VertexId>> {
    let mut components = strong_components(graph, lost, graph.vertices());
    let mut component_of = VertexMap::filled(graph.vertex_count(), 0u32);
    for (number, component) in (0..).zip(&components) {
        component.iter().for_each(|&u| component_of[u] = number);
    }
    let stays = |&u: &VertexId| graph.heads(u).iter().all(|&v| component_of[v] == component_of[u]);
    components.retain(|component| component.iter().all(stays));
    components
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    fn traps(text: &str) -> Vec<Vec<String>> {
        let instance = parse(text).unwrap();
        let names = |trap: &Vec<VertexId>| trap.iter().map(|&u| instance.name(u).to_owned()).collect();
        Traps::of(instance.graph()).members().iter().map(names).collect()
    }

    #[test]
    fn a_stopping_graph_has_no_trap() {
        assert!(traps("a: b s\nb: a\nsink s").is_empty());
        assert!(traps("").is_empty());
    }

    #[test]
    fn a_trap_is_closed_and_excludes_what_falls_into_it() {
        assert_eq!(traps("u: a s\nf: a\na: b\nb: a\nc: c\nd: c b\nsink s"), [vec!["a", "b"], vec!["c"]]);
    }

    #[test]
    fn a_graph_without_a_sink_is_all_traps_and_ways_into_them() {
        assert_eq!(traps("a: b\nb: c\nc: b a^2\nx: x a\ny: y"), [vec!["a", "b", "c"], vec!["y"]]);
    }

    #[test]
    fn a_component_that_leads_into_another_is_not_a_trap() {
        assert_eq!(traps("a: b\nb: a c\nc: d\nd: c"), [vec!["c", "d"]]);
        assert_eq!(traps("c: d\nd: c\na: b\nb: a c"), [vec!["c", "d"]]);
    }
}
