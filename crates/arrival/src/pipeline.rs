//! The pipeline: an instance with what is found out about it, a solver, the checker; each once.

use crate::context::Context;
use crate::game;
use crate::judged::Judged;
use crate::judging::{NO_CHECK, judge};
use crate::memory::{Bytes, Need};
use crate::question::{Options, Question};
use crate::settled::Settled;
use crate::solution::{Finding, Sizes, Solution};
use crate::solve_error::SolveError;
use crate::timings::Stage;
use rotor_graph::{Claim, Instance};
use rotor_solve::{Answer, ComponentCounts, ProofOfAll, Solver, Task, Unsolved, View};

/// Flows beyond machine words that take more than this are kept only if the certificate is asked for.
const UNASKED: u64 = 256 << 20;

/// Answers `question` about `instance`: the first solver that takes it, or the one that was asked for, then the checker.
///
/// The reported class is that of the whole graph. The solver for one start is chosen by what the start reaches, which
/// may be simpler.
///
/// Cost: that of the solver chosen, which its row of the registry states, and O(|A|) operations for the judge. On tree-like
/// graphs both are O(|A|) operations on integers of O(|A|) bits.
pub fn solve<'i>(
    instance: &'i Instance,
    question: Question,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Solution>, SolveError> {
    context.stage(Stage::Solve);
    let whole = View::of(instance);
    let start;
    let view = match question {
        Question::From(from) => {
            start = whole.at(from);
            &start
        }
        Question::All => &whole,
    };
    if instance.player_count() > 0 {
        let (solver, found) = game::solve(instance, view, options, context)?;
        let about = about(view, question, solver, ComponentCounts::default());
        return Ok(found.map(|found| about(Finding::Game(found))).timed(context));
    }
    match question {
        Question::From(_) => {
            let (solver, answer) = rotor_solve::ask(options.solver.as_deref(), &Task::Exit, view, context)?;
            let (claim, components) = match answer? {
                Answer::ShortWalk(walk) => {
                    let about = about(view, question, solver, ComponentCounts::default());
                    let judged = judge(instance, walk, options.check, context)?;
                    return Ok(judged.map(|walk| about(Finding::short_walk(walk))).timed(context));
                }
                answer => as_claim(answer, instance),
            };
            let about = about(view, question, solver, components);
            let judged = judge(instance, claim, options.check, context)?;
            Ok(judged.map(|claim| about(Finding::Claim(claim))).timed(context))
        }
        Question::All => all_starts(instance, view, options, context),
    }
}

/// The claim by which the solver that was asked for, or the first that takes the question, answers it.
pub(crate) fn claim<'v>(
    task: &Task<'_>,
    view: &'v View<'v>,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<(&'static Solver, Claim, ComponentCounts), SolveError> {
    let (solver, answer) = rotor_solve::ask(options.solver.as_deref(), task, view, context)?;
    let (claim, components) = as_claim(answer?, view.instance());
    Ok((solver, claim, components))
}

/// The claim of an answer to a question that asks for one.
fn as_claim(answer: Answer, instance: &Instance) -> (Claim, ComponentCounts) {
    match answer {
        Answer::Claim(claim, components) => (claim, components),
        Answer::ShortWalk(walk) => {
            (Claim::Flow(walk.to_walk(instance.graph().vertex_count())), ComponentCounts::default())
        }
        Answer::Exits(_) | Answer::Game(_) | Answer::Values(_) => {
            unreachable!("exits alone are an answer only where no proof is wanted, and values only to games")
        }
    }
}

/// The exits of all vertices; without a proof, if it would not fit the memory, or is large and was not asked for.
fn all_starts<'v, 'i>(
    instance: &'i Instance,
    view: &'v View<'v>,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Solution>, SolveError> {
    let (need, allowed) = (Need::of(instance), Bytes(context.memory()));
    if need.without_certificate() > allowed {
        return Err(SolveError::Memory { needed: need.without_certificate(), allowed });
    }
    let too_large = |needed: Bytes| {
        format!("the certificate would take about {needed}, and the memory limit is {allowed}")
    };
    let mut unproved = if !options.check && !options.certificate {
        Some(NO_CHECK.to_owned())
    } else {
        Some(need.with_certificate(0)).filter(|&needed| needed > allowed).map(too_large)
    };
    let mut ask = |proof| {
        let solver = options.solver.as_deref();
        rotor_solve::ask(solver, &Task::AllExits(proof), view, context)
    };
    let (mut solver, mut answer) = if unproved.is_some() {
        ask(ProofOfAll::Unwanted)?
    } else {
        let room = allowed.0 - need.with_certificate(0).0;
        ask(ProofOfAll::UpTo(if options.certificate { room } else { room.min(UNASKED) }))?
    };
    if let Err(Unsolved::LargeProof(bytes)) = answer {
        let needed = need.with_certificate(bytes);
        unproved = Some(if needed > allowed {
            too_large(needed)
        } else {
            format!("its return flows would take about {} and were not asked for", Bytes(bytes))
        });
        (solver, answer) = ask(ProofOfAll::Unwanted)?;
    }
    let about = |components| about(view, Question::All, solver, components);
    let solution = match answer {
        Ok(Answer::Exits(exits)) => {
            let because = unproved.unwrap_or_default();
            Judged::unchecked(instance, about(ComponentCounts::default())(Finding::Exits(exits)), because)
        }
        Ok(Answer::Claim(claim, components)) => {
            let about = about(components);
            let judged = judge(instance, claim, options.check, context)?;
            judged.map(|claim| about(Finding::Claim(claim)))
        }
        Ok(Answer::ShortWalk(_) | Answer::Game(_) | Answer::Values(_)) => {
            unreachable!("a walk has one start, and only games have values")
        }
        Err(Unsolved::Stopped(reason)) => {
            let settled = Settled::of(context.take_settled(), reason, view.stopping()).ok_or(reason)?;
            let because = settled.to_string();
            let found = about(ComponentCounts::default())(Finding::Settled(settled));
            Judged::unchecked(instance, found, because)
        }
        Err(error) => return Err(error.into()),
    };
    Ok(solution.timed(context))
}

/// What is said about an answer, whatever was found.
fn about<'v>(
    view: &'v View<'v>,
    question: Question,
    solver: &'static Solver,
    components: ComponentCounts,
) -> impl FnOnce(Finding) -> Solution + use<> {
    let instance = view.instance();
    let sizes = Sizes::of(instance, instance.player_count(), view.class());
    let traps = view.traps().to_vec();
    move |finding| Solution::new(question, finding, solver, components, sizes, traps)
}
