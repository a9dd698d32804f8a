//! Exits by sweeps over the uncut graph, at the speed of memory, with a certificate where that fits.
//!
//! A row of the registry that sweeps cuts traps and finds out the class by itself while it solves, so nothing is done
//! before it. What it hands back falls to the pipeline.

use crate::context::Context;
use crate::judged::Judged;
use crate::judging::{NO_CHECK, judge};
use crate::memory::{Bytes, Need};
use crate::prepared::Prepared;
use crate::question::{Options, Question};
use crate::solution::{Finding, Sizes, Solution};
use crate::solve_error::SolveError;
use crate::timings::Stage;
use rotor_certify::certify_within;
use rotor_graph::{Claim, Class, Instance, Tick, VertexId};
use rotor_solve::tree::{Exits, large_flow_bytes, unless_declined};
use rotor_solve::{ComponentCounts, Solver, Sweeps, sweeper};

/// Flows beyond machine words that take more than this are kept only if the certificate is asked for.
const UNASKED: u64 = 256 << 20;

/// An answer, or none if the sweeps hand the question back.
type SweepResult<'i> = Result<Option<Judged<'i, Solution>>, SolveError>;

/// The answer if a row of the registry sweeps such a graph; none if the solvers for any graph, or exact flows, are
/// needed.
pub(crate) fn solve<'i>(
    instance: &'i Instance,
    question: Question,
    options: &Options,
    context: &mut Context<'_>,
) -> SweepResult<'i> {
    let Some((solver, sweeps)) = sweeper(options.solver.as_deref()) else { return Ok(None) };
    context.tick(instance.graph().arc_count() as u64)?;
    context.stage(Stage::Solve);
    match question {
        Question::All => of_all_starts(instance, solver, sweeps, options, context),
        Question::From(from) => of_one_start(instance, from, solver, sweeps, options, context),
    }
}

fn of_one_start<'i>(
    instance: &'i Instance,
    from: VertexId,
    solver: &'static Solver,
    sweeps: Sweeps,
    options: &Options,
    context: &mut Context<'_>,
) -> SweepResult<'i> {
    let swept = (sweeps.exit)(instance.graph(), instance.rotors(), from, context);
    let Some(found) = unless_declined(swept)? else { return Ok(None) };
    let about = solution(instance, Question::From(from), found.class, found.traps.clone(), solver);
    let judged = judge(instance, found.into_claim(), options.check, context, certify_within)?;
    Ok(Some(judged.map(|claim| about(Finding::Claim(claim))).timed(context)))
}

fn of_all_starts<'i>(
    instance: &'i Instance,
    solver: &'static Solver,
    sweeps: Sweeps,
    options: &Options,
    context: &mut Context<'_>,
) -> SweepResult<'i> {
    let (need, allowed) = (Need::of(instance), Bytes(context.memory()));
    if need.without_certificate() > allowed {
        return Err(SolveError::Memory { needed: need.without_certificate(), allowed });
    }
    if !options.check && !options.certificate {
        return without_proof(instance, solver, sweeps, NO_CHECK.to_owned(), context);
    }
    if need.with_certificate(0) > allowed {
        let because = too_large(need.with_certificate(0), allowed);
        return without_proof(instance, solver, sweeps, because, context);
    }
    let swept = (sweeps.flows)(instance.graph(), instance.rotors(), context);
    let Some(found) = unless_declined(swept)? else { return Ok(None) };
    let about = of_exits(instance, &found.exits, solver);
    let claim = Claim::Flows(found.into_claim());
    let judged = judge(instance, claim, options.check, context, certify_within)?;
    Ok(Some(judged.map(|claim| about(Finding::Claim(claim))).timed(context)))
}

/// The exits of all vertices of a tree whose flows are beyond machine words: swept without a proof if the flows that
/// prove them do not fit the memory, or are large and were not asked for. None if they are to be computed.
pub(crate) fn instead_of_large_flows<'i>(
    &Prepared { instance, options, ref pieces }: &Prepared<'_, 'i>,
    context: &mut Context<'_>,
) -> SweepResult<'i> {
    let (Some((solver, sweeps)), Some(tree)) = (sweeper(options.solver.as_deref()), pieces.tree_like())
    else {
        return Ok(None);
    };
    let large = large_flow_bytes(tree);
    let (needed, allowed) = (Need::of(instance).with_certificate(large), Bytes(context.memory()));
    let because = if needed > allowed {
        too_large(needed, allowed)
    } else if large > UNASKED && !options.certificate {
        format!("its return flows would take about {} and were not asked for", Bytes(large))
    } else {
        return Ok(None);
    };
    without_proof(instance, solver, sweeps, because, context)
}

fn without_proof<'i>(
    instance: &'i Instance,
    solver: &'static Solver,
    sweeps: Sweeps,
    because: String,
    context: &mut Context<'_>,
) -> SweepResult<'i> {
    let swept = (sweeps.exits)(instance.graph(), instance.rotors(), context);
    let Some(exits) = unless_declined(swept)? else { return Ok(None) };
    let about = of_exits(instance, &exits, solver);
    Ok(Some(Judged::unchecked(instance, about(Finding::Exits(exits)), because).timed(context)))
}

fn too_large(needed: Bytes, allowed: Bytes) -> String {
    format!("the certificate would take about {needed}, and the memory limit is {allowed}")
}

/// What is said about the exits of all vertices, whatever proves them.
fn of_exits(
    instance: &Instance,
    exits: &Exits,
    solver: &'static Solver,
) -> impl FnOnce(Finding) -> Solution + use<> {
    let in_trap = |u: VertexId| !exits.traps().is_empty() && exits.is_in_trap(u);
    let class = Class::of_forest(instance.graph(), in_trap);
    solution(instance, Question::All, class, exits.traps().to_vec(), solver)
}

/// What is said about an answer of a sweep, whatever was found.
fn solution(
    instance: &Instance,
    question: Question,
    class: Class,
    traps: Vec<Vec<VertexId>>,
    solver: &'static Solver,
) -> impl FnOnce(Finding) -> Solution + use<> {
    let sizes = Sizes::of(instance, 0, class);
    move |finding| Solution::new(question, finding, solver, ComponentCounts::default(), sizes, traps)
}
