//! Particles that have been routed to sinks and traps.

use crate::component_counts::ComponentCounts;
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{Configuration, Exit, FlowClaim, FlowShape, StoppingGraph, VertexMap};

/// The run of many particles. The order in which they move does not matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Routed {
    /// How many particles were put on each vertex.
    pub particles: VertexMap<BigUint>,
    /// How often particles leave each vertex.
    pub departures: VertexMap<BigUint>,
    /// Whether they are those of the run. If not, they are a switching flow with cycles besides the run: it proves how many
    /// particles end where, not how many steps they make.
    pub is_run: bool,
    /// Which solver took how many strong components, if they were solved separately.
    pub components: ComponentCounts,
}

impl Routed {
    /// The number of steps of all particles together, if this is the run.
    pub fn steps(&self) -> BigUint {
        self.departures.as_slice().iter().sum()
    }

    /// The claim of how many end on each sink and in each trap, with the departures that prove it.
    pub fn into_claim(self, stopping: &StoppingGraph<'_>, rotors: &Configuration) -> FlowClaim {
        let graph = stopping.graph();
        let steps = self.is_run.then(|| self.steps());
        let mut sinks = VertexMap::filled(graph.vertex_count(), BigUint::zero());
        let mut trapped = vec![BigUint::zero(); stopping.traps().len()];
        let mut arrive = |v, count: &BigUint| match stopping.exit_at(v) {
            Some(Exit::Sink(sink)) => sinks[sink] += count,
            Some(Exit::Trap(trap)) => trapped[trap] += count,
            None => {}
        };
        for u in graph.vertices() {
            arrive(u, &self.particles[u]);
        }
        for u in stopping.active_vertices().filter(|&u| !self.departures[u].is_zero()) {
            for (a, uses) in rotors.uses(graph, u, &self.departures[u]) {
                arrive(graph.head(a), &uses);
            }
        }
        let Self { particles, departures, .. } = self;
        let traps = stopping.traps().members().to_vec();
        let (supply, stays) = (particles.into(), sinks.into());
        FlowClaim { shape: FlowShape::Route, supply, traps, departures, stays, trapped, steps }
    }
}
