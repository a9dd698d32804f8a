//! Walks: step by step, which is the definition that everything else is held against, or to any moment at once.

use crate::context::Context;
use crate::judged::Judged;
use crate::judging::judge;
use crate::solve_error::SolveError;
use crate::timings::Stage;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_algebra::{moment, rotors_at};
use rotor_graph::{
    Configuration, Exit, Instance, MomentClaim, Past, ReverseWalk, RotorWalk, Stop, StoppingGraph, Tick,
    VertexId,
};
use std::io;

/// How to walk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WalkOptions {
    /// How far.
    pub length: WalkLength,
    /// Whether every vertex on the way is shown to the host of the context.
    pub trace: bool,
}

/// How far to walk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum WalkLength {
    /// Until a sink or a trap is entered.
    #[default]
    ToTheEnd,
    /// The same, but at most this many steps.
    AtMost(u64),
    /// Exactly this many steps, also inside traps; fewer only if a sink is reached.
    Exactly(BigUint),
    /// Backwards, as long as the past is certain and for at most this many steps.
    Back(u64),
}

/// Where a walk has come to.
#[derive(Clone, Debug)]
pub struct Walked {
    /// Where it began.
    pub from: VertexId,
    /// Where the particle is.
    pub at: VertexId,
    /// The steps made, or undone.
    pub steps: BigUint,
    /// Why it went no further.
    pub end: WalkEnd,
    /// The rotors now.
    pub rotors: Configuration,
    /// The traps of the graph.
    pub traps: Vec<Vec<VertexId>>,
    /// What proves it, if it was found without walking.
    pub claim: Option<MomentClaim>,
}

/// Why a walk went no further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WalkEnd {
    /// The particle has halted.
    Halted(Exit),
    /// All steps that were asked for are made.
    Complete,
    /// A limit was reached.
    Stopped(Stop),
    /// Backwards: no step leads here.
    Beginning,
    /// Backwards: the last step may have left each of these vertices.
    Unclear(Vec<VertexId>),
}

/// How many steps are made between two checks of the limits: fewer if each is shown.
const STRIDE: u64 = 1 << 24;
const SHOWN_STRIDE: u64 = 1 << 16;

/// Walks from `from` by the rotors of `instance`; the switches of players are taken as rotors.
///
/// A limit that ends a walk made step by step is part of the answer. Steps whose exact number is given are not made one by
/// one unless they are traced: the moment is found by runs of many particles, and judged.
///
/// Cost: one operation per step walked; for an exact number N of steps O(log N) runs of many particles per vertex held.
pub fn walk<'i>(
    instance: &'i Instance,
    from: VertexId,
    options: &WalkOptions,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Walked>, WalkError> {
    context.stage(Stage::Solve);
    let walked = match &options.length {
        WalkLength::Back(most) => backwards(instance, from, *most, options.trace, context)?,
        WalkLength::Exactly(steps) if !options.trace => return at_moment(instance, from, steps, context),
        _ => forwards(instance, from, options, context)?,
    };
    Ok(Judged::by_definition(instance, walked))
}

/// Why a walk has no end.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    /// The host could not write the trace.
    #[error(transparent)]
    Trace(#[from] io::Error),
    /// The moment was not found.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The state after exactly `steps` steps.
fn at_moment<'i>(
    instance: &'i Instance,
    from: VertexId,
    steps: &BigUint,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Walked>, WalkError> {
    let graph = instance.graph();
    let claim = moment(graph, instance.rotors(), from, steps, context).map_err(SolveError::from)?;
    let judged = judge(instance, claim, true, context)?;
    Ok(judged.map(|claim| {
        let rotors = rotors_at(graph, instance.rotors(), &claim);
        let end =
            if graph.is_sink(claim.at) { WalkEnd::Halted(Exit::Sink(claim.at)) } else { WalkEnd::Complete };
        let (at, steps) = (claim.at, claim.steps());
        Walked { from, at, steps, end, rotors, traps: Vec::new(), claim: Some(claim) }
    }))
}

fn forwards(
    instance: &Instance,
    from: VertexId,
    options: &WalkOptions,
    context: &mut Context<'_>,
) -> io::Result<Walked> {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let stopping = StoppingGraph::of(graph);
    let mut walk = match options.length {
        WalkLength::Exactly(_) => RotorWalk::through_traps(graph, rotors, from),
        _ => RotorWalk::new(&stopping, rotors, from),
    };
    let (most, complete) = match &options.length {
        // More steps than a machine word counts are more than anything can make one by one.
        WalkLength::Exactly(steps) => (steps.to_u64().unwrap_or(u64::MAX), WalkEnd::Complete),
        &WalkLength::AtMost(most) => (most, WalkEnd::Stopped(Stop::Operations)),
        _ => (u64::MAX, WalkEnd::Stopped(Stop::Operations)),
    };
    if options.trace {
        context.visit(instance.name(from))?;
    }
    let end = loop {
        if walk.has_halted() {
            let exit = stopping.exit_at(walk.particle());
            break WalkEnd::Halted(exit.expect("a walk halts on sinks and in traps only"));
        }
        if walk.steps() >= most {
            break complete;
        }
        let stride = if options.trace { SHOWN_STRIDE } else { STRIDE }.min(most - walk.steps());
        if let Err(reason) = context.tick(stride) {
            break WalkEnd::Stopped(reason);
        }
        if !options.trace {
            walk.run(stride);
            continue;
        }
        for _ in 0..stride {
            if walk.step().is_none() {
                break;
            }
            context.visit(instance.name(walk.particle()))?;
        }
    };
    let traps = stopping.traps().members().to_vec();
    let (at, steps) = (walk.particle(), walk.steps().into());
    Ok(Walked { from, at, steps, end, rotors: walk.rotors(), traps, claim: None })
}

fn backwards(
    instance: &Instance,
    from: VertexId,
    most: u64,
    trace: bool,
    context: &mut Context<'_>,
) -> io::Result<Walked> {
    let mut walk = ReverseWalk::new(instance.graph(), instance.rotors().clone(), from);
    let show = |u, context: &mut Context<'_>| {
        if trace { context.visit(instance.name(u)) } else { Ok(()) }
    };
    show(from, context)?;
    let end = loop {
        match walk.past() {
            Past::Beginning => break WalkEnd::Beginning,
            Past::Unclear(_) => break WalkEnd::Unclear(walk.possible_senders().collect()),
            Past::From(_) if walk.steps() >= most => break WalkEnd::Stopped(Stop::Operations),
            Past::From(_) => {}
        }
        if let Err(reason) = context.tick(1) {
            break WalkEnd::Stopped(reason);
        }
        walk.step_back();
        show(walk.particle(), context)?;
    };
    let (at, steps, rotors) = (walk.particle(), walk.steps().into(), walk.rotors().clone());
    Ok(Walked { from, at, steps, end, rotors, traps: Vec::new(), claim: None })
}

impl Judged<'_, Walked> {
    /// The instance as the walk leaves it: its rotors, and the particle as its start, so that the walk goes on from here
    /// (F3).
    pub fn after(&self) -> Instance {
        let after = self.instance().clone().with_rotors(self.rotors.clone());
        after.with_start(Some(self.at)).expect("the particle stands on a vertex")
    }
}
