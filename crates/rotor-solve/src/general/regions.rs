//! Regions: sets of vertices around a place, which what is left over there crosses in one step.
//!
//! Let R be any set of vertices, and let everything else be outside. Departures from R that settle it take whatever is
//! left over in R, particles and holes, to heads of arcs that leave R: that is what walks through R one after the other
//! would do, whichever flow R settles in. So what is left over does not become more, and the step is as long as R is wide.

use super::estimate::{left_over, settle};
use super::expectation::OnDemand;
use super::pseudo_flow::PseudoFlow;
use super::pseudo_flow::{OUTSIDE, Part};
use crate::race::Slice;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use rotor_graph::{Stop, Tick};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

/// Some vertices of a part, and what is known of them.
#[derive(Debug)]
pub(crate) struct Region {
    /// In the order in which they were found.
    pub(crate) vertices: Vec<u32>,
    /// Where arcs lead that leave the region, but not the part.
    pub(crate) border: Vec<u32>,
    part: Part,
    averages: OnDemand,
}

/// Finds regions, with a list as long as the part that is not made anew for each.
#[derive(Debug)]
pub(crate) struct Finder {
    /// The place of each vertex in the region at hand, or [`OUTSIDE`].
    place: Vec<u32>,
}

impl Finder {
    /// For a part with this many vertices.
    pub(crate) fn new(vertices: usize) -> Self {
        Self { place: vec![OUTSIDE; vertices] }
    }

    /// At most `size` vertices from `start` on, those with most `visits` first; only such as `is_free` allows.
    ///
    /// A particle stays long where visits are many. So a region takes in the whole valley around its start before it
    /// goes over a ridge, and of the last half of its growth it ends where the highest of its border is lowest.
    /// Time O(log `size`) for each arc of the region.
    pub(crate) fn vertices_around(
        &mut self,
        part: &Part,
        is_free: impl Fn(usize) -> bool,
        visits: &[u32],
        start: usize,
        size: usize,
    ) -> Vec<u32> {
        let mut seen = vec![start as u32];
        self.place[start] = 0;
        let mut queue = BinaryHeap::from([(visits[start], Reverse(start as u32))]);
        let (mut vertices, mut ridge) = (Vec::new(), (u32::MAX, 0));
        while let Some((level, Reverse(v))) = queue.pop() {
            if 2 * vertices.len() >= size {
                ridge = ridge.min((level, vertices.len()));
            }
            if vertices.len() == size {
                vertices.truncate(ridge.1);
                break;
            }
            vertices.push(v);
            for &w in part.heads(v as usize).iter().filter(|&&w| w != OUTSIDE && is_free(w as usize)) {
                if std::mem::replace(&mut self.place[w as usize], 0) == OUTSIDE {
                    seen.push(w);
                    queue.push((visits[w as usize], Reverse(w)));
                }
            }
        }
        seen.iter().for_each(|&v| self.place[v as usize] = OUTSIDE);
        vertices
    }

    /// The region of these vertices. Time O(arcs of the region · log).
    pub(crate) fn region(&mut self, part: &Part, vertices: Vec<u32>) -> Region {
        vertices.iter().enumerate().for_each(|(at, &v)| self.place[v as usize] = at as u32);
        let inner = part.rows_of(vertices.iter().map(|&v| v as usize), &self.place);
        let leaves = |w: &u32| *w != OUTSIDE && self.place[*w as usize] == OUTSIDE;
        let heads = vertices.iter().flat_map(|&v| part.heads(v as usize)).copied();
        let mut border: Vec<u32> = heads.filter(leaves).collect();
        border.sort_unstable();
        border.dedup();
        vertices.iter().for_each(|&v| self.place[v as usize] = OUTSIDE);
        Region { vertices, border, part: inner, averages: OnDemand::default() }
    }
}

