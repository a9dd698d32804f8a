//! Exact counts: ℕ ∪ {∞}, natural numbers that are mostly small, and their decimal digits.

use crate::tick::{Stop, Tick};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;
use std::fmt;
use std::fmt::Display;
use std::ops::{Add, Div, Mul, Sub};
use std::str::FromStr;

/// How often something happens: a natural number of any size, or without end.
///
/// Infinity is a variant, not a number, and larger than every number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Count {
    /// A natural number.
    Finite(Natural),
    /// +∞: it always happens once more.
    Infinite,
}

impl Count {
    /// The count 1.
    pub fn one() -> Self {
        Self::Finite(Natural::ONE)
    }

    /// The number, unless it is +∞.
    pub fn finite(&self) -> Option<&Natural> {
        match self {
            Self::Finite(number) => Some(number),
            Self::Infinite => None,
        }
    }
}

impl From<u32> for Count {
    fn from(number: u32) -> Self {
        Self::Finite(number.into())
    }
}

impl From<Natural> for Count {
    fn from(number: Natural) -> Self {
        Self::Finite(number)
    }
}

impl From<BigUint> for Count {
    fn from(number: BigUint) -> Self {
        Self::Finite(number.into())
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(number) => number.fmt(f),
            Self::Infinite => f.pad("inf"),
        }
    }
}

/// A text that is neither a decimal number nor `inf`.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("a count is a decimal number or \"inf\"")]
pub struct NotACount;

/// The number written in decimal digits only: no sign, no blank, no underscore. Time as of
/// [`parse_count`](crate::parse_count).
pub fn parse_natural(text: &str) -> Option<BigUint> {
    let decimal = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    decimal.then(|| number_of(text.as_bytes(), &mut ()).ok()).flatten()
}

impl FromStr for Count {
    type Err = NotACount;
    fn from_str(text: &str) -> Result<Self, NotACount> {
        if text == "inf" {
            return Ok(Self::Infinite);
        }
        parse_natural(text).map(Self::from).ok_or(NotACount)
    }
}

// Natural numbers of any size, the common small ones without memory of their own.

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

// Decimal digits to numbers and powers of numbers, below quadratic time and stoppable.
//
// The big integers below read decimals in quadratic time: seven million digits take most of a minute. Here digits are
// cut into blocks, and neighbouring numbers are joined, level by level, with one multiplication each. Powers of ten are
// powers of five, shifted: they are 30 % shorter to multiply with.

/// Blocks of this many digits are read in quadratic time, which is faster for few.
const BLOCK: usize = 1 << 9;

/// The number with these decimal digits, most significant first; all bytes must be digits.
///
/// Time O(M(n) log n), where M(n) = O(n^1.47) is the time of multiplying numbers of n digits; memory O(n).
pub(crate) fn number_of(digits: &[u8], tick: &mut dyn Tick) -> Result<BigUint, Stop> {
    if digits.len() <= BLOCK {
        return Ok(BigUint::parse_bytes(digits, 10).unwrap_or_default());
    }
    // Least significant block first; the last one may be short.
    let mut numbers = Vec::with_capacity(digits.len() / BLOCK + 1);
    for block in digits.rchunks(BLOCK) {
        tick.tick(0)?;
        numbers.push(BigUint::parse_bytes(block, 10).unwrap_or_default());
    }
    let (mut five, mut zeros) = (BigUint::from(5u32).pow(BLOCK as u32), BLOCK as u64);
    while numbers.len() > 1 {
        let mut joined = Vec::with_capacity(numbers.len().div_ceil(2));
        let mut pairs = numbers.into_iter();
        while let Some(low) = pairs.next() {
            joined.push(match pairs.next() {
                Some(high) => (product(&high, &five, tick)? << zeros) + low,
                None => low,
            });
        }
        numbers = joined;
        if numbers.len() > 1 {
            five = product(&five, &five, tick)?;
            zeros *= 2;
        }
    }
    Ok(numbers.pop().unwrap_or_default())
}

/// `base` to the power `exponent`. Time O(M(n)) for a power of n bits.
pub(crate) fn power(base: &BigUint, exponent: u64, tick: &mut dyn Tick) -> Result<BigUint, Stop> {
    // Powers of two are shifts, and every even base has some.
    let twos = base.trailing_zeros().unwrap_or(0);
    let odd = base >> twos;
    let mut power = BigUint::from(1u32);
    for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
        power = product(&power, &power, tick)?;
        if exponent >> bit & 1 == 1 {
            power = product(&power, &odd, tick)?;
        }
    }
    tick.tick(0)?;
    Ok(power << (twos * exponent))
}

/// The longest factors, in bits, that are multiplied without asking.
const UNASKED: u64 = 1 << 20;

