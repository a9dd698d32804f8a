//! Simulation: the walk made step by step.

use crate::component_counts::ComponentCounts;
use crate::run_profile::RunProfile;
use crate::turns::{First, Worker, in_turns};
use num_bigint::BigUint;
use rotor_graph::{Configuration, Event, RotorWalk, Stop, StoppingGraph, Tick, VertexId, VertexMap};

/// How many steps are made between two ticks.
const STRIDE: u64 = 1 << 16;

/// A walk in progress that counts departures.
#[derive(Debug)]
pub(crate) struct Walker<'g> {
    from: VertexId,
    walk: RotorWalk<'g>,
    departures: VertexMap<u64>,
}

impl<'g> Walker<'g> {
    /// A particle on `from`. Time and memory O(|V|).
    pub(crate) fn new(stopping: &StoppingGraph<'g>, rotors: &'g Configuration, from: VertexId) -> Self {
        let departures = VertexMap::filled(stopping.graph().vertex_count(), 0);
        Self { from, walk: RotorWalk::new(stopping, rotors, from), departures }
    }

    /// Walks until the particle halts or has made `most` steps in all; says whether it has halted.
    pub(crate) fn walk_to(&mut self, most: u64, tick: &mut dyn Tick) -> Result<bool, Stop> {
        while !self.walk.has_halted() && self.walk.steps() < most {
            let steps = self.walk.run_counting(STRIDE.min(most - self.walk.steps()), &mut self.departures);
            tick.tick(steps)?;
        }
        Ok(self.walk.has_halted())
    }

    /// The profile of a walk that has halted.
    pub(crate) fn into_profile(self) -> RunProfile {
        let departures = self.departures.as_slice().iter().map(|&count| BigUint::from(count)).collect();
        let (halt, departures) = (self.walk.particle(), VertexMap::from_vec(departures));
        RunProfile { from: self.from, halt, departures, is_run: true, components: ComponentCounts::default() }
    }
}

impl Worker for Walker<'_> {
    fn work(&mut self, operations: u64) -> bool {
        self.walk.run_counting(operations, &mut self.departures);
        self.walk.has_halted()
    }

    fn is_walk(&self) -> bool {
        true
    }
}

/// How many steps are walked, for each vertex, before anything cleverer is tried.
const STEPS_PER_VERTEX: u64 = 16;

/// The run of a particle from `from`: a short walk, and if that is not enough the walk in turns with `search`.
///
/// Time: within a constant of the cheaper of the walk and the search.
pub(crate) fn walk_beside(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    tick: &mut dyn Tick,
    search: impl FnOnce(&mut dyn Tick) -> Result<RunProfile, Stop>,
) -> Result<RunProfile, Stop> {
    let mut walker = Walker::new(stopping, rotors, from);
    if walker.walk_to(STEPS_PER_VERTEX * stopping.graph().vertex_count() as u64 + 1_000, tick)? {
        tick.observe(Event::Detail(format_args!("answered by a short walk")));
        return Ok(walker.into_profile());
    }
    let first = in_turns(&mut walker, tick, search)?;
    first.report("the walk", tick);
    match first {
        First::Worker => Ok(walker.into_profile()),
        First::Search(profile) => Ok(profile),
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
    Ok(walker.into_profile())
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
    Ok(walker.walk_to(most, tick)?.then(|| walker.into_profile()))
}
