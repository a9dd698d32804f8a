//! Dice: pinned random numbers, the same on every machine and in every year.

use crate::generate_error::GenerateError;
use crate::generator::{Chance, Generator};
use rand_core::SeedableRng;
use rotor_graph::Watch;
use std::fmt;
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
/// Every family is handed its dice, so they also carry the watch of a generation that can be stopped.
pub struct Dice<'w> {
    generator: Generator,
    watch: Option<Watch<'w>>,
    /// Operations that were not reported yet.
    unreported: u64,
}

/// How many operations are reported at once: a call for each vertex would take longer than to write it down.
const REPORT_EVERY: u64 = 256;

impl<'w> Dice<'w> {
    /// The dice of this seed.
    pub fn new(seed: u64) -> Self {
        Self { generator: Generator::seed_from_u64(seed), watch: None, unreported: 0 }
    }

    /// The same dice; what is generated with them stops once `watch` returns false.
    pub fn watched(seed: u64, watch: Watch<'w>) -> Self {
        Self { watch: Some(watch), ..Self::new(seed) }
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
        let may = self.watch.as_mut().is_none_or(|watch| watch(operations));
        if may { Ok(()) } else { Err(GenerateError::Stopped) }
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

    /// A multiple of 2⁻⁵³ in [0, 1), each equally likely: the top 53 random bits.
    #[inline]
    pub(crate) fn fraction(&mut self) -> f64 {
        self.generator.fraction()
    }

    /// The same with the probability prepared, for events that are drawn often.
    #[inline(always)]
    pub(crate) fn happens(&mut self, chance: Chance) -> bool {
        self.generator.happens(chance)
    }

    /// Leaves out draws whose outcome decides nothing.
    #[inline]
    pub(crate) fn skip(&mut self, draws: u32) {
        self.generator.pass(draws);
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn skipped_draws_are_draws() {
        for draws in [0, 1, 2, 29, 1000] {
            let (mut skipping, mut drawing) = (Dice::new(8), Dice::new(8));
            skipping.skip(draws);
            (0..draws).for_each(|_| assert!(!drawing.chance(0.0)));
            assert_eq!(skipping.below(u32::MAX), drawing.below(u32::MAX));
        }
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
}
