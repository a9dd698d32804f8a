//! Dice: pinned random numbers, the same on every machine and in every year.

use crate::family::GenerateError;
use rand_core::SeedableRng;
use rotor_graph::Tick;
use std::fmt;
use std::hint::select_unpredictable;
use std::ops::{Range, RangeInclusive};

/// A source of random numbers that a `u64` seeds and nothing else influences.
///
/// The generator is `Pcg64Mcg` (PCG XSL 128/64, multiplicative), seeded by `SeedableRng::seed_from_u64`, which
/// stretches the seed with PCG32. Every draw below is spelt out here rather than taken from a sampling library, whose
/// next version may draw differently; a test pins the first numbers of a seed.
///
/// ```
/// let mut dice = rotor_generate::Dice::new(7);
/// let rolls: Vec<u32> = (0..5).map(|_| dice.between(1..=6)).collect();
/// assert_eq!(rolls, [5, 3, 2, 6, 2]);
/// ```
///
/// Every family is handed its dice, so they also carry what may stop its generation.
pub struct Dice<'w> {
    /// Draws that need no more than the generator, such as events whose chance is prepared, are made with it.
    pub(crate) generator: Generator,
    tick: Option<&'w mut dyn Tick>,
    /// Operations that were not reported yet.
    unreported: u64,
}

/// How many operations are reported at once: a call for each vertex would take longer than to write it down.
const REPORT_EVERY: u64 = 256;

impl<'w> Dice<'w> {
    /// The dice of this seed.
    pub fn new(seed: u64) -> Self {
        Self { generator: Generator::seed_from_u64(seed), tick: None, unreported: 0 }
    }

    /// The same dice; `tick` may stop what is generated with them.
    pub fn ticking(seed: u64, tick: &'w mut dyn Tick) -> Self {
        Self { tick: Some(tick), ..Self::new(seed) }
    }

    /// Counts operations, and reports them now and then; refused if the generation has to stop.
    #[inline(always)]
    pub(crate) fn go_on(&mut self, operations: u64) -> Result<(), GenerateError> {
        self.unreported += operations;
        if self.unreported < REPORT_EVERY { Ok(()) } else { self.report() }
    }

    /// Reports what was counted.
    #[cold]
    pub(crate) fn report(&mut self) -> Result<(), GenerateError> {
        let operations = std::mem::take(&mut self.unreported);
        Ok(self.tick.as_mut().map_or(Ok(()), |tick| tick.tick(operations))?)
    }

    /// A number below `n`, each equally likely; 0 if `n` is 0.
    ///
    /// Lemire's method: the high half of (upper 32 random bits) · n, drawn again while the low half is below
    /// 2³² mod n. Exact, and one draw nearly always.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        self.generator.below(n)
    }

    /// A number of `range`, each equally likely; its start if the range is empty.
    #[inline]
    pub fn between(&mut self, range: RangeInclusive<u32>) -> u32 {
        let (least, most) = range.into_inner();
        match most.saturating_sub(least).checked_add(1) {
            Some(width) => least + self.below(width),
            None => (self.generator.draw() >> 32) as u32,
        }
    }

    /// A number from 1 to `most`, each equally likely.
    #[inline(always)]
    pub(crate) fn up_to(&mut self, most: u32) -> u32 {
        if most == 1 {
            self.generator.pass(1);
            return 1;
        }
        1 + self.below(most)
    }

    /// An integer of `range`, each equally likely; its start if the range is empty. Lemire's method on 64 bits.
    pub(crate) fn integer(&mut self, range: RangeInclusive<i64>) -> i64 {
        let (least, most) = range.into_inner();
        if most < least {
            return least;
        }
        let width = (i128::from(most) - i128::from(least) + 1) as u128;
        let unfair = (1u128 << 64) % width;
        loop {
            let product = u128::from(self.generator.draw()) * width;
            if product & u128::from(u64::MAX) >= unfair {
                return (i128::from(least) + (product >> 64) as i128) as i64;
            }
        }
    }

    /// Whether an event of probability `p` happens: whether the top 53 random bits, read as a fraction, are below `p`.
    #[inline]
    pub fn chance(&mut self, p: f64) -> bool {
        self.generator.happens(Chance::of(p))
    }

    /// Adds to `list` what is drawn for each number of `range`, an operation each.
    #[inline]
    pub(crate) fn each<T>(
        &mut self,
        range: Range<u32>,
        list: &mut Vec<T>,
        mut draw: impl FnMut(&mut Generator, u32) -> T,
    ) -> Result<(), GenerateError> {
        let mut next = range.start;
        while next < range.end {
            let end = range.end.min(next.saturating_add(REPORT_EVERY as u32));
            // A copy, which stays in registers while the list is written.
            let mut generator = self.generator.clone();
            list.extend((next..end).map(|number| draw(&mut generator, number)));
            self.generator = generator;
            self.go_on((end - next).into())?;
            next = end;
        }
        Ok(())
    }

    /// Puts `items` in random order, each order equally likely (Fisher and Yates, from the back).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        if items.len() < 2 {
            return;
        }
        let mut generator = self.generator.clone();
        for end in (1..items.len()).rev() {
            items.swap(end, generator.below(end as u32 + 1) as usize);
        }
        self.generator = generator;
    }

    /// One of `items`, each equally likely; none if there are none.
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        items.get(self.below(items.len() as u32) as usize)
    }
}

