//! Balance: a flow whose residuals are 0: by estimates, by single runs on trees and cacti, by regions, and at last by fixing vertices.

use super::component::{settle_in_order, topological_order};
use super::estimate::{left_over, settle};
use super::expectation::{Averages, OnDemand};
use super::feedback::Choice;
use super::pseudo_flow::PseudoFlow;
use super::regions::{RegionSteps, regions_at_most};
use super::single_runs::{BlockRuns, TreeRuns, are_few};
use super::technique::Technique;
use crate::race::{Slice, Task, finish};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};
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

// Bisection: the departures of a few vertices, searched one inside the other.
//
// Hold a vertex c at y departures, as a sink that sends y particles out, and let the rest settle. Then
// g(y) = f(x)(c) − y is the same whichever flow the rest settled in, because arrivals at sinks are; it falls by 0 or 1 when y grows by 1.
// So the zero of g is found by galloping and bisecting, and there the whole is settled.

/// Settles what is not held, if it can; says whether it could.
pub(crate) trait Settle:
    Fn(&mut PseudoFlow<'_>, &[bool], &mut OnDemand, &mut dyn Tick) -> Result<bool, Stop>
{
}

impl<F> Settle for F where
    F: Fn(&mut PseudoFlow<'_>, &[bool], &mut OnDemand, &mut dyn Tick) -> Result<bool, Stop>
{
}

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
    averages: OnDemand,
}

/// A search by cuts. It is made in steps, so that it can rest after any of them.
#[derive(Debug)]
pub(crate) struct Bisection {
    choice: Choice,
    held: Vec<bool>,
    cuts: Vec<Cut>,
    rests: Vec<CutOrder>,
    next: Next,
}

/// What a search does next.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// Cut one vertex more, as what is not held has not settled.
    Cut,
    /// Settle what is not held.
    Probe,
    /// See what the last cut lacks, as what is not held has settled.
    Compare,
}

impl Bisection {
    /// A search for what is not `held`, which has a cycle and has not settled.
    pub(crate) fn new(held: &[bool], choice: Choice) -> Self {
        Self { choice, held: held.to_vec(), cuts: Vec::new(), rests: Vec::new(), next: Next::Cut }
    }

    /// Makes one step; says whether all is settled.
    ///
    /// If it is stopped, the step can be made again, on the flow as it is then.
    pub(crate) fn step(
        &mut self,
        flow: &mut PseudoFlow<'_>,
        averages: &Averages,
        settle: &impl Settle,
        tick: &mut dyn Tick,
    ) -> Result<bool, Stop> {
        match self.next {
            Next::Cut => {
                let cut = self.cut(flow, averages, tick)?;
                self.hold(cut, flow);
                self.next = Next::Probe;
            }
            Next::Probe => {
                let rest = &mut self.rests[self.cuts.len() - 1];
                let is_settled = match &rest.order {
                    Some(order) => settle_in_order(flow, &self.held, order, tick).map(|()| true)?,
                    None => settle(flow, &self.held, &mut rest.averages, tick)?,
                };
                self.next = if is_settled { Next::Compare } else { Next::Cut };
            }
            Next::Compare => {
                let Some(cut) = self.cuts.last_mut() else { return Ok(true) };
                let gap = flow.residual(cut.vertex);
                if gap.is_zero() {
                    self.held[cut.vertex] = false;
                    self.cuts.pop();
                } else {
                    let here = flow.departures(cut.vertex);
                    let next = cut.next(here.clone(), gap);
                    flow.change(cut.vertex, &(next - here));
                    flow.recount();
                    self.next = Next::Probe;
                }
            }
        }
        Ok(false)
    }

    /// The next cut as chosen.
    fn cut(&mut self, flow: &PseudoFlow<'_>, averages: &Averages, tick: &mut dyn Tick) -> Result<Cut, Stop> {
        let averages = match self.rests[..self.cuts.len()].last_mut() {
            None => averages,
            Some(rest) => rest.averages.get(flow.part(), &self.held, tick)?,
        };
        Cut::at(self.choice.vertex(flow, &self.held, averages, tick)?, averages, tick)
    }

    fn hold(&mut self, cut: Cut, flow: &PseudoFlow<'_>) {
        let vertex = cut.vertex;
        self.held[vertex] = true;
        if self.rests.get(self.cuts.len()).is_none_or(|rest| rest.vertex != vertex) {
            self.rests.truncate(self.cuts.len());
            let order = topological_order(flow.part(), &self.held);
            self.rests.push(CutOrder { vertex, order, averages: OnDemand::default() });
        }
        self.cuts.push(cut);
    }
}

