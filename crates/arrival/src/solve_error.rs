//! Why there is no answer.

use crate::memory::Bytes;
use rotor_certify::{Refutation, Unproved};
use rotor_graph::Stop;
use rotor_solve::{NoSolver, Unsolved};

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// No solver takes this question.
    #[error(transparent)]
    NoSolver(#[from] NoSolver),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// Even the answer alone would not fit.
    #[error("the answer takes about {needed}, and the memory limit is {allowed}")]
    Memory {
        /// What it takes.
        needed: Bytes,
        /// What may be used.
        allowed: Bytes,
    },
    /// Return flows are those of a tree-like graph.
    #[error("return flows need a tree-like graph, but the edge between {0} and {1} closes a cycle")]
    NotTreeLike(String, String),
    /// Nothing is left when the traps are cut.
    #[error("every vertex lies in a trap, so there are no return flows")]
    Trapped,
    /// The judge refuted our own answer: a mistake in the program.
    #[error("internal error: our answer failed verification: {0}; please report this instance")]
    Refuted(Refutation),
}

impl From<Unproved> for SolveError {
    fn from(unproved: Unproved) -> Self {
        match unproved {
            Unproved::Refuted(refutation) => Self::Refuted(refutation),
            Unproved::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

impl From<Unsolved> for SolveError {
    fn from(unsolved: Unsolved) -> Self {
        match unsolved {
            Unsolved::NoSolver(reason) => Self::NoSolver(reason),
            Unsolved::Stopped(reason) => Self::Stopped(reason),
            // Only who limits the proof is told so, and asks again without it.
            Unsolved::LargeProof(_) => Self::Stopped(Stop::Memory),
        }
    }
}
