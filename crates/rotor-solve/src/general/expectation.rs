//! Expected visits: what the rotor walk does on average, up to roundings.
//!
//! The walk leaves v by each arc equally often. With z(v) = visits(v) / d(v), the visits of particles put down in
//! numbers r(v) solve z(v) · s(v) = r(v) + Σ z(u) · m(u, v) over u ≠ v, where s(v) counts the arcs of v that are not loops.
//!
//! **Elimination.** Vertices are eliminated one after the other; m(u, w) grows by m(u, v) · m(v, w) / s(v). After
//! Grassmann, Taksar and Heyman (1985), s(v) is never a difference: it is the sum of what leaves v. So nothing is ever
//! subtracted, and every factor is right to nearly all bits of a machine float, however small it is. How small is bounded by
//! nothing: on a chain of 2,000 vertices the particle leaves after 2^2000 steps. So a float has an exponent of its own, a [`Scaled`].
//!
//! **Refinement.** Visits may have more bits than a float. A round puts down what is still missing, and adds the visits that it
//! finds; what is missing then is counted in exact integers. That works if a round loses no particle on the way: fifty bits of
//! 2^2000 visits are wrong after the first round, but around each vertex as much is missing as is there too often. So the
//! particles that a round passes on are exact integers as well: each arc gets its share rounded to a float, and the one
//! with the largest share gets the rest. Then what leaves the graph is right to fifty bits of itself, and so each round
//! makes what is missing less by almost fifty bits. All of this takes a few words for each factor and round, however
//! long visits are: an elimination in long floats took as many products of long numbers instead.

use super::iteration::Iteration;
use super::pseudo_flow::{MergedArcs, OUTSIDE, Part};
use super::scaled::{Integers, Scaled};
use super::technique::Technique;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};
use rotor_graph::{Stop, Tick};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Visits of at most this many bits are right to less than a particle in one pass: floats have 53 and lose a few on the way.
pub(crate) const BITS_OF_FLOATS: u64 = 46;

/// How many bits below the units are found, besides as many as visits have.
const SPARE_BITS: u64 = 64;

/// How many cycles of an iteration are tried in place of a long elimination.
const CYCLES: u32 = 60;

/// Expected visits of the free vertices of a part, to be asked for again and again.
#[derive(Clone, Debug)]
pub(crate) enum Averages {
    Eliminated(Elimination),
    /// What fills in.
    Iterated(Iteration),
}

impl Averages {
    /// Makes them for the vertices of `part` that are not `held`; held ones count as outside, which every vertex must reach.
    ///
    /// Time: the products of the elimination; memory: its fill.
    pub(crate) fn of(part: &Part, held: &[bool], tick: &mut dyn Tick) -> Result<Self, Stop> {
        Underway::new(part, held).finish(part, held, tick)
    }

    /// How many numbers are kept besides some for each vertex.
    pub(crate) fn fill(&self) -> usize {
        match self {
            Self::Eliminated(elimination) => elimination.factors.len(),
            Self::Iterated(iteration) => iteration.fill(),
        }
    }

    /// How many words visits have with their bits below the units: one, if a single pass finds them.
    pub(crate) fn limbs(&self) -> usize {
        match self {
            Self::Eliminated(Elimination { bits, .. }) if *bits > BITS_OF_FLOATS => {
                (bits + SPARE_BITS).div_ceil(64) as usize
            }
            _ => 1,
        }
    }

    /// The expected departures from each vertex if these particles are put down, each right to more than forty bits if it was
    /// eliminated; 0 for held vertices. Time: the fill.
    pub(crate) fn visits(
        &self,
        particles: impl Fn(usize) -> BigUint,
        tick: &mut dyn Tick,
    ) -> Result<Vec<Scaled>, Stop> {
        match self {
            Self::Eliminated(elimination) => {
                tick.tick((elimination.factors.len() + elimination.degree.len()) as u64)?;
                Ok(elimination.visits(|v| Scaled::of_integer(&particles(v).into())))
            }
            Self::Iterated(iteration) => iteration.visits(particles, tick),
        }
    }

