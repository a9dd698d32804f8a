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

/// What comes of a sweep along the arcs of the graph.
pub(super) enum Swept<T> {
    /// What was looked for.
    Done(T),
    /// Nothing: labels do not ascend.
    NotAscending,
    /// Nothing: some flow is 2³¹ or more.
    TooLarge,
}

/// The exit of every vertex, if labels ascend and flows are small. Time O(|V| + |A|); memory 16 bytes a vertex.
pub(super) fn ascending_exits(
    graph: &Multigraph,
    rotors: &Configuration,
    watch: &mut Watch<'_>,
) -> Outcome<Swept<Exits>> {
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
