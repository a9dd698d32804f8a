//! Exits of a tree-like graph at the speed of memory, with a certificate where that fits.

use crate::context::Context;
use crate::judged::Judged;
use crate::memory::{Bytes, Need};
use crate::pipeline::{NO_CHECK, Options, Question, SolveError, judge, timed};
use crate::solution::{Finding, Sizes, Solution};
use crate::timings::{Stage, Timings};
use rotor_certify::certify_within;
use rotor_graph::{Claim, Class, FlowsClaim, Instance, ReturnFlows, StoppingGraph, TreeLike, VertexId};
use rotor_solve::general::ComponentCounts;
use rotor_solve::tree::{
    Exits, FastFlows, NotFast, fast_exit_within, fast_exits_within, fast_flows_within, large_flow_bytes,
};
use rotor_solve::{Budget, Task, choose};

/// Flows beyond machine words that take more than this are kept only if the certificate is asked for.
const UNASKED: u64 = 256 << 20;

/// The answer if the graph is tree-like and the fast solver may take it; none if the solvers for any graph, or exact flows,
/// are needed. The fast solver cuts traps and classifies by itself while it solves.
pub(crate) fn solve<'i>(
    instance: &'i Instance,
    question: Question,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Option<Judged<'i, Solution>>, SolveError> {
    let fast = choose(None, task(question), Class::TreeLike)?;
    if options.solver.as_deref().is_some_and(|id| id != fast.id) {
        return Ok(None);
    }
    context.spend(instance.graph().arc_count() as u64)?;
    context.stage(Stage::Solve);
    match question {
        Question::All => of_all_starts(instance, options, context),
        Question::From(from) => of_one_start(instance, from, options, context),
    }
}

fn task(question: Question) -> Task {
    match question {
        Question::All => Task::ExitPattern,
        Question::From(_) => Task::Exit,
    }
}

fn of_one_start<'i>(
    instance: &'i Instance,
    from: VertexId,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Option<Judged<'i, Solution>>, SolveError> {
    let found = match fast_exit_within(instance.graph(), instance.rotors(), from, context) {
        Ok(found) => found,
        Err(NotFast::OutOfBudget(reason)) => return Err(reason.into()),
        Err(NotFast::NotTreeLike | NotFast::TooLarge) => return Ok(None),
    };
    let solution = solution(instance, Question::From(from), found.class, found.traps.clone(), options)?;
    let judged = judge(instance, found.into_claim(), options.check, context, certify_within)?;
    Ok(Some(timed(judged.map(|claim| solution(Finding::Claim(claim))), context)))
}

fn of_all_starts<'i>(
    instance: &'i Instance,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Option<Judged<'i, Solution>>, SolveError> {
    let (need, allowed) = (Need::of(instance), Bytes(context.memory()));
    if need.without_certificate() > allowed {
        return Err(SolveError::Memory { needed: need.without_certificate(), allowed });
    }
    let without_proof = |because: String, context: &mut Context<'_>| {
        let exits = match fast_exits_within(instance.graph(), instance.rotors(), context) {
            Ok(exits) => exits,
            Err(NotFast::OutOfBudget(reason)) => return Err(reason.into()),
            Err(NotFast::NotTreeLike | NotFast::TooLarge) => return Ok(None),
        };
        let solution = of_exits(instance, &exits, options)?;
        let judged = Judged::unchecked(instance, solution(Finding::Exits(exits)), because);
        Ok(Some(timed(judged, context)))
    };
    if !options.check && !options.certificate {
        return without_proof(NO_CHECK.to_owned(), context);
    }
    if need.with_certificate(0) > allowed {
        return without_proof(too_large(need.with_certificate(0), allowed), context);
    }
    match fast_flows_within(instance.graph(), instance.rotors(), context) {
        Ok(found) => {
            let solution = of_exits(instance, &found.exits, options)?;
            let claim = Claim::Flows(claim(found));
            let judged = judge(instance, claim, options.check, context, certify_within)?;
            Ok(Some(timed(judged.map(|claim| solution(Finding::Claim(claim))), context)))
        }
        Err(NotFast::NotTreeLike) => Ok(None),
        Err(NotFast::OutOfBudget(reason)) => Err(reason.into()),
        Err(NotFast::TooLarge) => {
            let stopping = StoppingGraph::of(instance.graph());
            let large = TreeLike::of(&stopping).map_or(0, |tree| large_flow_bytes(&tree));
            let needed = need.with_certificate(large);
            if needed > allowed {
                without_proof(too_large(needed, allowed), context)
            } else if large > UNASKED && !options.certificate {
                let large = Bytes(large);
                without_proof(
                    format!("its return flows would take about {large} and were not asked for"),
                    context,
                )
            } else {
                Ok(None)
            }
        }
    }
}

fn too_large(needed: Bytes, allowed: Bytes) -> String {
    format!("the certificate would take about {needed}, and the memory limit is {allowed}")
}

/// What is said about the exits of all vertices, whatever proves them.
fn of_exits(
    instance: &Instance,
    exits: &Exits,
    options: &Options,
) -> Result<impl FnOnce(Finding) -> Solution + use<>, SolveError> {
    let in_trap = |u: VertexId| !exits.traps().is_empty() && exits.is_in_trap(u);
    let class = Class::of_forest(instance.graph(), in_trap);
    solution(instance, Question::All, class, exits.traps().to_vec(), options)
}

/// What is said about an answer of the fast solver, whatever was found.
fn solution(
    instance: &Instance,
    question: Question,
    class: Class,
    traps: Vec<Vec<VertexId>>,
    options: &Options,
) -> Result<impl FnOnce(Finding) -> Solution + use<>, SolveError> {
    let solver = choose(options.solver.as_deref(), task(question), class)?.id;
    let sizes = Sizes::of(instance, 0, class);
    let (components, timings) = (ComponentCounts::default(), Timings::default());
    Ok(move |finding| Solution { sizes, solver, components, traps, question, finding, timings })
}

/// The claim of the fast solver.
pub(crate) fn claim(FastFlows { exits, flows }: FastFlows) -> FlowsClaim {
    let flows = ReturnFlows::from_columns(flows.row_starts, flows.heads, flows.codes, Vec::new());
    FlowsClaim {
        traps: exits.traps().to_vec(),
        exits: exits.pattern(),
        flows: flows.expect("the fast solver gives one code below 2⁶² or +∞ for every head"),
    }
}