/// a · b. Long factors are halved, by Karatsuba's identity, until each product is quick. The depth of the recursion is
/// the logarithm of the length.
pub(crate) fn product(a: &BigUint, b: &BigUint, tick: &mut dyn Tick) -> Result<BigUint, Stop> {
    tick.tick(0)?;
    let (shorter, longer) = if a.bits() <= b.bits() { (a, b) } else { (b, a) };
    if longer.bits() <= UNASKED {
        return Ok(a * b);
    }
    let half = longer.bits().div_ceil(2).next_multiple_of(64);
    let (longer_high, longer_low) = halves(longer, half);
    if shorter.bits() <= half {
        let high = product(&longer_high, shorter, tick)?;
        return Ok((high << half) + product(&longer_low, shorter, tick)?);
    }
    let (shorter_high, shorter_low) = halves(shorter, half);
    let high = product(&longer_high, &shorter_high, tick)?;
    let low = product(&longer_low, &shorter_low, tick)?;
    let both = product(&(longer_high + longer_low), &(shorter_high + shorter_low), tick)?;
    let middle = both - &high - &low;
    Ok((((high << half) + middle) << half) + low)
}

/// The bits of `number` from `half` on, and those below; `half` is a multiple of 64.
fn halves(number: &BigUint, half: u64) -> (BigUint, BigUint) {
    let words = (half / 32) as usize;
    let low: Vec<u32> = number.iter_u32_digits().take(words).collect();
    (number >> half, BigUint::new(low))
}

// Amounts: a number and its noun, in the singular if there is just one.

/// A number of things in words.
///
/// ```
/// use rotor_graph::amount;
/// assert_eq!(amount(1, "vertex", "vertices"), "1 vertex");
/// assert_eq!(amount("1,000", "vertex", "vertices"), "1,000 vertices");
/// ```
pub fn amount(number: impl Display, one: &str, many: &str) -> String {
    match number.to_string() {
        digits if digits == "1" => format!("1 {one}"),
        digits => format!("{digits} {many}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tick::StopAfter;

    #[test]
    fn infinity_is_above_every_number() {
        assert!(Count::Infinite > Count::from(BigUint::from(1u32) << 1000u32));
    }

    #[test]
    fn a_count_reads_back_what_it_prints() {
        for text in ["0", "1", "340282366920938463463374607431768211456", "inf"] {
            assert_eq!(text.parse::<Count>().unwrap().to_string(), text);
        }
        for text in ["", "-1", "+1", "1_0", " 1", "Inf", "1e3"] {
            assert_eq!(text.parse::<Count>(), Err(NotACount), "{text}");
        }
    }

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

    fn digits(length: usize, seed: u64) -> Vec<u8> {
        let mut state = seed | 1;
        let next = |_| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            b'0' + (state >> 40) as u8 % 10
        };
        (0..length).map(next).collect()
    }

    #[test]
    fn joining_blocks_gives_the_number_that_the_digits_say() {
        for length in [0, 1, 9, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 5 * BLOCK + 7, 64 * BLOCK + 1] {
            let digits = digits(length, length as u64);
            let slow = digits.iter().fold(BigUint::ZERO, |number, digit| number * 10u32 + (digit - b'0'));
            assert_eq!(number_of(&digits, &mut ()), Ok(slow), "{length}");
        }
    }

    #[test]
    fn long_products_are_those_of_the_plain_multiplication() {
        let number = |bits: u64, seed: u64| {
            let words =
                digits(bits as usize / 32 + 1, seed).into_iter().map(|digit| u32::from(digit) << 24 | 77);
            BigUint::new(words.collect()) >> 3u32
        };
        let bits = [1, UNASKED / 2, UNASKED + 1, 2 * UNASKED + 5, 3 * UNASKED];
        for (i, &a) in bits.iter().enumerate() {
            for &b in &bits[i..] {
                let (a, b) = (number(a, a), number(b, b + 1));
                assert_eq!(product(&a, &b, &mut ()), Ok(&a * &b));
            }
        }
    }

    #[test]
    fn powers_are_repeated_products() {
        for base in [0u32, 1, 2, 3, 10, 12, 640, 1 << 31] {
            let mut slow = BigUint::from(1u32);
            for exponent in 0..70 {
                let base = BigUint::from(base);
                assert_eq!(power(&base, exponent, &mut ()), Ok(slow.clone()), "{base} {exponent}");
                slow *= base;
            }
        }
    }

    #[test]
    fn reading_stops_at_the_next_tick() {
        let digits = digits(200_000, 3);
        let mut allowed = StopAfter(u64::MAX);
        assert!(number_of(&digits, &mut allowed).is_ok());
        let ticks = u64::MAX - allowed.0;
        assert!(ticks > 500, "{ticks}");
        for allowed in [0, 1, 50, ticks - 1] {
            assert_eq!(number_of(&digits, &mut StopAfter(allowed)), Err(Stop::Interrupted));
        }
    }
}
