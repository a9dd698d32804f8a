//! The pipeline: from an instance and a question to a judged answer, one screen long.

use crate::context::Context;
use crate::game;
use crate::judged::Judged;
use crate::judging::judge;
use crate::question::{Options, Question};
use crate::settled::Settled;
use crate::solution::{Finding, Sizes, Solution};
use crate::solve_error::SolveError;
use crate::sweeps;
use crate::timings::{Stage, Timings};
use rotor_certify::certify_within;
use rotor_graph::{Classified, Instance, Rooted, StoppingGraph};
use rotor_solve::{ComponentCounts, Task, Unsolved, choose};

/// Answers `question` about `instance`: sweep it as it is if a solver can; else cut traps, classify, solve, judge.
///
/// The reported class is that of the whole graph. The solver for one start is chosen by what the start reaches, which
/// may be simpler.
///
/// Cost: that of the solver chosen, which its row of the registry states, and O(|A|) operations for the judge. On tree-like
/// graphs both are O(|A|) operations on integers of O(|A|) bits.
pub fn solve_within<'i>(
    instance: &'i Instance,
    question: Question,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Solution>, SolveError> {
    context.stage(Stage::Prepare);
    let players = instance.player_count();
    if players == 0
        && let Some(found) = sweeps::solve(instance, question, options, context)?
    {
        return Ok(found);
    }
    let whole = StoppingGraph::of(instance.graph());
    let pieces = Classified::of(&whole);
    if players == 0
        && question == Question::All
        && let Some(found) = sweeps::instead_of_large_flows(instance, &pieces, options, context)?
    {
        return Ok(found);
    }
    let class = pieces.class();
    let about = |solver, components, finding| {
        let (sizes, traps) = (Sizes::of(instance, players, class), whole.traps().members().to_vec());
        Solution { sizes, solver, components, traps, question, finding, timings: Timings::default() }
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
                let piece = Rooted::at(&reached, from);
                let solver = choose(Task::Exit, piece.class())?;
                let profile = solver.solve_exit(&piece, instance.rotors(), context)?;
                (solver, profile.components, profile.into_claim(&whole))
            }
            Question::All => {
                let solver = choose(Task::ExitPattern, class)?;
                let claim = match solver.solve_exit_pattern(&pieces, instance.rotors(), context) {
                    Err(Unsolved::OutOfBudget(reason)) => {
                        let settled = Settled::of(context.take_settled(), reason, &whole).ok_or(reason)?;
                        let because = settled.to_string();
                        let found = about(solver.id, ComponentCounts::default(), Finding::Settled(settled));
                        return Ok(Judged::unchecked(instance, found, because).timed(context));
                    }
                    found => found?,
                };
                (solver, ComponentCounts::default(), claim)
            }
        };
        judge(instance, claim, options.check, context, certify_within)?
            .map(|claim| about(solver.id, components, Finding::Claim(claim)))
    };
    Ok(judged.timed(context))
}