impl Region {
    /// Settles the region, if guesses can; what is left over in it then is at its border. Whether they could: if not,
    /// the flow stays as it is. Residuals must be small. What is left over on vertices that do not `count` stays there.
    pub(crate) fn cross(
        &mut self,
        flow: &mut PseudoFlow<'_>,
        count: impl Fn(usize) -> bool,
        tick: &mut dyn Tick,
    ) -> Result<bool, Stop> {
        tick.tick(2 * self.part.arc_count() as u64)?;
        let mut inside = flow.cut_out(&self.part, &self.vertices, count);
        if !settle(&mut inside, &vec![false; self.vertices.len()], &mut self.averages, &mut Quiet(tick))? {
            return Ok(false);
        }
        let change = |(at, &v): (usize, &u32)| {
            let change = inside.departures(at) - flow.position(v as usize);
            (!change.is_zero()).then_some((v as usize, change))
        };
        let changes: Vec<(usize, BigInt)> = self.vertices.iter().enumerate().filter_map(change).collect();
        let few = |change: &BigInt| change.to_i64().filter(|change| change.unsigned_abs() < 1 << 60);
        if changes.iter().all(|(_, change)| few(change).is_some()) {
            changes.iter().for_each(|(v, change)| flow.shift(*v, few(change).unwrap_or(0)));
        } else {
            flow.apply_freely(changes.into_iter());
        }
        Ok(true)
    }
}

/// A tick that does not report how far a region has come: it is not a component.
struct Quiet<'b>(&'b mut dyn Tick);

impl Tick for Quiet<'_> {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.0.tick(operations)
    }

    fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        self.0.reserve(bytes)
    }
}

// Region steps: what is left over goes from border to border, until it leaves or meets what is missing.

/// How many vertices a region has at first. If such regions are too small to leave a valley, there are some of twice the size.
const FIRST_SIZE: usize = 32;

/// How many are few enough to be moved one by one in any case.
const FEW: u32 = 4;

/// How many times as many operations as guesses took are allowed where regions have helped.
const HELPED: u64 = 64;

/// What region steps cost at most, if estimates have cost so many `operations`: as much for each of a few sizes, and for moving
/// one by one.
pub(crate) fn regions_at_most(operations: u64) -> u64 {
    (HELPED + 16).saturating_mul(operations)
}

/// Region steps on a flow.
///
/// Guesses leave particles in one valley of the walk and holes in another; a guess anew only rounds otherwise. A region
/// around a valley settles alone, and what is left over in it is then at its border: so it goes from valley to valley.
/// With regions of one size after the other first all that is left over moves, as long as regions settle. Particles and
/// holes may chase each other for ever; so where that has helped, or few are left, then particles move alone while holes
/// stay, which has an end because walks have one, and then holes: each across the largest region that settles, since twice
/// the size is a quarter of the steps. Each size takes at most the `operations` that guesses took, and the last part some
/// times as many.
pub(crate) struct RegionSteps {
    regions: Regions,
    operations: u64,
    has_helped: bool,
    /// Whether all sizes were tried.
    is_last: bool,
}

impl RegionSteps {
    pub(crate) fn new(flow: &PseudoFlow<'_>, held: &[bool], operations: u64) -> Self {
        let visits: Vec<u32> = (0..held.len()).map(|v| level(&flow.departures(v))).collect();
        let finder = Finder::new(held.len());
        let regions = Regions { held: held.to_vec(), visits, finder, scales: Vec::new() };
        Self { regions, operations, has_helped: false, is_last: false }
    }

