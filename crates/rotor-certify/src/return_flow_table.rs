//! Return-flow tables: numbers that prove the exits of all vertices of a tree-like graph at once.
//!
//! **Definition.** With the listed traps cut, r(u, w) is how often the particle leaves u when all arcs of u lead to w
//! [ACD22, `DefRN`]. The judge demands
//! 1. that the traps are closed sets without a sink, and that the undirected graph between the **active** vertices (no
//!    sinks, in no listed trap; loops left out) is a forest;
//! 2. r(u, w) = 1 if w is not active or has no arc to u, r(u, u) = +∞, and +∞ in a trap, where nothing ever comes out;
//! 3. else r(u, w) = visits to u before the last departure from w, if r(w, u) were +∞, plus 1; +∞ if no other flow at w
//!    is finite [ACD22, `lem:propag_ret`];
//! 4. that some flow at every active w is finite;
//! 5. that the exit of w is that of the head of its last departure [ACD22, `lem:flowReturnFlow`].
//!
//! **Why these equations, each about one vertex, suffice.** In a forest the right side of 3 speaks of flows r(w, x)
//! with x ≠ u only, deeper in the subtree that hangs from the edge {u, w}. By induction on the size of that subtree the
//! equations have one solution: the return flows. They hold for the return flows as long as a particle cannot stay
//! among active vertices, and 4 says so: else there were a closed, strongly connected set of active vertices; its
//! neighbours in the forest would have arcs both ways; from its leaves inwards all its flows would be +∞, and 4 would
//! fail there. In a graph without such a set last departures lead to a sink or a trap.
//!
//! **All neighbours of w at once.** A head that does not complete the last departure stays incomplete with +∞ in place
//! of its flow, so one routine over all flows of w serves all of them [ACD22, `lem: Retropropag`]; the head that completes it
//! needs one more, without it.

mod rows;

use crate::exits::check_exits;
use crate::last_departure::{LastDeparture, Turning};
use crate::refutation::{Refutation, called, require};
use crate::switching_flow::heads_from_rotor;
use crate::trap::closed_sets;
use crate::undirected_forest::Forest;
use rotor_graph::{Count, FlowsClaim, Instance, VertexId, VertexMap};
use rows::{RowFinder, Rows};
use std::fmt;

/// Checks all return flows and all exits.
pub(crate) fn check(instance: &Instance, claim: &FlowsClaim) -> Result<(), Refutation> {
    let graph = instance.graph();
    let trap_of = closed_sets(instance, &claim.traps)?;
    let rows = Rows::checked(instance, &claim.flows)?;
    let active = graph.vertices().map(|u| !graph.is_sink(u) && trap_of[u].is_none());
    let table = Table { instance, rows, active: VertexMap::from_vec(active.collect()), trap_of };
    table.check_forest()?;
    let last_heads = table.check_flows()?;
    check_exits(instance, &table.trap_of, ("last departures", &last_heads), &claim.exits)
}

struct Table<'c> {
    instance: &'c Instance,
    rows: Rows<'c>,
    active: VertexMap<bool>,
    trap_of: VertexMap<Option<usize>>,
}

impl Table<'_> {
    /// Demand 1: no edge of the undirected graph between active vertices closes a cycle.
    fn check_forest(&self) -> Result<(), Refutation> {
        let mut forest = Forest::of_single_vertices(self.instance.graph().vertices());
        let mut of_w = RowFinder::new(self.active.len());
        for w in self.instance.graph().vertices().filter(|&w| self.active[w]) {
            of_w.turn_to(w, self.rows.of(w));
            for (u, _) in self.rows.rows_into(w).filter(|&(u, _)| u != w && self.active[u]) {
                // With arcs both ways, the edge is met twice and counts once.
                let counts = u < w || of_w.row_to(u).is_none();
                if counts && !forest.join(u, w) {
                    let name = |v| called(self.instance, v);
                    let equation = format_args!("undirected cycles through {} and {} = 0", name(u), name(w));
                    return Err(Refutation::new(Some(w), equation, 1, 0));
                }
            }
        }
        Ok(())
    }

    /// Demands 2, 3 and 4; returns the heads of the last departures of active vertices.
    fn check_flows(&self) -> Result<VertexMap<Option<VertexId>>, Refutation> {
        let graph = self.instance.graph();
        let mut last_heads = VertexMap::filled(graph.vertex_count(), None);
        let mut of_w = RowFinder::new(self.active.len());
        for w in graph.vertices() {
            of_w.turn_to(w, self.rows.of(w));
            let revolving = if self.active[w] { Some(self.revolve(w, &of_w)?) } else { None };
            last_heads[w] = revolving.as_ref().map(|revolving| self.rows.of(w)[revolving.last.row].0);
            for (u, claimed) in self.rows.rows_into(w) {
                let (expected, because) = match &revolving {
                    _ if self.trap_of[u].is_some() => (Count::Infinite, " in a trap"),
                    _ if u == w => (Count::Infinite, ": a loop comes back"),
                    None => (Count::one(), ": its head absorbs"),
                    Some(revolving) => match of_w.row_to(u) {
                        None => (Count::one(), ": no arc leads back"),
                        Some(row) => (revolving.return_flow(row as usize), ""),
                    },
                };
                let equation = Equation { instance: self.instance, u, w, expected: &expected, because };
                require(Some(w), equation, claimed, &expected)?;
            }
        }
        Ok(last_heads)
    }

    /// The last departure from the active vertex `w`, which demand 4 says there is.
    fn revolve<'t>(&'t self, w: VertexId, of_w: &RowFinder) -> Result<Revolving<'t>, Refutation> {
        let row_of = |x| of_w.row_to(x).expect("the table has a row for every head");
        let rows = self.rows.of(w);
        let turning = Turning::new(rows.len(), heads_from_rotor(self.instance, w).map(row_of).collect());
        match turning.last_departure(|row| &rows[row].1) {
            Some(last) => Ok(Revolving { rows, turning, last }),
            None => Err(Refutation::new(Some(w), "least return flow of v < inf", "inf", "inf")),
        }
    }
}

/// The last departure from a vertex, with what is needed to leave out a head.
struct Revolving<'t> {
    rows: &'t [(VertexId, Count)],
    turning: Turning,
    last: LastDeparture,
}

impl Revolving<'_> {
    /// Demand 3: r(u, w), if `row` is the row of u at w.
    fn return_flow(&self, row: usize) -> Count {
        let visits = |last: &LastDeparture| Count::from(self.turning.visits_before(last, row) + 1u32);
        if row != self.last.row {
            return visits(&self.last);
        }
        let without = |other: usize| if other == row { &Count::Infinite } else { &self.rows[other].1 };
        self.turning.last_departure(without).as_ref().map_or(Count::Infinite, visits)
    }
}

/// What r(u, w) has to be, and why.
struct Equation<'c> {
    instance: &'c Instance,
    u: VertexId,
    w: VertexId,
    expected: &'c Count,
    because: &'static str,
}

impl fmt::Display for Equation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [u, w] = [self.u, self.w].map(|v| called(self.instance, v));
        if self.because.is_empty() {
            write!(f, "r({u}, {w}) = visits to {u} before the last departure from {w} + 1")
        } else {
            write!(f, "r({u}, {w}) = {}{}", self.expected, self.because)
        }
    }
}
