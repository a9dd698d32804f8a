//! Expected visits to any number of bits, with factors that are machine floats.
//!
//! The factors of an elimination in doubles are those of a slightly different random walk. If pivots are taken as the
//! exact sums of what leaves a vertex, that walk loses no particle on the way: what it gets wrong at each vertex is about
//! 2^-50 of what goes through it, however often that comes back. So what is still missing after a pass, counted in exact
//! integers, is put down again, and each round is right to about fifty bits more.

use super::big_float::{Cell, Floats};
use super::doubles::Doubles;
use super::part::{MergedArcs, Part};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};
use rotor_graph::{Stop, Tick};

/// How many rounds are made at most. Fifty bits each: far more than any walk needs. Fewer rounds would only make
/// the guess worse: exact integers decide.
const ROUNDS: u32 = 100;

/// Factors in doubles, and the arcs that tell what is missing.
#[derive(Clone, Debug)]
pub(crate) struct Refined {
    doubles: Doubles,
    limbs: usize,
    /// How many bits the visits have, if a particle is put on each vertex.
    bits: u64,
    /// 1 / s(v), s(v) being the exact sum of the factors of v.
    inverse: Floats,
    /// The heads of the arcs of v between free vertices, loops left out, and how many arcs lead to each.
    first: Vec<u32>,
    heads: Vec<(u32, u32)>,
    /// How many arcs of v are no loops.
    away: Vec<u32>,
}

impl Refined {
    /// `bits` is how many the visits have, if a particle is put on each vertex.
    pub(crate) fn new(part: &Part, held: &[bool], doubles: Doubles, bits: u64) -> Self {
        let n = part.len();
        let limbs = (bits + 128).div_ceil(64) as usize;
        let (mut first, mut heads, mut away) = (vec![0], Vec::new(), Vec::with_capacity(n));
        let mut arcs = MergedArcs::default();
        for v in 0..n {
            arcs.read(part, v, held);
            away.push(arcs.away());
            heads.extend_from_slice(&arcs.heads);
            first.push(heads.len() as u32);
        }
        let mut inverse = Floats::zeros(limbs, n);
        let mut rate = Floats::zeros(limbs, 1);
        let mut cell = Cell::new(limbs);
        for &v in &doubles.order {
            let v = v as usize;
            inverse.set_f64(v, doubles.exits[v]);
            for (_, number) in doubles.onward(v) {
                rate.set_f64(0, number);
                inverse.add(v, rate.get(0));
            }
            let found = cell.invert(inverse.get(v));
            inverse.set(v, found);
        }
        Self { doubles, limbs, bits, inverse, first, heads, away }
    }

    /// The order of elimination.
    pub(crate) fn order(&self) -> &[u32] {
        &self.doubles.order
    }

    /// The factors.
    pub(crate) fn doubles(&self) -> &Doubles {
        &self.doubles
    }

    /// How many numbers are kept besides one for each vertex.
    pub(crate) fn fill(&self) -> usize {
        self.doubles.fill()
    }

    /// How often each vertex is left by all its arcs, if these particles are put down.
    fn turns(&self, flow: &mut Floats) {
        let (mut share, mut product) = (Cell::new(self.limbs), Cell::new(self.limbs));
        for &v in &self.doubles.order {
            let v = v as usize;
            if !flow.get(v).is_zero() {
                share.multiply(flow.get(v), self.inverse.get(v));
                for (w, rate) in self.doubles.onward(v).filter(|&(_, rate)| rate > 0.0) {
                    flow.add(w, product.multiply_f64(share.get(), rate));
                }
            }
        }
        for &v in self.doubles.order.iter().rev() {
            let v = v as usize;
            for (u, rate) in self.doubles.inward(v).filter(|&(_, rate)| rate > 0.0) {
                let arrivals = product.multiply_f64(flow.get(u), rate);
                flow.add(v, arrivals);
            }
            let turns = share.multiply(flow.get(v), self.inverse.get(v));
            flow.set(v, turns);
        }
    }