    /// Makes the residuals of all vertices that are not held 0, if region steps can; says whether they could. If it is stopped,
    /// it can go on with the flow as it is then.
    pub(crate) fn settle(&mut self, flow: &mut PseudoFlow<'_>, tick: &mut dyn Tick) -> Result<bool, Stop> {
        let Self { regions, operations, has_helped, is_last } = self;
        let held = regions.held.clone();
        let free = held.iter().filter(|&&held| !held).count();
        while !*is_last {
            let size = FIRST_SIZE << regions.scales.len();
            let before = left_over(flow, &held);
            if size >= free || before.is_zero() || flow.small_residuals(&held).is_none() {
                break;
            }
            let home = vec![NONE; held.len()];
            regions.scales.push(Scale { size, home, regions: Vec::new(), tried: 0, stuck: 0 });
            let mut limited = Slice::new(tick, *operations);
            let routed = regions.route_all(flow, 4 * (free / size) + 32, &mut limited);
            *has_helped |= left_over(flow, &held) <= before >> 1u32;
            limited.or_over(routed)?;
            *is_last = regions.scales.last().is_some_and(Scale::is_hopeless);
        }
        *is_last = true;
        let left = left_over(flow, &held);
        if (*has_helped || left <= FEW.into()) && !left.is_zero() && flow.small_residuals(&held).is_some() {
            let mut limited = Slice::new(tick, HELPED.saturating_mul(*operations));
            // A random walk on a line would come to its end in about as many steps.
            let most_without_gain = 4 * (free / FIRST_SIZE).pow(2) + 256;
            for is_hole in [false, true] {
                let routed = regions.route_one_by_one(flow, is_hole, most_without_gain, &mut limited);
                limited.or_over(routed)?;
            }
        }
        let settled = left_over(flow, &held).is_zero();
        flow.drop_negative();
        Ok(settled)
    }
}

/// The logarithm of a count, in 1/64.
pub(crate) fn level(count: &BigInt) -> u32 {
    let bits = count.bits();
    let top = (count.magnitude() >> bits.saturating_sub(7)).to_u32().unwrap_or(0);
    (64 * bits).min(u64::from(u32::MAX) - 64) as u32 + (top & 63)
}

/// No region yet.
const NONE: u32 = u32::MAX;

/// Regions of several sizes.
struct Regions {
    held: Vec<bool>,
    /// How often each vertex was left, as a [`level`].
    visits: Vec<u32>,
    finder: Finder,
    scales: Vec<Scale>,
}

/// Regions of one size, made when something is left over where there is none.
struct Scale {
    size: usize,
    /// The region that has a vertex well inside.
    home: Vec<u32>,
    regions: Vec<Tried>,
    /// How often one of them was tried, and how often it did not settle.
    tried: u32,
    stuck: u32,
}

impl Scale {
    /// Whether most of its regions do not settle.
    fn is_hopeless(&self) -> bool {
        self.tried >= 4 && 2 * self.stuck > self.tried
    }
}

/// A region, how often it is not to be tried, and how often it was not when guesses were stuck there last.
struct Tried {
    region: Region,
    rest: u32,
    last_rest: u32,
}

impl Regions {
    /// Crosses regions with all that is left over in them, until nothing is, or it does not become less in `stride` steps.
    fn route_all(
        &mut self,
        flow: &mut PseudoFlow<'_>,
        stride: usize,
        tick: &mut dyn Tick,
    ) -> Result<(), Stop> {
        let held = self.held.clone();
        let is_left = |flow: &PseudoFlow<'_>, v: usize| !held[v] && !flow.residual(v).is_zero();
        let mut queue: VecDeque<usize> = (0..held.len()).filter(|&v| is_left(flow, v)).collect();
        let mut before = left_over(flow, &held);
        let mut steps = 0;
        while let Some(v) = queue.pop_front() {
            if !is_left(flow, v) {
                continue;
            }
            match self.cross(v, flow, |_| true, tick)? {
                Some(region) => {
                    queue.extend(region.border.iter().map(|&w| w as usize).filter(|&w| is_left(flow, w)));
                }
                None => queue.push_back(v),
            }
            steps += 1;
            if steps % stride == 0 {
                let after = left_over(flow, &held);
                if after >= &before - (&before >> 4u32) {
                    break;
                }
                before = after;
            }
        }
        Ok(())
    }

