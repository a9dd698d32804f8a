//! The least flow: what is left of any flow when it runs in no circle.
//!
//! The last used arcs of a flow that is not the least one form a cycle: where it exceeds the least one, so it does at
//! the head of the last used arc. Taking one use of each arc of a cycle away leaves a flow.

use super::balance::balance;
use super::component::is_surely_no_tree;
use super::cores::cores;
use super::cores::{Hold, to_hold};
use super::cores::{drop_cycles, drop_unreached};
use super::estimate::{Sign, annihilate};
use super::expectation::{Averages, OnDemand, Response};
use super::pseudo_flow::Part;
use super::pseudo_flow::PseudoFlow;
use super::regions::Finder;
use super::regions::level;
use super::single_runs::BlockRuns;
use super::single_runs::TreeRuns;
use super::single_runs::go_below;
use super::technique::Technique;
use crate::race::{NEVER, Race, Slice, Task, finish, race, turn};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};
use rotor_graph::{Stop, Tick};

/// How many uses of arcs for each vertex are taken out in cycles before a vertex is held.
const USES_A_VERTEX: u64 = 8;

/// Makes a settled flow the least one, the run itself. If it is stopped, the flow stays as it is.
pub(crate) fn make_least(flow: &mut PseudoFlow<'_>, tick: &mut dyn Tick) -> Result<(), Stop> {
    *flow = finish(&mut Least::new(flow.clone(), None), tick)?;
    Ok(())
}

/// A settled flow on its way to the least one, which is the run itself.
///
/// Cycles are taken out one by one. If there are too many of them, what may still circulate is divided into
/// [`cores`], which are made least one after the other. In a core that does not fall apart a vertex is held at its
/// least departures, for good: the leftmost zero of the g of [`bisect`](super::balance), found by galloping down and
/// bisecting; on trees and cacti in a race with the run [from below](FromBelow).
pub(crate) struct Least<'p> {
    flow: PseudoFlow<'p>,
    uses_a_vertex: u64,
    /// The flow as a whole, until it has fallen apart.
    whole: Option<Race<'p, Shrunk<'p>>>,
    pieces: Vec<Piece>,
    spent: u64,
}

impl<'p> Least<'p> {
    /// A settled flow, on a cactus if there are `blocks`.
    pub(crate) fn new(flow: PseudoFlow<'p>, blocks: Option<BlockRuns>) -> Self {
        Self::by_cycles(flow, blocks, USES_A_VERTEX)
    }

    fn by_cycles(flow: PseudoFlow<'p>, blocks: Option<BlockRuns>, uses_a_vertex: u64) -> Self {
        let turn = turn(flow.part().arc_count());
        let whole = Some(Race::of(ways_down(&flow, blocks, uses_a_vertex, FIRST_PIECE), turn));
        Self { flow, uses_a_vertex, whole, pieces: Vec::new(), spent: 0 }
    }

    /// Makes the flow on a piece least; what it falls apart into.
    fn shrink(
        &mut self,
        vertices: &[usize],
        size: usize,
        tick: &mut dyn Tick,
    ) -> Result<Vec<Vec<usize>>, Stop> {
        let flow = &mut self.flow;
        let part = flow.part().restricted_to(vertices);
        let inside = restricted(flow, vertices, &part);
        // Flows on the piece are counted anew twice, and its changes once on the whole.
        tick.tick(flow.part().len() as u64 + 24 * part.arc_count() as u64)?;
        let Shrunk { flow: inside, cores } =
            race(ways_down(&inside, None, self.uses_a_vertex, size), turn(part.arc_count()), tick)?;
        let change = |(at, &v): (usize, &usize)| (v, inside.departures(at) - flow.departures(v));
        let changes: Vec<_> =
            vertices.iter().enumerate().map(change).filter(|(_, change)| !change.is_zero()).collect();
        flow.apply(changes.into_iter());
        Ok(cores.into_iter().map(|core| core.into_iter().map(|at| vertices[at]).collect()).collect())
    }

    /// Puts a core on top of what is to be made least, or first the parts of a large one, and then the core once more.
    fn divide(&mut self, core: Vec<usize>, size: usize) {
        if Technique::Pieces.is_on() && core.len() >= 4 * size {
            self.pieces.push(Piece { vertices: core.clone(), size: 2 * size });
            let parts = regions_of(&self.flow, &core, size);
            self.pieces.extend(parts.into_iter().map(|vertices| Piece { vertices, size: usize::MAX / 4 }));
        } else {
            self.pieces.push(Piece { vertices: core, size: usize::MAX / 4 });
        }
    }
}

