//! Decimal digits to numbers and powers of numbers, below quadratic time and stoppable.
//!
//! The big integers below read decimals in quadratic time: seven million digits take most of a minute. Here digits are
//! cut into blocks, and neighbouring numbers are joined, level by level, with one multiplication each. Powers of ten are
//! powers of five, shifted: they are 30 % shorter to multiply with.

use crate::tick::{Stop, Tick};
use num_bigint::BigUint;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tick::StopAfter;

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
