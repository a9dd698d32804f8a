//! A natural number of any size that is changed in place.

use super::interval::Interval;
use crate::full_turns::Visits;
use std::cmp::Ordering;

/// A natural number: words, the least significant first, none of them a leading zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Limbs(Vec<u64>);

impl From<u64> for Limbs {
    fn from(number: u64) -> Self {
        Self(if number == 0 { Vec::new() } else { vec![number] })
    }
}

impl Limbs {
    /// How many words it has.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Takes 1 from a number that is not 0.
    fn decrement(&mut self) {
        for limb in &mut self.0 {
            let borrows = *limb == 0;
            *limb = limb.wrapping_sub(1);
            if !borrows {
                break;
            }
        }
        self.trim();
    }

    /// Divides by a number that is not 0; the remainder is returned.
    fn divide(&mut self, divisor: u32) -> u32 {
        let divisor = u64::from(divisor);
        let mut remainder = 0;
        for limb in self.0.iter_mut().rev() {
            let high = (remainder << 32) | (*limb >> 32);
            let low = ((high % divisor) << 32) | (*limb & 0xFFFF_FFFF);
            *limb = ((high / divisor) << 32) | (low / divisor);
            remainder = low % divisor;
        }
        self.trim();
        remainder as u32
    }

    /// Multiplies, and adds a number less than 2³³.
    pub(super) fn multiply_add(&mut self, times: u32, more: u64) {
        let mut carry = more;
        for limb in &mut self.0 {
            if times == 1 && carry == 0 {
                break;
            }
            let product = u128::from(*limb) * u128::from(times) + u128::from(carry);
            *limb = product as u64;
            carry = (product >> 64) as u64;
        }
        if carry > 0 {
            self.0.push(carry);
        }
        self.trim();
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// The number, if it fits.
    pub(super) fn to_u32(&self) -> Option<u32> {
        match self.0[..] {
            [] => Some(0),
            [number] => number.try_into().ok(),
            _ => None,
        }
    }

    /// A narrow interval around it.
    pub(super) fn interval<const BITS: u32>(&self) -> Interval<BITS> {
        match self.0[..] {
            [] => Interval::around(0),
            [number] => Interval::around(number),
            [.., second, first] => {
                let shift = first.leading_zeros();
                let leading = ((u128::from(first) << 64 | u128::from(second)) << shift >> 64) as u64;
                Interval::of_leading_bits(leading, (self.0.len() as u32 - 1) * u64::BITS - shift)
            }
        }
    }
}

/// In place: nothing is copied.
impl Visits for Limbs {
    type Number = Self;

    fn minus_one(mut self) -> Self {
        self.decrement();
        self
    }

    fn div_rem(mut number: Self, divisor: u32) -> (Self, u32) {
        let remainder = number.divide(divisor);
        (number, remainder)
    }
}

impl PartialOrd for Limbs {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Limbs {
    fn cmp(&self, other: &Self) -> Ordering {
        self.len().cmp(&other.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use rotor_generate::Dice;

    #[test]
    fn arithmetic_in_place_is_that_of_big_integers() {
        let mut dice = Dice::new(4);
        let big = |limbs: &Limbs| limbs.0.iter().rev().fold(BigUint::ZERO, |sum, &limb| (sum << 64) + limb);
        for _ in 0..200 {
            let (mut limbs, mut number) = (Limbs::from(1), BigUint::from(1u32));
            for _ in 0..100 {
                let before = limbs.clone();
                let most = if dice.chance(0.3) { u32::MAX } else { 4 };
                let [divisor, times] = [(); 2].map(|()| dice.between(1..=most));
                let more = u64::from(dice.below(u32::MAX)) + 1;
                if dice.chance(0.3) {
                    let remainder = limbs.divide(divisor);
                    assert_eq!(BigUint::from(remainder), &number % divisor);
                    number /= divisor;
                }
                limbs.multiply_add(times, more);
                number = number * times + more;
                assert_eq!(big(&limbs), number);
                limbs.decrement();
                number -= 1u32;
                assert_eq!(big(&limbs), number);
                assert_eq!(limbs.cmp(&before), number.cmp(&big(&before)));
                assert_eq!(limbs.to_u32(), u32::try_from(&number).ok());
                let (interval, again) = (limbs.interval::<62>(), limbs.interval::<5>());
                assert!(interval.holds(&number) && again.holds(&number), "{number}");
                assert!(!interval.is_less_than(Limbs::from(1).interval()) || number == BigUint::ZERO);
                assert!(!again.is_less_than(before.interval()) || limbs < before);
            }
        }
    }
}
