//! Routing in bulk: all particles on a vertex leave it at once.

use super::routed::Routed;
use crate::budget::{Budget, Outcome};
use crate::general::ComponentCounts;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Configuration, StoppingGraph, VertexMap};
use std::collections::VecDeque;

/// Sends the particles of one vertex after the other along its arcs, as many to each as turning the rotor would, until
/// all have halted. The order does not matter: the run is the least flow.
///
/// Time: O(d(u)) operations for each time a vertex is emptied; how often that is grows with the logarithm of the number
/// of particles, but on some graphs exponentially with |V|.
pub fn route_in_bulk(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    budget: &mut dyn Budget,
) -> Outcome<Routed> {
    let graph = stopping.graph();
    let mut waiting = particles.clone();
    let mut departures = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    let mut position: Vec<u32> = graph.vertices().map(|u| rotors.position(graph, u)).collect();
    let mut queue: VecDeque<_> = stopping.active_vertices().filter(|&u| !waiting[u].is_zero()).collect();
    while let Some(u) = queue.pop_front() {
        let degree = graph.out_degree(u);
        budget.spend(u64::from(degree))?;
        let leaving = std::mem::take(&mut waiting[u]);
        let (full_turns, once_more) = leaving.div_rem(&degree.into());
        let once_more = once_more.to_u32().expect("a remainder by d(u) is less than d(u)");
        for turn in 0..degree {
            if full_turns.is_zero() && turn >= once_more {
                break;
            }
            let v = graph.heads(u)
                [((u64::from(position[u.index()]) + u64::from(turn)) % u64::from(degree)) as usize];
            if waiting[v].is_zero() && stopping.is_active(v) {
                queue.push_back(v);
            }
            waiting[v] += &full_turns + u32::from(turn < once_more);
        }
        position[u.index()] =
            ((u64::from(position[u.index()]) + u64::from(once_more)) % u64::from(degree)) as u32;
        departures[u] += leaving;
    }
    Ok(Routed {
        particles: particles.clone(),
        departures,
        is_run: true,
        components: ComponentCounts::default(),
    })
}
