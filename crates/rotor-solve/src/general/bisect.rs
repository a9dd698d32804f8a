//! Bisection: the departures of a few vertices, searched one inside the other.
//!
//! Hold a vertex c at y departures, as a sink that sends y particles out, and let the rest settle. Then
//! g(y) = f(x)(c) − y is the same whichever flow the rest settled in, because arrivals at sinks are; it falls by 0 or 1 when y grows by 1.
//! So the zero of g is found by galloping and bisecting, and there the whole is settled.

use super::acyclic::{settle_in_order, topological_order};
use super::at_most::AtMost;
use super::averages::Averages;
use super::guess::{left_over, settle};
use super::held_vertex::Choice;
use super::plan::Plan;
use super::pseudo_flow::PseudoFlow;
use super::regions::settle_by_regions;
use super::tree_runs::{TreeRuns, are_few};
use crate::budget::{Budget, Outcome};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};

/// A vertex that is held while the rest settles, and what is known of g.
#[derive(Debug)]
struct Cut {
    vertex: usize,
    /// How often a particle on it is expected to leave it.
    visits: BigInt,
    /// y and g(y) > 0.
    low: Option<(BigInt, BigInt)>,
    /// y and g(y) < 0.
    high: Option<(BigInt, BigInt)>,
    probes: u32,
}

/// What is left when the first cuts are held.
#[derive(Debug)]
struct CutOrder {
    /// The vertex of the last of them.
    vertex: usize,
    /// Its topological order, if it has no cycle.
    order: Option<Vec<u32>>,
    averages: Option<Averages>,
}

/// Makes the residuals of all vertices that are not `held` 0.
///
/// `averages`, of all that is not held, are made when they are first needed. If guesses are stuck, what is left over on
/// trees is taken to its end one by one, which takes O(|A|²) operations; in other graphs vertices are cut.
/// Time: polynomial for each probe; how many probes there are is bounded by the product of their numbers over nested cuts.
pub(crate) fn balance(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    averages: &mut Option<Averages>,
    budget: &mut dyn Budget,
) -> Outcome<()> {
    let mut limited = AtMost::new(budget, u64::MAX);
    if settle(flow, held, averages, &mut limited)? {
        return Ok(());
    }
    let spent = limited.spent();
    if are_few(&left_over(flow, held), flow.part())
        && let Some(trees) = TreeRuns::of(flow.part(), held, budget)?
    {
        return trees.route_all(flow, held, budget);
    }
    let choice = Choice::of(flow, held, budget)?;
    // A feedback set has a bound, and regions have none.
    if let Choice::Feedback(_) = choice {
        return bisect(flow, held, averages, &choice, settle, budget).map(|_| ());
    }
    let is_whole = held.iter().all(|held| !held);
    if is_whole && bisect_within(BRIEFLY * spent, flow, held, averages, budget)? {
        return Ok(());
    }
    if settle_by_regions(flow, held, spent, budget)? {
        return Ok(());
    }
    bisect_in_turns(flow, held, averages, FIRST_SLICE.max(16 * spent), budget)
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
    budget: &mut dyn Budget,
) -> Outcome<bool> {
    let before = flow.clone();
    let mut limited = AtMost::new(budget, operations);
    let found = bisect(flow, held, averages, &Choice::MostVisited, settle, &mut limited);
    let is_settled = limited.or_over(found)?.is_some();
    if !is_settled {
        *flow = before;
    }
    Ok(is_settled)
}

/// How many operations a search gets at first, before a plan has its turn.
const FIRST_SLICE: u64 = 1 << 22;

/// Settles all that is not `held` by cuts at the most visited vertices, in turns with the cheapest [`Plan`].
///
/// Each turn is four times as long as the one before and begins anew, so nothing has to be suspended. The plan gets a
/// quarter of each. Time: at most 2 times what the most visited vertices take and 7 times what the plan does, and a few slices, the
/// first of which has this many operations.
fn bisect_in_turns(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    averages: &mut Option<Averages>,
    mut slice: u64,
    budget: &mut dyn Budget,
) -> Outcome<()> {
    let before = flow.clone();
    let mut planned = None;
    loop {
        if bisect_within(slice, flow, held, averages, budget)? {
            return Ok(());
        }
        let choice = match &planned {
            Some(choice) => choice,
            None => {
                let order = averages.as_ref().and_then(Averages::order);
                let plan = Plan::cheapest(flow, held, order, budget)?;
                if let Some(plan) = &plan
                    && held.iter().all(|held| !held)
                {
                    budget.report_detail(format_args!("plan: {plan}"));
                }
                planned.insert(plan.map(Choice::Planned))
            }
        };
        if let Some(choice) = choice {
            let mut limited = AtMost::new(budget, slice / 4);
            let found = bisect(flow, held, averages, choice, settle, &mut limited);
            if limited.or_over(found)? == Some(true) {
                budget.report_detail(format_args!("a component was settled as planned"));
                return Ok(());
            }
            flow.clone_from(&before);
        }
        slice = slice.saturating_mul(4);
    }
}

