//! Budgets: how much a solver may do before it has to stop.

use rotor_graph::{Exit, VertexId, amount};
use std::fmt;

/// What a solver asks before it goes on. Clocks, memory limits and Ctrl-C belong to the caller.
pub trait Budget {
    /// Pays for `operations` more elementary operations.
    fn spend(&mut self, operations: u64) -> Outcome<()>;

    /// Pays for operations of a second search, for which a worker beside both is not to get as many. Like any others by
    /// default.
    fn spend_aside(&mut self, operations: u64) -> Outcome<()> {
        self.spend(operations)
    }

    /// Checks whether work may go on, without paying for any. Verification asks this way: its cost is not counted, but
    /// it has to end in time. A budget that wraps another one passes this on.
    fn check(&mut self) -> Outcome<()>;

    /// Calls [`check`](Self::check) if `number` is a multiple of 4,096. For long loops that prepare data and spend nothing.
    fn check_at(&mut self, number: usize) -> Outcome<()> {
        if number.is_multiple_of(1 << 12) { self.check() } else { Ok(()) }
    }

    /// Checks whether `bytes` may be held at once. Without a limit of its own, a budget allows any number.
    fn reserve(&mut self, _bytes: u64) -> Outcome<()> {
        Ok(())
    }

    /// Receives that `done` of about `expected` vertices have been swept. Ignored by default.
    fn report_progress(&mut self, _done: u64, _expected: u64) {}

    /// Receives how far an unsettled flow has come, for the message of a solver that is stopped. Ignored by default.
    fn report_flow(&mut self, _progress: FlowProgress) {}

    /// Receives how many steps a flow of all particles has, once there is one: the run has at most as many, and mostly not
    /// many fewer. Ignored by default.
    fn report_steps(&mut self, _steps: u64) {}

    /// Receives which worker answered, or what it plans, in words. Ignored by default.
    fn report_detail(&mut self, _words: fmt::Arguments<'_>) {}

    /// Receives the exits of those starts that are settled, from a solver for all starts that is stopped. Ignored by default.
    fn report_settled(&mut self, _exits: Vec<(VertexId, Exit)>) {}

    /// Receives that an answer was found and is being verified. Ignored by default.
    fn report_answer(&mut self) {}
}

/// How far a flow has come that is not settled yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FlowProgress {
    /// The number, from 1, of the present strong component in topological order.
    pub component: usize,
    /// The number of components that the particles reach.
    pub components: usize,
    /// The number of vertices of the present component.
    pub vertices: usize,
    /// The number of these vertices that are held while the others settle.
    pub held: usize,
    /// The number of particles, or missing ones, left over on the others; 2⁶⁴ − 1 stands for all greater numbers.
    pub left_over: u64,
}

impl fmt::Display for FlowProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, components, vertices, held, left_over } = self;
        let in_vertices = |count: &usize| amount(count, "vertex", "vertices");
        let left_over = match *left_over {
            u64::MAX => "2⁶⁴ − 1 or more particles".to_owned(),
            few => amount(few, "particle", "particles"),
        };
        write!(f, "strong component {component} of {components} ({}) has ", in_vertices(vertices))?;
        write!(f, "{left_over} left over")?;
        if *held > 0 {
            write!(f, " with {} held", in_vertices(held))?;
        }
        Ok(())
    }
}

/// Why a solver had to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OutOfBudget {
    /// Out of time.
    #[error("out of time")]
    Time,
    /// The operations are used up.
    #[error("out of steps")]
    Operations,
    /// The memory is used up.
    #[error("out of memory")]
    Memory,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// What a solver returns: its result, or why it had to stop.
pub type Outcome<T> = Result<T, OutOfBudget>;

/// No limit on anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Budget for Unlimited {
    fn spend(&mut self, _: u64) -> Outcome<()> {
        Ok(())
    }

    fn check(&mut self) -> Outcome<()> {
        Ok(())
    }
}

/// A budget of this many operations, without other limits.
#[derive(Clone, Copy, Debug)]
pub struct Operations(pub u64);

impl Budget for Operations {
    fn spend(&mut self, operations: u64) -> Outcome<()> {
        self.0 = self.0.checked_sub(operations).ok_or(OutOfBudget::Operations)?;
        Ok(())
    }

    fn check(&mut self) -> Outcome<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_of_an_unsettled_flow_is_one_sentence() {
        let mut progress = FlowProgress { component: 2, components: 3, vertices: 40, held: 0, left_over: 5 };
        let sentence = "strong component 2 of 3 (40 vertices) has 5 particles left over";
        assert_eq!(progress.to_string(), sentence);
        progress.held = 1;
        assert_eq!(progress.to_string(), format!("{sentence} with 1 vertex held"));
    }

    #[test]
    fn operations_are_paid_for_to_the_last_one() {
        let mut budget = Operations(7);
        assert_eq!([budget.spend(3), budget.spend(4)], [Ok(()), Ok(())]);
        assert_eq!([budget.spend(1), budget.check()], [Err(OutOfBudget::Operations), Ok(())]);
    }

    /// F9: `Unlimited` used to refuse more than a gibibyte.
    #[test]
    fn what_is_unlimited_has_no_limit_on_operations_or_memory() {
        assert_eq!([Unlimited.spend(u64::MAX), Unlimited.reserve(u64::MAX), Unlimited.check()], [Ok(()); 3]);
        assert_eq!(Operations(0).reserve(u64::MAX), Ok(()));
    }
}