    /// The expected departures of these particles, holes being negative, rounded. `part` and `held` are those it was made for.
    ///
    /// After an elimination less than a particle is missing, and roundings, if everyone is left as often as that.
    /// Time: for each fifty bits of visits, some words for each factor and arc.
    pub(crate) fn rounded_visits(
        &self,
        part: &Part,
        held: &[bool],
        particles: impl Fn(usize) -> BigInt,
        tick: &mut dyn Tick,
    ) -> Result<Vec<BigInt>, Stop> {
        let iteration = match self {
            Self::Eliminated(elimination) => return elimination.rounded_visits(part, held, particles, tick),
            Self::Iterated(iteration) => iteration,
        };
        // Particles and holes apart, so that nothing cancels before it is rounded.
        let of_sign = |negative: bool| {
            let particles = &particles;
            move |v| match particles(v) {
                number if number.is_negative() == negative => number.into_parts().1,
                _ => BigUint::zero(),
            }
        };
        let gained = iteration.visits(of_sign(false), tick)?;
        let lost = iteration.visits(of_sign(true), tick)?;
        Ok(gained.into_iter().zip(lost).map(|(gained, lost)| gained.round() - lost.round()).collect())
    }

    /// How the departures of all others follow those of `vertex`, one of those that are held, right for steps of so many bits.
    pub(crate) fn response_to(
        &self,
        part: &Part,
        held: &[bool],
        vertex: usize,
        bits: u64,
        tick: &mut dyn Tick,
    ) -> Result<Response, Stop> {
        let mut arcs = vec![0u32; part.len()];
        part.heads(vertex).iter().filter(|&&w| w != OUTSIDE).for_each(|&w| arcs[w as usize] += 1);
        let visits = self.rounded_visits(part, held, |v| BigInt::from(arcs[v]) << bits, tick)?;
        let share = |visits: BigInt| visits.to_biguint().unwrap_or_default() / part.degree(vertex);
        Ok(Response { shares: visits.into_iter().map(share).collect(), bits })
    }
}

/// Averages that are made when they are first needed. Where that is stopped, it goes on the next time.
#[derive(Debug, Default)]
pub(crate) struct OnDemand {
    underway: Option<Box<Underway>>,
    made: Option<Averages>,
}

impl OnDemand {
    /// The averages, which are always asked for with the same `part` and `held`.
    pub(crate) fn get(&mut self, part: &Part, held: &[bool], tick: &mut dyn Tick) -> Result<&Averages, Stop> {
        let averages = match self.made.take() {
            Some(averages) => averages,
            None => {
                let underway = self.underway.get_or_insert_with(|| Box::new(Underway::new(part, held)));
                let averages = underway.finish(part, held, tick)?;
                self.underway = None;
                averages
            }
        };
        Ok(self.made.insert(averages))
    }

    /// The averages, if they were made.
    pub(crate) fn made(&self) -> Option<&Averages> {
        self.made.as_ref()
    }
}

impl From<Averages> for OnDemand {
    fn from(averages: Averages) -> Self {
        Self { underway: None, made: Some(averages) }
    }
}

/// Averages in the making.
///
/// If an elimination takes long, an iteration is tried, which costs about as much as what was eliminated until then; and if the
/// elimination fills in, there is nothing else.
#[derive(Debug)]
struct Underway {
    elimination: Eliminating,
    /// Was tried, and would take long.
    iteration: Option<Iteration>,
}

impl Underway {
    fn new(part: &Part, held: &[bool]) -> Self {
        Self { elimination: Eliminating::new(part, held), iteration: None }
    }

    fn finish(&mut self, part: &Part, held: &[bool], tick: &mut dyn Tick) -> Result<Averages, Stop> {
        let arcs = part.arc_count() as u64;
        // Where it fills in more than this, plain work has come further meanwhile.
        let may_iterate = Technique::Iteration.is_on();
        let numbers = if may_iterate { (1 << 20) + 50 * arcs } else { u64::MAX };
        let full = Limit { looked_at: u64::MAX, numbers };
        let quick = if may_iterate { Limit { looked_at: (1 << 22) + 256 * arcs, ..full } } else { full };
        if self.iteration.is_none() {
            if let Some(quickly) = self.elimination.within(quick, tick)? {
                return Ok(Averages::Eliminated(quickly));
            }
            let iteration = Iteration::of(part, held);
            if iteration.converges(CYCLES, tick)? {
                return Ok(Averages::Iterated(iteration));
            }
            self.iteration = Some(iteration);
        }
        Ok(match self.elimination.within(full, tick)? {
            Some(slowly) => Averages::Eliminated(slowly),
            None => Averages::Iterated(self.iteration.take().expect("it was tried before")),
        })
    }
}