    /// Crosses regions with what is left over of one sign, one vertex after the other, until nothing is, or it does not become
    /// less in so many steps, or goes to and fro between a few regions.
    fn route_one_by_one(
        &mut self,
        flow: &mut PseudoFlow<'_>,
        is_hole: bool,
        most_without_gain: usize,
        tick: &mut dyn Tick,
    ) -> Result<(), Stop> {
        /// How many steps are watched, and how many regions they have to cross.
        const WINDOW: usize = 64;
        const SOME: usize = 4;
        let held = self.held.clone();
        let is_left = |flow: &PseudoFlow<'_>, v: usize| {
            let residual = flow.residual(v);
            !held[v] && !residual.is_zero() && residual.is_negative() == is_hole
        };
        let mut stack: Vec<usize> = (0..held.len()).filter(|&v| is_left(flow, v)).collect();
        let mut before = left_over(flow, &held);
        let (mut steps, mut last_gain, mut crossed) = (0, 0, BTreeSet::new());
        while let Some(v) = stack.pop() {
            if !is_left(flow, v) {
                continue;
            }
            match self.cross(v, flow, |w| w == v, tick)? {
                Some(region) => {
                    crossed.insert(region.vertices[0]);
                    stack.extend(region.border.iter().map(|&w| w as usize).filter(|&w| is_left(flow, w)));
                }
                None => stack.push(v),
            }
            steps += 1;
            if steps % WINDOW == 0 {
                let after = left_over(flow, &held);
                if after < before {
                    (before, last_gain) = (after, steps);
                } else if crossed.len() < SOME || steps - last_gain > most_without_gain {
                    break;
                }
                crossed.clear();
            }
        }
        Ok(())
    }

    /// Crosses the largest region that has `v` well inside and is not stuck; the region, if there is one.
    fn cross(
        &mut self,
        v: usize,
        flow: &mut PseudoFlow<'_>,
        count: impl Fn(usize) -> bool,
        tick: &mut dyn Tick,
    ) -> Result<Option<&Region>, Stop> {
        for at in (0..self.scales.len()).rev() {
            // The smallest ones are all that is left if the others are stuck.
            if at > 0 && self.scales[at].is_hopeless() {
                continue;
            }
            let number = self.home_of(v, at, flow, tick)?;
            let scale = &mut self.scales[at];
            let tried = &mut scale.regions[number];
            if tried.rest > 0 {
                tried.rest -= 1;
                continue;
            }
            scale.tried += 1;
            if tried.region.cross(flow, &count, tick)? {
                return Ok(Some(&self.scales[at].regions[number].region));
            } else {
                scale.stuck += 1;
                tried.last_rest = 2 * tried.last_rest + 1;
                tried.rest = tried.last_rest;
            }
        }
        Ok(None)
    }

    /// The number of the region of a scale that `v` is well inside of.
    fn home_of(
        &mut self,
        v: usize,
        at: usize,
        flow: &PseudoFlow<'_>,
        tick: &mut dyn Tick,
    ) -> Result<usize, Stop> {
        let Scale { size, home, regions, .. } = &mut self.scales[at];
        if home[v] == NONE {
            tick.tick(16 * *size as u64)?;
            let is_free = |w: usize| !self.held[w];
            let vertices = self.finder.vertices_around(flow.part(), is_free, &self.visits, v, *size);
            let region = self.finder.region(flow.part(), vertices);
            let number = regions.len() as u32;
            let inner = &region.vertices[..region.vertices.len().div_ceil(2)];
            for &w in inner {
                let home = &mut home[w as usize];
                *home = number.min(*home);
            }
            regions.push(Tried { region, rest: 0, last_rest: 0 });
        }
        Ok(home[v] as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::pseudo_flow::Part;
    use crate::particles::route_in_bulk;
    use num_bigint::BigUint;
    use rotor_generate::{Dice, Kinds, draw, small_forest, small_graph};
    use rotor_graph::{Instance, StoppingGraph, VertexMap};

    /// How often each active vertex is left, by routing in bulk.
    fn departures(instance: &Instance, supply: &[BigUint]) -> Vec<BigUint> {
        let stopping = StoppingGraph::of(instance.graph());
        let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::ZERO);
        stopping.active_vertices().zip(supply).for_each(|(u, count)| particles[u] = count.clone());
        let run = route_in_bulk(&stopping, instance.rotors(), &particles, &mut ()).unwrap();
        stopping.active_vertices().map(|u| run.departures[u].clone()).collect()
    }

    #[test]
    fn a_crossed_region_has_nothing_left_over() {
        let mut dice = Dice::new(131);
        let mut kinds = Kinds::default();
        let [mut crossed, mut holes, mut alone] = [0; 3];
        for _ in 0..4_000 {
            let instance = if dice.chance(0.5) { small_graph(&mut dice) } else { small_forest(&mut dice) };
            kinds.see(&instance);
            let (part, _) = Part::of_active(&instance);
            if part.len() < 2 {
                continue;
            }
            let supply: Vec<BigUint> = (0..part.len()).map(|_| dice.below(4).into()).collect();
            let mut flow = PseudoFlow::new(&part, supply);
            let some: Vec<_> = (0..part.len()).map(|v| (v, BigInt::from(dice.below(9)))).collect();
            flow.apply(some.into_iter());
            let held = vec![false; part.len()];
            let visits: Vec<u32> = (0..part.len()).map(|v| level(&flow.departures(v))).collect();
            let start = dice.below(part.len() as u32) as usize;
            let mut finder = Finder::new(part.len());
            let size = 1 + dice.below(part.len() as u32) as usize;
            let vertices = finder.vertices_around(&part, |_| true, &visits, start, size);
            let mut region = finder.region(&part, vertices);
            let only = dice.chance(0.3).then_some(start);
            let before: Vec<BigInt> = (0..part.len()).map(|v| flow.residual(v)).collect();
            holes += u32::from(region.vertices.iter().any(|&v| before[v as usize].is_negative()));
            alone += u32::from(only.is_some());
            if !region.cross(&mut flow, |v| only.is_none_or(|only| only == v), &mut ()).unwrap() {
                continue;
            }
            crossed += 1;
            let kept = flow.clone();
            flow.recount();
            for (v, before) in before.iter().enumerate() {
                assert_eq!(flow.residual(v), kept.residual(v), "residuals are kept: {instance}");
                if region.vertices.contains(&(v as u32)) {
                    let expected =
                        if only.is_none_or(|only| only == v) { BigInt::zero() } else { before.clone() };
                    assert_eq!(flow.residual(v), expected, "{instance}");
                }
            }
            let size: BigUint = before.iter().map(|residual| residual.magnitude().clone()).sum();
            assert!(left_over(&flow, &held) <= size, "{instance}");
        }
        assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
        assert!([crossed, holes, alone].iter().all(|&count| count > 300), "{crossed} {holes} {alone}");
    }

    #[test]
    fn what_regions_settle_ends_where_particles_do() {
        let mut dice = Dice::new(132);
        let (mut settled, mut all) = (0, 0);
        for index in 0..60 {
            let (wells, depth) = (2 + dice.below(4), 2 + dice.below(4));
            let wells = [("width", 1 + index % 3), ("wells", wells), ("depth", depth)];
            let wells = draw("wells", &wells, &mut dice).unwrap();
            let (part, active) = Part::of_active(&wells);
            let supply: Vec<BigUint> = (0..part.len()).map(|_| dice.below(3).into()).collect();
            let run = departures(&wells, &supply);
            let mut flow = PseudoFlow::new(&part, supply);
            let some: Vec<_> = (0..part.len()).map(|v| (v, BigInt::from(dice.below(9)))).collect();
            flow.apply(some.into_iter());
            let free = vec![false; part.len()];
            all += 1;
            if RegionSteps::new(&flow, &free, 1 << 20).settle(&mut flow, &mut ()).unwrap() {
                settled += 1;
                // Any flow sends as many out of each vertex along each arc to the outside as the run.
                for (v, least) in run.iter().enumerate() {
                    assert!(flow.residual(v).is_zero() && flow.departures(v) >= BigInt::from(least.clone()));
                    if wells.graph().heads(active[v]).iter().all(|&w| wells.graph().is_sink(w)) {
                        assert_eq!(flow.departures(v), BigInt::from(least.clone()));
                    }
                }
            }
        }
        assert!(3 * settled > all, "{settled} of {all} were settled");
    }
}
