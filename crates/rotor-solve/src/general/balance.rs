//! Balance: a flow whose residuals are 0: by estimates, trees, feedback sets, and at last by a race of regions, bisection and
//! a plan.

use super::acyclic::{settle_in_order, topological_order};
use super::bisect::Bisection;
use super::block_runs::BlockRuns;
use super::expectation::{Averages, OnDemand};
use super::guess::{left_over, settle};
use super::held_vertex::Choice;
use super::plan::{Plan, SEARCH};
use super::pseudo_flow::PseudoFlow;
use super::regions::{RegionSteps, regions_at_most};
use super::technique::Technique;
use super::tree_runs::{TreeRuns, are_few};
use crate::race::{NEVER, Race, Slice, Task, finish};
use rotor_graph::{Event, Stop, Tick};
use std::rc::Rc;

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
    stage: Stage<'p>,
}

enum Stage<'p> {
    /// Estimates and cancelling.
    Estimate,
    /// They are stuck, and the next means is to be chosen.
    Choose,
    /// What is left over on a forest goes to its end.
    Trees(TreeRuns),
    /// The same on a cactus.
    Blocks(BlockRuns),
    /// Vertices are cut.
    Cut(Race<'p, Cut<'p>>),
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
    fn choose(&mut self, tick: &mut dyn Tick) -> Result<Option<Stage<'p>>, Stop> {
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
        let averages = Rc::clone(self.averages.get(flow.part(), held, tick)?);
        Ok(Some(Stage::Cut(self.first_cuts(choice, &averages))))
    }

    /// Regions; or a feedback set, which has a bound.
    fn first_cuts(&self, choice: Choice, averages: &Rc<Averages>) -> Race<'p, Cut<'p>> {
        if let Choice::Feedback(_) = choice {
            return Race::of(vec![Box::new(self.cutting(choice, averages))], 0);
        }
        if !Technique::Regions.is_on() {
            return self.last_cuts(averages);
        }
        let regions = Crossing {
            flow: self.flow.clone(),
            steps: RegionSteps::new(&self.flow, &self.held, self.spent),
            announced: regions_at_most(self.spent),
        };
        Race::of(vec![Box::new(regions)], 0)
    }

    /// Bisection and a plan.
    fn last_cuts(&self, averages: &Rc<Averages>) -> Race<'p, Cut<'p>> {
        let plan = Planning {
            flow: self.flow.clone(),
            held: self.held.clone(),
            averages: Rc::clone(averages),
            carried_out: None,
            spent: 0,
            is_hopeless: false,
        };
        let mut tasks: Vec<Box<dyn Task<Answer = Cut<'p>> + 'p>> =
            vec![Box::new(self.cutting(Choice::MostVisited, averages))];
        if Technique::Plan.is_on() {
            tasks.push(Box::new(plan));
        }
        Race::of(tasks, 0)
    }

    fn cutting(&self, choice: Choice, averages: &Rc<Averages>) -> Cutting<'p> {
        Cutting {
            flow: self.flow.clone(),
            averages: Rc::clone(averages),
            bisection: Bisection::new(&self.held, choice),
            spent: 0,
            dearest: self.spent,
            is_stuck: false,
        }
    }
}

/// What comes of cuts.
enum Cut<'p> {
    /// A balanced flow.
    Balanced(PseudoFlow<'p>),
    /// One that is not, but has less left over than before: others go on from there.
    Closer(PseudoFlow<'p>),
}

impl Task for Balance<'_> {
    type Answer = ();

    fn next_cost(&self) -> u64 {
        match &self.stage {
            Stage::Cut(race) => race.next_cost(),
            _ => self.spent / 4,
        }
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<()>, Stop> {
        match &mut self.stage {
            Stage::Estimate => {
                let mut counted = Slice::new(tick, u64::MAX);
                let settled = settle(&mut self.flow, &self.held, &mut self.averages, &mut counted);
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
            Stage::Trees(trees) => return trees.route_all(&mut self.flow, &self.held, tick).map(Some),
            Stage::Blocks(blocks) => return blocks.route_all(&mut self.flow, tick).map(Some),
            Stage::Cut(race) => match race.step(tick)? {
                None => {}
                Some(Cut::Balanced(flow)) => {
                    self.flow = flow;
                    return Ok(Some(()));
                }
                Some(Cut::Closer(flow)) => {
                    self.flow = flow;
                    let averages = Rc::clone(self.averages.get(self.flow.part(), &self.held, tick)?);
                    self.stage = Stage::Cut(self.last_cuts(&averages));
                }
            },
        }
        Ok(None)
    }
}

/// Bisection of cuts, as a task.
struct Cutting<'p> {
    flow: PseudoFlow<'p>,
    averages: Rc<Averages>,
    bisection: Bisection,
    spent: u64,
    /// What the dearest probe has cost, or before there was one the estimates.
    dearest: u64,
    /// Whether a plan has left too much over for its last step.
    is_stuck: bool,
}

impl<'p> Task for Cutting<'p> {
    type Answer = Cut<'p>;

    fn next_cost(&self) -> u64 {
        if self.is_stuck { NEVER } else { 2 * self.dearest }
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<Cut<'p>>, Stop> {
        let mut counted = Slice::new(tick, u64::MAX);
        let stepped = self.bisection.step(&mut self.flow, &self.averages, &settle, &mut counted);
        self.spent += counted.spent();
        self.dearest = self.dearest.max(counted.spent());
        match stepped? {
            None => Ok(None),
            Some(true) => Ok(Some(Cut::Balanced(self.flow.clone()))),
            Some(false) => {
                self.is_stuck = true;
                Ok(None)
            }
        }
    }
}

/// Region steps, as a task.
struct Crossing<'p> {
    flow: PseudoFlow<'p>,
    steps: RegionSteps,
    announced: u64,
}