/// What an elimination may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// How many entries of rows it looks at.
    pub(crate) looked_at: u64,
    /// How many numbers it keeps, those of vertices not eliminated yet included.
    pub(crate) numbers: u64,
}

#[cfg(test)]
impl Limit {
    /// No limit.
    pub(crate) const NONE: Self = Self { looked_at: u64::MAX, numbers: u64::MAX };
}

/// What leads from a vertex to another one, or from there: a [`Scaled`] beside the vertex, without a gap.
#[derive(Clone, Copy, Debug)]
struct Factor {
    vertex: u32,
    exponent: i32,
    mantissa: f64,
}

impl Factor {
    #[inline]
    fn new(vertex: u32, rate: Scaled) -> Self {
        Self { vertex, exponent: rate.exponent, mantissa: rate.mantissa }
    }

    #[inline]
    fn rate(self) -> Scaled {
        Scaled { mantissa: self.mantissa, exponent: self.exponent }
    }
}

/// What remains of a random walk while vertices are eliminated one after the other.
#[derive(Debug)]
struct Remaining {
    /// m(u, v) for v ≠ u.
    rows: Vec<Vec<Factor>>,
    /// How much leads from u to the outside.
    exits: Vec<Scaled>,
    /// The tails of what leads to v, eliminated ones included.
    tails: Vec<Vec<u32>>,
    in_degree: Vec<u32>,
    is_gone: Vec<bool>,
    /// Where each vertex stands in the row at hand, plus one.
    place: Vec<u32>,
    /// How many entries the rows have.
    entries: u64,
}

/// Where a vertex led that was eliminated, what led to it, 1 / s(v), and how many entries were looked at.
struct Eliminated {
    onward: Vec<Factor>,
    inward: Vec<Factor>,
    inverse: Scaled,
    looked_at: u64,
}

impl Remaining {
    /// The vertices of `part` that are not `held`; held ones count as outside. Time O(|A| log d).
    fn new(part: &Part, held: &[bool]) -> Self {
        let n = part.len();
        let mut this = Self {
            rows: Vec::with_capacity(n),
            exits: Vec::with_capacity(n),
            tails: vec![Vec::new(); n],
            in_degree: vec![0; n],
            is_gone: held.to_vec(),
            place: vec![0; n],
            entries: 0,
        };
        let mut arcs = MergedArcs::default();
        for v in 0..n {
            arcs.read(part, v, held);
            for &(w, _) in &arcs.heads {
                this.tails[w as usize].push(v as u32);
                this.in_degree[w as usize] += 1;
            }
            this.exits.push(arcs.exits.into());
            this.entries += arcs.heads.len() as u64;
            this.rows.push(arcs.heads.iter().map(|&(w, times)| Factor::new(w, times.into())).collect());
        }
        this
    }

    /// How many products the elimination of `v` takes, about.
    fn cost(&self, v: usize) -> u64 {
        u64::from(self.in_degree[v]) * (self.rows[v].len() as u64 + 1)
    }

