//! The pipeline: from an instance and a question to a judged answer, one screen long.

use crate::context::Context;
use crate::game;
use crate::judged::Judged;
use crate::memory::Bytes;
use crate::solution::{Finding, Sizes, Solution};
use crate::timings::Stage;
use crate::tree_exits;
use rotor_certify::{Certified, Refutation, Unproved, certify_within};
use rotor_graph::{Classified, Instance, StoppingGraph, StrategySet, Value, VertexId};
use rotor_solve::general::ComponentCounts;
use rotor_solve::{Budget, NoSolver, OutOfBudget, Task, Unsolved, choose};

/// What is asked of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Where does a particle put on this vertex end? In a game: what can the players secure from it?
    From(VertexId),
    /// The same for every vertex.
    All,
}

/// How to answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The solver to use, by name; by default the first that takes the question.
    pub solver: Option<String>,
    /// Whether the judge checks the answer before it is returned.
    pub check: bool,
    /// Whether the certificate itself is wanted: then it is kept even if the answer is not checked, and however long its
    /// numbers are.
    pub certificate: bool,
    /// What the strategies of a game may decide.
    pub strategies: StrategySet,
    /// What a play that never exits is worth.
    pub endless_value: Value,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            solver: None,
            check: true,
            certificate: true,
            strategies: StrategySet::Start,
            endless_value: 0,
        }
    }
}

/// Why an answer that was found has no proof, when the caller asked for none.
pub(crate) const NO_CHECK: &str = "the check was switched off";

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// No solver takes this question.
    #[error(transparent)]
    NoSolver(#[from] NoSolver),
    /// The budget did not suffice.
    #[error(transparent)]
    OutOfBudget(#[from] OutOfBudget),
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

impl From<Unsolved> for SolveError {
    fn from(unsolved: Unsolved) -> Self {
        match unsolved {
            Unsolved::NoSolver(reason) => Self::NoSolver(reason),
            Unsolved::OutOfBudget(reason) => Self::OutOfBudget(reason),
        }
    }
}

/// Answers `question` about `instance`: cut traps, classify, solve, judge.
pub fn solve_within<'i>(
    instance: &'i Instance,
    question: Question,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Solution>, SolveError> {
    context.stage(Stage::Prepare);
    let players = instance.player_count();
    if players == 0
        && let Some(found) = tree_exits::solve(instance, question, options, context)?
    {
        return Ok(found);
    }
    let whole = StoppingGraph::of(instance.graph());
    let pieces = Classified::of(&whole);
    let class = pieces.class();
    let about = |solver, components, finding| {
        let (sizes, traps) = (Sizes::of(instance, players, class), whole.traps().members().to_vec());
        Solution { sizes, solver, components, traps, question, finding, timings: Default::default() }
    };
    let judged = if players > 0 {
        let (solver, found) = game::solve(instance, &pieces, question, options, context)?;
        found.map(|found| about(solver.id, ComponentCounts::default(), Finding::Game(found)))
    } else {
        context.stage(Stage::Solve);
        let choose = |task, class| choose(options.solver.as_deref(), task, class);
        let (solver, components, claim) = match question {
            Question::From(from) => {
                let reached = whole.reached_from(from);
                let piece = Classified::rooted_at(&reached, from);
                let solver = choose(Task::Exit, piece.class())?;
                let profile = solver.solve_exit(&piece, instance.rotors(), from, context)?;
                (solver, profile.components, profile.into_claim(&whole))
            }
            Question::All => {
                let solver = choose(Task::ExitPattern, class)?;
                let claim = solver.solve_exit_pattern(&pieces, instance.rotors(), context)?;
                (solver, ComponentCounts::default(), claim)
            }
        };
        judge(instance, claim, options.check, context, certify_within)?
            .map(|claim| about(solver.id, components, Finding::Claim(claim)))
    };
    Ok(timed(judged, context))
}

/// The solution with the times that its stages took.
pub(crate) fn timed<'i>(judged: Judged<'i, Solution>, context: &mut Context<'_>) -> Judged<'i, Solution> {
    // Ends the stage at hand.
    context.stage(Stage::Check);
    let timings = context.timings();
    judged.map(|solution| Solution { timings, ..solution })
}

/// Lets the judge prove `claim` within the limits, if it is to be checked.
///
/// An answer found with the last of the budget is still verified: limits that were used up before do not stop the judge.
/// The judge pays for nothing, since what an answer costs is what finding it costs.
pub(crate) fn judge<'i, C>(
    instance: &'i Instance,
    claim: C,
    check: bool,
    context: &mut Context<'_>,
    certify: impl FnOnce(&Instance, C, &mut dyn FnMut() -> bool) -> Result<Certified<C>, Unproved>,
) -> Result<Judged<'i, C>, SolveError> {
    context.stage(Stage::Check);
    if !check {
        return Ok(Judged::unchecked(instance, claim, NO_CHECK));
    }
    let used_up = context.check().is_err();
    let go_on = || if used_up { Ok(()) } else { context.check() };
    let certified = prove(instance, claim, go_on, certify)?;
    Ok(Judged::proved(instance, certified, |claim| claim))
}

/// Lets the judge prove `claim` as long as `go_on` does not stop it.
pub(crate) fn prove<C>(
    instance: &Instance,
    claim: C,
    mut go_on: impl FnMut() -> Result<(), OutOfBudget>,
    certify: impl FnOnce(&Instance, C, &mut dyn FnMut() -> bool) -> Result<Certified<C>, Unproved>,
) -> Result<Certified<C>, SolveError> {
    let mut left = Ok(());
    let certified = certify(instance, claim, &mut || {
        left = go_on();
        left.is_ok()
    });
    certified.map_err(|unproved| match (unproved, left) {
        (Unproved::Refuted(refutation), _) => SolveError::Refuted(refutation),
        (Unproved::Stopped, Err(reason)) => SolveError::OutOfBudget(reason),
        (Unproved::Stopped, Ok(())) => unreachable!("the judge stops only when it is told to"),
    })
}