impl Cut {
    fn at(vertex: usize, averages: &Averages, tick: &mut dyn Tick) -> Result<Self, Stop> {
        let one = |v: usize| if v == vertex { BigUint::one() } else { BigUint::zero() };
        let visits = averages.visits(one, tick)?[vertex].round();
        Ok(Self { vertex, visits: visits.max(BigInt::one()), low: None, high: None, probes: 0 })
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
mod tests {
    use super::*;
    use crate::general::estimate::{left_over, settle};
    use crate::general::feedback::feedback_set;
    use crate::general::least_flow::make_least;
    use crate::general::pseudo_flow::Part;
    use crate::general::single_runs::TreeRuns;
    use crate::particles::route_in_bulk;
    use rotor_generate::{Dice, Kinds, draw, small_graph, walk_bound};
    use rotor_graph::{Instance, StoppingGraph, VertexMap, parse, strong_components};
    use std::cell::Cell;

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

    #[test]
    fn bisection_settles_what_guesses_alone_do_not() {
        let mut stuck = 0;
        for seed in 0..40 {
            let series = [("copies", 6), ("size", 50), ("ahead", 0)];
            let instance = draw("series", &series, &mut Dice::new(seed)).unwrap();
            let (graph, start) = (instance.graph(), instance.start().unwrap());
            let component =
                strong_components(graph, StoppingGraph::of(graph).active(), [start]).swap_remove(0);
            let part = Part::of_list(&instance, &component);
            let supply = component.iter().map(|&u| BigUint::from(u32::from(u == start))).collect();
            let mut flow = PseudoFlow::new(&part, supply);
            let free = vec![false; part.len()];
            let mut averages = OnDemand::default();
            if !settle(&mut flow, &free, &mut averages, &mut ()).unwrap() {
                stuck += 1;
                balance(&mut flow, &free, &mut averages, &mut ()).unwrap();
            }
            flow.recount();
            assert!((0..part.len()).all(|v| flow.residual(v).is_zero()), "seed {seed}");
        }
        assert!(stuck >= 5, "guesses were stuck on {stuck} of 40");
    }

    #[test]
    fn tree_runs_settle_trees_where_guesses_are_stuck() {
        let (mut dice, mut stuck) = (Dice::new(70), 0);
        for _ in 0..150 {
            // A path with valleys: particles are left over in some of them, and holes in others.
            let wells = draw("wells", &[("width", 1), ("wells", 12), ("depth", 12)], &mut dice).unwrap();
            let (part, vertices) = Part::of_active(&wells);
            let supply = vertices.iter().map(|_| BigUint::from(dice.below(1_000))).collect();
            let mut flow = PseudoFlow::new(&part, supply);
            let free = vec![false; part.len()];
            let mut averages = OnDemand::default();
            if !settle(&mut flow, &free, &mut averages, &mut ()).unwrap() {
                stuck += 1;
                assert!(TreeRuns::of(&part, &free, &mut ()).unwrap().is_some());
                balance(&mut flow, &free, &mut averages, &mut ()).unwrap();
            }
            flow.recount();
            assert!((0..part.len()).all(|v| flow.residual(v).is_zero()));
        }
        assert!(stuck >= 5, "guesses were stuck on {stuck} of 150");
    }

    /// Settles all that is not `held`, vertices being cut as `choice` has it.
    fn bisect(
        flow: &mut PseudoFlow<'_>,
        held: &[bool],
        choice: Choice,
        settle: impl Settle,
        tick: &mut dyn Tick,
    ) -> Result<(), Stop> {
        if let Some(order) = topological_order(flow.part(), held) {
            return settle_in_order(flow, held, &order, tick);
        }
        let averages = Averages::of(flow.part(), held, tick)?;
        let mut bisection = Bisection::new(held, choice);
        while !bisection.step(flow, &averages, &settle, tick)? {}
        Ok(())
    }

    /// Settles all active vertices as `choose` has it, without guesses, and compares the least flow with bulk routing.
    /// Returns how often a rest with a cycle was left to a deeper cut, unless there is nothing to choose.
    fn settle_without_a_guess(
        instance: &Instance,
        dice: &mut Dice,
        choose: impl FnOnce(&Part, &[bool]) -> Option<Choice>,
    ) -> Option<u64> {
        let stopping = StoppingGraph::of(instance.graph());
        let (part, vertices) = Part::of_active(instance);
        let free = vec![false; part.len()];
        let choice = choose(&part, &free)?;
        let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
        for &u in &vertices {
            particles[u] = BigUint::from(dice.below(9)) << if dice.chance(0.3) { dice.below(40) } else { 0 };
        }
        particles[*vertices.first()?] += 1u32;
        let mut flow = PseudoFlow::new(&part, vertices.iter().map(|&u| particles[u].clone()).collect());
        let asked = Cell::new(0);
        let only_look = |flow: &mut PseudoFlow<'_>, held: &[bool], _: &mut OnDemand, _: &mut dyn Tick| {
            let is_settled = left_over(flow, held).is_zero();
            asked.set(asked.get() + u64::from(!is_settled));
            Ok(is_settled)
        };
        bisect(&mut flow, &free, choice, only_look, &mut ()).unwrap();
        assert!((0..part.len()).all(|v| flow.residual(v).is_zero()), "{instance}");
        make_least(&mut flow, &mut ()).unwrap();
        let slow = route_in_bulk(&stopping, instance.rotors(), &particles, &mut ()).unwrap();
        for (&u, found) in vertices.iter().zip(flow.all_departures()) {
            assert_eq!(found, slow.departures[u], "{} of\n{instance}", instance.name(u));
        }
        Some(asked.get())
    }

    #[test]
    fn feedback_sets_settle_graphs_without_a_guess() {
        let mut dice = Dice::new(72);
        let mut kinds = Kinds::default();
        let mut sizes = [0; 3];
        for _ in 0..6_000 {
            let instance = small_graph(&mut dice);
            if walk_bound(instance.graph()) > 20_000 {
                continue;
            }
            let choose = |part: &Part, free: &[bool]| {
                let set = feedback_set(part, free, 2, &mut ()).unwrap()?;
                sizes[set.len()] += 1;
                Some(Choice::Feedback(set))
            };
            if settle_without_a_guess(&instance, &mut dice, choose).is_some() {
                kinds.see(&instance);
            }
        }
        let usual: Vec<_> =
            kinds.missing().into_iter().filter(|&kind| kind != "large multiplicities").collect();
        assert!(usual.is_empty(), "never seen: {usual:?}");
        assert!(sizes.iter().all(|&count| count > 200), "sets of 0, 1, 2 vertices: {sizes:?}");
    }

    /// How many probes find a zero of g, `here` being the first.
    fn probes(visits: u32, here: i64, g: impl Fn(i64) -> i64) -> u32 {
        let mut cut = Cut { vertex: 0, visits: visits.into(), low: None, high: None, probes: 0 };
        let mut here = BigInt::from(here);
        loop {
            let gap = g(i64::try_from(&here).unwrap());
            if gap == 0 {
                return cut.probes;
            }
            here = cut.next(here, gap.into());
        }
    }

    #[test]
    fn a_zero_of_g_is_found_by_few_probes_wherever_g_falls() {
        const FAR: i64 = 1 << 40;
        assert_eq!(probes(1, 0, |y| FAR - y), 1, "the gap says how far it is");
        let late = |y: i64| if y < FAR { 1 } else { FAR + 1 - y };
        assert_eq!([probes(1, 0, late), probes(1 << 10, 0, late)], [135, 129]);
        let early = |y: i64| if y <= 1_000 { 1_000 - y } else { -1 - (y - FAR).max(0) };
        assert_eq!([probes(1, 0, early), probes(1, FAR, early)], [1, 132]);
        let steps = |y: i64| 1_000 - (y >> 30);
        assert_eq!(
            [probes(1, 0, steps), probes(1 << 30, 0, steps), probes(1, FAR << 10, steps)],
            [16, 1, 16]
        );
    }

    #[test]
    fn a_cut_expects_what_a_particle_on_it_does_on_average() {
        let (part, _) = Part::of_active(&parse("a: b^3 s\nb: a s\nsink s").unwrap());
        let averages = Averages::of(&part, &[false; 2], &mut ()).unwrap();
        let visits = [0, 1].map(|v| Cut::at(v, &averages, &mut ()).unwrap().visits);
        assert_eq!(
            visits,
            [2, 2].map(BigInt::from),
            "8/5, rounded; from the other one it would be 4/5 and 6/5"
        );
    }
}
