//! Return-flow tables: numbers that prove the exits of all vertices of a tree-like graph at once.
//!
//! **Definition.** With the listed traps cut, r(u, w) is how often the particle leaves u when all arcs of u lead to w
//! [ACD22, `DefRN`]. The judge demands
//! 1. that the traps are closed sets without a sink and strongly connected, and that the undirected graph between the
//!    **active** vertices (no sinks, in no listed trap; loops left out) is a forest. A closed set with a way into a smaller
//!    one would do for exits, but not for demand 2: on that way the true return flows are finite;
//! 2. r(u, w) = 1 if w is not active or has no arc to u, r(u, u) = +∞, and +∞ in a trap, where nothing ever comes out;
//! 3. else r(u, w) = visits to u before the last departure from w, if r(w, u) were +∞, plus 1; +∞ if no other flow at w
//!    is finite [ACD22, `lem:propag_ret`];
//! 4. that some flow at every active w is finite;
//! 5. that the exit of w is that of the head of its last departure [ACD22, `lem:flowReturnFlow`].
//!
//! **Why these equations, each about one vertex, suffice.** In a forest the right side of 3 involves only flows r(w, x)
//! with x ≠ u, deeper in the subtree that hangs from the edge {u, w}. By induction on the size of that subtree the
//! equations have one solution: the return flows. They hold for the return flows as long as a particle cannot stay
//! among active vertices, and 4 says so: otherwise there would be a closed, strongly connected set of active vertices; its
//! neighbours in the forest would have arcs both ways; from its leaves inwards all its flows would be +∞, and 4 would
//! fail there. In a graph without such a set last departures lead to a sink or a trap.
//!
//! **All neighbours of w at once.** A head that does not complete the last departure stays incomplete with +∞ in place
//! of its flow, so one routine over all flows of w serves all of them [ACD22, `lem: Retropropag`]; the head that completes it
//! needs one more, without it.

mod by_the_book;
mod one_pass;
mod rows;
mod way_back;
mod words;

use crate::certified::Unproved;
use crate::trap::{closed_sets, strongly_connected};
use rotor_graph::{FlowsClaim, Instance, Tick};

/// Checks all return flows and all exits: in one pass if they hold, and else again by the book, which names the
/// equation that does not.
pub(crate) fn check(instance: &Instance, claim: &FlowsClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let trap_of = closed_sets(instance, &claim.traps)?;
    strongly_connected(instance, &claim.traps, tick)?;
    if one_pass::holds(instance, &trap_of, claim, tick)? {
        return Ok(());
    }
    by_the_book::check(instance, trap_of, claim, tick)
}

#[cfg(test)]
mod tests;