impl<'p> Task for Least<'p> {
    type Answer = PseudoFlow<'p>;

    fn next_cost(&self) -> u64 {
        self.whole.as_ref().map_or(self.spent / 4, Race::next_cost)
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<PseudoFlow<'p>>, Stop> {
        let mut counted = Slice::new(tick, u64::MAX);
        if let Some(whole) = &mut self.whole {
            let stepped = whole.step(&mut counted);
            self.spent += counted.spent();
            if let Some(Shrunk { flow, cores }) = stepped? {
                (self.flow, self.whole) = (flow, None);
                cores.into_iter().for_each(|core| self.divide(core, FIRST_PIECE));
            }
        } else if let Some(Piece { vertices, size }) = self.pieces.pop() {
            let shrunk = self.shrink(&vertices, size, &mut counted);
            self.spent += counted.spent();
            match shrunk {
                Ok(cores) => cores.into_iter().for_each(|core| self.divide(core, size)),
                Err(stop) => {
                    self.pieces.push(Piece { vertices, size });
                    return Err(stop);
                }
            }
        } else {
            return Ok(Some(self.flow.clone()));
        }
        Ok(None)
    }
}

/// A flow that is the least one outside of these cores: more than one, or a small one, or a long one that regions divide.
struct Shrunk<'p> {
    flow: PseudoFlow<'p>,
    cores: Vec<Vec<usize>>,
}

/// All ways to make a settled flow less: with vertices held and, where that has a bound, from below.
fn ways_down<'p>(
    flow: &PseudoFlow<'p>,
    blocks: Option<BlockRuns>,
    uses_a_vertex: u64,
    size: usize,
) -> Vec<Box<dyn Task<Answer = Shrunk<'p>> + 'p>> {
    let held = vec![false; flow.part().len()];
    let holding = Holding { flow: flow.clone(), uses_a_vertex, size, held, zero: None, dearest: 0 };
    let mut ways: Vec<Box<dyn Task<Answer = Shrunk<'p>> + 'p>> = vec![Box::new(holding)];
    if !Technique::FromBelow.is_on() {
        return ways;
    }
    let runs = match blocks {
        Some(blocks) => Runs::Blocks(blocks),
        None if is_surely_no_tree(flow.part()) => return ways,
        None => Runs::Trees(None),
    };
    ways.push(Box::new(FromBelow { flow: flow.clone(), runs, is_below: false, gives_up: false }));
    ways
}

/// How many vertices the regions of a core have at first, which are made least before it.
const FIRST_PIECE: usize = 128;

/// Vertices whose flow is to be made least while all others stay as they are.
struct Piece {
    vertices: Vec<usize>,
    /// If they are more by much than this, regions of this size come first.
    size: usize,
}

/// Divides a core into regions of at most this size, each a valley or a few.
///
/// Most of what circulates does so inside a valley, where it is found for little; and with less of it the whole core, which
/// comes last, may fall apart.
fn regions_of(flow: &PseudoFlow<'_>, core: &[usize], size: usize) -> Vec<Vec<usize>> {
    let part = flow.part();
    let mut visits = vec![0; part.len()];
    let mut is_free = vec![false; part.len()];
    core.iter().for_each(|&v| (visits[v], is_free[v]) = (level(&flow.departures(v)), true));
    let mut finder = Finder::new(part.len());
    let mut found = Vec::new();
    for &start in core {
        if is_free[start] {
            let vertices = finder.vertices_around(part, |v| is_free[v], &visits, start, size);
            vertices.iter().for_each(|&v| is_free[v as usize] = false);
            found.push(vertices.into_iter().map(|v| v as usize).collect());
        }
    }
    found
}

/// The flow on some vertices, whatever reaches them from others being put there.
fn restricted<'p>(flow: &PseudoFlow<'_>, vertices: &[usize], part: &'p Part) -> PseudoFlow<'p> {
    let changes = || vertices.iter().enumerate().map(|(at, &v)| (at, flow.departures(v)));
    let mut alone = PseudoFlow::new(part, vec![BigUint::zero(); vertices.len()]);
    alone.apply(changes());
    let missing = |at| -> BigInt { -alone.residual(at) };
    let supply = (0..vertices.len()).map(|at| missing(at).to_biguint().expect("the flow has settled"));
    let mut whole = PseudoFlow::new(part, supply.collect());
    whole.apply(changes());
    whole
}