impl<'p> Task for Crossing<'p> {
    type Answer = Cut<'p>;

    fn next_cost(&self) -> u64 {
        self.announced
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<Cut<'p>>, Stop> {
        let is_balanced = self.steps.settle(&mut self.flow, tick)?;
        let flow = self.flow.clone();
        Ok(Some(if is_balanced { Cut::Balanced(flow) } else { Cut::Closer(flow) }))
    }
}

/// A plan, which is made and carried out.
struct Planning<'p> {
    flow: PseudoFlow<'p>,
    held: Vec<bool>,
    averages: Rc<Averages>,
    carried_out: Option<Cutting<'p>>,
    spent: u64,
    is_hopeless: bool,
}

impl Planning<'_> {
    fn make(&mut self, tick: &mut dyn Tick) -> Result<Option<Bisection>, Stop> {
        let plan = Plan::cheapest(&self.flow, &self.held, self.averages.order(), tick)?;
        let Some(plan) = plan else { return Ok(None) };
        if self.held.iter().all(|held| !held) {
            tick.observe(Event::Detail(format_args!("plan: {plan}")));
        }
        Ok(Some(Bisection::new(&self.held, Choice::Planned(plan))))
    }
}

impl<'p> Task for Planning<'p> {
    type Answer = Cut<'p>;

    /// To look for a plan may cost [`SEARCH`]. Its probes are announced with all that was spent before, so that a plan costs no
    /// more than half of what the search beside it does: most of the time that is the quicker one.
    fn next_cost(&self) -> u64 {
        match &self.carried_out {
            _ if self.is_hopeless => NEVER,
            None => SEARCH + 16 * (self.held.len() + self.flow.part().arc_count()) as u64,
            Some(cutting) if cutting.is_stuck => NEVER,
            Some(cutting) => cutting.next_cost().max(self.spent),
        }
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<Cut<'p>>, Stop> {
        let mut counted = Slice::new(tick, u64::MAX);
        let stepped = match &mut self.carried_out {
            Some(cutting) => cutting.step(&mut counted),
            None => self.make(&mut counted).map(|bisection| {
                let (flow, averages) = (self.flow.clone(), Rc::clone(&self.averages));
                let cutting = bisection.map(|bisection| Cutting {
                    flow,
                    averages,
                    bisection,
                    spent: 0,
                    dearest: 0,
                    is_stuck: false,
                });
                self.is_hopeless = cutting.is_none();
                self.carried_out = cutting;
                None
            }),
        };
        self.spent += counted.spent();
        let answer = stepped?;
        if answer.is_some() {
            tick.observe(Event::Detail(format_args!("a component was settled as planned")));
        }
        Ok(answer)
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

    fn planning<'p>(flow: &PseudoFlow<'p>, averages: &Rc<Averages>) -> Planning<'p> {
        let (flow, averages, held) = (flow.clone(), Rc::clone(averages), vec![false; flow.part().len()]);
        Planning { flow, held, averages, carried_out: None, spent: 0, is_hopeless: false }
    }

    fn cutting<'p>(flow: &PseudoFlow<'p>, averages: &Rc<Averages>) -> Cutting<'p> {
        let bisection = Bisection::new(&vec![false; flow.part().len()], Choice::MostVisited);
        let (flow, averages) = (flow.clone(), Rc::clone(averages));
        Cutting { flow, averages, bisection, spent: 0, dearest: 1, is_stuck: false }
    }

    #[test]
    fn bisection_and_a_plan_balance_a_flow_alone_and_in_a_race() {
        let mut dice = Dice::new(75);
        let mut kinds = Kinds::default();
        let [mut compared, mut planned] = [0; 2];
        for _ in 0..4_000 {
            let instance = small_graph(&mut dice);
            let Some((part, supply, run)) = cyclic(&instance, &mut dice) else { continue };
            kinds.see(&instance);
            let start = PseudoFlow::new(&part, supply);
            let averages = Rc::new(Averages::of(&part, &vec![false; part.len()], &mut ()).unwrap());
            let both: Vec<Box<dyn Task<Answer = _>>> =
                vec![Box::new(planning(&start, &averages)), Box::new(cutting(&start, &averages))];
            let plan = finish(&mut Race::of(vec![Box::new(planning(&start, &averages))], 0), &mut ());
            planned += u32::from(plan.is_ok());
            let found = [
                Some(finish(&mut cutting(&start, &averages), &mut ()).unwrap()),
                Some(finish(&mut Race::of(both, 0), &mut ()).unwrap()),
                // A plan may leave too much over for its last step.
                plan.ok(),
            ];
            for cut in found.into_iter().flatten() {
                let (Cut::Balanced(mut flow) | Cut::Closer(mut flow)) = cut;
                flow.recount();
                assert!(left_over(&flow, &vec![false; part.len()]).is_zero(), "{instance}");
                make_least(&mut flow, &mut ()).unwrap();
                assert!(flow.all_departures().eq(run.iter().cloned()), "{instance}");
            }
            compared += 1;
        }
        let usual: Vec<_> =
            kinds.missing().into_iter().filter(|&kind| kind != "large multiplicities").collect();
        assert!(usual.is_empty(), "never seen: {usual:?}");
        assert!(compared > 500 && planned > 400, "{compared} were compared, {planned} with a plan");
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