    /// The expected departures of these particles, holes being negative, times 2^`below`, such that what is missing adds
    /// up to 2^-`right` particles or about one arc's rounding.
    fn scaled_visits(
        &self,
        particles: impl Fn(usize) -> BigInt,
        below: u64,
        right: u64,
        tick: &mut dyn Tick,
    ) -> Result<Vec<BigInt>, Stop> {
        let n = self.away.len();
        let mut supply = vec![BigInt::zero(); n];
        for &v in &self.doubles.order {
            supply[v as usize] = particles(v as usize) << below;
        }
        let mut turns = vec![BigInt::zero(); n];
        let mut missing = supply.clone();
        // Turns are whole numbers here: what they round off cannot be put right.
        let roundings = (4 * (self.heads.len() + n) as u64 + 1).ilog2() + 1;
        let enough = BigUint::one() << below.saturating_sub(right).max(roundings.into());
        for _ in 0..ROUNDS {
            let size: BigUint = missing.iter().map(BigInt::magnitude).sum();
            if size <= enough {
                break;
            }
            for negative in [false, true] {
                let mut flow = Floats::zeros(self.limbs, n);
                let of_sign = |v: &usize| !missing[*v].is_zero() && missing[*v].is_negative() == negative;
                let mut any = false;
                for v in self.doubles.order.iter().map(|&v| v as usize).filter(of_sign) {
                    flow.set_integer(v, missing[v].magnitude());
                    any = true;
                }
                if any {
                    tick.tick((self.fill() + n) as u64 * (2 + self.limbs as u64))?;
                    self.turns(&mut flow);
                    for v in self.doubles.order.iter().map(|&v| v as usize) {
                        let change = BigInt::from(flow.get(v).round());
                        if negative { turns[v] -= change } else { turns[v] += change }
                    }
                }
            }
            missing.clone_from(&supply);
            for v in (0..n).filter(|&v| !turns[v].is_zero()) {
                missing[v] -= &turns[v] * self.away[v];
                for &(w, times) in &self.heads[self.first[v] as usize..self.first[v + 1] as usize] {
                    if times == 1 {
                        missing[w as usize] += &turns[v];
                    } else {
                        missing[w as usize] += &turns[v] * times;
                    }
                }
            }
        }
        Ok(turns.into_iter().zip(&self.doubles.degree).map(|(turns, &degree)| turns * degree).collect())
    }

    /// The expected number of departures from each vertex, right to `bits` bits below the largest.
    pub(crate) fn visits(
        &self,
        particles: impl Fn(usize) -> BigUint,
        limbs: usize,
        tick: &mut dyn Tick,
    ) -> Result<Floats, Stop> {
        let width = 64 * limbs as u64;
        let below = width + self.bits;
        let found = self.scaled_visits(|v| particles(v).into(), below, width, tick)?;
        let mut visits = Floats::zeros(limbs, found.len());
        for (v, number) in found.iter().enumerate().filter(|(_, number)| number.is_positive()) {
            visits.set_integer(v, number.magnitude());
            visits.scale(v, -(below as i64));
        }
        Ok(visits)
    }

    /// The expected departures of these particles, holes being negative, rounded.
    pub(crate) fn rounded_visits(
        &self,
        particles: impl Fn(usize) -> BigInt,
        tick: &mut dyn Tick,
    ) -> Result<Vec<BigInt>, Stop> {
        /// So little of a particle, 2^-`RIGHT`, may be missing: the next residual is what is missing, and roundings.
        const RIGHT: u64 = 10;
        let below = self.bits + RIGHT + 14;
        let half = BigInt::one() << (below - 1);
        let found = self.scaled_visits(particles, below, RIGHT, tick)?;
        Ok(found.into_iter().map(|number| (number + &half) >> below).collect())
    }
}