/// Settles all that is not `held` and has not settled yet, a vertex being cut as `choice` has it whenever the rest is not
/// settled by `settle`, or by a topological pass if it has no cycle. Says whether it is settled: a plan may leave too much
/// over for its last step.
fn bisect(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    averages: &mut Option<Averages>,
    choice: &Choice,
    settle: impl Fn(&mut PseudoFlow<'_>, &[bool], &mut Option<Averages>, &mut dyn Budget) -> Outcome<bool>,
    budget: &mut dyn Budget,
) -> Outcome<bool> {
    if let Some(order) = topological_order(flow.part(), held) {
        return settle_in_order(flow, held, &order, budget).map(|()| true);
    }
    let mut held = held.to_vec();
    let mut cuts: Vec<Cut> = Vec::new();
    let mut rests: Vec<CutOrder> = Vec::new();
    let mut settled = false;
    loop {
        if !settled {
            let above = rests[..cuts.len()].last_mut().map_or(&mut *averages, |rest| &mut rest.averages);
            let above = match above {
                Some(averages) => averages,
                none => none.insert(Averages::of(flow.part(), &held, budget)?),
            };
            let Some(vertex) = choice.vertex(flow, &held, above, budget)? else {
                settled = match choice {
                    Choice::Planned(plan) => plan.finish(flow, &held, budget)?,
                    _ => false,
                };
                if !settled {
                    return Ok(false);
                }
                continue;
            };
            let cut = Cut::at(vertex, above, budget)?;
            held[vertex] = true;
            if rests.get(cuts.len()).is_none_or(|rest| rest.vertex != vertex) {
                rests.truncate(cuts.len());
                let order = topological_order(flow.part(), &held);
                rests.push(CutOrder { vertex, order, averages: None });
            }
            cuts.push(cut);
        } else if let Some(cut) = cuts.last_mut() {
            let gap = flow.residual(cut.vertex);
            if gap.is_zero() {
                held[cut.vertex] = false;
                cuts.pop();
                continue;
            }
            let here = flow.departures(cut.vertex);
            let next = cut.next(here.clone(), gap);
            flow.change(cut.vertex, &(next - here));
            flow.recount();
        } else {
            return Ok(true);
        }
        let rest = &mut rests[cuts.len() - 1];
        settled = match &rest.order {
            Some(order) => settle_in_order(flow, &held, order, budget).map(|()| true)?,
            None => settle(flow, &held, &mut rest.averages, budget)?,
        };
    }
}

impl Cut {
    fn at(vertex: usize, averages: &Averages, budget: &mut dyn Budget) -> Outcome<Self> {
        let one = |v: usize| if v == vertex { BigUint::one() } else { BigUint::zero() };
        let visits = averages.visits(one, budget)?.get(vertex).round();
        Ok(Self { vertex, visits: BigInt::from(visits).max(BigInt::one()), low: None, high: None, probes: 0 })
    }

    /// Where to look for the zero of g next, `here` having turned out to be `gap` ≠ 0 away.
    fn next(&mut self, here: BigInt, gap: BigInt) -> BigInt {
        self.probes += 1;
        // Without a bracket each probe goes four times as far as the one before.
        let far = (&gap * &self.visits) << (2 * (self.probes - 1));
        let without_bracket = (&here + far).max(BigInt::zero());
        let end = if gap.is_positive() { &mut self.low } else { &mut self.high };
        *end = Some((here, gap));
        let (Some((low, above)), Some((high, below))) = (&self.low, &self.high) else {
            return without_bracket;
        };
        // g falls by at most 1 a step.
        let (least, most) = (low + above, high + below);
        let between = match self.probes % 3 {
            0 => (&least + &most) / 2,
            _ => low + (high - low) * above / (above - below),
        };
        between.clamp(least.clone(), most.max(least))
    }
}

#[cfg(test)]
mod tests;
