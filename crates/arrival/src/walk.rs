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
    Configuration, Exit, Instance, Moment, Past, ReverseWalk, RotorWalk, ShortWalkClaim, Stop, StoppingGraph,
    Tick, VertexId,
};
use std::collections::BTreeMap;
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
    /// The traps of the graph.
    pub traps: Vec<Vec<VertexId>>,
    moved: Moved,
}

/// What a walk has moved.
#[derive(Clone, Debug)]
enum Moved {
    /// These are the rotors after a walk step by step.
    Rotors(Configuration),
    /// A walk of few steps.
    Few(ShortWalkClaim),
    /// The departures until a moment that was found without walking.
    Departures(Moment),
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
    let end_at = |at| if graph.is_sink(at) { WalkEnd::Halted(Exit::Sink(at)) } else { WalkEnd::Complete };
    // More steps than vertices are not walked again by the checker.
    let few = FEW.min(graph.vertex_count() as u64);
    if let Some(most) = steps.to_u64().filter(|&steps| steps <= few) {
        let walk = few_steps(instance, from, most, |u| !graph.is_sink(u));
        context.tick(walk.departures.values().sum()).map_err(SolveError::from)?;
        let judged = judge(instance, walk, true, context)?;
        return Ok(judged.map(|walk| {
            let (at, steps) = (walk.at, walk.steps());
            Walked { from, at, steps, end: end_at(at), traps: Vec::new(), moved: Moved::Few(walk) }
        }));
    }
    let claim = moment(graph, instance.rotors(), from, steps, context).map_err(SolveError::from)?;
    let judged = judge(instance, claim, true, context)?;
    Ok(judged.map(|claim| {
        let (at, steps) = (claim.at, claim.steps());
        Walked { from, at, steps, end: end_at(at), traps: Vec::new(), moved: Moved::Departures(claim) }
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
    let (most, complete) = match &options.length {
        // More steps than a machine word counts are more than anything can make one by one.
        WalkLength::Exactly(steps) => (steps.to_u64().unwrap_or(u64::MAX), WalkEnd::Complete),
        &WalkLength::AtMost(most) => (most, WalkEnd::Stopped(Stop::Operations)),
        _ => (u64::MAX, WalkEnd::Stopped(Stop::Operations)),
    };
    if !options.trace {
        let walk = few_steps(instance, from, most, |u| stopping.is_active(u));
        let (at, steps): (_, u64) = (walk.at, walk.departures.values().sum());
        let end = stopping.exit_at(at).map(WalkEnd::Halted);
        if (end.is_some() || steps == most) && context.tick(steps).is_ok() {
            let (end, traps) = (end.unwrap_or(complete), stopping.traps().members().to_vec());
            return Ok(Walked { from, at, steps: steps.into(), end, traps, moved: Moved::Few(walk) });
        }
    }
    let mut walk = match options.length {
        WalkLength::Exactly(_) => RotorWalk::through_traps(graph, rotors, from),
        _ => RotorWalk::new(&stopping, rotors, from),
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
    Ok(Walked { from, at, steps, end, traps, moved: Moved::Rotors(walk.rotors()) })
}

/// A walk that is longer takes a rotor for every vertex; all its first steps were made in vain then.
const FEW: u64 = 1 << 10;

/// The first steps of a walk, at most [`FEW`], as long as vertices let the particle go on. Touches what it visits.
fn few_steps(
    instance: &Instance,
    from: VertexId,
    most: u64,
    goes_on: impl Fn(VertexId) -> bool,
) -> ShortWalkClaim {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let (mut at, mut departures) = (from, BTreeMap::new());
    for _ in 0..most.min(FEW) {
        if !goes_on(at) {
            break;
        }
        let left = departures.entry(at).or_insert(0u64);
        let position = u64::from(rotors.position(graph, at)) + *left;
        *left += 1;
        at = graph.heads(at)[(position % u64::from(graph.out_degree(at))) as usize];
    }
    ShortWalkClaim { from, at, departures, ends: graph.is_sink(at) }
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
    let (at, steps, moved) = (walk.particle(), walk.steps().into(), Moved::Rotors(walk.rotors().clone()));
    Ok(Walked { from, at, steps, end, traps: Vec::new(), moved })
}

impl Judged<'_, Walked> {
    /// The departures so far, which prove where the particle is; none after more than a few steps that were made one by one.
    pub fn moment(&self) -> Option<Moment> {
        match &self.moved {
            Moved::Departures(claim) => Some(claim.clone()),
            Moved::Few(walk) => Some(walk.to_moment(self.instance().graph().vertex_count())),
            Moved::Rotors(_) => None,
        }
    }

    /// The instance as the walk leaves it: its rotors, and the particle as its start, so that the walk goes on from here
    /// (F3).
    pub fn after(&self) -> Instance {
        let instance = self.instance();
        let rotors = match &self.moved {
            Moved::Rotors(rotors) => rotors.clone(),
            Moved::Departures(claim) => rotors_at(instance.graph(), instance.rotors(), claim),
            Moved::Few(walk) => {
                let (graph, mut rotors) = (instance.graph(), instance.rotors().clone());
                for (&u, &left) in &walk.departures {
                    (0..left % u64::from(graph.out_degree(u))).for_each(|_| rotors.turn(graph, u));
                }
                rotors
            }
        };
        let after = instance.clone().with_rotors(rotors);
        after.with_start(Some(self.at)).expect("the particle stands on a vertex")
    }
}