/// Makes a settled flow less by holding vertices at their least departures until it falls apart.
struct Holding<'p> {
    flow: PseudoFlow<'p>,
    uses_a_vertex: u64,
    /// A long core is not held if regions of this size divide it.
    size: usize,
    held: Vec<bool>,
    /// The vertex whose least departures are sought.
    zero: Option<LeastZero>,
    /// What the dearest probe has cost.
    dearest: u64,
}

impl<'p> Holding<'p> {
    /// Drops cycles, and chooses a vertex to be held if that does not end; else the cores that are left.
    fn choose(&mut self, tick: &mut dyn Tick) -> Result<Option<Vec<Vec<usize>>>, Stop> {
        let Self { flow, held, .. } = self;
        let n = flow.part().len();
        let most = self.uses_a_vertex * n as u64 + 20 * self.uses_a_vertex;
        drop_unreached(flow);
        let Some(endless) = drop_cycles(flow, most, tick)? else { return Ok(Some(Vec::new())) };
        let cores = cores(flow, held, tick)?;
        let free = held.iter().filter(|&&held| !held).count();
        let inside: usize = cores.iter().map(Vec::len).sum();
        match &cores[..] {
            // A piece alone costs a part of its own; so it has to be smaller by much.
            [core] if 8 * inside > 7 * free => {
                let (vertex, is_long) = to_hold(flow, core, endless);
                if Technique::Pieces.is_on() && is_long && core.len() / 4 >= self.size {
                    return Ok(Some(cores));
                }
                let mut with_vertex = held.clone();
                let hold = Hold::at_best(vertex, flow, core, &mut with_vertex, tick)?;
                self.zero = Some(LeastZero::of(flow, &with_vertex, hold, tick)?);
                *held = with_vertex;
                Ok(None)
            }
            _ => Ok(Some(cores)),
        }
    }
}

impl<'p> Task for Holding<'p> {
    type Answer = Shrunk<'p>;

    fn next_cost(&self) -> u64 {
        2 * self.dearest
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<Shrunk<'p>>, Stop> {
        let Some(zero) = &mut self.zero else {
            let cores = self.choose(tick)?;
            return Ok(cores.map(|cores| Shrunk { flow: self.flow.clone(), cores }));
        };
        let mut counted = Slice::new(tick, u64::MAX);
        let stepped = zero.step(&mut self.flow, &self.held, &mut counted);
        self.dearest = self.dearest.max(counted.spent());
        if stepped? {
            self.zero = None;
        }
        Ok(None)
    }
}

/// What takes particles to their ends one by one.
enum Runs {
    /// Return flows of a forest, if it turns out to be one.
    Trees(Option<TreeRuns>),
    /// Those of blocks.
    Blocks(BlockRuns),
}

/// A settled flow becomes the run, by particles left over [`below`](super::single_runs) it, which are taken to their ends.
///
/// Time: O(|A|) runs of one particle.
struct FromBelow<'p> {
    flow: PseudoFlow<'p>,
    runs: Runs,
    is_below: bool,
    gives_up: bool,
}

impl<'p> Task for FromBelow<'p> {
    type Answer = Shrunk<'p>;

    /// Each of the O(|A|) runs takes O(|A|) operations. Holding vertices is mostly quicker, and has no bound.
    fn next_cost(&self) -> u64 {
        match self.gives_up {
            true => NEVER,
            false => 64 * (self.flow.part().arc_count() as u64).pow(2),
        }
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<Shrunk<'p>>, Stop> {
        let Self { flow, runs, is_below, gives_up } = self;
        let free = vec![false; flow.part().len()];
        if !*is_below {
            if let Runs::Trees(trees) = runs {
                *trees = TreeRuns::of(flow.part(), &free, tick)?;
                *gives_up = trees.is_none();
                if *gives_up {
                    return Ok(None);
                }
            }
            let averages = Averages::of(flow.part(), &free, tick)?;
            let mut below = flow.clone();
            *gives_up = !go_below(&mut below, &averages, tick)?;
            if *gives_up {
                return Ok(None);
            }
            // Most of them are near an exit.
            annihilate(&mut below, &free, Sign::Particles, 8 * flow.part().len() as u64, tick)?;
            (*flow, *is_below) = (below, true);
        }
        match runs {
            Runs::Blocks(blocks) => blocks.route_all(flow, tick)?,
            Runs::Trees(trees) => trees.iter().try_for_each(|trees| trees.route_all(flow, &free, tick))?,
        }
        Ok(Some(Shrunk { flow: flow.clone(), cores: Vec::new() }))
    }
}

