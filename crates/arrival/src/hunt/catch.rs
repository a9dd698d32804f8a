//! The hunt: seeds are searched, the hardest kept, and those made smaller.

use super::cost::{Cost, cost_of};
use crate::pipeline::{Options, SolveError};
use rotor_graph::{Instance, VertexId};
use rotor_solve::{Budget, OutOfBudget};
use std::ops::RangeInclusive;

/// What to hunt for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HuntOptions {
    /// The seeds to search.
    pub(crate) seeds: RangeInclusive<u64>,
    /// How many instances to keep.
    pub(crate) keep: usize,
    /// How many smaller instances to try for each of them.
    pub(crate) tries: u32,
    /// What a smaller instance must take at least, in percent of what the first one took.
    pub(crate) share: u64,
    /// After how many operations an instance is given up; it counts as having taken so many.
    pub(crate) most_operations: u64,
    /// How to answer.
    pub(crate) options: Options,
}

/// An instance and what its answer cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Prey {
    /// The instance, which names a start.
    pub(crate) instance: Instance,
    /// What its answer cost.
    pub(crate) cost: Cost,
}

/// A hard instance that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Catch {
    /// Its seed.
    pub(crate) seed: u64,
    /// The member of that seed.
    pub(crate) found: Prey,
    /// What shrinking left of it.
    pub(crate) shrunk: Prey,
}

/// What a hunt brought home.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bag {
    /// How many seeds were searched.
    pub(crate) searched: u64,
    /// The hardest instances, the hardest first; the smaller seed first among equals.
    pub(crate) catches: Vec<Catch>,
    /// Why the hunt ended early; none if it did not.
    pub(crate) ended: Option<OutOfBudget>,
}

/// What a hunt sees on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sighting {
    /// The instance of this seed took so many operations.
    Searched(u64, u64),
    /// The instance of this seed was made smaller: so many arcs are left.
    Shrunk(u64, usize),
}

/// Searches seeds for the members of a family that take the most operations, and shrinks them.
///
/// `member` makes the member of a seed. A particle starts where it says, or on its first vertex that is no sink; a
/// member without such a vertex is passed over. When the budget ends, what was found so far is brought home. The same
/// options give the same bag, times excepted, if the budget lasts. Time: that of all answers asked for.
pub(crate) fn hunt_within<E: From<SolveError>>(
    hunt: &HuntOptions,
    mut member: impl FnMut(u64) -> Result<Instance, E>,
    budget: &mut dyn Budget,
    mut watch: impl FnMut(Sighting),
) -> Result<Bag, E> {
    let mut bag = Bag { searched: 0, catches: Vec::new(), ended: None };
    for seed in hunt.seeds.clone() {
        // Also a member that nothing is asked of takes time.
        if let Err(reason) = budget.spend(1) {
            bag.ended = Some(reason);
            return Ok(bag);
        }
        let Some((instance, from)) = with_start(member(seed)?) else { continue };
        let cost = match cost_of(&instance, from, &hunt.options, hunt.most_operations, budget) {
            Ok(cost) => cost,
            Err(SolveError::OutOfBudget(reason)) => {
                bag.ended = Some(reason);
                return Ok(bag);
            }
            Err(error) => return Err(error.into()),
        };
        bag.searched += 1;
        watch(Sighting::Searched(seed, cost.operations));
        let harder = bag.catches.partition_point(|catch| catch.found.cost.operations >= cost.operations);
        if harder < hunt.keep {
            bag.catches.truncate(hunt.keep - 1);
            let prey = Prey { instance, cost };
            bag.catches.insert(harder, Catch { seed, found: prey.clone(), shrunk: prey });
        }
    }
    for catch in &mut bag.catches {
        match shrink(hunt, catch, budget) {
            Ok(()) => watch(Sighting::Shrunk(catch.seed, catch.shrunk.instance.graph().arc_count())),
            Err(SolveError::OutOfBudget(reason)) => {
                bag.ended = Some(reason);
                return Ok(bag);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(bag)
}

fn with_start(instance: Instance) -> Option<(Instance, VertexId)> {
    let graph = instance.graph();
    let from = instance.start().or_else(|| graph.vertices().find(|&u| !graph.is_sink(u)))?;
    Some((instance.with_start(Some(from)).expect("it is a vertex"), from))
}

/// Makes a catch smaller; when the budget ends, it stays as small as it was.
fn shrink(hunt: &HuntOptions, catch: &mut Catch, budget: &mut dyn Budget) -> Result<(), SolveError> {
    let Catch { found, shrunk, .. } = catch;
    let least = u128::from(found.cost.operations) * u128::from(hunt.share);
    let Some(start) = found.instance.start() else { return Ok(()) };
    rotor_generate::shrink(&found.instance, start, hunt.tries, |smaller| {
        let Some(from) = smaller.start() else { return Ok(false) };
        let cost = cost_of(smaller, from, &hunt.options, hunt.most_operations, budget)?;
        let kept = u128::from(cost.operations) * 100 >= least;
        if kept {
            *shrunk = Prey { instance: smaller.clone(), cost };
        }
        Ok(kept)
    })
}
