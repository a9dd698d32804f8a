//! Long numbers against exact integers.

use super::*;

/// Whole numbers of all sizes around `limbs` limbs, with long runs of equal bits.
fn numbers(limbs: usize) -> Vec<BigUint> {
    let one = BigUint::one();
    let powers = [0u64, 1, 5, 63, 64, 65, 127, 128, 64 * limbs as u64 + 3].map(|bits| &one << bits);
    let mut all = vec![BigUint::from(3u32).pow(150)];
    for power in powers {
        all.extend([power.clone(), &power + 1u32, (&power * 3u32) - 1u32]);
    }
    all
}

#[test]
fn machine_floats_are_taken_as_they_are() {
    for limbs in 1..=3 {
        for number in [1.0, 0.75, 3.0, 1e-200, 1e300, f64::EPSILON, 123_456_789.25] {
            let (mut float, mut cell) = (Floats::zeros(limbs, 1), Cell::new(limbs));
            float.set_f64(0, number);
            // The number itself, as the quotient of two integers.
            let up = 1_100u64;
            float.scale(0, up as i64);
            let exact = float.get(0).round();
            assert_eq!(exact.bits() as i64 - up as i64, float_bits(number), "{number}");
            for other in numbers(limbs) {
                let product = cell.multiply_f64(self::float(limbs, &other).get(0), number);
                let mut scaled = Floats::zeros(limbs, 1);
                scaled.set(0, product);
                scaled.scale(0, up as i64);
                let (found, right) = (scaled.get(0).round(), &exact * &other);
                let error = if found > right { &found - &right } else { &right - &found };
                let width = 64 * limbs as u64;
                assert!(error <= (&right >> (width - 2)) + 1u32, "{number} · {other}: {found} for {right}");
            }
        }
    }
}

/// The least k with the number below 2^k.
fn float_bits(number: f64) -> i64 {
    number.log2().floor() as i64 + 1
}

fn float(limbs: usize, number: &BigUint) -> Floats {
    let mut floats = Floats::zeros(limbs, 1);
    floats.set_integer(0, number);
    floats
}

/// Whether `found` is `right`, but for one part in 2^(64·limbs − 8).
fn close(limbs: usize, found: &BigUint, right: &BigUint) -> bool {
    let difference = if found > right { found - right } else { right - found };
    difference << (64 * limbs - 8) <= *right
}

#[test]
fn sums_products_and_reciprocals_are_right_to_a_few_bits() {
    for limbs in [1usize, 2, 3, 5] {
        let mut cell = Cell::new(limbs);
        // A large power of 2 keeps everything that a float knows when it is rounded.
        let scale = Floats { limbs, ..float(limbs, &(BigUint::one() << 2_000u32)) };
        for a in numbers(limbs) {
            let fa = float(limbs, &a);
            assert!(close(limbs, &fa.get(0).round(), &a));
            assert_eq!(fa.get(0).bits(), a.bits() as i64);
            let inverse = cell.invert(fa.get(0)).round();
            assert!(inverse <= BigUint::one());
            let mut inverted = Floats::zeros(limbs, 1);
            inverted.set(0, cell.get());
            let scaled = cell.multiply(inverted.get(0), scale.get(0)).round();
            assert!(close(limbs, &scaled, &((BigUint::one() << 2_000u32) / &a)), "1 / {a}");
            for b in numbers(limbs) {
                let fb = float(limbs, &b);
                assert!(close(limbs, &cell.multiply(fa.get(0), fb.get(0)).round(), &(&a * &b)), "{a} · {b}");
                let mut sum = fa.clone();
                sum.add(0, fb.get(0));
                assert!(close(limbs, &sum.get(0).round(), &(&a + &b)), "{a} + {b} in {limbs}");
            }
        }
    }
}

#[test]
fn halves_are_rounded_up_and_what_is_less_is_rounded_down() {
    for limbs in [1, 2] {
        let (mut cell, mut inverse) = (Cell::new(limbs), Floats::zeros(limbs, 1));
        for (part, nearest) in [(1u32, 1u32), (2, 1), (3, 0), (4, 0), (1 << 20, 0)] {
            let found = cell.invert(float(limbs, &part.into()).get(0));
            assert_eq!(found.round(), nearest.into(), "1 / {part}");
            inverse.set(0, found);
        }
        for (parts, nearest) in [(1u32 << 19, 1u32), ((1 << 19) - 1, 0), (3 << 19, 2), ((3 << 19) - 1, 1)] {
            let found = cell.multiply(float(limbs, &parts.into()).get(0), inverse.get(0)).round();
            assert_eq!(found, nearest.into(), "{parts} / 2^20");
        }
    }
}

#[test]
fn nothing_is_lost_with_zero() {
    let mut floats = Floats::zeros(2, 2);
    let three = float(2, &BigUint::from(3u32));
    assert!(floats.get(0).is_zero() && floats.get(0).round() == BigUint::default());
    floats.add(0, three.get(0));
    floats.add(0, floats.get(1).clone_of_zero().get(0));
    assert_eq!(floats.get(0).round(), BigUint::from(3u32));
    assert!(Cell::new(2).multiply(three.get(0), Floats::zeros(2, 1).get(0)).is_zero());
    floats.swap_remove(0);
    assert!(floats.len() == 1 && floats.get(0).is_zero());
}

impl Float<'_> {
    fn clone_of_zero(&self) -> Floats {
        assert!(self.is_zero());
        Floats::zeros(self.mantissa.len(), 1)
    }
}