impl fmt::Debug for Dice<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Dice").field(&self.generator).finish()
    }
}

/// PCG XSL 128/64, multiplicative (O'Neill 2014): each draw multiplies the state by a constant and scrambles its bits.
///
/// The crate `rand_pcg` has the same generator as `Pcg64Mcg`, and a test compares the two. Here draws whose outcome decides
/// nothing are only counted, and the next one multiplies by a power of the constant: half of the draws of a plain tree.
#[derive(Clone, Debug)]
pub(crate) struct Generator {
    state: u128,
    /// How many draws were passed over since the last one; at most [`MOST_PASSED`].
    passed: u64,
}

/// A probability in units of 2⁻⁵³, rounded up: as many outcomes of the top 53 random bits let the event happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chance(u64);

impl Chance {
    /// Of what never happens.
    pub(crate) const NONE: Self = Self(0);

    /// Of an event of probability `p`.
    #[inline]
    pub(crate) fn of(p: f64) -> Self {
        // Scaling by a power of two is exact; what is not a number, or negative, becomes 0.
        Self((p * (1u64 << 53) as f64).ceil() as u64)
    }
}

const MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;

const MOST_PASSED: u64 = 62;

/// The powers of the multiplier.
static POWERS: [u128; MOST_PASSED as usize + 2] = {
    let mut powers = [1u128; MOST_PASSED as usize + 2];
    let mut exponent = 1;
    while exponent < powers.len() {
        powers[exponent] = powers[exponent - 1].wrapping_mul(MULTIPLIER);
        exponent += 1;
    }
    powers
};

impl SeedableRng for Generator {
    type Seed = [u8; 16];

    fn from_seed(seed: [u8; 16]) -> Self {
        Self { state: u128::from_le_bytes(seed) | 1, passed: 0 }
    }
}

impl Generator {
    /// 64 random bits.
    #[inline(always)]
    pub(crate) fn draw(&mut self) -> u64 {
        let power = if self.passed == 0 { MULTIPLIER } else { POWERS[self.passed as usize + 1] };
        self.passed = 0;
        self.state = self.state.wrapping_mul(power);
        self.bits()
    }

    /// The state scrambled.
    #[inline(always)]
    fn bits(&self) -> u64 {
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }

