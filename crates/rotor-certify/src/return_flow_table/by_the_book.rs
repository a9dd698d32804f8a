//! By the book: demand after demand in exact numbers, the slow twin of [`one_pass`](super::one_pass) that knows what to say.

use super::rows::{RowFinder, Rows};
use crate::certified::{Refutation, Unproved, display_name, pay, require};
use crate::exits::check_exits;
use crate::last_departure::{FinalTurn, Turning};
use crate::switching_flow::heads_from_rotor;
use crate::trap::TrapOf;
use crate::undirected_forest::Forest;
use rotor_graph::{Count, FlowsClaim, Instance, Tick, VertexId, VertexMap};
use std::fmt;

/// Checks all return flows and all exits, given the traps.
pub(super) fn check(
    instance: &Instance,
    trap_of: TrapOf,
    claim: &FlowsClaim,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    let graph = instance.graph();
    let rows = Rows::checked(instance, &claim.flows)?;
    let active = graph.vertices().map(|u| !graph.is_sink(u) && !trap_of.contains(u));
    let table = Table { instance, rows, active: VertexMap::from_vec(active.collect()), trap_of };
    table.check_forest()?;
    let last_heads = table.check_flows(tick)?;
    Ok(check_exits(instance, &table.trap_of, ("last departures", &last_heads), &claim.exits)?)
}

struct Table<'c> {
    instance: &'c Instance,
    rows: Rows<'c>,
    active: VertexMap<bool>,
    trap_of: TrapOf,
}

impl Table<'_> {
    /// Demand 1: no edge of the undirected graph between active vertices closes a cycle.
    fn check_forest(&self) -> Result<(), Refutation> {
        let mut forest = Forest::of_single_vertices(self.instance.graph().vertices());
        let mut of_w = RowFinder::new(self.active.len());
        for w in self.instance.graph().vertices().filter(|&w| self.active[w]) {
            of_w.turn_to(w, self.rows.heads(w));
            for (u, _) in self.rows.rows_into(w).filter(|&(u, _)| u != w && self.active[u]) {
                // With arcs both ways, the edge is met twice and counts once.
                let counts = u < w || of_w.row_to(u).is_none();
                if counts && !forest.join(u, w) {
                    let name = |v| display_name(self.instance, v);
                    let equation = format_args!("undirected cycles through {} and {} = 0", name(u), name(w));
                    return Err(Refutation::new(Some(w), equation, 1, 0));
                }
            }
        }
        Ok(())
    }

    /// Demands 2, 3 and 4; returns the heads of the last departures of active vertices.
    fn check_flows(&self, tick: &mut dyn Tick) -> Result<VertexMap<Option<VertexId>>, Unproved> {
        let graph = self.instance.graph();
        let mut last_heads = VertexMap::filled(graph.vertex_count(), None);
        let mut of_w = RowFinder::new(self.active.len());
        for w in graph.vertices() {
            pay(tick, 1 + 16 * graph.heads(w).len())?;
            of_w.turn_to(w, self.rows.heads(w));
            let revolving = if self.active[w] { Some(self.revolve(w, &of_w)?) } else { None };
            last_heads[w] = revolving.as_ref().map(|revolving| revolving.rows[revolving.last.row].0);
            for (u, claimed) in self.rows.rows_into(w) {
                let (expected, because) = match &revolving {
                    _ if self.trap_of.contains(u) => (Count::Infinite, " in a trap"),
                    _ if u == w => (Count::Infinite, ": a loop comes back"),
                    None => (Count::one(), ": its head absorbs"),
                    Some(revolving) => match of_w.row_to(u) {
                        None => (Count::one(), ": no arc leads back"),
                        Some(row) => (revolving.return_flow(row as usize), ""),
                    },
                };
                let equation = Equation { instance: self.instance, u, w, expected: &expected, because };
                require(Some(w), equation, &claimed.to_count(), &expected)?;
            }
        }
        Ok(last_heads)
    }

    /// The last departure from the active vertex `w`, which demand 4 says there is.
    fn revolve(&self, w: VertexId, of_w: &RowFinder) -> Result<Revolving, Refutation> {
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
struct Revolving {
    rows: Vec<(VertexId, Count)>,
    turning: Turning,
    last: FinalTurn,
}

impl Revolving {
    /// Demand 3: r(u, w), if `row` is the row of u at w.
    fn return_flow(&self, row: usize) -> Count {
        self.turning.return_flow(&self.last, row, |row| &self.rows[row].1)
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
        let [u, w] = [self.u, self.w].map(|v| display_name(self.instance, v));
        if self.because.is_empty() {
            write!(f, "r({u}, {w}) = visits to {u} before the last departure from {w} + 1")
        } else {
            write!(f, "r({u}, {w}) = {}{}", self.expected, self.because)
        }
    }
}
