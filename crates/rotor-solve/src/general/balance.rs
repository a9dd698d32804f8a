//! Balance: a flow that settles: by guesses, trees, feedback sets, regions, and at last by bisection in turns with a plan.

use super::acyclic::{settle_in_order, topological_order};
use super::at_most::AtMost;
use super::bisect::{Bisection, bisect, made};
use super::expectation::Averages;
use super::guess::{left_over, settle};
use super::held_vertex::Choice;
use super::planned::{Planned, in_turns_with_plan};
use super::pseudo_flow::PseudoFlow;
use super::regions::settle_by_regions;
use super::tree_runs::{TreeRuns, are_few};
use rotor_graph::{Stop, Tick};

/// Makes the residuals of all vertices that are not `held` 0.
///
/// `averages`, of all that is not held, are made when they are first needed. If guesses are stuck, what is left over on
/// trees is taken to its end one by one, which takes O(|A|²) operations; in other graphs vertices are cut.
/// Time: polynomial for each probe; how many probes there are is bounded by the product of their numbers over nested cuts.
pub(crate) fn balance(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    averages: &mut Option<Averages>,
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    let mut limited = AtMost::new(tick, u64::MAX);
    if settle(flow, held, averages, &mut limited)? {
        return Ok(());
    }
    let spent = limited.spent();
    if are_few(&left_over(flow, held), flow.part())
        && let Some(trees) = TreeRuns::of(flow.part(), held, tick)?
    {
        return trees.route_all(flow, held, tick);
    }
    let choice = Choice::of(flow, held, tick)?;
    // A feedback set has a bound, and regions have none.
    if let Choice::Feedback(_) = choice {
        return bisect(flow, held, averages, choice, settle, tick).map(|_| ());
    }
    let is_whole = held.iter().all(|held| !held);
    if is_whole && bisect_within(BRIEFLY * spent, flow, held, averages, tick)? {
        return Ok(());
    }
    if settle_by_regions(flow, held, spent, tick)? {
        return Ok(());
    }
    bisect_beside_plan(flow, held, averages, FIRST_SLICE.max(16 * spent), tick)
}

/// How many times as many operations as guesses took a search may take before regions are tried. Where one vertex is
/// all that is stuck it is the quicker: two chains of 1,280 take 0.06 seconds with it and 0.27 without. While a vertex is
/// held, probes are many and what is stuck in one of them is mostly so in all: there regions come at once.
const BRIEFLY: u64 = 4;

/// Settles all that is not `held` by cuts at the most visited vertices, if that takes at most `operations`; else
/// the flow stays as it is.
fn bisect_within(
    operations: u64,
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    averages: &mut Option<Averages>,
    tick: &mut dyn Tick,
) -> Result<bool, Stop> {
    let before = flow.clone();
    let mut limited = AtMost::new(tick, operations);
    let found = bisect(flow, held, averages, Choice::MostVisited, settle, &mut limited);
    let is_settled = limited.or_over(found)?.is_some();
    if !is_settled {
        *flow = before;
    }
    Ok(is_settled)
}

/// How many operations a search gets at first, before a plan has its turn.
const FIRST_SLICE: u64 = 1 << 22;

/// Settles all that is not `held` by cuts at the most visited vertices, in [turns](in_turns_with_plan) with the cheapest
/// [`Plan`](super::plan::Plan), which begins when the search has spent `first` operations.
fn bisect_beside_plan(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    averages: &mut Option<Averages>,
    first: u64,
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    if let Some(order) = topological_order(flow.part(), held) {
        return settle_in_order(flow, held, &order, tick);
    }
    let averages = made(averages, flow.part(), held, tick)?;
    let planned = Planned::new(flow.clone(), held, averages, first);
    let search =
        |tick: &mut dyn Tick| Bisection::new(held, Choice::MostVisited).settle(flow, averages, settle, tick);
    if let Some(by_plan) = in_turns_with_plan(planned, tick, search)? {
        *flow = by_plan;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::part::Part;
    use num_traits::Zero;
    use rotor_generate::{Dice, small_graph};
    use rotor_graph::Event;

    /// Pays for everything and counts the plans it is told of.
    struct Plans(u32);

    impl Tick for Plans {
        fn tick(&mut self, _: u64) -> Result<(), Stop> {
            Ok(())
        }

        fn observe(&mut self, event: Event<'_>) {
            if let Event::Detail(words) = event {
                self.0 += u32::from(words.to_string().starts_with("plan: hold "));
            }
        }
    }

    #[test]
    fn most_visited_vertices_settle_beside_a_plan_or_without_one() {
        let mut dice = Dice::new(74);
        let [mut with, mut without] = [0; 2];
        for _ in 0..1_000 {
            let instance = small_graph(&mut dice);
            let (part, vertices) = Part::of_active(&instance);
            let supply = vertices.iter().map(|_| dice.below(30).into()).collect();
            let mut flow = PseudoFlow::new(&part, supply);
            let held: Vec<bool> = (0..part.len()).map(|_| dice.chance(0.1)).collect();
            let mut plans = Plans(0);
            bisect_beside_plan(&mut flow, &held, &mut None, 64, &mut plans).unwrap();
            flow.recount();
            assert!(left_over(&flow, &held).is_zero(), "{instance}");
            // With vertices held it is one of many probes, and not reported.
            assert!(plans.0 <= u32::from(!held.contains(&true)));
            if plans.0 > 0 { with += 1 } else { without += 1 }
        }
        assert!(with > 100 && without > 100, "{with} with a plan, {without} without");
    }
}
