//! Run profiles: how often a walk leaves each vertex.

use crate::component_counts::ComponentCounts;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_graph::{Claim, Exit, FlowClaim, StoppingGraph, VertexId, VertexMap};

/// The run profile of the maximal walk of one particle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunProfile {
    /// Where the particle starts.
    pub from: VertexId,
    /// The vertex it halts on: a sink, or the first vertex of a trap that it enters.
    pub halt: VertexId,
    /// How often it leaves each vertex.
    pub departures: VertexMap<BigUint>,
    /// Whether they are those of the walk. If not, they are a switching flow with cycles besides the walk: it proves
    /// where the walk ends, not how long it is.
    pub is_run: bool,
    /// Who solved the strong components, if they were solved separately.
    pub components: ComponentCounts,
}

impl RunProfile {
    /// The sum of all departures: the number of steps, if this is the run.
    pub fn steps(&self) -> BigUint {
        // Most counts fit a word, and their sum a double word.
        let (mut small, mut large) = (0u128, BigUint::ZERO);
        for count in self.departures.as_slice() {
            match count.to_u64() {
                Some(count) => small += u128::from(count),
                None => large += count,
            }
        }
        large + small
    }

    /// "The walk from here ends there", and after how many steps if this is the run, with the profile as its proof.
    pub fn into_claim(self, stopping: &StoppingGraph<'_>) -> Claim {
        let steps = self.is_run.then(|| self.steps());
        let Self { from, halt, departures, .. } = self;
        Claim::Flow(match stopping.exit_at(halt) {
            Some(Exit::Trap(trap)) => {
                let trap = stopping.traps().members()[trap].clone();
                FlowClaim::trap(from, trap, departures, steps)
            }
            _ => FlowClaim::walk(from, halt, departures, steps),
        })
    }
}