/// The search for the least departures of a held vertex that any flow has.
///
/// The rest follows each probe by what the vertex sends out on average, which is known after one elimination. Steps
/// are powers of 2, whose responses are quickly made.
struct LeastZero {
    vertex: usize,
    averages: OnDemand,
    response: Response,
    /// The leftmost zero of g lies above `floor`, and `zero` is one.
    zero: BigInt,
    floor: BigInt,
    /// Galloping, each step has twice as many bits as the one before.
    gallop: Option<u64>,
    /// What is probed, the rest not being settled yet.
    probe: Option<BigInt>,
}

impl LeastZero {
    fn of(
        flow: &PseudoFlow<'_>,
        held: &[bool],
        Hold { vertex, excess, averages }: Hold,
        tick: &mut dyn Tick,
    ) -> Result<Self, Stop> {
        let zero = flow.departures(vertex);
        let excess = excess.min(zero.bits());
        let bits = flow.all_departures().map(|x| x.bits()).max().unwrap_or(0).min(excess + 8);
        let response = averages.response_to(flow.part(), held, vertex, bits, tick)?;
        let reach: BigInt = (BigInt::one() << excess) + 1u32;
        let floor = BigInt::max(&zero - reach, -BigInt::one());
        Ok(Self { vertex, averages: averages.into(), response, zero, floor, gallop: Some(1), probe: None })
    }

    /// Makes a probe; whether the flow has settled with the least departures.
    fn step(&mut self, flow: &mut PseudoFlow<'_>, held: &[bool], tick: &mut dyn Tick) -> Result<bool, Stop> {
        let further: BigInt = &self.zero - &self.floor - 1;
        if self.probe.is_none() && further.is_zero() && flow.departures(self.vertex) == self.zero {
            return Ok(true);
        }
        let next = match self.probe.take() {
            Some(next) => next,
            None => self.change(&further, flow, tick)?,
        };
        if let Err(stop) = balance(flow, held, &mut self.averages, tick) {
            self.probe = Some(next);
            return Err(stop);
        }
        let gap = flow.residual(self.vertex);
        if further.is_zero() {
            return Ok(true);
        } else if gap.is_zero() {
            self.zero = next;
            self.gallop = self.gallop.map(|bits| 2 * bits);
        } else if gap.is_positive() {
            // g falls by at most 1 a step, so its zero is at least so far.
            self.floor = next + gap - 1;
            self.gallop = None;
        } else {
            // Not below a zero: impossible, as g never grows. Better no run than a wrong one.
            return Err(Stop::Operations);
        }
        Ok(false)
    }

    /// Changes the departures to what is probed next, and all others as they follow that on average.
    fn change(
        &self,
        further: &BigInt,
        flow: &mut PseudoFlow<'_>,
        tick: &mut dyn Tick,
    ) -> Result<BigInt, Stop> {
        let next = match self.gallop {
            _ if further.is_zero() => self.zero.clone(),
            Some(bits) if bits < further.bits() => &self.zero - (BigInt::one() << bits),
            Some(_) => &self.floor + 1,
            None => &self.zero - (BigInt::one() << (further.bits() - 1)),
        };
        let change = &next - flow.departures(self.vertex);
        if !change.is_zero() {
            let (sign, size) = change.clone().into_parts();
            let rest = self.response.scaled(&size);
            tick.tick(rest.len() as u64 * (8 + size.bits() / 64))?;
            let rest = rest.into_iter().map(|(v, follows)| (v, BigInt::from_biguint(sign, follows)));
            flow.apply(std::iter::once((self.vertex, change)).chain(rest));
        }
        Ok(next)
    }
}

#[cfg(test)]
mod tests {
    use super::super::expectation::BITS_OF_FLOATS;
    use super::*;
    use crate::particles::route_in_bulk;
    use rotor_generate::{Dice, draw, small_graph, walk_bound};
    use rotor_graph::{StoppingGraph, VertexMap};