    /// Eliminates `v`: whatever leads to it now leads on to where it leads.
    fn eliminate(&mut self, v: usize) -> Eliminated {
        let onward = std::mem::take(&mut self.rows[v]);
        self.is_gone[v] = true;
        let sum = onward.iter().fold(self.exits[v], |sum, factor| sum + factor.rate());
        let inverse = sum.inverse();
        let mut inward = Vec::with_capacity(self.in_degree[v] as usize);
        let mut looked_at = onward.len() as u64;
        for u in std::mem::take(&mut self.tails[v]) {
            if self.is_gone[u as usize] {
                continue;
            }
            let row = &mut self.rows[u as usize];
            let before = row.len();
            looked_at += (before + onward.len()) as u64;
            for (at, factor) in row.iter().enumerate() {
                self.place[factor.vertex as usize] = at as u32 + 1;
            }
            let at = self.place[v] as usize - 1;
            let rate = row[at].rate();
            inward.push(Factor::new(u, rate));
            let share = rate * inverse;
            for &factor in onward.iter().filter(|factor| factor.vertex != u) {
                let (w, through) = (factor.vertex, share * factor.rate());
                match self.place[w as usize] {
                    0 => {
                        row.push(Factor::new(w, through));
                        self.tails[w as usize].push(u);
                        self.in_degree[w as usize] += 1;
                    }
                    at => {
                        let known = &mut row[at as usize - 1];
                        *known = Factor::new(w, known.rate() + through);
                    }
                }
            }
            row.iter().for_each(|factor| self.place[factor.vertex as usize] = 0);
            row.swap_remove(at);
            self.entries = self.entries + row.len() as u64 - before as u64;
            self.exits[u as usize] = self.exits[u as usize] + share * self.exits[v];
        }
        onward.iter().for_each(|factor| self.in_degree[factor.vertex as usize] -= 1);
        self.entries -= onward.len() as u64;
        Eliminated { onward, inward, inverse, looked_at }
    }
}

/// The random walk on the free vertices of a part, eliminated: whatever is asked of it later costs a few passes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elimination {
    /// The free vertices, least fill first.
    pub(crate) order: Vec<u32>,
    degree: Vec<u32>,
    /// 1 / s(v) when v was eliminated.
    inverse: Vec<Scaled>,
    /// How much led from v to the outside then.
    exits: Vec<Scaled>,
    /// Where the factors of v begin, where those that led to it do, and where they end.
    bounds: Vec<[usize; 3]>,
    factors: Vec<Factor>,
    /// How many bits the visits have, if a particle is put on each vertex.
    bits: u64,
}

/// An elimination on its way: stopped between two vertices, it can go on.
#[derive(Debug)]
pub(crate) struct Eliminating {
    done: Elimination,
    walk: Remaining,
    /// The least cost that each vertex has had.
    cost: Vec<u64>,
    /// A vertex stands here by that cost; one that has become dearer is put back.
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    /// How many entries of rows were looked at.
    looked_at: u64,
}

impl Eliminating {
    /// Nothing is eliminated yet of the vertices of `part` that are not `held`.
    pub(crate) fn new(part: &Part, held: &[bool]) -> Self {
        let n = part.len();
        let walk = Remaining::new(part, held);
        let done = Elimination {
            order: Vec::with_capacity(n),
            degree: (0..n).map(|v| part.degree(v)).collect(),
            inverse: vec![Scaled::ZERO; n],
            exits: vec![Scaled::ZERO; n],
            bounds: vec![[0; 3]; n],
            factors: Vec::new(),
            bits: 0,
        };
        let cost: Vec<u64> = (0..n).map(|v| walk.cost(v)).collect();
        let free = (0..n).filter(|&v| !held[v]).map(|v| Reverse((cost[v], v as u32)));
        let queue = free.collect();
        Self { done, walk, cost, queue, looked_at: 0 }
    }

    /// Eliminates all vertices, if that stays within `limit`.
    ///
    /// Time: the products, and the rows they are added to. Memory: the fill.
    pub(crate) fn within(&mut self, limit: Limit, tick: &mut dyn Tick) -> Result<Option<Elimination>, Stop> {
        while let Some(Reverse((least, v))) = self.queue.pop() {
            let v = v as usize;
            if self.walk.is_gone[v] || least != self.cost[v] {
                continue;
            }
            let now = self.walk.cost(v);
            if now > least {
                self.cost[v] = now;
                self.queue.push(Reverse((now, v as u32)));
                continue;
            }
            let numbers = self.done.factors.len() as u64 + self.walk.entries;
            if self.looked_at > limit.looked_at || numbers > limit.numbers {
                self.queue.push(Reverse((now, v as u32)));
                return Ok(None);
            }
            let looked_at = self.eliminate(v);
            self.looked_at += looked_at;
            // Rows lie anywhere in memory: to look at an entry of another row takes the time of some steps.
            tick.tick(4 * (1 + looked_at))?;
            // A list that grows is copied into one of twice its length. Rows and tails lie in lists that may be half empty.
            let factor = size_of::<Factor>() as u64;
            let remaining = 2 * (factor + size_of::<u32>() as u64) * self.walk.entries;
            tick.reserve(2 * factor * self.done.factors.len() as u64 + remaining)?;
        }
        tick.tick(self.done.factors.len() as u64)?;
        let mut done = std::mem::take(&mut self.done);
        let most = done.visits(|_| 1u32.into()).into_iter().map(Scaled::bits).max();
        done.bits = most.unwrap_or(0).max(0) as u64;
        Ok(Some(done))
    }

