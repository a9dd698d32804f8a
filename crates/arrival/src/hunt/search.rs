//! The hunt: seeds are searched, the hardest kept, and those made smaller.

use super::cost::{Cost, cost_of};
use crate::context::Context;
use crate::question::Options;
use crate::solve_error::SolveError;
use rotor_graph::{Instance, Stop, VertexId};
use std::ops::RangeInclusive;

/// What to hunt for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HuntOptions {
    /// The seeds to search.
    pub seeds: RangeInclusive<u64>,
    /// How many instances to keep.
    pub keep: usize,
    /// How many smaller instances to try for each of them.
    pub tries: u32,
    /// What a smaller instance must take at least, in percent of what the first one took.
    pub share: u64,
    /// After how many operations an instance is given up; it counts as having taken this many.
    pub most_operations: u64,
    /// How to answer.
    pub options: Options,
}

/// An instance and what its answer cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measured {
    /// The instance, which names a start.
    pub instance: Instance,
    /// What its answer cost.
    pub cost: Cost,
}

/// A hard instance that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HardInstance {
    /// Its seed.
    pub seed: u64,
    /// The member of that seed.
    pub found: Measured,
    /// What shrinking left of it.
    pub shrunk: Measured,
}

/// What a hunt has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HuntResult {
    /// How many seeds were searched.
    pub searched: u64,
    /// The hardest instances, the hardest first; the smaller seed first among equals.
    pub instances: Vec<HardInstance>,
    /// Why the hunt ended early; none if it did not.
    pub ended: Option<Stop>,
}

/// Something that happened during a hunt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HuntEvent {
    /// The instance of this seed took this many operations.
    Searched(u64, u64),
    /// The instance of this seed was made smaller: this many arcs are left.
    Shrunk(u64, usize),
}

/// Searches seeds for the members of a family that take the most operations, and shrinks them.
///
/// `member` makes the member of a seed. A particle starts where it says, or on its first vertex that is not a sink; a
/// member without such a vertex is skipped. When the limits are reached, what was found so far is returned. The same
/// options give the same result, times excepted, if they are not. Time: that of all answers asked for.
pub fn hunt<E: From<SolveError>>(
    hunt: &HuntOptions,
    mut member: impl FnMut(u64, &mut Context<'_>) -> Result<Instance, E>,
    context: &mut Context<'_>,
    mut watch: impl FnMut(HuntEvent, &mut Context<'_>),
) -> Result<HuntResult, E> {
    let mut result = HuntResult { searched: 0, instances: Vec::new(), ended: None };
    for seed in hunt.seeds.clone() {
        let made = member(seed, context);
        if let Some(reason) = context.ended() {
            result.ended = Some(reason);
            return Ok(result);
        }
        let Some((instance, from)) = with_start(made?) else { continue };
        let cost = match cost_of(&instance, from, &hunt.options, hunt.most_operations, context) {
            Ok(cost) => cost,
            Err(SolveError::Stopped(reason)) => {
                result.ended = Some(reason);
                return Ok(result);
            }
            Err(error) => return Err(error.into()),
        };
        result.searched += 1;
        watch(HuntEvent::Searched(seed, cost.operations), context);
        let harder = result.instances.partition_point(|hard| hard.found.cost.operations >= cost.operations);
        if harder < hunt.keep {
            result.instances.truncate(hunt.keep - 1);
            let measured = Measured { instance, cost };
            result.instances.insert(harder, HardInstance { seed, found: measured.clone(), shrunk: measured });
        }
    }
    for hard in &mut result.instances {
        match shrink(hunt, hard, context) {
            Ok(()) => {
                watch(HuntEvent::Shrunk(hard.seed, hard.shrunk.instance.graph().arc_count()), context);
            }
            Err(SolveError::Stopped(reason)) => {
                result.ended = Some(reason);
                return Ok(result);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(result)
}

fn with_start(instance: Instance) -> Option<(Instance, VertexId)> {
    let from = instance.start_or_first()?;
    Some((instance.with_start(Some(from)).expect("it is a vertex"), from))
}

/// Makes a catch smaller; when it is stopped, it stays as small as it was.
fn shrink(hunt: &HuntOptions, hard: &mut HardInstance, context: &mut Context<'_>) -> Result<(), SolveError> {
    let HardInstance { found, shrunk, .. } = hard;
    let least = u128::from(found.cost.operations) * u128::from(hunt.share);
    let Some(start) = found.instance.start() else { return Ok(()) };
    rotor_generate::shrink(&found.instance, start, hunt.tries, |smaller| {
        let Some(from) = smaller.start() else { return Ok(false) };
        let cost = cost_of(smaller, from, &hunt.options, hunt.most_operations, context)?;
        let kept = u128::from(cost.operations) * 100 >= least;
        if kept {
            *shrunk = Measured { instance: smaller.clone(), cost };
        }
        Ok(kept)
    })
}
