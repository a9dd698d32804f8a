//! Natural numbers of any size, the common small ones without memory of their own.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;
use std::fmt;
use std::ops::{Add, Div, Mul, Sub};

/// A natural number. Return flows are nearly always small, but on some graphs they have as many bits as there are arcs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Natural(Size);

/// Small numbers are never kept as big ones, so that equal numbers are equal and small ones come first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Size {
    Small(u64),
    Big(Box<BigUint>),
}

impl Natural {
    /// 0.
    pub const ZERO: Self = Self(Size::Small(0));
    /// 1.
    pub const ONE: Self = Self(Size::Small(1));

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// The same number as a big integer.
    pub fn to_big(&self) -> BigUint {
        match &self.0 {
            Size::Small(number) => BigUint::from(*number),
            Size::Big(number) => BigUint::clone(number),
        }
    }

    /// The number, if it fits.
    pub fn to_u32(&self) -> Option<u32> {
        match &self.0 {
            Size::Small(number) => u32::try_from(*number).ok(),
            Size::Big(_) => None,
        }
    }

    /// The number, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Size::Small(number) => Some(*number),
            Size::Big(_) => None,
        }
    }

    /// Quotient and remainder; the divisor must not be 0.
    #[inline]
    pub fn div_rem(&self, divisor: u32) -> (Self, u32) {
        match &self.0 {
            Size::Small(number) if divisor == 1 => (Self(Size::Small(*number)), 0),
            Size::Small(number) => {
                let divisor = u64::from(divisor);
                (Self(Size::Small(number / divisor)), (number % divisor) as u32)
            }
            Size::Big(number) => {
                let (quotient, remainder) = number.div_rem(&BigUint::from(divisor));
                (quotient.into(), remainder.to_u32().expect("a remainder is less than its divisor"))
            }
        }
    }
}

impl From<u32> for Natural {
    fn from(number: u32) -> Self {
        Self(Size::Small(number.into()))
    }
}

impl From<u64> for Natural {
    fn from(number: u64) -> Self {
        Self(Size::Small(number))
    }
}

impl From<BigUint> for Natural {
    fn from(number: BigUint) -> Self {
        match number.to_u64() {
            Some(small) => Self(Size::Small(small)),
            None => Self(Size::Big(Box::new(number))),
        }
    }
}

impl From<Natural> for BigUint {
    fn from(number: Natural) -> Self {
        match number.0 {
            Size::Small(number) => number.into(),
            Size::Big(number) => *number,
        }
    }
}

impl Default for Natural {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Add<u32> for Natural {
    type Output = Self;
    #[inline]
    fn add(self, more: u32) -> Self {
        match self.0 {
            Size::Small(number) => match number.checked_add(more.into()) {
                Some(sum) => Self(Size::Small(sum)),
                None => Self(Size::Big(Box::new(BigUint::from(number) + more))),
            },
            Size::Big(number) => Self(Size::Big(Box::new(*number + more))),
        }
    }
}

impl Sub<u32> for &Natural {
    type Output = Natural;
    /// # Panics
    /// If the difference is negative.
    #[inline]
    fn sub(self, less: u32) -> Natural {
        match &self.0 {
            Size::Small(number) => Natural(Size::Small(
                number.checked_sub(less.into()).expect("a natural number is not subtracted below 0"),
            )),
            Size::Big(number) => (BigUint::clone(number) - less).into(),
        }
    }
}

impl Sub for &Natural {
    type Output = Natural;
    /// # Panics
    /// If the difference is negative.
    fn sub(self, less: &Natural) -> Natural {
        match (&self.0, &less.0) {
            (Size::Small(number), Size::Small(less)) => Natural(Size::Small(
                number.checked_sub(*less).expect("a natural number is not subtracted below 0"),
            )),
            _ => (self.to_big() - less.to_big()).into(),
        }
    }
}

impl Mul<u32> for &Natural {
    type Output = Natural;
    #[inline]
    fn mul(self, times: u32) -> Natural {
        match &self.0 {
            Size::Small(number) => match number.checked_mul(times.into()) {
                Some(product) => Natural(Size::Small(product)),
                None => (BigUint::from(*number) * times).into(),
            },
            Size::Big(number) => (number.as_ref() * times).into(),
        }
    }
}

impl Mul<u32> for Natural {
    type Output = Self;
    #[inline]
    fn mul(self, times: u32) -> Self {
        &self * times
    }
}

impl Div<u32> for Natural {
    type Output = Self;
    /// # Panics
    /// If the divisor is 0.
    #[inline]
    fn div(self, divisor: u32) -> Self {
        self.div_rem(divisor).0
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Size::Small(number) => number.fmt(f),
            Size::Big(number) => number.fmt(f),
        }
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers around every border: 0, 32 bits, 64 bits, beyond.
    fn numbers() -> Vec<BigUint> {
        let borders = [0u32, 1, 31, 32, 33, 63, 64, 65, 200].map(|bits| BigUint::from(1u32) << bits);
        borders.iter().flat_map(|border| (0u32..5).map(move |more| border + more - 1u32)).collect()
    }

    #[test]
    fn arithmetic_is_that_of_big_integers_at_every_border() {
        for a in numbers() {
            let natural = Natural::from(a.clone());
            assert_eq!(natural.to_big(), a);
            assert_eq!(natural.to_string(), a.to_string());
            assert_eq!(natural.is_zero(), a == BigUint::ZERO);
            assert_eq!(natural.to_u32(), a.to_u32());
            for b in [1u32, 2, 3, 7, u32::MAX - 1, u32::MAX] {
                assert_eq!((natural.clone() + b).to_big(), &a + b);
                assert_eq!((&natural * b).to_big(), &a * b);
                assert_eq!(natural.clone() / b, Natural::from(&a / b));
                assert_eq!(natural.div_rem(b), (Natural::from(&a / b), (&a % b).to_u32().unwrap()));
                if a >= BigUint::from(b) {
                    assert_eq!(&natural - b, Natural::from(&a - b));
                }
            }
            for b in numbers() {
                let other = Natural::from(b.clone());
                assert_eq!(natural.cmp(&other), a.cmp(&b));
                assert_eq!(natural == other, a == b);
                if a >= b {
                    assert_eq!(&natural - &other, Natural::from(&a - &b));
                }
            }
        }
    }
}