    /// Eliminates `v`; returns how many entries were looked at.
    fn eliminate(&mut self, v: usize) -> u64 {
        let Self { done, walk, cost, queue, .. } = self;
        let Eliminated { mut onward, inward, inverse, looked_at } = walk.eliminate(v);
        done.order.push(v as u32);
        (done.inverse[v], done.exits[v]) = (inverse, walk.exits[v]);
        // Where most goes stands first.
        if let Some(most) = (0..onward.len()).max_by(|&a, &b| onward[a].rate().compare(onward[b].rate())) {
            onward.swap(0, most);
        }
        for u in onward.iter().chain(&inward).map(|factor| factor.vertex as usize) {
            let now = walk.cost(u);
            if now < cost[u] {
                cost[u] = now;
                queue.push(Reverse((now, u as u32)));
            }
        }
        let first = done.factors.len();
        let middle = first + onward.len();
        done.bounds[v] = [first, middle, middle + inward.len()];
        done.factors.extend(onward);
        done.factors.extend(inward);
        looked_at
    }
}

impl Elimination {
    /// What led from v to vertices eliminated later, the largest part of it first.
    fn onward(&self, v: usize) -> &[Factor] {
        let [from, to, _] = self.bounds[v];
        &self.factors[from..to]
    }

    /// What led to v from vertices eliminated later.
    fn inward(&self, v: usize) -> &[Factor] {
        let [_, from, to] = self.bounds[v];
        &self.factors[from..to]
    }

    /// z, where `flow` particles, those that others pass on included, come to each vertex before a later one is visited.
    fn turns(&self, mut flow: Vec<Scaled>) -> Vec<Scaled> {
        for &v in self.order.iter().rev() {
            let v = v as usize;
            let arrive = |sum, factor: &Factor| sum + flow[factor.vertex as usize] * factor.rate();
            flow[v] = self.inward(v).iter().fold(flow[v], arrive) * self.inverse[v];
        }
        flow
    }

    /// The expected departures from each vertex if these particles, none of them negative, are put down; 0 for held vertices.
    /// Every number is right to almost fifty bits. Time: the fill.
    pub(crate) fn visits(&self, particles: impl Fn(usize) -> Scaled) -> Vec<Scaled> {
        let mut flow = vec![Scaled::ZERO; self.degree.len()];
        self.order.iter().for_each(|&v| flow[v as usize] = particles(v as usize));
        for &v in &self.order {
            let share = flow[v as usize] * self.inverse[v as usize];
            if !share.is_zero() {
                for factor in self.onward(v as usize) {
                    let arrived = &mut flow[factor.vertex as usize];
                    *arrived = *arrived + share * factor.rate();
                }
            }
        }
        let mut visits = self.turns(flow);
        visits.iter_mut().zip(&self.degree).for_each(|(z, &degree)| *z = *z * degree.into());
        visits
    }

