//! Cycle pushes: one turn of every rotor on a cycle.

use super::destination_forest::DestinationForest;
use crate::budget::{Budget, Outcome};
use num_bigint::BigUint;
use rotor_graph::{Claim, Configuration, Multigraph, StoppingGraph, VertexId, VertexMap, move_particle};

/// A directed cycle of G(ρ), each vertex followed by the head of its rotor [ACD22, `inducedGraph`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle(Vec<VertexId>);

impl Cycle {
    /// Its vertices, from the one it was asked for.
    pub fn vertices(&self) -> &[VertexId] {
        &self.0
    }
}

/// The cycle of G(ρ) that `u` lies on, if it lies on one: there is at most one. Time O(|V|).
pub fn cycle_through(graph: &Multigraph, rotors: &Configuration, u: VertexId) -> Option<Cycle> {
    let mut cycle = Vec::new();
    let mut v = u;
    while !graph.is_sink(v) && cycle.len() < graph.vertex_count() {
        cycle.push(v);
        v = move_particle(graph, rotors, v);
        if v == u {
            return Some(Cycle(cycle));
        }
    }
    None
}

/// The cycle through `u` that a push would have turned last: the cycle of G(ρ) with all rotors turned back once.
pub fn cycle_before(graph: &Multigraph, rotors: &Configuration, u: VertexId) -> Option<Cycle> {
    cycle_through(graph, &rotors.clone().turned_back(graph), u)
}

/// Pushes `cycle`: every rotor on it turns once. In a stopping graph this keeps every exit [ACD22, `sinkconserv`].
pub fn push(graph: &Multigraph, rotors: &mut Configuration, cycle: &Cycle) {
    cycle.0.iter().for_each(|&u| rotors.turn(graph, u));
}

/// Undoes a push: every rotor turned back once must form `cycle` again; whether it does is returned, and if not,
/// nothing has changed.
pub fn reverse_push(graph: &Multigraph, rotors: &mut Configuration, cycle: &Cycle) -> bool {
    let mut before = rotors.clone();
    cycle.0.iter().for_each(|&u| before.turn_back(graph, u));
    let follows =
        |(at, &u): (usize, &VertexId)| move_particle(graph, &before, u) == cycle.0[(at + 1) % cycle.0.len()];
    let closed = cycle.0.iter().enumerate().all(follows);
    if closed {
        *rotors = before;
    }
    closed
}

/// The end of a maximal sequence of cycle pushes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pushed {
    /// D(ρ).
    pub forest: DestinationForest,
    /// How often each rotor was turned on the way.
    pub turns: VertexMap<u64>,
    /// How many cycles were pushed.
    pub pushes: u64,
}

/// Pushes cycles until none is left. The end does not depend on the order [ACD22, `finitePush`, `sinkconserv`].
///
/// Follows rotors from every vertex and pushes each cycle it closes. Time O(|V| + turns): exponential at worst, as
/// the remark after [ACD22, `finitePush`] shows with `expchain`.
pub fn push_to_forest(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    budget: &mut dyn Budget,
) -> Outcome<Pushed> {
    push_cycles(stopping, rotors, u64::MAX, budget, |_, _, _, _| Ok(()))
}

/// Which vertices do not lead to the forest yet.
type Free<'a> = &'a dyn Fn(VertexId) -> bool;

/// Pushes cycles until none is left. If a start takes more than `most` turns, `long` may turn rotors in circles on the
/// vertices that are free, so that it leads straight out of them.
///
/// Time O(|V| + turns) besides that of `long`; the turns of `long` are not counted.
pub(crate) fn push_cycles(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    most: u64,
    budget: &mut dyn Budget,
    mut long: impl FnMut(&mut Configuration, VertexId, Free<'_>, &mut dyn Budget) -> Outcome<()>,
) -> Outcome<Pushed> {
    const NEW: u32 = u32::MAX;
    const DONE: u32 = u32::MAX - 1;
    let graph = stopping.graph();
    let mut rotors = rotors.clone();
    let mut turns = VertexMap::filled(graph.vertex_count(), 0u64);
    let mut pushes = 0;
    // The place of each vertex on the present path.
    let mut place = VertexMap::filled(graph.vertex_count(), NEW);
    let mut path: Vec<VertexId> = Vec::new();
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
            for &v in &cycle {
                rotors.turn(graph, v);
                turns[v] += 1;
                place[v] = NEW;
            }
            pushes += 1;
            turned += cycle.len() as u64;
            if turned > most {
                path.drain(..).for_each(|v| place[v] = NEW);
                long(&mut rotors, start, &|v| place[v] != DONE, budget)?;
                (u, turned) = (start, 0);
            }
        }
        path.drain(..).for_each(|v| place[v] = DONE);
    }
    Ok(Pushed { forest: DestinationForest::of_acyclic(stopping, &rotors), turns, pushes })
}

impl Pushed {
    /// "These are the exits of all vertices", with the turns that prove it.
    pub fn into_claim(self, stopping: &StoppingGraph<'_>) -> Claim {
        let turns = self.turns.as_slice().iter().map(|&turns| BigUint::from(turns)).collect();
        self.forest.into_claim(stopping, VertexMap::from_vec(turns))
    }
}
