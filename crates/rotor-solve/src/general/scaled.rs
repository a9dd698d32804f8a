//! Numbers for expected visits: machine floats whose exponents have no bounds, and lists of long integers that they are added to.

use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::ops::{Add, Mul};

/// A machine float with a longer exponent: `mantissa` · 2^(512 · `exponent`), the mantissa between 2^-256 and 2^256, or 0.
///
/// Most numbers of most graphs have the exponent 0, and then an operation is one of machine floats and two comparisons.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scaled {
    pub(crate) mantissa: f64,
    pub(crate) exponent: i32,
}

impl Scaled {
    pub(crate) const ZERO: Self = Self { mantissa: 0.0, exponent: 0 };
    const STEP: i64 = 512;
    const UP: f64 = power_of_two(512);
    const DOWN: f64 = power_of_two(-512);
    const LEAST: f64 = power_of_two(-256);
    const MOST: f64 = power_of_two(256);

    /// The number of these parts, brought to the range of mantissas, of which it is off by a factor of 2^512 at most.
    #[inline]
    fn of_parts(mantissa: f64, exponent: i32) -> Self {
        let size = mantissa.abs();
        if (Self::LEAST..Self::MOST).contains(&size) {
            Self { mantissa, exponent }
        } else if size >= Self::MOST {
            Self { mantissa: mantissa * Self::DOWN, exponent: exponent + 1 }
        } else if size > 0.0 {
            Self { mantissa: mantissa * Self::UP, exponent: exponent - 1 }
        } else {
            Self::ZERO
        }
    }

    /// This number, less than 2^192 in absolute value, times 2^`power`; 0, if it is less than 2^-192.
    pub(crate) fn times_power(number: f64, power: i64) -> Self {
        if number.abs() < power_of_two(-192) {
            return Self::ZERO;
        }
        let (exponent, rest) = (power.div_euclid(Self::STEP), power.rem_euclid(Self::STEP));
        Self::of_parts(number * power_of_two(rest), exponent as i32)
    }

    /// The leading bits of an integer.
    pub(crate) fn of_integer(number: &BigInt) -> Self {
        let down = number.bits().saturating_sub(64);
        let leading = (number.magnitude() >> down).to_u64().unwrap_or(0) as f64;
        Self::times_power(if number.sign() == Sign::Minus { -leading } else { leading }, down as i64)
    }

    pub(crate) fn is_zero(self) -> bool {
        self.mantissa == 0.0
    }

    pub(crate) fn abs(self) -> Self {
        Self { mantissa: self.mantissa.abs(), ..self }
    }

    pub(crate) fn inverse(self) -> Self {
        Self::of_parts(1.0 / self.mantissa, -self.exponent)
    }

    /// An integer of at most 53 bits and the power of two that it is multiplied by.
    fn parts(self) -> (i64, i64) {
        if self.is_zero() {
            return (0, 0);
        }
        let bits = self.mantissa.to_bits();
        let leading = (bits & ((1 << 52) - 1) | 1 << 52) as i64;
        let power = (bits >> 52 & 0x7ff) as i64 - 1075 + Self::STEP * i64::from(self.exponent);
        (if self.mantissa < 0.0 { -leading } else { leading }, power)
    }

    /// The nearest integer, as another one times a power of two.
    pub(crate) fn rounded_parts(self) -> (i64, u64) {
        match self.parts() {
            (leading, power @ 0..) => (leading, power as u64),
            (leading, power @ -54..) => ((leading + (1 << (-power - 1))) >> -power, 0),
            _ => (0, 0),
        }
    }

    /// The nearest integer.
    pub(crate) fn round(self) -> BigInt {
        let (leading, power) = self.rounded_parts();
        BigInt::from(leading) << power
    }

    /// The same as a machine float, infinite or 0 if it is too large or too small for one.
    #[inline]
    pub(crate) fn to_f64(self) -> f64 {
        match self.exponent {
            0 => self.mantissa,
            1 => self.mantissa * Self::UP,
            -1 => self.mantissa * Self::DOWN,
            ..0 => 0.0,
            _ => self.mantissa * f64::INFINITY,
        }
    }

    /// The least k with the number, which is not negative, below 2^k; the least of all for 0.
    pub(crate) fn bits(self) -> i64 {
        if self.is_zero() { i64::MIN } else { self.parts().1 + 53 }
    }

