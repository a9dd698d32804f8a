//! Many particles: from an instance and counts to a judged answer.

use crate::context::Context;
use crate::judged::Judged;
use crate::judging::judge;
use crate::pipeline;
use crate::question::Options;
use crate::solve_error::SolveError;
use crate::timings::Stage;
use num_bigint::{BigInt, BigUint};
use rotor_algebra::after_signed_route;
use rotor_graph::{Claim, Configuration, FlowClaim, Instance, VertexMap};
use rotor_solve::{ComponentCounts, Task, View};

/// Where many particles end.
#[derive(Clone, Debug)]
pub struct Routing {
    solver: &'static str,
    components: ComponentCounts,
    claim: FlowClaim,
    rotors: Option<Configuration>,
}

/// Routes all `particles` to sinks and traps, by the first solver that takes them.
///
/// Cost: that of the solver chosen, which its row of the registry states, and O(|A|) operations for the judge.
///
/// ```
/// let instance = arrival::parse("sink s0\nu1: s0 u2\nu2: u1 s1\nsink s1")?;
/// let particles = rotor_graph::VertexMap::from_vec([0u32, 9, 30, 0].map(Into::into).to_vec());
/// let routing = arrival::route(&instance, &particles, &Default::default(), &mut Default::default())?;
/// let s1 = instance.vertex("s1").unwrap();
/// assert_eq!(routing.claim().stays[s1], 23u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn route<'i>(
    instance: &'i Instance,
    particles: &VertexMap<BigUint>,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Routing>, SolveError> {
    context.stage(Stage::Solve);
    let view = View::of(instance);
    let (solver, claim, components) = pipeline::claim(&Task::Route(particles), &view, options, context)?;
    let Claim::Flow(claim) = claim else { unreachable!("particles are routed") };
    let judged = judge(instance, claim, options.check, context)?;
    Ok(judged.map(|claim| {
        // Read off what the judge has seen. Only departures that are the run itself leave the rotors of the end.
        let is_run = claim.steps.is_some();
        let rotors = is_run.then(|| instance.rotors().after(instance.graph(), &claim.departures));
        Routing { solver: solver.id, components, claim, rotors }
    }))
}

impl Routing {
    /// The solver that found it.
    pub fn solver(&self) -> &'static str {
        self.solver
    }

    /// Which solver took how many strong components, if they were solved separately.
    pub fn components(&self) -> ComponentCounts {
        self.components
    }

    /// What was found, with what proves it.
    pub fn claim(&self) -> &FlowClaim {
        &self.claim
    }

    /// The rotors when all particles have halted; none if only the ends of the particles are known.
    pub fn rotors(&self) -> Option<&Configuration> {
        self.rotors.as_ref()
    }
}

impl Judged<'_, Routing> {
    /// The certificate, as the JSON that `verify` reads.
    pub fn certificate(&self) -> String {
        rotor_format::certificate::write(self.instance(), &Claim::Flow(self.claim.clone()))
    }
}

/// Where particles and antiparticles end.
#[derive(Clone, Debug)]
pub struct SignedRouting {
    /// What was found, with what proves it.
    pub claim: FlowClaim<BigInt>,
    /// The rotors afterwards.
    pub rotors: Configuration,
}

/// Routes particles and antiparticles, all particles first.
///
/// Cost: that of two runs of many particles.
pub fn route_signed<'i>(
    instance: &'i Instance,
    particles: &VertexMap<BigInt>,
    check: bool,
    context: &mut Context<'_>,
) -> Result<Judged<'i, SignedRouting>, SolveError> {
    context.stage(Stage::Solve);
    let claim = rotor_algebra::route_signed(instance.graph(), instance.rotors(), particles, context)?;
    let judged = judge(instance, claim, check, context)?;
    Ok(judged.map(|claim| {
        // Read off the departures that the judge has seen.
        let rotors = after_signed_route(instance.graph(), instance.rotors(), &claim.departures);
        SignedRouting { claim, rotors }
    }))
}
