//! Intervals that hold a flow of any size: two mantissas, one exponent, rounded outwards; and natural numbers that are
//! changed in place, for when intervals overlap.

use super::number::{Visits, full_turns};
use std::cmp::Ordering;

/// A number n with low·2^exponent ≤ n ≤ high·2^exponent, the mantissas of at most `BITS` ≤ 62 bits or a little more.
///
/// Small numbers are exact: exponent 0 and equal ends. An exponent never exceeds |A| < 2³² − 1, because a flow grows by
/// a factor of at most m + 1 ≤ 2^m at a vertex that sends it on by m arcs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval<const BITS: u32> {
    low: u64,
    high: u64,
    exponent: u32,
}

impl<const BITS: u32> Interval<BITS> {
    /// +∞, larger than every number.
    pub(super) const INFINITE: Self = Self { low: u64::MAX, high: u64::MAX, exponent: u32::MAX };

    /// Just this number, if it is small enough.
    pub(super) fn around(number: u64) -> Self {
        Self::rounded(number.into(), number.into(), 0)
    }

    /// The number with these leading bits, cut off at 2^exponent.
    pub(super) fn of_leading_bits(leading: u64, exponent: u32) -> Self {
        Self::rounded(leading.into(), u128::from(leading) + u128::from(exponent > 0), exponent)
    }

    #[inline]
    fn rounded(low: u128, high: u128, exponent: u32) -> Self {
        let bits = u128::BITS - high.leading_zeros();
        if bits <= BITS {
            return Self { low: low as u64, high: high as u64, exponent };
        }
        let shift = bits - BITS;
        Self { low: (low >> shift) as u64, high: (high >> shift) as u64 + 1, exponent: exponent + shift }
    }

    /// The number, if it is the only one.
    #[inline]
    pub(super) fn number(self) -> Option<u64> {
        (self.exponent == 0 && self.low == self.high).then_some(self.low)
    }

    /// Its least and its greatest number, if they are small enough to be kept to the last bit.
    #[inline]
    pub(super) fn small_ends(self) -> Option<(u64, u64)> {
        (self.exponent == 0).then_some((self.low, self.high))
    }

    /// Whether it is +∞.
    #[inline]
    pub(super) fn is_infinite(self) -> bool {
        self.exponent == u32::MAX
    }

    /// ⌊(r − 1) / m⌋ for a flow r ≥ 1: how often the rotor turns before a head of multiplicity m has one visit left in
    /// the turn.
    #[inline]
    pub(super) fn full_turns(self, multiplicity: u32) -> Self {
        let Self { low, high, exponent } = self;
        if exponent == 0 {
            let [low, high] = [low, high].map(|flow| full_turns(flow, multiplicity).0);
            return Self { low, high, exponent };
        }
        let multiplicity = u64::from(multiplicity);
        if multiplicity == 1 {
            return Self { low: low.saturating_sub(1), high, exponent };
        }
        // As many more bits as the quotient leaves room for.
        let room = BITS.saturating_sub(u64::BITS - (high / multiplicity).leading_zeros());
        let shift = room.min(exponent).min(u32::BITS);
        let divide = |number: u64| {
            ((number / multiplicity) << shift) + ((number % multiplicity) << shift) / multiplicity
        };
        Self { low: divide(low).saturating_sub(1), high: divide(high) + 1, exponent: exponent - shift }
    }

    /// q·m + passed + 1 for q full turns: the flow back to a head of multiplicity m that is passed `least` times after
    /// the fewest and `most` times after the most of them.
    #[inline]
    pub(super) fn flow_back(self, multiplicity: u32, least: u32, most: u32) -> Self {
        if multiplicity == 0 {
            return Self::around(1);
        }
        let times = |number: u64| u128::from(number) * u128::from(multiplicity);
        let (least, most) = (u128::from(least) + 1, u128::from(most) + 1);
        if self.exponent == 0 {
            return Self::rounded(times(self.low) + least, times(self.high) + most, 0);
        }
        let most = (most >> self.exponent.min(64)) + 1;
        Self::rounded(times(self.low), times(self.high) + most, self.exponent)
    }

