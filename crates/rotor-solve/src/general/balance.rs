//! Balance: a flow whose residuals are 0: by estimates, by single runs on trees and cacti, by regions, and at last by fixing vertices.

use super::bisect::Bisection;
use super::component::{settle_in_order, topological_order};
use super::estimate::{left_over, settle};
use super::expectation::OnDemand;
use super::feedback::Choice;
use super::pseudo_flow::PseudoFlow;
use super::regions::{RegionSteps, regions_at_most};
use super::single_runs::BlockRuns;
use super::single_runs::{TreeRuns, are_few};
use super::technique::Technique;
use crate::race::{Slice, Task, finish};
use rotor_graph::{Stop, Tick};

/// Makes the residuals of all vertices that are not `held` 0.
///
/// `averages`, of all that is not held, are made when they are first needed. If estimates are stuck, what is left over on
/// trees is taken to its end one by one, which takes O(|A|²) operations; in other graphs vertices are cut.
/// Time: polynomial for each probe; how many probes there are is bounded by the product of their numbers over nested cuts.
/// If it is stopped, the flow is somewhere on the way, and can be balanced from there.
pub(crate) fn balance(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    averages: &mut OnDemand,
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    let mut counted = Slice::new(tick, u64::MAX);
    if settle(flow, held, averages, &mut counted)? {
        return Ok(());
    }
    let spent = counted.spent();
    let mut balance = Balance {
        flow: flow.clone(),
        held: held.to_vec(),
        averages: std::mem::take(averages),
        blocks: None,
        spent,
        stage: Stage::Choose,
    };
    let found = finish(&mut balance, tick);
    (*flow, *averages) = balance.into_parts();
    found
}

/// A flow on its way to being balanced.
pub(crate) struct Balance<'p> {
    flow: PseudoFlow<'p>,
    held: Vec<bool>,
    averages: OnDemand,
    blocks: Option<BlockRuns>,
    /// What the estimates have cost.
    spent: u64,
    stage: Stage,
}

enum Stage {
    /// Estimates and cancelling.
    Estimate,
    /// They are stuck, and the next means is to be chosen.
    Choose,
    /// What is left over on a forest goes to its end.
    Trees(TreeRuns),
    /// The same on a cactus.
    Blocks(BlockRuns),
    /// Regions are crossed.
    Regions(RegionSteps),
    /// Vertices are cut, and the dearest probe has cost this much, or before there was one the estimates.
    Bisect(Bisection, u64),
}

impl<'p> Balance<'p> {
    /// All of `flow` is to be balanced; its part is a cactus if there are `blocks`.
    pub(crate) fn new(flow: PseudoFlow<'p>, blocks: Option<BlockRuns>) -> Self {
        let held = vec![false; flow.part().len()];
        Self { flow, held, averages: OnDemand::default(), blocks, spent: 0, stage: Stage::Estimate }
    }

    /// The flow, and the averages if they were needed.
    pub(crate) fn into_parts(self) -> (PseudoFlow<'p>, OnDemand) {
        (self.flow, self.averages)
    }

    /// What goes on where estimates are stuck; nothing if that has balanced the flow.
    fn choose(&mut self, tick: &mut dyn Tick) -> Result<Option<Stage>, Stop> {
        let Self { flow, held, blocks, .. } = self;
        if Technique::OneByOne.is_on() && are_few(&left_over(flow, held), flow.part()) {
            if let Some(blocks) = blocks {
                return Ok(Some(Stage::Blocks(blocks.clone())));
            }
            if let Some(trees) = TreeRuns::of(flow.part(), held, tick)? {
                return Ok(Some(Stage::Trees(trees)));
            }
        }
        if let Some(order) = topological_order(flow.part(), held) {
            return settle_in_order(flow, held, &order, tick).map(|()| None);
        }
        let choice = Choice::of(flow, held, tick)?;
        // A feedback set has a bound, and regions have none.
        if matches!(choice, Choice::MostVisited) && Technique::Regions.is_on() {
            return Ok(Some(Stage::Regions(RegionSteps::new(flow, held, self.spent))));
        }
        Ok(Some(Stage::Bisect(Bisection::new(held, choice), self.spent)))
    }
}

