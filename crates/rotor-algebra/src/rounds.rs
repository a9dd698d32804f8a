//! Synchronous rounds: all particles move at once, again and again (Cooper and Spencer 2006).
//!
//! In a round every vertex sends all of its particles along its arcs in rotor order, and its rotor turns that many times.
//! Nothing but a sink stops a particle.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;
use rotor_graph::{Configuration, Multigraph, Stop, Tick, VertexId, VertexMap, position_after};
use std::ops::AddAssign;

/// Particles and rotors after some rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rounds {
    /// How many particles are on each vertex, sinks included.
    pub particles: VertexMap<BigUint>,
    /// The rotors.
    pub rotors: Configuration,
    /// How many rounds were made; fewer than asked for if all particles have reached sinks before.
    pub rounds: u64,
}

/// The state after `rounds` rounds. Time O(|V| + arcs of the vertices with particles) per round, in machine words if the
/// particles are fewer than 2⁶³.
pub fn rounds(
    graph: &Multigraph,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    rounds: u64,
    tick: &mut dyn Tick,
) -> Result<Rounds, Stop> {
    let mut positions: Vec<u32> =
        graph.vertices().map(|u| if graph.is_sink(u) { 0 } else { rotors.position(graph, u) }).collect();
    let total: BigUint = particles.as_slice().iter().sum();
    let (particles, made) = match total.bits() {
        0..=63 => {
            let words = particles.as_slice().iter().map(|count| count.to_u64().unwrap_or(0)).collect();
            let (after, made) = advance::<u64>(graph, &mut positions, words, rounds, tick)?;
            (after.into_iter().map(BigUint::from).collect(), made)
        }
        _ => advance(graph, &mut positions, particles.as_slice().to_vec(), rounds, tick)?,
    };
    let rotors = Configuration::from_positions(graph, |u| positions[u.index()]);
    Ok(Rounds { particles: VertexMap::from_vec(particles), rotors, rounds: made })
}

/// What stands where after that many rounds, and how many were needed.
fn advance<T: Integer + Clone + From<u32> + ToPrimitive + for<'t> AddAssign<&'t T>>(
    graph: &Multigraph,
    positions: &mut [u32],
    mut now: Vec<T>,
    rounds: u64,
    tick: &mut dyn Tick,
) -> Result<(Vec<T>, u64), Stop> {
    for round in 0..rounds {
        let mut next: Vec<T> = vec![T::zero(); now.len()];
        let mut moved = 0;
        for u in graph.vertices() {
            let count = &now[u.index()];
            if count.is_zero() {
                continue;
            }
            if graph.is_sink(u) {
                next[u.index()] += count;
                continue;
            }
            moved += graph.out_degree(u) as u64;
            send(graph, u, count, &mut positions[u.index()], &mut next);
        }
        tick.tick(moved + graph.vertex_count() as u64)?;
        now = next;
        if moved == 0 {
            return Ok((now, round));
        }
    }
    Ok((now, rounds))
}

/// Sends `count` particles from `u` along its arcs in rotor order.
fn send<T: Integer + Clone + From<u32> + ToPrimitive + for<'t> AddAssign<&'t T>>(
    graph: &Multigraph,
    u: VertexId,
    count: &T,
    position: &mut u32,
    next: &mut [T],
) {
    let degree = graph.out_degree(u);
    let (full_turns, once_more) = count.div_rem(&T::from(degree));
    let once_more = once_more.to_u32().expect("a remainder by d(u) is less than d(u)");
    let (before, from_rotor) = graph.heads(u).split_at(*position as usize);
    for (at, &v) in (0u32..).zip(from_rotor.iter().chain(before)) {
        next[v.index()] += &full_turns;
        if at < once_more {
            next[v.index()] += &T::one();
        }
    }
    *position = position_after(*position, once_more.into(), degree);
}
