//! Simulation: the walk made step by step.

use crate::answer::{ComponentCounts, RunProfile};
use crate::race::{Task, blindly, slice_after};
use num_bigint::BigUint;
use rotor_graph::{
    Configuration, Event, Multigraph, RotorWalk, ShortWalkClaim, Stop, StoppingGraph, Tick, VertexId,
    VertexMap,
};
use std::collections::BTreeMap;

/// How many steps are made between two ticks.
const STRIDE: u64 = 1 << 16;

/// How many steps are walked, for each vertex, before anything cleverer is tried: about as many as an elimination with
/// little fill takes operations, and most walks are shorter.
const STEPS_PER_VERTEX: u64 = 16;

/// A walk in progress that counts departures.
#[derive(Debug)]
pub(crate) struct Walker<'g> {
    from: VertexId,
    walk: RotorWalk<'g>,
    departures: VertexMap<u64>,
    /// How many steps were made before the walk was a task.
    before: u64,
}

impl<'g> Walker<'g> {
    /// A particle on `from`. Time and memory O(|V|).
    pub(crate) fn new(stopping: &StoppingGraph<'g>, rotors: &'g Configuration, from: VertexId) -> Self {
        let departures = VertexMap::filled(stopping.graph().vertex_count(), 0);
        Self { from, walk: RotorWalk::new(stopping, rotors, from), departures, before: 0 }
    }

    /// Walks until the particle halts or has made `most` steps in all; says whether it has halted.
    fn walk_to(&mut self, most: u64, tick: &mut dyn Tick) -> Result<bool, Stop> {
        while !self.walk.has_halted() && self.walk.steps() < most {
            let steps = self.walk.run_counting(STRIDE.min(most - self.walk.steps()), &mut self.departures);
            tick.tick(steps)?;
        }
        Ok(self.walk.has_halted())
    }

    /// A short walk: the profile, if that was enough.
    pub(crate) fn walk_briefly(&mut self, tick: &mut dyn Tick) -> Result<Option<RunProfile>, Stop> {
        self.before = STEPS_PER_VERTEX * self.departures.as_slice().len() as u64 + 1_000;
        if !self.walk_to(self.before, tick)? {
            return Ok(None);
        }
        tick.observe(Event::Detail(format_args!("answered by a short walk")));
        Ok(Some(self.profile()))
    }

    /// The profile of a walk that has halted.
    fn profile(&self) -> RunProfile {
        let departures = self.departures.as_slice().iter().map(|&count| BigUint::from(count)).collect();
        let (halt, departures) = (self.walk.particle(), VertexMap::from_vec(departures));
        RunProfile { from: self.from, halt, departures, is_run: true, components: ComponentCounts::default() }
    }
}

impl Task for Walker<'_> {
    type Answer = RunProfile;

    fn next_cost(&self) -> u64 {
        blindly(self.walk.steps() - self.before)
    }

    fn is_blind(&self) -> bool {
        true
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<RunProfile>, Stop> {
        let most = self.walk.steps().saturating_add(slice_after(self.walk.steps() - self.before));
        Ok(self.walk_to(most, tick)?.then(|| self.profile()))
    }
}

/// Walks from `from` until the particle halts, counting departures.
///
/// Time O(|V| + steps), exponential at worst [ACD22, `expchain`]; finite [ACD22, `lem:finiteRotorWalk`].
pub fn simulate(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    tick: &mut dyn Tick,
) -> Result<RunProfile, Stop> {
    let mut walker = Walker::new(stopping, rotors, from);
    while !walker.walk_to(u64::MAX, tick)? {}
    Ok(walker.profile())
}

/// Walks from `from` for at most `most` steps: the profile, if that was enough.
///
/// Time O(|V| + `most`).
pub(crate) fn simulate_briefly(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    most: u64,
    tick: &mut dyn Tick,
) -> Result<Option<RunProfile>, Stop> {
    let mut walker = Walker::new(stopping, rotors, from);
    Ok(walker.walk_to(most, tick)?.then(|| walker.profile()))
}

// Short walks: made step by step, touching only what they visit.
//
// Most walks in large graphs are short, and all other solvers make something of size |V| before they answer.

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