impl Task for Balance<'_> {
    type Answer = ();

    fn next_cost(&self) -> u64 {
        match self.stage {
            Stage::Regions(_) => regions_at_most(self.spent),
            Stage::Bisect(_, dearest) => 2 * dearest,
            _ => self.spent / 4,
        }
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<()>, Stop> {
        let Self { flow, held, averages, .. } = self;
        match &mut self.stage {
            Stage::Estimate => {
                let mut counted = Slice::new(tick, u64::MAX);
                let settled = settle(flow, held, averages, &mut counted);
                self.spent += counted.spent();
                if settled? {
                    return Ok(Some(()));
                }
                self.stage = Stage::Choose;
            }
            Stage::Choose => match self.choose(tick)? {
                Some(stage) => self.stage = stage,
                None => return Ok(Some(())),
            },
            Stage::Trees(trees) => return trees.route_all(flow, held, tick).map(Some),
            Stage::Blocks(blocks) => return blocks.route_all(flow, tick).map(Some),
            Stage::Regions(steps) => {
                if steps.settle(flow, tick)? {
                    return Ok(Some(()));
                }
                self.stage = Stage::Bisect(Bisection::new(held, Choice::MostVisited), self.spent);
            }
            Stage::Bisect(bisection, dearest) => {
                let averages = averages.get(flow.part(), held, tick)?;
                let mut counted = Slice::new(tick, u64::MAX);
                let stepped = bisection.step(flow, averages, &settle, &mut counted);
                *dearest = counted.spent().max(*dearest);
                return Ok(stepped?.then_some(()));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::least_flow::make_least;
    use crate::general::part::Part;
    use crate::particles::route_in_bulk;
    use num_bigint::BigUint;
    use num_traits::Zero;
    use rotor_generate::{Dice, Kinds, small_graph, walk_bound};
    use rotor_graph::{Instance, StoppingGraph, VertexMap};

    /// The part of a graph that has a cycle, a flow of some particles on it, and how often its vertices are left by their run.
    fn cyclic(instance: &Instance, dice: &mut Dice) -> Option<(Part, Vec<BigUint>, Vec<BigUint>)> {
        let (part, vertices) = Part::of_active(instance);
        let free = vec![false; part.len()];
        if walk_bound(instance.graph()) > 20_000 || topological_order(&part, &free).is_some() {
            return None;
        }
        let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
        vertices.iter().for_each(|&u| particles[u] = (1 + dice.below(30)).into());
        let stopping = StoppingGraph::of(instance.graph());
        let run = route_in_bulk(&stopping, instance.rotors(), &particles, &mut ()).unwrap();
        let of_part = |all: &VertexMap<BigUint>| vertices.iter().map(|&u| all[u].clone()).collect();
        Some((part, of_part(&particles), of_part(&run.departures)))
    }

    #[test]
    fn bisection_alone_balances_a_flow() {
        let mut dice = Dice::new(75);
        let mut kinds = Kinds::default();
        let mut compared = 0;
        for _ in 0..4_000 {
            let instance = small_graph(&mut dice);
            let Some((part, supply, run)) = cyclic(&instance, &mut dice) else { continue };
            kinds.see(&instance);
            let held = vec![false; part.len()];
            let mut balance = Balance::new(PseudoFlow::new(&part, supply), None);
            balance.stage = Stage::Bisect(Bisection::new(&held, Choice::MostVisited), 1);
            finish(&mut balance, &mut ()).unwrap();
            let (mut flow, _) = balance.into_parts();
            flow.recount();
            assert!(left_over(&flow, &held).is_zero(), "{instance}");
            make_least(&mut flow, &mut ()).unwrap();
            assert!(flow.all_departures().eq(run), "{instance}");
            compared += 1;
        }
        let usual: Vec<_> =
            kinds.missing().into_iter().filter(|&kind| kind != "large multiplicities").collect();
        assert!(usual.is_empty(), "never seen: {usual:?}");
        assert!(compared > 500, "{compared} were compared");
    }

    #[test]
    fn a_flow_whose_balance_is_stopped_can_be_balanced_from_there() {
        let mut dice = Dice::new(192);
        let [mut stopped, mut compared] = [0; 2];
        for _ in 0..1_000 {
            let instance = small_graph(&mut dice);
            let Some((part, supply, run)) = cyclic(&instance, &mut dice) else { continue };
            // Much is left over, and some is missing.
            let mut flow = PseudoFlow::new(&part, supply);
            let some: Vec<_> = (0..part.len()).map(|v| (v, dice.below(90).into())).collect();
            flow.apply(some.into_iter());
            let mut balance = Balance::new(flow, None);
            let mut most = 0;
            loop {
                most += u64::from(dice.below(40));
                match balance.step(&mut Slice::new(&mut (), most)) {
                    Ok(Some(())) => break,
                    Ok(None) => {}
                    Err(_) => stopped += 1,
                }
            }
            let (mut flow, _) = balance.into_parts();
            flow.recount();
            assert!(left_over(&flow, &vec![false; part.len()]).is_zero(), "{instance}");
            make_least(&mut flow, &mut ()).unwrap();
            assert!(flow.all_departures().eq(run), "{instance}");
            compared += 1;
        }
        assert!(stopped > 500 && compared > 100, "stopped {stopped} times in {compared}");
    }
}
