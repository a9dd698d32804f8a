//! Short walks: made step by step, touching only what they visit.
//!
//! Most walks in large graphs are short, and all other solvers make something of size |V| before they answer.

use rotor_graph::{Configuration, Multigraph, ShortWalkClaim, Stop, Tick, VertexId};
use std::collections::BTreeMap;

/// How many steps are made before the limits are asked again: what a graph of many millions of vertices allows takes seconds.
const BETWEEN_TICKS: u64 = 1 << 12;

/// The walk from `from`, if it exits within `most` steps; a particle that exits was in no trap on its way.
///
/// Its reference implementation is [`simulate`](crate::simulate). Time O(s log s) for s steps, memory for what they visit.
pub fn short_walk(
    graph: &Multigraph,
    rotors: &Configuration,
    from: VertexId,
    most: u64,
    tick: &mut dyn Tick,
) -> Result<Option<ShortWalkClaim>, Stop> {
    let mut departures = BTreeMap::new();
    let mut particle = from;
    for step in 0..=most {
        if step > 0 && step.is_multiple_of(BETWEEN_TICKS) {
            tick.tick(BETWEEN_TICKS)?;
        }
        if graph.is_sink(particle) {
            tick.tick(step % BETWEEN_TICKS)?;
            return Ok(Some(ShortWalkClaim { from, at: particle, departures, ends: true }));
        }
        let (count, degree) = (departures.entry(particle).or_insert(0u64), graph.out_degree(particle));
        let position = (u64::from(rotors.position(graph, particle)) + *count) % u64::from(degree);
        *count += 1;
        particle = graph.heads(particle)[position as usize];
    }
    tick.tick(most % BETWEEN_TICKS)?;
    Ok(None)
}