    /// Which of two numbers, none of them negative, is larger.
    #[inline]
    pub(crate) fn compare(self, other: Self) -> Ordering {
        if self.is_zero() || other.is_zero() || self.exponent == other.exponent {
            return self.mantissa.total_cmp(&other.mantissa);
        }
        self.exponent.cmp(&other.exponent)
    }
}

/// 2^`power` as a machine float.
const fn power_of_two(power: i64) -> f64 {
    f64::from_bits(((1023 + power) as u64) << 52)
}

impl From<u32> for Scaled {
    #[inline]
    fn from(count: u32) -> Self {
        Self { mantissa: count.into(), exponent: 0 }
    }
}

impl From<i64> for Scaled {
    #[inline]
    fn from(count: i64) -> Self {
        Self { mantissa: count as f64, exponent: 0 }
    }
}

impl Mul for Scaled {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self::of_parts(self.mantissa * other.mantissa, self.exponent + other.exponent)
    }
}

impl Add for Scaled {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        if self.exponent == other.exponent {
            return Self::of_parts(self.mantissa + other.mantissa, self.exponent);
        }
        let is_less = other.is_zero() || !self.is_zero() && self.exponent > other.exponent;
        let (more, less) = if is_less { (self, other) } else { (other, self) };
        if less.is_zero() || more.exponent - less.exponent > 1 {
            return more;
        }
        Self::of_parts(more.mantissa + less.mantissa * Self::DOWN, more.exponent)
    }
}

/// A list of integers of as many words each, in two's complement.
#[derive(Clone, Debug)]
pub(crate) struct Integers {
    words: usize,
    limbs: Vec<u64>,
}

impl Integers {
    pub(crate) fn zeros(words: usize, length: usize) -> Self {
        Self { words, limbs: vec![0; words * length] }
    }

    fn limbs(&self, at: usize) -> &[u64] {
        &self.limbs[at * self.words..(at + 1) * self.words]
    }

    pub(crate) fn get(&self, at: usize) -> BigInt {
        let bytes: Vec<u8> = self.limbs(at).iter().flat_map(|limb| limb.to_le_bytes()).collect();
        BigInt::from_signed_bytes_le(&bytes)
    }

    /// Sets an entry to `number` · 2^`power`, which has fewer bits than it.
    pub(crate) fn set(&mut self, at: usize, number: &BigInt, power: u64) {
        let fill = if number.sign() == Sign::Minus { u8::MAX } else { 0 };
        let bytes = (number << power).to_signed_bytes_le();
        for (place, limb) in self.limbs[at * self.words..(at + 1) * self.words].iter_mut().enumerate() {
            *limb = u64::from_le_bytes(std::array::from_fn(|k| *bytes.get(8 * place + k).unwrap_or(&fill)));
        }
    }

    /// The leading bits.
    pub(crate) fn leading(&self, at: usize) -> Scaled {
        let limbs = self.limbs(at);
        let fill = if limbs[self.words - 1] >> 63 == 1 { u64::MAX } else { 0 };
        let Some(top) = limbs.iter().rposition(|&limb| limb != fill) else {
            return if fill == 0 { Scaled::ZERO } else { Scaled { mantissa: -1.0, exponent: 0 } };
        };
        // The sign and the highest word with another digit, and the word below.
        let high = (u128::from(fill) << 64 | u128::from(limbs[top])) as i128 as f64;
        match top.checked_sub(1) {
            None => Scaled::times_power(high, 0),
            Some(below) => {
                let number = high * power_of_two(64) + limbs[below] as f64;
                Scaled::times_power(number, 64 * below as i64)
            }
        }
    }

    /// Adds `number` · 2^`power` to an entry. Time: mostly that of three words.
    #[inline]
    pub(crate) fn add(&mut self, at: usize, number: i128, power: u64) {
        let (skip, shift) = ((power / 64) as usize, power % 64);
        let above = if shift == 0 { number >> 64 } else { number >> (64 - shift) };
        let addend = [(number << shift) as u64, above as u64, (above >> 64) as u64];
        let fill = if number < 0 { u64::MAX } else { 0 };
        let mut carry = false;
        let limbs = &mut self.limbs[at * self.words..(at + 1) * self.words];
        for (place, limb) in limbs.iter_mut().skip(skip).enumerate() {
            // The rest is not changed.
            if place >= addend.len() && carry == (fill != 0) {
                break;
            }
            (*limb, carry) = carrying(*limb, addend.get(place).copied().unwrap_or(fill), carry);
        }
    }

