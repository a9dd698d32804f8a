//! What solvers hand out: a run and who solved its components, or why there is no answer.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_graph::{Claim, Exit, FlowClaim, Stop, StoppingGraph, StrategySet, VertexId, VertexMap};

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

// Run profiles: how often a walk leaves each vertex.

/// The run profile of the maximal walk of one particle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunProfile {
    /// Where the particle starts.
    pub from: VertexId,
    /// The vertex it halts on: a sink, or the first vertex of a trap that it enters.
    pub halt: VertexId,
    /// How often it leaves each vertex.
    pub departures: VertexMap<BigUint>,
    /// Whether they are those of the walk. If not, they are a switching flow with cycles besides the walk: it proves
    /// where the walk ends, not how long it is.
    pub is_run: bool,
    /// Who solved the strong components, if they were solved separately.
    pub components: ComponentCounts,
}

impl RunProfile {
    /// The sum of all departures: the number of steps, if this is the run.
    pub fn steps(&self) -> BigUint {
        // Most counts fit a word, and their sum a double word.
        let (mut small, mut large) = (0u128, BigUint::ZERO);
        for count in self.departures.as_slice() {
            match count.to_u64() {
                Some(count) => small += u128::from(count),
                None => large += count,
            }
        }
        large + small
    }

    /// "The walk from here ends there", and after how many steps if this is the run, with the profile as its proof.
    pub fn into_claim(self, stopping: &StoppingGraph<'_>) -> Claim {
        let steps = self.is_run.then(|| self.steps());
        let Self { from, halt, departures, .. } = self;
        Claim::Flow(match stopping.exit_at(halt) {
            Some(Exit::Trap(trap)) => {
                let trap = stopping.traps().members()[trap].clone();
                FlowClaim::trap(from, trap, departures, steps)
            }
            _ => FlowClaim::walk(from, halt, departures, steps),
        })
    }
}

// Which solver took how many strong components.

/// How many strong components each of the solvers took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ComponentCounts {
    /// One vertex, left by a division.
    pub division: usize,
    /// The simple path, in closed form, for any number of particles.
    pub path: usize,
    /// A tree that one particle enters, by return flows.
    pub tree: usize,
    /// Anything else, by guesses.
    pub flow: usize,
}

impl ComponentCounts {
    /// The names of the solvers with how many components each took, those that took none left out.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, usize)> + use<> {
        let Self { division, path, tree, flow } = *self;
        let all = [("division", division), ("path", path), ("tree", tree), ("flow", flow)];
        all.into_iter().filter(|&(_, count)| count > 0)
    }
}
