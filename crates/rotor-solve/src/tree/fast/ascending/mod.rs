//! Exits of a forest whose labels ascend: no vertex has two neighbours of smaller numbers.
//!
//! So it is with labels given breadth first or depth first, and in most files that a program has written. Then nothing
//! is renumbered or copied: both sweeps run along the arcs as the graph has them, and one record a vertex holds what its
//! neighbours need. The sweep from the leaves finds out on the way whether labels ascend.

mod from_leaves;
mod from_roots;
mod record;
mod rows;

use super::exits::Exits;
use super::halt::MOST_VERTICES;
use super::watch::Watch;
use crate::budget::Outcome;
use from_leaves::from_leaves;
use from_roots::from_roots;
use rotor_graph::{Configuration, Multigraph};
use rows::Rows;

/// The exit of every vertex, if labels ascend and flows are below 2³¹. Time O(|V| + |A|); memory 16 bytes a vertex.
pub(super) fn ascending_exits(
    graph: &Multigraph,
    rotors: &Configuration,
    watch: &mut Watch<'_>,
) -> Outcome<Option<Exits>> {
    let rows = Rows::of(graph, rotors);
    if graph.vertex_count() >= MOST_VERTICES || !rows.may_ascend() {
        return Ok(None);
    }
    watch.expect(2 * graph.vertex_count());
    let Some(found) = from_leaves(rows, watch)? else { return Ok(None) };
    let traps = found.traps.len();
    let halts = from_roots(rows, found, watch)?;
    Ok(halts.map(|halts| Exits::in_order(halts).with_traps(traps)))
}
