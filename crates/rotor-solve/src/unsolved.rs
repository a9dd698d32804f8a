//! Why there is no answer: the question is not one for the solver, or it was stopped.

use rotor_graph::{Stop, StrategySet};

/// An answer, or why there is none.
pub type Solved<T> = Result<T, Unsolved>;

/// A question is not for this solver: it answers no such questions, or the graph is not of the kind that it is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the solver does not take such a question on such a graph")]
pub struct Declined;

impl From<Declined> for Unsolved {
    fn from(declined: Declined) -> Self {
        Self::NoSolver(declined.into())
    }
}

/// Why no solver answers a question.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSolver {
    /// It is for another one.
    #[error(transparent)]
    Declined(#[from] Declined),
    /// No solver has that name.
    #[error("there is no solver {0}; see `arrival solvers`")]
    Unknown(String),
    /// It does not answer such questions on such graphs.
    #[error("solver {id} does not take {words} on a {class} graph; see `arrival solvers`")]
    Declines {
        /// Its name.
        id: &'static str,
        /// The question.
        words: &'static str,
        /// The class of the graph.
        class: &'static str,
    },
    /// It answers such questions on such graphs, but not this one.
    #[error("solver {id} {because}; see `arrival solvers`")]
    Unfit {
        /// Its name.
        id: &'static str,
        /// What it needs.
        because: &'static str,
    },
    /// The game is too large to be searched.
    #[error(
        "a search takes at most {limit} {what}, and this game has {size}; a tree-like graph needs no search"
    )]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        size: String,
        /// How many may be.
        limit: u64,
    },
    /// It solves games for players who pick initial arcs, and no others.
    #[error("strategies `{}` need solver game or exhaustive, not {id}", set.name())]
    Strategies {
        /// Its name.
        id: &'static str,
        /// What the players were to decide.
        set: StrategySet,
    },
}

/// Why a solver returns no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// The question is not one of its own.
    #[error(transparent)]
    NoSolver(#[from] NoSolver),
    /// The numbers of the proof that is wanted would take this many bytes, which is more than they may.
    #[error("the proof would take {0} bytes")]
    LargeProof(u64),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}
