//! Burning: which stable chips are recurrent.
//!
//! On an undirected graph, fire the sinks once: stable chips are recurrent exactly if then every vertex fires once
//! (Dhar 1990). On a directed one vertices may have to fire several times: a *burning script* is a vector s ≥ 1 of
//! firings with s·Δ ≥ 0, and stable σ ≥ 0 is recurrent exactly if σ + s·Δ stabilises to σ by firing s (Speer 1993).

use super::pile::Table;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rotor_graph::{Multigraph, Stop, StoppingGraph, Tick, VertexMap};
use std::collections::VecDeque;

/// The least burning script: all ones where no vertex has more arcs in than out; 0 on sinks and in traps.
///
/// Time: O(|A|) for each round in which some entry grows; entries can be exponential in |V|.
pub fn burning_script(graph: &Multigraph, tick: &mut dyn Tick) -> Result<VertexMap<BigUint>, Stop> {
    let stopping = StoppingGraph::of(graph);
    Ok(Burning::of(&Table::of(&stopping, tick)?, tick)?.on(&stopping))
}

/// The least burning script, on the active vertices.
#[derive(Clone, Debug)]
pub(crate) struct Burning {
    script: Vec<BigUint>,
}

impl Burning {
    /// Raises entries until none sends less than it receives.
    pub(crate) fn of(table: &Table, tick: &mut dyn Tick) -> Result<Self, Stop> {
        let tails = table.tails(tick)?;
        let mut script = vec![BigUint::one(); table.len()];
        let mut waiting = vec![true; table.len()];
        let mut queue: VecDeque<usize> = (0..table.len()).collect();
        while let Some(u) = queue.pop_front() {
            waiting[u] = false;
            tick.tick(1 + tails.of(u).len() as u64)?;
            let arriving: BigUint = tails.of(u).iter().map(|&tail| &script[tail as usize]).sum();
            let needed = arriving.div_ceil(&table.loss(u).unsigned_abs().into());
            if needed > script[u] {
                script[u] = needed;
                for &v in table.heads(u) {
                    if !std::mem::replace(&mut waiting[v as usize], true) {
                        queue.push_back(v as usize);
                    }
                }
            }
        }
        Ok(Self { script })
    }

    /// The script by vertex of the whole graph.
    pub(crate) fn on(&self, stopping: &StoppingGraph<'_>) -> VertexMap<BigUint> {
        let mut whole = VertexMap::filled(stopping.graph().vertex_count(), BigUint::zero());
        stopping.active_vertices().zip(&self.script).for_each(|(u, times)| whole[u] = times.clone());
        whole
    }

    /// Whether stable chips are recurrent.
    pub(crate) fn burns(&self, table: &Table, chips: &[BigInt], tick: &mut dyn Tick) -> Result<bool, Stop> {
        if chips.iter().any(BigInt::is_negative) {
            return Ok(false);
        }
        let lost = table.after(&vec![BigInt::zero(); table.len()], &self.script);
        let mut burnt: Vec<BigInt> = chips.iter().zip(&lost).map(|(count, lost)| count - lost).collect();
        let mut fired = vec![BigUint::zero(); table.len()];
        table.fire(&mut burnt, &mut fired, tick)?;
        Ok(fired == self.script)
    }
}