    /// As for [`Averages::rounded_visits`].
    fn rounded_visits(
        &self,
        part: &Part,
        held: &[bool],
        particles: impl Fn(usize) -> BigInt,
        tick: &mut dyn Tick,
    ) -> Result<Vec<BigInt>, Stop> {
        /// So little of a particle, 2^-`RIGHT`, may be missing: the next residual is what is missing, and roundings.
        const RIGHT: i64 = 10;
        let n = self.degree.len();
        let mut supply: Vec<BigInt> = vec![BigInt::zero(); n];
        self.order.iter().for_each(|&v| supply[v as usize] = particles(v as usize));
        let most = supply.iter().map(BigInt::bits).max().unwrap_or(0);
        // What is rounded off on the way to an exit may come back to the deepest vertex as often as anything does, and floats get
        // fifty bits of that right: with 64 bits below the units, grids with a drift stayed 2^52 particles away.
        let below = self.bits + SPARE_BITS;
        // As long as the visits of all that is put down, and what a round may be wrong by.
        let words = (most + self.bits + below + SPARE_BITS).div_ceil(64) as usize + 1;
        // Turns, what is missing, a copy of that which is passed on, and what was put down.
        tick.reserve((size_of::<Factor>() * self.factors.len() + 4 * size_of::<u64>() * words * n) as u64)?;
        let mut missing = Integers::zeros(words, n);
        (0..n).filter(|&v| !supply[v].is_zero()).for_each(|v| missing.set(v, &supply[v], below));
        let mut turns = Integers::zeros(words, n);
        let enough = below as i64 - RIGHT;
        let mut last: Option<Scaled> = None;
        for round in 0.. {
            let size =
                self.order.iter().fold(Scaled::ZERO, |sum, &v| sum + missing.leading(v as usize).abs());
            // After the first round as much is missing as all visits are wrong by; from then on it becomes less.
            let is_enough = round > 0 && !Technique::Refinement.is_on();
            if is_enough || size.bits() <= enough || last.is_some_and(|last| size.compare(last).is_ge()) {
                break;
            }
            last = (round > 0).then_some(size);
            tick.tick((4 * (self.factors.len() + part.arc_count()) + n * words) as u64)?;
            let z = self.turns(self.flow_of(missing.clone()));
            for v in self.order.iter().map(|&v| v as usize) {
                let (number, power) = z[v].rounded_parts();
                if number != 0 {
                    turns.add(v, number.into(), power);
                    pass_on(part, held, v, number, power, &mut missing);
                }
            }
        }
        let half = BigInt::one() << (below - 1);
        let departures = |v: usize| (turns.get(v) * self.degree[v] + &half) >> below;
        Ok((0..n).map(|v| if held[v] { BigInt::zero() } else { departures(v) }).collect())
    }

    /// How many of these particles, holes being negative, come to each vertex before a later one is visited: none is lost but by an exit.
    fn flow_of(&self, mut particles: Integers) -> Vec<Scaled> {
        let mut flow = vec![Scaled::ZERO; self.degree.len()];
        for v in self.order.iter().map(|&v| v as usize) {
            flow[v] = particles.leading(v);
            let [most, others @ ..] = self.onward(v) else { continue };
            if flow[v].is_zero() {
                continue;
            }
            let share = flow[v] * self.inverse[v];
            let leave = (share * self.exits[v]).rounded_parts();
            // What gets the rest is not as right as the others; so it has to be large.
            let is_exit_largest = self.exits[v].compare(most.rate()).is_gt();
            let (rest_to, rest) =
                if is_exit_largest { (None, self.onward(v)) } else { (Some(most.vertex), others) };
            for factor in rest {
                let (number, power) = (share * factor.rate()).rounded_parts();
                particles.add(factor.vertex as usize, number.into(), power);
                particles.add(v, -i128::from(number), power);
            }
            if let Some(to) = rest_to {
                particles.add(v, -i128::from(leave.0), leave.1);
                particles.pass(v, to as usize);
            }
        }
        flow
    }
}

/// Takes what `number` · 2^`power` turns of v send out of what is missing there, and adds it where its arcs lead.
fn pass_on(part: &Part, held: &[bool], v: usize, number: i64, power: u64, missing: &mut Integers) {
    let mut away = 0;
    for run in part.heads(v).chunk_by(|a, b| a == b).filter(|run| run[0] as usize != v) {
        away += run.len();
        if run[0] != OUTSIDE && !held[run[0] as usize] {
            missing.add(run[0] as usize, i128::from(number) * run.len() as i128, power);
        }
    }
    missing.add(v, -i128::from(number) * away as i128, power);
}

/// How the departures of a part follow those of one held vertex, on average: so many 2^-`bits` of each departure.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    shares: Vec<BigUint>,
    bits: u64,
}