    #[test]
    fn the_least_of_all_flows_is_the_run_however_it_is_sought() {
        let mut dice = Dice::new(71);
        let (mut shrunk, mut huge) = ([0; 2], 0);
        for index in 0..4_000 {
            let instance = small_graph(&mut dice);
            if walk_bound(instance.graph()) > 20_000 {
                continue;
            }
            let stopping = StoppingGraph::of(instance.graph());
            let (part, active) = Part::of_active(&instance);
            let Some(&from) = dice.pick(&active) else { continue };
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
            particles[from] += 1u32;
            if index % 4 == 0 {
                active.iter().for_each(|&u| particles[u] += BigUint::from(dice.below(9)) << dice.below(70));
            }
            let supply: Vec<_> = active.iter().map(|&u| particles[u].clone()).collect();
            huge += u32::from(supply.iter().sum::<BigUint>().bits() > 60);
            let mut flow = PseudoFlow::new(&part, supply);
            let many: Vec<_> =
                (0..part.len()).map(|v| (v, BigInt::from(dice.below(9)) << dice.below(70))).collect();
            flow.apply(many.into_iter());
            balance(&mut flow, &vec![false; part.len()], &mut OnDemand::default(), &mut ()).unwrap();
            let run = route_in_bulk(&stopping, instance.rotors(), &particles, &mut ()).unwrap();
            for (uses, shrunk) in [0, 1].into_iter().zip(&mut shrunk) {
                let mut least = flow.clone();
                least = finish(&mut Least::by_cycles(least, None, uses), &mut ()).unwrap();
                let mut pairs = active.iter().zip(least.all_departures());
                assert!(pairs.all(|(&u, x)| x == run.departures[u]), "{particles:?} on\n{instance}");
                *shrunk += u32::from(least.all_departures().ne(flow.all_departures()));
            }
        }
        assert!(shrunk.iter().all(|&count| count > 500), "too few flows were not the least: {shrunk:?}");
        assert!(huge > 200, "only {huge} times many particles");
    }

    /// Whether nothing is left over and the last used arcs form no cycle: then it is the run.
    fn is_run(flow: &PseudoFlow<'_>) -> bool {
        let mut recounted = flow.clone();
        recounted.recount();
        let is_settled = (0..flow.part().len()).all(|v| recounted.residual(v).is_zero());
        is_settled && drop_cycles(&mut recounted, 0, &mut ()).unwrap().is_none()
    }

    #[test]
    fn whichever_vertex_is_held_departs_as_often_as_in_the_run() {
        let mut dice = Dice::new(157);
        let [mut deepest, mut others, mut in_vain, mut excessive] = [0; 4];
        for _ in 0..60 {
            let (wells, depth) = (dice.between(1..=2), dice.between(40..=140));
            let wells = draw("wells", &[("wells", wells), ("depth", depth)], &mut dice).unwrap();
            let (part, _) = Part::of_active(&wells);
            let mut supply = vec![BigUint::ZERO; part.len()];
            supply[dice.below(part.len() as u32) as usize] = BigUint::from(dice.between(1..=3));
            let mut flow = PseudoFlow::new(&part, supply);
            balance(&mut flow, &vec![false; part.len()], &mut OnDemand::default(), &mut ()).unwrap();
            let mut least = flow.clone();
            make_least(&mut least, &mut ()).unwrap();
            assert!(is_run(&least), "{part:?}");
            let Some(core) = cores(&flow, &vec![false; part.len()], &mut ()).unwrap().into_iter().next()
            else {
                continue;
            };
            let vertex = core[dice.below(core.len() as u32) as usize];
            let (mut held, mut with_hold) = (vec![false; part.len()], flow.clone());
            let hold = Hold::at_best(vertex, &flow, &core, &mut held, &mut ()).unwrap();
            let chosen = hold.vertex;
            assert!(held.iter().enumerate().all(|(v, &held)| held == (v == chosen)));
            let mut zero = LeastZero::of(&with_hold, &held, hold, &mut ()).unwrap();
            while !zero.step(&mut with_hold, &held, &mut ()).unwrap() {}
            assert_eq!(with_hold.departures(chosen), least.departures(chosen), "{chosen} of {part:?}");
            let most = core.iter().map(|&v| flow.departures(v).bits()).max().unwrap();
            match (chosen == vertex, most > flow.departures(vertex).bits() + BITS_OF_FLOATS) {
                (false, _) => deepest += 1,
                (true, false) => others += 1,
                // The deepest was held first, and did not make visits short.
                (true, true) => in_vain += 1,
            }
            excessive += u32::from((flow.departures(chosen) - least.departures(chosen)).bits() > 64);
        }
        let counts = [deepest, others, in_vain, excessive];
        assert!(counts.into_iter().all(|count| count > 5), "{counts:?}");
    }
}
