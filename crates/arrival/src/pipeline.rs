//! The pipeline: from an instance and a question to a judged answer, one screen long.

use crate::context::Context;
use crate::game::{self, GameFinding};
use crate::judged::Judged;
use crate::judging::judge;
use crate::play::decided;
use crate::prepared::Prepared;
use crate::question::{Options, Question};
use crate::settled::Settled;
use crate::solution::{Finding, Sizes, Solution};
use crate::solve_error::SolveError;
use crate::sweeps;
use crate::timings::Stage;
use rotor_graph::{Exit, Instance, Stop};
use rotor_solve::{ComponentCounts, Solver, Task, Unsolved};

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
    Prepared::ask(instance, options, context, |ready, context| {
        if players == 0
            && question == Question::All
            && let Some(found) = sweeps::instead_of_large_flows(ready, context)?
        {
            return Ok(found);
        }
        let about = |solver: &Solver, components, finding| {
            let sizes = Sizes::of(instance, players, ready.pieces.class());
            let traps = ready.whole().traps().members().to_vec();
            Solution::new(question, finding, solver, components, sizes, traps)
        };
        if players > 0 {
            let (solver, found) = game::solve(ready, question, context)?;
            let found = with_judged_end(found, instance, options, context)?;
            let none = ComponentCounts::default();
            return Ok(found.map(|found| about(solver, none, Finding::Game(found))).timed(context));
        }
        let (solver, components, claim) = match question {
            Question::From(from) => ready.from(from, |piece| {
                let solver = ready.solver(Task::Exit, piece.class())?;
                let profile = solver.solve_exit(piece, instance.rotors(), context)?;
                Ok::<_, SolveError>((solver, profile.components, profile.into_claim(ready.whole())))
            })?,
            Question::All => {
                let solver = ready.solver(Task::ExitPattern, ready.pieces.class())?;
                match solver.solve_exit_pattern(&ready.pieces, instance.rotors(), context) {
                    Err(Unsolved::Stopped(reason)) => {
                        let settled =
                            Settled::of(context.take_settled(), reason, ready.whole()).ok_or(reason)?;
                        let because = settled.to_string();
                        let found = about(solver, ComponentCounts::default(), Finding::Settled(settled));
                        return Ok(Judged::unchecked(instance, found, because).timed(context));
                    }
                    claim => (solver, ComponentCounts::default(), claim?),
                }
            }
        };
        let judged = judge(instance, claim, options.check, context)?;
        Ok(judged.map(|claim| about(solver, components, Finding::Claim(claim))).timed(context))
    })
}

/// What was found in a game, with the end of its play as the judge sees it: the walk of the rotors that both strategies
/// leave. The claim of the game proves what the end is worth, not which of several ends of that worth it is.
fn with_judged_end<'i>(
    found: Judged<'i, GameFinding>,
    instance: &Instance,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Judged<'i, GameFinding>, SolveError> {
    let row = found.rows.first().filter(|_| found.is_checked());
    let Some((from, play)) = row.and_then(|row| Some((row.from, row.play.as_ref()?))) else {
        return Ok(found);
    };
    let Some(end) = play.end else { return Ok(found) };
    let played = decided(instance, from, [&play.max, &play.min]).expect("no more arcs than before");
    let options = Options { solver: None, certificate: false, ..options.clone() };
    match solve_within(&played.without_players(), Question::From(from), &options, context) {
        Ok(walk) => {
            let sink =
                walk.exits().find_map(|row| if let Exit::Sink(sink) = row.exit { Some(sink) } else { None });
            game::ends_there(instance, from, end, sink)?;
            Ok(found)
        }
        Err(SolveError::Stopped(Stop::Interrupted)) => Err(Stop::Interrupted.into()),
        // The value stands without the end of a play.
        Err(SolveError::Stopped(_)) => Ok(found.map(GameFinding::without_end)),
        Err(error) => Err(error),
    }
}
