//! Hitting sequences: the exits of particles sent one after the other, walked or judged.

use crate::algebra::{group, with_sinks};
use crate::context::Context;
use crate::judged::Judged;
use crate::judging::judge;
use crate::solve_error::SolveError;
use crate::timings::Stage;
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use rotor_algebra::{Hits, order_of_chips};
use rotor_graph::{Configuration, Exit, Instance, Stop, Tick, Traps, VertexId, VertexMap};
use std::sync::Arc;

/// The exits of particles sent one after the other from one vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HittingSequence {
    /// Where they start.
    pub from: VertexId,
    /// Exits in order, each with how many particles in a row take it.
    pub runs: Vec<(Exit, BigUint)>,
    /// The traps of the graph.
    pub traps: Vec<Vec<VertexId>>,
    /// The rotors after all of them.
    pub rotors: Configuration,
    /// After how many particles the class of the rotors is the first one again, if that was found: a multiple of the
    /// period of the exits.
    pub class_period: Option<BigUint>,
    /// Why fewer particles were sent than asked for, if they were.
    pub ended: Option<Stop>,
}

/// The group is looked for only if the graph is small.
const SMALL: usize = 300;
const GROUP_OPERATIONS: u64 = 100_000_000;

/// Sends `count` particles from `from`, one after the other. Limits that end it are part of the answer.
///
/// Particles are walked, which is the definition, or routed together; then the judge sees that all of them have one exit.
///
/// Cost: a walk per particle while walks are short, else O(log) routings of many particles per run of equal exits.
pub fn hits<'i>(
    instance: &'i Instance,
    from: VertexId,
    count: &BigUint,
    context: &mut Context<'_>,
) -> Result<Judged<'i, HittingSequence>, SolveError> {
    context.stage(Stage::Solve);
    let graph = instance.graph();
    let traps = Traps::of(graph).members().to_vec();
    let class_period = class_period(instance, &traps, from, context);
    let mut hits = Hits::of(graph, instance.rotors(), from, count.clone());
    let mut runs: Vec<(Exit, BigUint)> = Vec::new();
    let (mut ended, mut proved) = (None, None);
    loop {
        let run = match hits.next(context) {
            Ok(Some(run)) => run,
            Ok(None) => break,
            Err(reason) => {
                ended = Some(reason);
                break;
            }
        };
        if let Some((rotors, claim)) = run.proof {
            let before = Arc::new(instance.clone().with_rotors(rotors));
            let judged = judge(&before, claim, true, context)?.map(|_| ());
            proved = Some(judged.sharing(Arc::clone(&before)));
            context.stage(Stage::Solve);
        }
        match runs.last_mut() {
            Some((exit, count)) if *exit == run.exit => *count += run.count,
            _ => {
                runs.push((run.exit, run.count));
                context.reserve(64 * runs.len() as u64)?;
            }
        }
    }
    let rotors = hits.rotors().clone();
    let sequence = HittingSequence { from, runs, traps, rotors, class_period, ended };
    // Every run that was routed has passed the judge; the last stands for all of them.
    Ok(Judged::following_from(instance, &proved, sequence))
}

/// The order of one chip on `from` in a group that the judge has proved, if it is quickly found.
fn class_period(
    instance: &Instance,
    traps: &[Vec<VertexId>],
    from: VertexId,
    context: &mut Context<'_>,
) -> Option<BigUint> {
    if instance.graph().vertex_count() > SMALL {
        return None;
    }
    let cut = with_sinks(instance, &traps.concat());
    let group = group(&cut, &mut context.with_own_count(GROUP_OPERATIONS)).ok()?;
    let mut chip = VertexMap::filled(cut.graph().vertex_count(), BigInt::ZERO);
    if !cut.graph().is_sink(from) {
        chip[from] = BigInt::one();
    }
    order_of_chips(&group, &chip)
}
