//! What an answer costs, in operations: the same on every machine.

use crate::pipeline::{Options, Question, SolveError, solve_within};
use rotor_graph::{Class, Classified, Exit, Instance, StoppingGraph, VertexId};
use rotor_solve::{Budget, FlowProgress, OutOfBudget};
use std::time::{Duration, Instant};

/// What it took to answer an instance, or to give up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cost {
    /// How many operations were paid for.
    pub(crate) operations: u64,
    /// How long that took, the judge included.
    pub(crate) time: Duration,
    /// The solver; none if it gave up.
    pub(crate) solver: Option<&'static str>,
    /// The class of the graph.
    pub(crate) class: Class,
    /// Where the particle ends.
    pub(crate) end: End,
    /// The binary digits of its steps, the sum of the run profile; none if only the end was found.
    pub(crate) bits: Option<u64>,
}

/// Where a particle ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// On the sink of this name.
    Sink(String),
    /// In the trap whose first vertex has this name.
    Trap(String),
    /// Nobody knows: the operations, or the memory of the solver, did not suffice.
    Unknown,
}

/// Counts what is spent, and ends after `most`.
struct Counting<'b> {
    budget: &'b mut dyn Budget,
    spent: u64,
    most: u64,
    /// Why the budget behind it ended: then the count means nothing.
    ended: Option<OutOfBudget>,
}

impl Budget for Counting<'_> {
    fn spend(&mut self, operations: u64) -> Result<(), OutOfBudget> {
        self.spent = self.spent.saturating_add(operations);
        if self.spent > self.most {
            return Err(OutOfBudget::Operations);
        }
        self.budget.spend(operations).inspect_err(|&reason| self.ended = Some(reason))
    }

    fn check(&mut self) -> Result<(), OutOfBudget> {
        self.budget.check().inspect_err(|&reason| self.ended = Some(reason))
    }

    fn keep(&mut self, bytes: u64) -> Result<(), OutOfBudget> {
        self.budget.keep(bytes)
    }

    fn report_flow(&mut self, progress: FlowProgress) {
        self.budget.report_flow(progress);
    }
}

/// Answers where a particle from `from` ends, with at most so many operations, and says what that cost.
pub(super) fn cost_of(
    instance: &Instance,
    from: VertexId,
    options: &Options,
    most: u64,
    budget: &mut dyn Budget,
) -> Result<Cost, SolveError> {
    let mut counting = Counting { budget, spent: 0, most, ended: None };
    let since = Instant::now();
    let solved = solve_within(instance, Question::From(from), options, &mut counting);
    let (time, operations) = (since.elapsed(), counting.spent);
    if let Some(reason) = counting.ended {
        return Err(reason.into());
    }
    let solution = match solved {
        Ok(solution) => solution,
        Err(SolveError::OutOfBudget(_)) => {
            let class = Classified::of(&StoppingGraph::of(instance.graph())).class();
            return Ok(Cost { operations, time, solver: None, class, end: End::Unknown, bits: None });
        }
        Err(error) => return Err(error),
    };
    let (solver, class) = (Some(solution.solver()), solution.sizes().class);
    let row = solution.exits().next();
    let name = |u: VertexId| instance.name(u).to_owned();
    let end = row.map_or(End::Unknown, |row| match row.exit {
        Exit::Sink(sink) => End::Sink(name(sink)),
        Exit::Trap(trap) => End::Trap(name(solution.traps()[trap][0])),
    });
    let bits = row.and_then(|row| row.steps).map(num_bigint::BigUint::bits);
    Ok(Cost { operations, time, solver, class, end, bits })
}
