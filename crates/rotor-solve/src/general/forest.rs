//! All starts of any graph: cycle pushes, and flows where there would be too many of them.

use super::bisect::balance;
use super::flow::Flow;
use super::least_flow::make_least;
use super::part::{OUTSIDE, Part};
use crate::budget::{Budget, Outcome};
use crate::push::DestinationForest;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{
    Claim, Configuration, ForestClaim, Multigraph, StoppingGraph, VertexId, VertexMap, move_particle,
};

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
        let Self { forest, turns } = self;
        let traps = stopping.traps().members().to_vec();
        Claim::Forest(ForestClaim { traps, exits: forest.exit_pattern(stopping), turns })
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
    const NEW: u32 = u32::MAX;
    const DONE: u32 = u32::MAX - 1;
    let graph = stopping.graph();
    let mut rotors = rotors.clone();
    let mut turns = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    let mut place = VertexMap::filled(graph.vertex_count(), NEW);
    let mut path: Vec<VertexId> = Vec::new();
    let most = 4 * graph.vertex_count() as u64 + 1_000;
    for start in stopping.active_vertices() {
        let (mut u, mut turned) = (start, 0);
        while stopping.is_active(u) && place[u] != DONE {
            if place[u] == NEW {
                place[u] = path.len() as u32;
                path.push(u);
                u = move_particle(graph, &rotors, u);
                continue;
            }
            let cycle = path.split_off(place[u] as usize);
            budget.spend(cycle.len() as u64)?;
            turned += cycle.len() as u64;
            for &v in &cycle {
                rotors.turn(graph, v);
                turns[v] += 1u32;
                place[v] = NEW;
            }
            if turned > most {
                path.drain(..).for_each(|v| place[v] = NEW);
                let free = |v: VertexId| stopping.is_active(v) && place[v] != DONE;
                for (v, circles) in circulation_from(graph, &rotors, start, free, budget)? {
                    turns[v] += &circles;
                    for _ in 0..(circles % graph.out_degree(v)).to_u32().unwrap_or(0) {
                        rotors.turn(graph, v);
                    }
                }
                // From here the rotors lead straight to what is done.
                (u, turned) = (start, 0);
            }
        }
        path.drain(..).for_each(|v| place[v] = DONE);
    }
    Ok(TurnedToForest { forest: DestinationForest::of_acyclic(stopping, &rotors), turns })
}

/// The free vertices that `start` reaches, with how often their rotors are turned by the cycles that a particle from
/// there walks in before it leaves them.
fn circulation_from(
    graph: &Multigraph,
    rotors: &Configuration,
    start: VertexId,
    free: impl Fn(VertexId) -> bool,
    budget: &mut dyn Budget,
) -> Outcome<Vec<(VertexId, BigUint)>> {
    let mut place = VertexMap::filled(graph.vertex_count(), OUTSIDE);
    let mut reached = vec![start];
    place[start] = 0;
    let mut next = 0;
    while let Some(&u) = reached.get(next) {
        next += 1;
        for &v in graph.heads(u) {
            if free(v) && place[v] == OUTSIDE {
                place[v] = reached.len() as u32;
                reached.push(v);
            }
        }
    }
    let part = Part::of(graph, rotors, &reached, |v| place[v]);
    let mut supply = vec![BigUint::zero(); part.len()];
    supply[0] += 1u32;
    let mut flow = Flow::new(&part, supply);
    balance(&mut flow, &vec![false; part.len()], &mut None, budget)?;
    make_least(&mut flow, budget)?;
    let mut circles: Vec<_> = reached.into_iter().zip(flow.all_departures()).collect();
    let mut on_path = Some(0);
    while let Some(v) = on_path {
        on_path = flow.last_head(v);
        circles[v].1 -= 1u32;
    }
    Ok(circles)
}
