//! The generator behind the dice, with draws that are passed over at no cost.

use rand_core::SeedableRng;
use std::hint::select_unpredictable;

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