impl Response {
    /// What `departures` more from the held vertex change elsewhere, rounded; vertices with no change are left out.
    ///
    /// Time O(|V|), and for each change as many words as it has if `departures` is a power of 2, else a product.
    pub(crate) fn scaled(&self, departures: &BigUint) -> Vec<(usize, BigUint)> {
        let power = departures.trailing_zeros().filter(|&zeros| zeros + 1 == departures.bits());
        let change = |share: &BigUint| match power {
            Some(power) if power > self.bits => share << (power - self.bits),
            Some(power) => rounded(share.clone(), self.bits - power),
            None => rounded(share * departures, self.bits),
        };
        let feels = |share: &&BigUint| share.bits() + departures.bits() >= self.bits;
        let all = self.shares.iter().enumerate().filter(|(_, share)| feels(share));
        all.map(|(v, share)| (v, change(share))).filter(|(_, change)| !change.is_zero()).collect()
    }
}

/// `number` / 2^`bits`, rounded.
fn rounded(number: BigUint, bits: u64) -> BigUint {
    match bits.checked_sub(1) {
        Some(below) => ((number >> below) + 1u32) >> 1u32,
        None => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::pseudo_flow::PseudoFlow;
    use crate::race::Slice;
    use rotor_generate::{Dice, Kinds, draw, small_forest, small_graph};

    /// A path with a drift away from its exit, at vertex 0.
    fn path_with_drift(n: u32, dice: &mut Dice) -> Part {
        let row = |v: u32| {
            let back = if v == 0 { OUTSIDE } else { v - 1 };
            [vec![back], vec![(v + 1).min(n - 1); dice.between(2..=3) as usize]].concat()
        };
        Part::from_rows(&(0..n).map(row).collect::<Vec<_>>())
    }

    /// Rounded visits of these particles, which leave no more over than what arcs into a vertex and the vertex itself round off.
    fn checked_visits(averages: &Averages, part: &Part, held: &[bool], put: &[BigInt]) -> Vec<BigInt> {
        let visits = averages.rounded_visits(part, held, |v| put[v].clone(), &mut ()).unwrap();
        let mut arcs_into = vec![0u32; part.len()];
        let heads = (0..part.len()).flat_map(|v| part.heads(v)).filter(|&&w| w != OUTSIDE);
        heads.for_each(|&w| arcs_into[w as usize] += 1);
        let mut flow = PseudoFlow::new(part, vec![BigUint::ZERO; part.len()]);
        flow.apply_freely(visits.iter().cloned().enumerate());
        flow.recount();
        for v in (0..part.len()).filter(|&v| !held[v]) {
            let left = flow.residual(v) + &put[v];
            assert!(left.magnitude() <= &(arcs_into[v] + 2).into(), "{left} on {v} of {part:?}");
        }
        assert!((0..part.len()).all(|v| !held[v] || visits[v].is_zero()));
        visits
    }

    /// That visits in floats are right to 44 bits, by visits of so many particles that roundings do not count.
    fn floats_are_right(averages: &Averages, part: &Part, held: &[bool], put: &[BigUint]) {
        const UP: u64 = 1_600;
        let many: Vec<_> = put.iter().map(|count| BigInt::from(count.clone()) << UP).collect();
        let right = checked_visits(averages, part, held, &many);
        let found = averages.visits(|v| put[v].clone(), &mut ()).unwrap();
        for (v, right) in right.into_iter().enumerate() {
            let found = (found[v] * Scaled::times_power(1.0, UP as i64)).round();
            let error = (&found - &right).into_parts().1;
            assert!(error <= (right.magnitude() >> 44), "{v}: {found} for {right} of {part:?}");
        }
    }

    #[test]
    fn rounded_visits_leave_only_roundings_and_floats_are_right() {
        let mut dice = Dice::new(89);
        let mut kinds = Kinds::default();
        let mut long = 0;
        for index in 0..4_000 {
            let instance = match index % 20 {
                0..10 => small_forest(&mut dice),
                10..19 => small_graph(&mut dice),
                _ => draw("wells", &[("wells", 2), ("depth", dice.between(1..=60))], &mut dice).unwrap(),
            };
            kinds.see(&instance);
            let (part, _) = Part::of_active(&instance);
            // Visits of a valley are long if nothing in it is held.
            let share = if index % 40 == 39 { 0.0 } else { 0.1 };
            let held: Vec<bool> = (0..part.len()).map(|_| dice.chance(share)).collect();
            let averages = Averages::of(&part, &held, &mut ()).unwrap();
            long += u32::from(averages.limbs() > 1);
            let put: Vec<BigUint> = (0..part.len()).map(|_| dice.below(9).into()).collect();
            if index % 20 > 15 {
                floats_are_right(&averages, &part, &held, &put);
            }
            let signed = |v: usize| {
                let count =
                    BigInt::from(put[v].clone()) << if dice.chance(0.2) { dice.below(200) } else { 0 };
                if dice.chance(0.5) { -count } else { count }
            };
            checked_visits(&averages, &part, &held, &(0..part.len()).map(signed).collect::<Vec<_>>());
        }
        assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
        assert!(long > 20, "only {long} with long visits");
    }

    #[test]
    fn visits_may_have_more_bits_than_exponents_of_machine_floats() {
        let mut dice = Dice::new(158);
        for _ in 0..3 {
            let n = dice.between(1_100..=1_300);
            let part = path_with_drift(n, &mut dice);
            let mut held = vec![false; n as usize];
            let ones = vec![BigUint::one(); n as usize];
            let averages = Averages::of(&part, &held, &mut ()).unwrap();
            assert!(64 * averages.limbs() > 1_100);
            checked_visits(&averages, &part, &held, &vec![BigInt::one(); n as usize]);
            // With its deepest vertex held visits are few, and factors still too small for a machine float.
            held[n as usize - 1] = true;
            let averages = Averages::of(&part, &held, &mut ()).unwrap();
            assert_eq!(averages.limbs(), 1);
            floats_are_right(&averages, &part, &held, &ones);
        }
    }

    #[test]
    fn a_response_is_the_visits_of_what_a_held_vertex_sends_out() {
        let mut dice = Dice::new(159);
        let mut compared = 0;
        for _ in 0..1_500 {
            let (part, _) = Part::of_active(&small_graph(&mut dice));
            if part.len() < 2 {
                continue;
            }
            let vertex = dice.below(part.len() as u32) as usize;
            let held: Vec<bool> = (0..part.len()).map(|v| v == vertex || dice.chance(0.1)).collect();
            let averages = Averages::of(&part, &held, &mut ()).unwrap();
            let (bits, power) = (dice.below(150), dice.below(80));
            let sent = BigUint::from(dice.between(1..=3)) << power.min(bits);
            let response = averages.response_to(&part, &held, vertex, bits.into(), &mut ()).unwrap();
            let mut found = vec![BigInt::zero(); part.len()];
            response.scaled(&sent).into_iter().for_each(|(v, change)| found[v] = change.into());
            // All that it sends out, times its degree.
            let arcs = |v: usize| part.heads(vertex).iter().filter(|&&w| w as usize == v).count();
            let put: Vec<_> = (0..part.len()).map(|v| BigInt::from(&sent * arcs(v))).collect();
            let right = checked_visits(&averages, &part, &held, &put);
            for v in (0..part.len()).filter(|&v| !held[v]) {
                let error = &found[v] * part.degree(vertex) - &right[v];
                let most = part.degree(vertex) + 40 * part.arc_count() as u32;
                assert!(error.magnitude() <= &most.into(), "{v}: {error} of {part:?}");
                compared += u32::from(!right[v].is_zero());
            }
        }
        assert!(compared > 500, "{compared}");
    }

    #[test]
    fn an_elimination_that_is_stopped_goes_on_and_ends_the_same() {
        let mut dice = Dice::new(193);
        let [mut stopped, mut limited] = [0; 2];
        for _ in 0..1_000 {
            let (part, _) = Part::of_active(&small_graph(&mut dice));
            let held = vec![false; part.len()];
            let whole = Eliminating::new(&part, &held).within(Limit::NONE, &mut ()).unwrap().unwrap();
            let mut again = Eliminating::new(&part, &held);
            let mut most = 0;
            let found = loop {
                most += u64::from(dice.below(8));
                let limit =
                    if dice.chance(0.5) { Limit { looked_at: most, ..Limit::NONE } } else { Limit::NONE };
                match again.within(limit, &mut Slice::new(&mut (), 4 * most)) {
                    Ok(Some(found)) => break found,
                    Ok(None) => limited += 1,
                    Err(_) => stopped += 1,
                }
            };
            assert_eq!((found.order, found.bounds, found.bits), (whole.order, whole.bounds, whole.bits));
        }
        assert!(stopped > 500 && limited > 100, "{stopped} were stopped, {limited} limited");
    }
}