    /// Whether it is certainly less than `other`.
    #[inline]
    pub(super) fn is_less_than(self, other: Self) -> bool {
        compare((self.high, self.exponent), (other.low, other.exponent)) == Ordering::Less
    }

    /// Whether it is certainly not less than `other`.
    #[inline]
    pub(super) fn is_at_least(self, other: Self) -> bool {
        compare((self.low, self.exponent), (other.high, other.exponent)) != Ordering::Less
    }

    /// Of two, the one that is sure to end first.
    #[inline]
    pub(super) fn lower_end(self, other: Self) -> Self {
        if compare((other.high, other.exponent), (self.high, self.exponent)) == Ordering::Less {
            other
        } else {
            self
        }
    }
}

/// Compares two numbers given as mantissa and exponent.
#[inline]
fn compare(a: (u64, u32), b: (u64, u32)) -> Ordering {
    match a.1.cmp(&b.1) {
        Ordering::Equal => a.0.cmp(&b.0),
        Ordering::Less => compare(b, a).reverse(),
        Ordering::Greater if a.0 == 0 => 0.cmp(&b.0),
        Ordering::Greater => match a.1 - b.1 {
            shift @ 0..64 => (u128::from(a.0) << shift).cmp(&b.0.into()),
            _ => Ordering::Greater,
        },
    }
}

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

    impl<const BITS: u32> Interval<BITS> {
        fn holds(self, number: &BigUint) -> bool {
            let end = |mantissa: u64| BigUint::from(mantissa) << self.exponent;
            end(self.low) <= *number && *number <= end(self.high)
        }
    }

    /// A flow sent through random vertices stays inside its interval, and comparisons that are certain are right.
    fn stays_inside<const BITS: u32>(seed: u64) {
        let mut dice = Dice::new(seed);
        for _ in 0..300 {
            let (mut exact, mut interval) = (BigUint::from(1u32), Interval::<BITS>::around(1));
            for _ in 0..60 {
                let other = (exact.clone(), interval);
                let most = if dice.chance(0.1) { 1_000_000 } else { 5 };
                let [from, to] = [(); 2].map(|()| dice.between(1..=most));
                let passed = dice.between(0..=to);
                let (least, most) = if dice.chance(0.5) { (passed, passed) } else { (0, to) };
                exact = (exact - 1u32) / from;
                interval = interval.full_turns(from);
                assert!(interval.holds(&exact), "{exact} is not in {interval:?}");
                exact = exact * to + passed + 1u32;
                interval = interval.flow_back(to, least, most);
                assert!(interval.holds(&exact), "{exact} is not in {interval:?}");
                assert!(interval.number().is_none_or(|number| exact == BigUint::from(number)));
                assert!(!interval.is_less_than(other.1) || exact < other.0);
                assert!(!interval.is_at_least(other.1) || exact >= other.0);
                assert!(interval.is_less_than(Interval::INFINITE) && !interval.is_infinite());
            }
        }
    }

    #[test]
    fn leading_bits_hold_whatever_bits_follow() {
        for (leading, exponent) in [(1u64, 0u32), (3, 1), (3, 70), (u64::MAX, 5), (1 << 62, 64)] {
            let least = BigUint::from(leading) << exponent;
            let most = ((BigUint::from(leading) + 1u32) << exponent) - 1u32;
            let interval = Interval::<62>::of_leading_bits(leading, exponent);
            assert!(interval.holds(&least) && interval.holds(&most), "{leading} · 2^{exponent}");
        }
        assert_eq!(Interval::<62>::of_leading_bits(7, 0).number(), Some(7));
    }

    #[test]
    fn the_lower_end_is_that_of_the_lesser_interval() {
        let [few, more, many] = [5, 6, 1 << 63].map(Interval::<62>::around);
        assert_eq!(few.lower_end(more).number(), Some(5));
        assert_eq!(many.lower_end(few).number(), Some(5));
        assert_eq!(Interval::INFINITE.lower_end(more).number(), Some(6));
    }

    #[test]
    fn a_flow_stays_inside_its_interval() {
        stays_inside::<2>(1);
        stays_inside::<5>(2);
        stays_inside::<62>(3);
    }

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
