//! The pipeline: from an instance and a question to a certified answer, one screen long.

use crate::all_exits::{self, FoundExits, Proof};
use crate::game;
use crate::memory::Bytes;
use crate::solution::{Finding, Sizes, Solution, Unchecked, Verdict};
use crate::timings::Timings;
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
    /// Whether the certificate is asked for: then it is kept if nobody checks it, and however long its numbers are.
    pub certificate: bool,
    /// About how many bytes may be used.
    pub memory: u64,
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
            memory: u64::MAX,
            strategies: StrategySet::Start,
            endless_value: 0,
        }
    }
}

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
    #[error("the answer takes about {needed}, and --memory allows {allowed}")]
    Memory {
        /// What it takes.
        needed: Bytes,
        /// What may be used.
        allowed: Bytes,
    },
    /// The judge refuted our own answer: a mistake in the program.
    #[error("our own answer failed the judge: {0}; please report this instance")]
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

/// Answers `question` about `instance`: reduce, classify, solve, certify.
pub fn solve_within<'i>(
    instance: &'i Instance,
    question: Question,
    options: &Options,
    budget: &mut dyn Budget,
) -> Result<Solution<'i>, SolveError> {
    let mut timings = Timings::start();
    let players = instance.player_count();
    let is_for_trees = players == 0 && options.solver.as_deref().is_none_or(|id| id == "tree");
    if is_for_trees {
        budget.spend(instance.graph().arc_count() as u64)?;
        let found = match question {
            Question::All => all_exits::of_forest(instance, options, budget)?,
            Question::From(from) => all_exits::of_start(instance, from, budget)?,
        };
        if let Some(found) = found {
            return of_forest(instance, question, options, found, budget, timings);
        }
    }
    let whole = StoppingGraph::of(instance.graph());
    let pieces = Classified::of(&whole);
    let class = pieces.class();
    let solver = |task, class| choose(options.solver.as_deref(), task, class);
    timings.prepared();

    let mut components = ComponentCounts::default();
    let (solver, finding) = if players > 0 {
        let (solver, found) = game::solve(instance, &whole, question, options, budget, || timings.solved())?;
        (solver, Finding::Game(found))
    } else {
        let (solver, claim) = match question {
            Question::From(from) => {
                let reached = whole.reached_from(from);
                let piece = Classified::rooted_at(&reached, from);
                let solver = solver(Task::Exit, piece.class())?;
                let profile = solver.solve_exit(&piece, instance.rotors(), from, budget)?;
                components = profile.components;
                (solver, profile.into_claim(&whole))
            }
            Question::All => {
                let solver = solver(Task::ExitPattern, class)?;
                (solver, solver.solve_exit_pattern(&pieces, instance.rotors(), budget)?)
            }
        };
        timings.solved();
        (solver, Finding::Exits(judge(instance, claim, options, budget, certify_within)?))
    };
    timings.checked();
    let sizes = Sizes::of(instance, players, class);
    Ok(Solution {
        instance,
        sizes,
        solver: solver.id,
        components,
        traps: whole.traps().members().to_vec(),
        question,
        finding,
        timings,
    })
}

/// The answer on a tree-like graph, certified if there is something to certify.
fn of_forest<'i>(
    instance: &'i Instance,
    question: Question,
    options: &Options,
    found: FoundExits,
    budget: &mut dyn Budget,
    mut timings: Timings,
) -> Result<Solution<'i>, SolveError> {
    let FoundExits { class, traps, proof } = found;
    let task = if question == Question::All { Task::ExitPattern } else { Task::Exit };
    let solver = choose(options.solver.as_deref(), task, class)?;
    timings.solved();
    let finding = match proof {
        Proof::Claim(claim) => Finding::Exits(judge(instance, claim, options, budget, certify_within)?),
        Proof::None { exits, because } => Finding::Unproved { exits, because },
    };
    timings.checked();
    let sizes = Sizes::of(instance, 0, class);
    let components = ComponentCounts::default();
    Ok(Solution { instance, sizes, solver: solver.id, components, traps, question, finding, timings })
}

/// Lets the judge prove `claim` within the budget, unless nobody wants that.
pub(crate) fn judge<T>(
    instance: &Instance,
    claim: T,
    options: &Options,
    budget: &mut dyn Budget,
    certify: impl FnOnce(&Instance, T, &mut dyn FnMut() -> bool) -> Result<Certified<T>, Unproved>,
) -> Result<Verdict<T>, SolveError> {
    if !options.check {
        return Ok(Verdict::Unchecked(Unchecked { claim, because: "--no-check was given".to_owned() }));
    }
    within(budget, |go_on| certify(instance, claim, go_on)).map(Verdict::Certified)
}

/// What the judge finds before the budget stops it. An answer found with the last of the budget is still verified.
/// The judge pays for nothing: what an answer costs is what finding it costs.
pub(crate) fn within<T>(
    budget: &mut dyn Budget,
    certify: impl FnOnce(&mut dyn FnMut() -> bool) -> Result<T, Unproved>,
) -> Result<T, SolveError> {
    budget.report_answer();
    let used_up = budget.check().is_err();
    let mut left = Ok(());
    let found = certify(&mut || {
        left = if used_up { Ok(()) } else { budget.check() };
        left.is_ok()
    });
    found.map_err(|unproved| match (unproved, left) {
        (Unproved::Refuted(refutation), _) => SolveError::Refuted(refutation),
        (Unproved::Stopped, Err(reason)) => SolveError::OutOfBudget(reason),
        (Unproved::Stopped, Ok(())) => unreachable!("the judge stops only if it is told to"),
    })
}
