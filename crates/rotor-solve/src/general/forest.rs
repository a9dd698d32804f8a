//! All starts of any graph: cycle pushes, and flows where there would be too many of them.

use super::linear::run_inside;
use crate::budget::{Budget, Outcome};
use crate::push::{DestinationForest, push_cycles};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Claim, Configuration, Multigraph, StoppingGraph, VertexId, VertexMap};

/// The forest D(ρ) and the circulation of turns that leads to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnedToForest {
    /// The forest.
    pub forest: DestinationForest,
    /// How often each rotor is turned.
    pub turns: VertexMap<BigUint>,
}

impl TurnedToForest {
    /// "These are the exits of all vertices", with the turns that prove it.
    pub fn into_claim(self, stopping: &StoppingGraph<'_>) -> Claim {
        self.forest.into_claim(stopping, self.turns)
    }
}

/// Turns rotors in cycles until they form none.
///
/// Follows rotors from every vertex and pushes each cycle it closes, as
/// [`push_to_forest`](crate::push::push_to_forest) does. A start that needs more turns than a few for each vertex is
/// walked from instead: the least flow of a particle from there, less the path of its last departures, is the
/// circulation that its cycle pushes would make [ACD22, `sinkconserv`], and the path is left. Time: that of the pushes,
/// or of a flow for each long start.
pub fn forest_by_flows(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    budget: &mut dyn Budget,
) -> Outcome<TurnedToForest> {
    let graph = stopping.graph();
    let most = 4 * graph.vertex_count() as u64 + 1_000;
    let mut turns = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    let pushed = push_cycles(stopping, rotors, most, budget, |rotors, start, free, budget| {
        let inside = graph.vertices().map(|v| stopping.is_active(v) && free(v)).collect();
        let mut circles = run_inside(graph, &VertexMap::from_vec(inside), rotors, start, budget)?;
        take_last_departures(graph, rotors, start, &mut circles);
        for (v, circles) in circles.iter().filter(|(_, circles)| !circles.is_zero()) {
            turns[v] += circles;
            for _ in 0..(circles % graph.out_degree(v)).to_u32().unwrap_or(0) {
                rotors.turn(graph, v);
            }
        }
        Ok(())
    })?;
    pushed.turns.iter().filter(|(_, turned)| **turned > 0).for_each(|(v, &turned)| turns[v] += turned);
    Ok(TurnedToForest { forest: pushed.forest, turns })
}

/// Takes the path of the last departures of a particle from `start` out of its run: what is left circulates.
fn take_last_departures(
    graph: &Multigraph,
    rotors: &Configuration,
    start: VertexId,
    run: &mut VertexMap<BigUint>,
) {
    let mut u = start;
    while !run[u].is_zero() {
        let degree = graph.out_degree(u);
        run[u] -= 1u32;
        let turned = (&run[u] % degree).to_u32().expect("a remainder by d(u) is less than d(u)");
        let last = (u64::from(rotors.position(graph, u)) + u64::from(turned)) % u64::from(degree);
        u = graph.heads(u)[last as usize];
    }
}
