//! Destination forests: turns of the rotors that prove the exits of all vertices of any graph at once.
//!
//! **Definition.** With the listed traps cut, numbers of turns t(u) ≥ 0 at the active vertices are a circulation if,
//! the arcs of every vertex used in rotor order from ρ, every active vertex is entered as often as it is left and no
//! other is entered: many cycle pushes at once [ACD22, `finitePush`]. The second follows from the first: there are as
//! many entries as departures, and only active vertices are left.
//!
//! **Why they prove all exits.** If the rotors after these turns form no cycle, the path P along them from any v ends on
//! a sink or in a trap. It leaves a vertex at most once, by the arc that is next after its turns, so t and P together are
//! a switching flow from v, and [`switching_flow`](crate::switching_flow) proves that the walk from v ends where P does.

use crate::certified::{Unproved, require};
use crate::exits::check_exits;
use crate::switching_flow::{head_after, inflow};
use crate::trap::closed_sets;
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{ForestClaim, Instance, Tick, VertexMap};

/// Checks a circulation and the exits that follow from it.
pub(crate) fn check(instance: &Instance, claim: &ForestClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let graph = instance.graph();
    let ForestClaim { traps, exits, turns } = claim;
    let trap_of = closed_sets(instance, traps)?;
    let inflow = inflow(instance, None, turns, tick)?;
    let mut next = VertexMap::filled(graph.vertex_count(), None);
    for v in graph.vertices() {
        if graph.is_sink(v) || trap_of.contains(v) {
            require(Some(v), "turns on a sink or in a trap = 0", &turns[v], &BigUint::zero())?;
        } else {
            require(Some(v), "inflow = turns", &inflow[v], &turns[v])?;
            next[v] = head_after(instance, v, &turns[v]);
        }
    }
    Ok(check_exits(instance, &trap_of, ("turned rotors", &next), exits)?)
}
