//! The pinned generator of random bits, PCG XSL 128/64 (multiplicative).

use rand_core::SeedableRng;

/// The state of `rand_pcg::Pcg64Mcg`, whose numbers these are; a test holds them against each other. It is written out here
/// because that type hides its state: with it, several draws ahead are computed side by side, and draws are left out by one
/// multiplication.
#[derive(Clone, Debug)]
pub(crate) struct Generator {
    state: u128,
}

const MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;

/// The powers of the multiplier below this one are at hand.
const POWERS: usize = 64;

const fn powers() -> [u128; POWERS] {
    let mut powers = [1; POWERS];
    let mut at = 1;
    while at < POWERS {
        powers[at] = MULTIPLIER.wrapping_mul(powers[at - 1]);
        at += 1;
    }
    powers
}

static POWER: [u128; POWERS] = powers();

impl Generator {
    /// The next 64 bits.
    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER);
        output(self.state)
    }

    /// What the next two draws will be.
    #[inline]
    pub(crate) fn next_two(&self) -> [u64; 2] {
        const SQUARE: u128 = MULTIPLIER.wrapping_mul(MULTIPLIER);
        [output(self.state.wrapping_mul(MULTIPLIER)), output(self.state.wrapping_mul(SQUARE))]
    }

    /// Leaves out draws.
    #[inline]
    pub(crate) fn skip(&mut self, draws: u32) {
        let factor = match POWER.get(draws as usize) {
            Some(&power) => power,
            None => MULTIPLIER.wrapping_pow(draws),
        };
        self.state = self.state.wrapping_mul(factor);
    }
}

#[inline]
fn output(state: u128) -> u64 {
    let folded = (state >> 64) as u64 ^ state as u64;
    folded.rotate_right((state >> 122) as u32)
}

impl SeedableRng for Generator {
    type Seed = [u8; 16];

    fn from_seed(seed: Self::Seed) -> Self {
        Self { state: u128::from_le_bytes(seed) | 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::RngCore;
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn the_numbers_are_those_of_rand_pcg() {
        for seed in (0..1000).chain([u64::MAX, 1 << 63]) {
            let (mut ours, mut theirs) = (Generator::seed_from_u64(seed), Pcg64Mcg::seed_from_u64(seed));
            for _ in 0..10 {
                let ahead = ours.next_two();
                assert_eq!(ahead, [theirs.next_u64(), theirs.next_u64()], "{seed}");
                assert_eq!([ours.next(), ours.next()], ahead, "{seed}");
            }
            for draws in [0, 1, 2, 63, 64, 65, 1_000_000, u32::MAX] {
                ours.skip(draws);
                theirs.advance(draws.into());
                assert_eq!(ours.next(), theirs.next_u64(), "{seed} {draws}");
            }
        }
    }
}
