//! Budgets: how much a solver may do before it has to stop.

/// What a solver asks before it goes on. Clocks, memory limits and Ctrl-C live with the caller.
pub trait Budget {
    /// Pays for `operations` more elementary operations, or says why there will be none.
    fn spend(&mut self, operations: u64) -> Result<(), OutOfBudget>;
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
