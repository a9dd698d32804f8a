//! Stabilising: firing until no vertex can.

use super::burning::Burning;
use super::guess::fire_by_guess;
use super::pile::Table;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{Signed, Zero};
use rotor_graph::{Exit, Multigraph, StabilisationClaim, Stop, StoppingGraph, Tick, VertexMap};

/// The stable chips that `chips` lead to, and how often each vertex fires on the way; traps are sinks, and chips may be
/// negative. A vertex is stable if it has fewer than d(u) chips; the order of firings makes no difference.
///
/// On undirected graphs the firings are guessed in floats, then corrected in integers until none can be spared.
/// Elsewhere, and if chips are too many for that, large piles are halved first: if firing u stabilises half of the chips, then every vertex fires at least 2·u times,
/// and what is left afterwards is small. So a number of b bits costs b stabilisations of a few chips per vertex, each in
/// machine words. (Where chips are negative, all of them count in each half, and the missing ones are added in the end.)
/// Time: no polynomial bound; O(|A|) for each sweep over unstable vertices, about diameter² sweeps on a grid.
pub fn stabilise(
    graph: &Multigraph,
    chips: &VertexMap<BigInt>,
    tick: &mut dyn Tick,
) -> Result<StabilisationClaim, Stop> {
    let stopping = StoppingGraph::of(graph);
    let table = Table::of(&stopping, tick)?;
    let start: Vec<BigInt> = stopping.active_vertices().map(|u| chips[u].clone()).collect();
    let fired = least_firings(&table, &start, tick)?;
    claim_of(&stopping, &table, chips, &start, fired, tick)
}

/// How often each vertex fires: by a guess if that works, else by halving.
pub(super) fn least_firings(
    table: &Table,
    start: &[BigInt],
    tick: &mut dyn Tick,
) -> Result<Vec<BigUint>, Stop> {
    if let Some(fired) = fire_by_guess(table, start, tick)? {
        return Ok(fired);
    }
    let most = start.iter().filter(|count| count.is_positive()).map(BigInt::bits).max().unwrap_or(0);
    let mut fired = vec![BigUint::zero(); table.len()];
    // Halving pays only where piles are much larger than degrees.
    let few = table.degree.iter().map(|degree| 64 - degree.leading_zeros()).max().unwrap_or(0) + 4;
    let halvings = most.saturating_sub(few.into());
    for halving in (0..=halvings).rev() {
        fired.iter_mut().for_each(|times| *times <<= 1);
        let part = |count: &BigInt| if count.is_positive() { count >> halving } else { count.clone() };
        let part: Vec<BigInt> = start.iter().map(part).collect();
        let mut left = table.after(&part, &fired);
        table.fire(&mut left, &mut fired, tick)?;
    }
    Ok(fired)
}

/// The slow twin of [`stabilise`]: every vertex fires as often as it can, over and over, in machine words if the chips fit.
///
/// Time: O(d) for each time a vertex fires in bulk.
pub fn fire_plainly(
    graph: &Multigraph,
    chips: &VertexMap<BigInt>,
    tick: &mut dyn Tick,
) -> Result<StabilisationClaim, Stop> {
    let stopping = StoppingGraph::of(graph);
    let table = Table::of(&stopping, tick)?;
    let start: Vec<BigInt> = stopping.active_vertices().map(|u| chips[u].clone()).collect();
    let mut fired = vec![BigUint::zero(); table.len()];
    table.fire(&mut start.clone(), &mut fired, tick)?;
    claim_of(&stopping, &table, chips, &start, fired, tick)
}

fn claim_of(
    stopping: &StoppingGraph<'_>,
    table: &Table,
    chips: &VertexMap<BigInt>,
    start: &[BigInt],
    fired: Vec<BigUint>,
    tick: &mut dyn Tick,
) -> Result<StabilisationClaim, Stop> {
    let graph = stopping.graph();
    let vertices = graph.vertex_count();
    let left = table.after(start, &fired);
    let mut claim = StabilisationClaim {
        start: chips.clone(),
        traps: stopping.traps().members().to_vec(),
        firings: VertexMap::filled(vertices, BigUint::zero()),
        chips: VertexMap::filled(vertices, BigInt::zero()),
        sinks: VertexMap::filled(vertices, BigInt::zero()),
        trapped: vec![BigInt::zero(); stopping.traps().len()],
        recurrent: false,
        script: VertexMap::filled(vertices, BigUint::zero()),
    };
    let burning = Burning::of(table, tick)?;
    claim.recurrent = burning.burns(table, &left, tick)?;
    claim.script = burning.on(stopping);
    for ((u, times), count) in stopping.active_vertices().zip(fired).zip(left) {
        claim.firings[u] = times;
        claim.chips[u] = count;
    }
    let StabilisationClaim { firings, sinks, trapped, .. } = &mut claim;
    let mut arrive = |v, count: &BigInt| match stopping.exit_at(v) {
        Some(Exit::Sink(sink)) => sinks[sink] += count,
        Some(Exit::Trap(trap)) => trapped[trap] += count,
        None => {}
    };
    chips.iter().for_each(|(v, count)| arrive(v, count));
    for u in stopping.active_vertices().filter(|&u| !firings[u].is_zero()) {
        let times = BigInt::from_biguint(Sign::Plus, firings[u].clone());
        graph.heads(u).iter().for_each(|&v| arrive(v, &times));
    }
    Ok(claim)
}
