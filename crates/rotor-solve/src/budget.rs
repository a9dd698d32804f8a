//! Budgets: how much a solver may do before it has to stop.

use std::fmt;

/// How many bytes are kept at once if nobody says how many may.
const DEFAULT_BYTES: u64 = 1 << 30;

/// What a solver asks before it goes on. Clocks, memory limits and Ctrl-C live with the caller.
pub trait Budget {
    /// Pays for `operations` more elementary operations, or says why there will be none.
    fn spend(&mut self, operations: u64) -> Result<(), OutOfBudget>;

    /// Hears that so many of about so many pieces of work are done, for whoever watches. By default nobody does.
    fn advance(&mut self, _done: u64, _expected: u64) {}

    /// Says whether so many bytes may be kept at once. By default a gibibyte may.
    fn keep(&mut self, bytes: u64) -> Result<(), OutOfBudget> {
        if bytes > DEFAULT_BYTES { Err(OutOfBudget::Memory) } else { Ok(()) }
    }

    /// Hears how far the work has come, for whoever asks when it ends early. By default nobody does.
    fn note(&mut self, _known: Known) {}
}

/// How far a flow has come that is not settled yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// The number, from 1, of the strong component at hand in topological order.
    pub component: usize,
    /// How many components the particles reach.
    pub components: usize,
    /// How many vertices this one has.
    pub vertices: usize,
    /// How many of them are held while the others settle.
    pub held: usize,
    /// How many particles, or missing ones, are left over on the others; at most 2^64 − 1 is said.
    pub left_over: u64,
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, components, vertices, held, left_over } = self;
        write!(
            f,
            "strong component {component} of {components}, of {vertices} vertices, has {left_over} particles left over"
        )?;
        if *held > 0 { write!(f, " with {held} vertices held") } else { Ok(()) }
    }
}

/// Why a solver had to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OutOfBudget {
    /// The time is over.
    #[error("out of time")]
    Time,
    /// The operations are used up.
    #[error("out of steps")]
    Operations,
    /// There is no more memory.
    #[error("out of memory")]
    Memory,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// What a solver hands back: its result, or why it had to stop.
pub type Outcome<T> = Result<T, OutOfBudget>;

/// No limit at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Budget for Unlimited {
    fn spend(&mut self, _: u64) -> Result<(), OutOfBudget> {
        Ok(())
    }
}

/// So many operations and no more.
#[derive(Clone, Copy, Debug)]
pub struct Operations(pub u64);

impl Budget for Operations {
    fn spend(&mut self, operations: u64) -> Result<(), OutOfBudget> {
        self.0 = self.0.checked_sub(operations).ok_or(OutOfBudget::Operations)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_an_unsettled_flow_is_one_sentence() {
        let mut known = Known { component: 2, components: 3, vertices: 40, held: 0, left_over: 5 };
        let sentence = "strong component 2 of 3, of 40 vertices, has 5 particles left over";
        assert_eq!(known.to_string(), sentence);
        known.held = 1;
        assert_eq!(known.to_string(), format!("{sentence} with 1 vertices held"));
    }

    #[test]
    fn operations_are_paid_for_to_the_last_one() {
        let mut budget = Operations(7);
        assert_eq!([budget.spend(3), budget.spend(4)], [Ok(()), Ok(())]);
        assert_eq!(budget.spend(1), Err(OutOfBudget::Operations));
        assert_eq!(Unlimited.spend(u64::MAX), Ok(()));
    }

    #[test]
    fn a_gibibyte_may_be_kept_and_not_a_byte_more() {
        assert_eq!(Unlimited.keep(1 << 30), Ok(()));
        assert_eq!(
            [(1 << 30) + 1, u64::MAX].map(|bytes| Unlimited.keep(bytes)),
            [Err(OutOfBudget::Memory); 2]
        );
    }
}
