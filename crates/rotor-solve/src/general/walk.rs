//! Simulation: the walk made step by step.

use super::component::ComponentCounts;
use crate::budget::{Budget, Outcome};
use crate::run_profile::RunProfile;
use num_bigint::BigUint;
use rotor_graph::{Configuration, RotorWalk, StoppingGraph, VertexId, VertexMap};

/// How many steps are made between two looks at the budget.
const STRIDE: u64 = 1 << 16;

/// Walks from `from` until the particle halts, counting departures.
///
/// Time O(|V| + steps), exponential at worst [ACD22, `expchain`]; finite [ACD22, `lem:finiteRotorWalk`].
pub fn simulate(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    budget: &mut dyn Budget,
) -> Outcome<RunProfile> {
    let mut walk = RotorWalk::new(stopping, rotors, from);
    let mut departures = VertexMap::filled(stopping.graph().vertex_count(), 0u64);
    while !walk.has_halted() {
        let steps = walk.run_counting(STRIDE, &mut departures);
        budget.spend(steps)?;
    }
    Ok(profile(from, &walk, &departures))
}

/// Walks from `from` for at most `most` steps: the profile, if that was enough.
///
/// Time O(|V| + `most`).
pub(crate) fn simulate_briefly(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    most: u64,
    budget: &mut dyn Budget,
) -> Outcome<Option<RunProfile>> {
    let mut walk = RotorWalk::new(stopping, rotors, from);
    let mut departures = VertexMap::filled(stopping.graph().vertex_count(), 0u64);
    while !walk.has_halted() && walk.steps() < most {
        let steps = walk.run_counting(STRIDE.min(most - walk.steps()), &mut departures);
        budget.spend(steps)?;
    }
    Ok(walk.has_halted().then(|| profile(from, &walk, &departures)))
}

fn profile(from: VertexId, walk: &RotorWalk<'_>, departures: &VertexMap<u64>) -> RunProfile {
    let departures = departures.as_slice().iter().map(|&count| BigUint::from(count)).collect();
    let (halt, departures) = (walk.particle(), VertexMap::from_vec(departures));
    RunProfile { from, halt, departures, is_run: true, components: ComponentCounts::default() }
}
