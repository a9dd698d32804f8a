//! What an answer costs, in operations: the same on every machine.

use crate::context::Context;
use crate::pipeline::solve;
use crate::question::{Options, Question};
use crate::solve_error::SolveError;
use rotor_graph::{Class, Classified, Exit, Instance, Stop, StoppingGraph, VertexId};
use std::time::Duration;

/// What it took to answer an instance, or to give up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cost {
    /// How many operations were paid for.
    pub operations: u64,
    /// How long that took, the judge included.
    pub time: Duration,
    /// The solver; none if it gave up.
    pub solver: Option<&'static str>,
    /// The class of the graph.
    pub class: Class,
    /// Where the particle ends.
    pub end: ParticleEnd,
    /// The binary digits of its steps, the sum of the run profile; none if only the end was found.
    pub bits: Option<u64>,
}

/// Where a particle ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParticleEnd {
    /// On the sink of this name.
    Sink(String),
    /// In the trap whose first vertex has this name.
    Trap(String),
    /// Not found: the operations, or the memory of the solver, did not suffice.
    Unknown,
}

/// Answers where a particle from `from` ends with at most `most` operations, and measures what that cost.
pub(super) fn cost_of(
    instance: &Instance,
    from: VertexId,
    options: &Options,
    most: u64,
    context: &mut Context<'_>,
) -> Result<Cost, SolveError> {
    let since = context.now();
    let mut counting = context.with_own_count(most);
    let solved = solve(instance, Question::From(from), options, &mut counting);
    let (operations, ended) = (counting.operations(), counting.ended());
    let time = context.now().saturating_sub(since);
    // A solver that is stopped may return a part of its answer; if more than its own count stopped it, so is the hunt.
    if let Some(reason) = ended.filter(|&reason| reason != Stop::Operations) {
        return Err(reason.into());
    }
    let solution = match solved {
        Ok(solution) => solution,
        Err(SolveError::Stopped(_)) => {
            let class = Classified::of(&StoppingGraph::of(instance.graph())).class();
            return Ok(Cost { operations, time, solver: None, class, end: ParticleEnd::Unknown, bits: None });
        }
        Err(error) => return Err(error),
    };
    let (solver, class) = (Some(solution.solver()), solution.sizes().class);
    let row = solution.exits().next();
    let name = |u: VertexId| instance.name(u).to_owned();
    let end = row.map_or(ParticleEnd::Unknown, |row| match row.exit {
        Exit::Sink(sink) => ParticleEnd::Sink(name(sink)),
        Exit::Trap(trap) => ParticleEnd::Trap(name(solution.traps()[trap][0])),
    });
    let bits = row.and_then(|row| row.steps).map(num_bigint::BigUint::bits);
    Ok(Cost { operations, time, solver, class, end, bits })
}
