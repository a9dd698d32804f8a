//! Many particles: from an instance and counts to a certified answer.

use crate::pipeline::{Options, SolveError, judge};
use crate::solution::Verdict;
use num_bigint::BigUint;
use rotor_certify::certify_route_within;
use rotor_graph::{Claim, Classified, Configuration, Instance, RouteClaim, StoppingGraph, VertexMap};
use rotor_solve::general::ComponentCounts;
use rotor_solve::{Budget, Task, choose};

/// Where many particles end.
#[derive(Clone, Debug)]
pub struct Routing {
    solver: &'static str,
    components: ComponentCounts,
    verdict: Verdict<RouteClaim>,
    rotors: Option<Configuration>,
}

/// Routes all `particles` to sinks and traps: reduce, classify, solve, certify.
///
/// ```
/// let instance = arrival::parse("sink s0\nu1: s0 u2\nu2: u1 s1\nsink s1")?;
/// let particles = rotor_graph::VertexMap::from_vec([0u32, 9, 30, 0].map(Into::into).to_vec());
/// let routing = arrival::route_within(&instance, &particles, &Default::default(), &mut rotor_solve::Unlimited)?;
/// let s1 = instance.vertex("s1").unwrap();
/// assert_eq!(routing.claim().sinks[s1], 23u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn route_within(
    instance: &Instance,
    particles: &VertexMap<BigUint>,
    options: &Options,
    budget: &mut dyn Budget,
) -> Result<Routing, SolveError> {
    let whole = StoppingGraph::of(instance.graph());
    let pieces = Classified::of(&whole);
    let solver = choose(options.solver.as_deref(), Task::Route, pieces.class())?;
    let routed = solver.solve_route(&pieces, instance.rotors(), particles, budget)?;
    let components = routed.components;
    let rotors = routed.rotors_after(&whole, instance.rotors());
    let claim = routed.into_claim(&whole, instance.rotors());
    let verdict = judge(instance, claim, options, budget, certify_route_within)?;
    Ok(Routing { solver: solver.id, components, verdict, rotors })
}

impl Routing {
    /// The solver that found it.
    pub fn solver(&self) -> &'static str {
        self.solver
    }

    /// Who solved the strong components, if they were solved apart.
    pub fn components(&self) -> ComponentCounts {
        self.components
    }

    /// What was found, with what proves it.
    pub fn claim(&self) -> &RouteClaim {
        self.verdict.claim()
    }

    /// Why it was not checked by the judge; none if it was.
    pub fn unchecked_because(&self) -> Option<&str> {
        self.verdict.unchecked_because()
    }

    /// The rotors when all particles have halted; none if only the ends of the particles are known.
    pub fn rotors(&self) -> Option<&Configuration> {
        self.rotors.as_ref()
    }

    /// The certificate, as the JSON that `verify` reads.
    pub fn certificate(&self, instance: &Instance) -> String {
        rotor_format::certificate::write(instance, &Claim::Route(self.claim().clone()))
    }
}