    /// Adds all of one entry to another.
    pub(crate) fn pass(&mut self, from: usize, to: usize) {
        let mut carry = false;
        for place in 0..self.words {
            let limb = self.limbs[from * self.words + place];
            let sum = &mut self.limbs[to * self.words + place];
            (*sum, carry) = carrying(*sum, limb, carry);
        }
    }
}

/// The sum of two words and a carry, and the next carry.
#[inline]
fn carrying(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(carry.into());
    (sum, first | second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::{Signed, Zero};
    use rotor_generate::Dice;

    /// An integer of up to 60 leading bits, and zeros.
    fn integer(dice: &mut Dice) -> BigInt {
        let leading = i64::from(dice.below(1 << 30)) << dice.below(30);
        let number =
            BigInt::from(leading) << if dice.chance(0.5) { dice.below(3_000) } else { dice.below(60) };
        if dice.chance(0.5) { -number } else { number }
    }

    #[test]
    fn scaled_numbers_compute_as_integers_do() {
        let mut dice = Dice::new(171);
        let is_near = |found: Scaled, right: &BigInt, size: &BigInt| {
            let error = (found.round() - right).abs();
            assert!(error <= size.abs() >> 50, "{found:?} for {right}");
        };
        for _ in 0..20_000 {
            let (a, b) = (integer(&mut dice), integer(&mut dice));
            let [x, y] = [&a, &b].map(Scaled::of_integer);
            is_near(x, &a, &a);
            is_near(x * y, &(&a * &b), &(&a * &b));
            is_near(x + y, &(&a + &b), &(a.abs() + b.abs()));
            assert_eq!(x.is_zero(), a.is_zero());
            if !a.is_zero() {
                assert!(((x * x.inverse()).to_f64() - 1.0).abs() < 1e-15);
                assert!((x.bits() - a.bits() as i64).abs() <= 1);
                // The smallest numbers have negative exponents.
                is_near(x.inverse() * (x * x), &a, &a);
            }
            if a.bits() != b.bits() {
                assert_eq!(x.abs().compare(y.abs()), a.abs().cmp(&b.abs()));
            }
        }
        assert_eq!(Scaled::times_power(0.75, 0).round(), BigInt::from(1));
        assert_eq!(Scaled::times_power(1.0, -60).round(), BigInt::zero());
    }

    #[test]
    fn long_integers_are_added_to_as_others_are() {
        let mut dice = Dice::new(172);
        let mut negative = 0;
        for _ in 0..300 {
            let words = dice.between(3..=9) as usize;
            let mut numbers = Integers::zeros(words, 2);
            let mut right = [BigInt::zero(), BigInt::zero()];
            for _ in 0..60 {
                let at = dice.below(2) as usize;
                match dice.below(8) {
                    0 => {
                        numbers.pass(at, 1 - at);
                        let passed = right[at].clone();
                        right[1 - at] += passed;
                    }
                    1 => {
                        right[at] = integer(&mut dice) >> (3_000 - 128);
                        let power = dice.below(20).into();
                        numbers.set(at, &right[at], power);
                        right[at] <<= power;
                    }
                    _ => {
                        let number = i128::from(dice.below(u32::MAX)) << dice.below(50);
                        let number = if dice.chance(0.5) { -number } else { number };
                        let power = u64::from(dice.below(64 * words as u32 - 140));
                        numbers.add(at, number, power);
                        right[at] += BigInt::from(number) << power;
                    }
                }
                // They wrap around where there is no room; that is not looked at.
                if right.iter().any(|right| right.bits() + 2 > 64 * words as u64) {
                    break;
                }
                for (at, right) in right.iter().enumerate() {
                    assert_eq!(&numbers.get(at), right);
                    let error = (numbers.leading(at).round() - right).abs();
                    assert!(error <= right.abs() >> 50, "{right}");
                    negative += u32::from(right.is_negative());
                }
            }
        }
        assert!(negative > 1_000, "{negative}");
    }
}
