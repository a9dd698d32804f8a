//! Exits of a forest whose labels ascend: no vertex has two neighbours of smaller numbers.
//!
//! Labels from a breadth-first or depth-first search do, and those in most files that a program has written. Then nothing
//! is renumbered or copied: both sweeps run along the arcs as the graph has them, and one record per vertex holds what its
//! neighbours need. The sweep from the leaves finds out on the way whether labels ascend.

mod from_leaves;
mod from_roots;
mod record;
mod rows;

use super::exits::Exits;
use super::watch::SweepProgress;
use crate::layout::MOST_VERTICES;
use from_leaves::from_leaves;
use from_roots::from_roots;
use rotor_graph::{Configuration, Multigraph, Stop};
use rows::Rows;

/// What comes of a sweep along the arcs of the graph.
pub(super) enum Swept<T> {
    /// What was looked for.
    Done(T),
    /// Nothing: labels do not ascend.
    NotAscending,
    /// Nothing: some flow is 2³¹ or more.
    TooLarge,
}

/// The exit of every vertex, if labels ascend and flows are small. Time O(|V| + |A|); memory 16 bytes per vertex.
pub(super) fn ascending_exits(
    graph: &Multigraph,
    rotors: &Configuration,
    watch: &mut SweepProgress<'_>,
) -> Result<Swept<Exits>, Stop> {
    let rows = Rows::of(graph, rotors);
    if graph.vertex_count() >= MOST_VERTICES || !rows.may_ascend() {
        return Ok(Swept::NotAscending);
    }
    watch.expect(2 * graph.vertex_count());
    let found = match from_leaves(rows, watch)? {
        Swept::Done(found) => found,
        Swept::NotAscending => return Ok(Swept::NotAscending),
        Swept::TooLarge => return Ok(Swept::TooLarge),
    };
    let traps = found.traps.len();
    Ok(match from_roots(rows, found, watch)? {
        Some(halts) => Swept::Done(Exits::in_order(halts).with_traps(traps)),
        None => Swept::TooLarge,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::complete_destination;
    use rotor_generate::{Dice, small_forest, small_graph};
    use rotor_graph::{StoppingGraph, TreeLike, VertexId};

    /// Whether no vertex has two neighbours of smaller numbers that are no sinks.
    fn ascends(graph: &Multigraph) -> bool {
        let mut smaller = vec![Vec::new(); graph.vertex_count()];
        for u in graph.vertices() {
            for &v in graph.heads(u).iter().filter(|&&v| v != u && !graph.is_sink(v)) {
                smaller[u.max(v).index()].push(u.min(v));
            }
        }
        smaller.iter().all(|smaller| smaller.iter().all(|v| *v == smaller[0]))
    }

    /// The same graph with a path of this many vertices, which ascend, leading to its last vertex.
    fn with_tail(graph: &Multigraph, length: u32) -> Multigraph {
        let n = graph.vertex_count() as u32;
        let mut heads: Vec<VertexId> = graph.all_heads().to_vec();
        let mut starts = graph.row_starts().to_vec();
        for u in n..n + length {
            heads.push(VertexId::new(u - 1));
            heads.extend((u + 1 < n + length).then_some(VertexId::new(u + 1)));
            starts.push(heads.len() as u32);
        }
        Multigraph::from_rows(starts, heads).unwrap()
    }

    #[test]
    fn a_graph_is_swept_as_it_is_exactly_if_labels_ascend() {
        let mut dice = Dice::new(40);
        let mut seen = [0; 2];
        for index in 0..4_000 {
            let instance = if index % 4 == 0 { small_graph(&mut dice) } else { small_forest(&mut dice) };
            // Long enough that the look at the last rows does not tell.
            let graph = with_tail(instance.graph(), if index % 2 == 0 { 300 } else { 0 });
            let rotors = Configuration::from_positions(&graph, |u| dice.below(graph.out_degree(u).max(1)));
            let mut unlimited = ();
            let swept = ascending_exits(&graph, &rotors, &mut SweepProgress::new(&mut unlimited)).unwrap();
            let does = ascends(&graph);
            seen[usize::from(does)] += 1;
            match swept {
                Swept::Done(exits) => {
                    assert!(does, "{instance}");
                    let stopping = StoppingGraph::of(&graph);
                    let tree = TreeLike::of(&stopping).unwrap();
                    let slow = complete_destination(&tree, &rotors, &mut ()).unwrap();
                    assert_eq!(exits.pattern(), slow.forest.exit_pattern(&stopping), "{instance}");
                }
                Swept::NotAscending => assert!(!does, "{instance}"),
                Swept::TooLarge => panic!("flows of few vertices are small:\n{instance}"),
            }
        }
        assert!(seen.iter().all(|&count| count > 300), "labels that do not ascend, and that do: {seen:?}");
    }
}