    /// A number below n, each equally likely; 0, and no draw, if n is 0.
    #[inline(always)]
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        if n == 0 { 0 } else { self.number(n, |generator| generator.draw()) }
    }

    /// The same where it cannot be foreseen whether n is 0: never a branch.
    #[inline(always)]
    pub(crate) fn below_perhaps_none(&mut self, n: u32) -> u32 {
        if self.passed > 0 {
            self.leap();
        }
        self.number(n, |generator| {
            generator.state = generator.state.wrapping_mul(select_unpredictable(n == 0, 1, MULTIPLIER));
            generator.bits()
        })
    }

    #[inline(always)]
    fn number(&mut self, n: u32, mut draw: impl FnMut(&mut Self) -> u64) -> u32 {
        loop {
            let product = (draw(self) >> 32) * u64::from(n);
            // 2³² mod n is below n, so the division is nearly never made.
            if product as u32 >= n || product as u32 >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }

    /// A multiple of 2⁻⁵³ in [0, 1), each equally likely: the top 53 random bits.
    #[inline]
    pub(crate) fn fraction(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 53) as f64;
        (self.draw() >> 11) as f64 * STEP
    }

    /// Whether an event happens.
    #[inline(always)]
    pub(crate) fn happens(&mut self, chance: Chance) -> bool {
        if chance == Chance::NONE {
            self.pass(1);
            return false;
        }
        self.draw_below(chance)
    }

    /// The same where the chance cannot be foreseen: always a draw, never a branch.
    #[inline(always)]
    pub(crate) fn draw_below(&mut self, chance: Chance) -> bool {
        self.draw() >> 11 < chance.0
    }

    /// Passes over draws.
    #[inline(always)]
    pub(crate) fn pass(&mut self, draws: u32) {
        self.passed += u64::from(draws);
        if self.passed > MOST_PASSED {
            self.leap();
        }
    }

    /// Makes the draws that were passed over.
    #[cold]
    fn leap(&mut self) {
        let (mut power, mut left) = (MULTIPLIER, std::mem::take(&mut self.passed));
        while left > 0 {
            if left % 2 == 1 {
                self.state = self.state.wrapping_mul(power);
            }
            power = power.wrapping_mul(power);
            left /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::RngCore;
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn a_seed_gives_the_same_numbers_for_years() {
        let mut dice = Dice::new(1);
        let bits: Vec<u64> = (0..3).map(|_| dice.generator.draw()).collect();
        assert_eq!(bits, [15803641690485367939, 2537432388316380799, 8678483373067562792]);
        let mut dice = Dice::new(1);
        let rolls: Vec<u32> = (0..10).map(|_| dice.below(100)).collect();
        assert_eq!(rolls, [85, 13, 47, 72, 36, 55, 39, 73, 15, 41]);
    }

    #[test]
    fn every_number_below_n_is_about_equally_frequent() {
        let mut dice = Dice::new(3);
        let mut seen = [0u32; 7];
        (0..70_000).for_each(|_| seen[dice.below(7) as usize] += 1);
        assert!(seen.iter().all(|&times| (9_600..10_400).contains(&times)), "{seen:?}");
    }

    #[test]
    fn a_number_lies_in_its_range_and_meets_both_ends() {
        let mut dice = Dice::new(4);
        let drawn: Vec<u32> = (0..200).map(|_| dice.between(3..=5)).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&3), Some(&5)));
        assert!((0..100).map(|_| dice.between(0..=u32::MAX)).any(|number| number > u32::MAX / 2));
        assert_eq!((dice.below(0), dice.between(9..=9)), (0, 9));
        let drawn: Vec<i64> = (0..200).map(|_| dice.integer(-1..=1)).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&-1), Some(&1)));
        assert!((0..100).map(|_| dice.integer(i64::MIN..=i64::MAX)).any(|number| number < i64::MIN / 2));
    }

    #[test]
    fn an_event_of_probability_p_happens_about_p_times() {
        let mut dice = Dice::new(5);
        let happened = (0..100_000).filter(|_| dice.chance(0.3)).count();
        assert!((29_400..30_600).contains(&happened), "{happened}");
        assert!((0..1000).all(|_| !dice.chance(0.0) && dice.chance(1.0)));
    }

    #[test]
    fn a_shuffle_meets_every_order() {
        let mut dice = Dice::new(6);
        let mut orders = std::collections::BTreeSet::new();
        for _ in 0..300 {
            let mut items = [1, 2, 3, 4];
            dice.shuffle(&mut items);
            orders.insert(items);
        }
        assert_eq!(orders.len(), 24);
        assert_eq!(dice.pick::<u8>(&[]), None);
    }

    #[test]
    fn draws_are_those_of_the_published_generator() {
        for seed in [0, 1, 7, u64::MAX] {
            let (mut ours, mut theirs) = (Generator::seed_from_u64(seed), Pcg64Mcg::seed_from_u64(seed));
            assert!((0..1000).all(|_| ours.draw() == theirs.next_u64()));
        }
    }

    #[test]
    fn an_event_happens_if_a_fraction_is_below_its_probability() {
        let (mut counting, mut comparing) = (Generator::seed_from_u64(2), Generator::seed_from_u64(2));
        let fixed = [0.0, 1e-300, 0.5, 1.0 - f64::EPSILON, 1.0];
        for _ in 0..1000 {
            let drawn = comparing.fraction();
            // The fraction itself is not below itself, and the next float is above it.
            for p in [fixed.as_slice(), &[drawn, drawn.next_up()]].concat() {
                assert_eq!(counting.clone().happens(Chance::of(p)), drawn < p, "{p}");
            }
            counting.pass(1);
        }
    }

    #[test]
    fn no_number_is_drawn_where_there_is_none() {
        let (mut ours, mut theirs) = (Generator::seed_from_u64(5), Generator::seed_from_u64(5));
        for n in [3, 0, 0, 1, 7, 0, u32::MAX, 0, 2] {
            ours.pass(n % 3);
            theirs.pass(n % 3);
            assert_eq!(ours.below_perhaps_none(n), theirs.below(n), "{n}");
        }
        assert_eq!(ours.draw(), theirs.draw());
    }

    #[test]
    fn draws_passed_over_are_draws() {
        let (mut passing, mut drawing) = (Generator::seed_from_u64(8), Generator::seed_from_u64(8));
        for draws in [0, 1, 2, 29, 61, 62, 63, 1, 64, 1000, 0, 65_537] {
            // In two parts, which add up.
            passing.pass(draws / 3);
            passing.pass(draws - draws / 3);
            (0..draws).for_each(|_| {
                drawing.draw();
            });
            assert_eq!(passing.draw(), drawing.draw(), "{draws}");
        }
    }
}
