//! A bound for treewidth: the width of a minimum-degree elimination order.

use rotor_graph::{Multigraph, VertexId};
use std::collections::BTreeSet;

/// Takes away a vertex of least degree, joins its neighbours, and so on; the greatest degree on the way, an upper bound
/// for the treewidth of the underlying simple graph without its sinks. Ties go to the vertex that comes first.
///
/// Time O(|V| w² log |V|) for the width w that is found, memory O(|V| w + |A|).
pub(crate) fn elimination_width(graph: &Multigraph) -> usize {
    let mut neighbours: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); graph.vertex_count()];
    let inner = |u: &VertexId| !graph.is_sink(*u);
    for u in graph.vertices() {
        for &v in graph.heads(u).iter().filter(|v| inner(v) && **v != u) {
            neighbours[u.index()].insert(v.raw());
            neighbours[v.index()].insert(u.raw());
        }
    }
    let mut waiting: BTreeSet<(usize, u32)> =
        graph.vertices().filter(inner).map(|u| (neighbours[u.index()].len(), u.raw())).collect();
    let mut width = 0;
    while let Some((degree, u)) = waiting.pop_first() {
        width = width.max(degree);
        let around: Vec<u32> = std::mem::take(&mut neighbours[u as usize]).into_iter().collect();
        for &v in &around {
            let row = &mut neighbours[v as usize];
            waiting.remove(&(row.len(), v));
            row.remove(&u);
            row.extend(around.iter().copied().filter(|&w| w != v));
            waiting.insert((row.len(), v));
        }
    }
    width
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    fn width(text: &str) -> usize {
        elimination_width(parse(text).unwrap().graph())
    }

    #[test]
    fn a_tree_has_width_one_a_cycle_two_and_k_four_three() {
        assert_eq!(width("a: s\nsink s"), 0);
        assert_eq!(width("a: b c a\nb: a^3 s\nc: a s\nsink s"), 1);
        assert_eq!(width("a: b\nb: c\nc: d\nd: a s\nsink s"), 2);
        assert_eq!(width("a: b c d\nb: c d\nc: d s\nd: a\nsink s"), 3);
    }

    #[test]
    fn sinks_join_nothing() {
        assert_eq!(width("a: s t\nb: s t\nc: s t\nsink s\nsink t"), 0);
    }

    #[test]
    fn a_grid_of_four_rows_has_width_four() {
        let given = [("w".to_owned(), "9".to_owned()), ("h".to_owned(), "4".to_owned())].into();
        let grid = rotor_generate::generate("grid", &given, 1).unwrap();
        assert_eq!(elimination_width(grid.graph()), 4);
    }
}
