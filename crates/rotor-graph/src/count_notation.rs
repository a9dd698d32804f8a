//! The notation of counts: how many particles, chips or steps, as people write them.

use crate::count::{number_of, power, product};
use crate::flaw::quoted;
use crate::tick::{Stop, Tick};
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;

/// A text that was not read as a count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCount {
    /// It is not in the notation of counts.
    #[error("not a number: {}; write particle counts like 1000000, 1e6 or -3", quoted(.0))]
    NotANumber(String),
    /// The number has more bytes than are allowed.
    #[error("the number {} takes more than the {most_bytes} bytes allowed; make it smaller or allow more memory", quoted(.text))]
    TooLarge {
        /// The number as it is written.
        text: String,
        /// How many bytes are allowed.
        most_bytes: u64,
    },
    /// Reading it was stopped.
    #[error("stopped while reading a number")]
    Stopped(#[from] Stop),
}

/// Reads a count of particles, chips or steps of at most `most_bytes` bytes.
///
/// ```text
/// count  = ["-"] digits [("e" | "E" | "^") digits] ;
/// digits = digit { ["_"] digit } ;
/// ```
///
/// `3e6` is 3 · 10⁶, `2^200` is 2²⁰⁰, and `-2^2` is −4. The size is checked before the number is built. Time
/// O(M(n) log n) for n digits, where M(n) = O(n^1.47) is the time of a multiplication; memory O(n).
///
/// ```
/// use num_bigint::BigInt;
/// use rotor_graph::parse_count;
///
/// let count = |text: &str| parse_count(text, 1_000, &mut ());
/// assert_eq!(count("1_000_000"), count("1e6"));
/// assert_eq!(count("-3"), Ok(BigInt::from(-3)));
/// let said = count("three").unwrap_err().to_string();
/// assert_eq!(said, "not a number: `three`; write particle counts like 1000000, 1e6 or -3");
/// assert!(count("10^9999").is_err(), "more than 1,000 bytes");
/// ```
pub fn parse_count(text: &str, most_bytes: u64, tick: &mut dyn Tick) -> Result<BigInt, BadCount> {
    let not_a_number = || BadCount::NotANumber(shortened(text));
    let too_large = || BadCount::TooLarge { text: shortened(text), most_bytes };
    let unsigned = text.strip_prefix('-');
    let parts = Parts::of(unsigned.unwrap_or(text)).ok_or_else(not_a_number)?;
    // Not even the digits themselves may be longer than the limit.
    if bytes_of_digits(parts.digits.len() as f64) > most_bytes as f64 {
        return Err(too_large());
    }
    let digits = number_of(&parts.digits, tick)?;
    let magnitude = match parts.exponent {
        None => digits,
        // Of 0 and 1 every power fits, and so does nothing times a power of ten.
        Some((Mark::Times, _)) if digits == BigUint::ZERO => digits,
        Some((Mark::Power, Some(0))) => BigUint::from(1u32),
        Some((Mark::Power, _)) if digits.bits() <= 1 => digits,
        Some((_, None)) => return Err(too_large()),
        Some((Mark::Times, Some(zeros))) => {
            if bytes_of_digits(parts.digits.len() as f64 + zeros as f64) > most_bytes as f64 {
                return Err(too_large());
            }
            product(&digits, &power(&BigUint::from(10u32), zeros, tick)?, tick)?
        }
        Some((Mark::Power, Some(exponent))) => {
            if binary_logarithm(&digits) * exponent as f64 / 8.0 > most_bytes as f64 {
                return Err(too_large());
            }
            power(&digits, exponent, tick)?
        }
    };
    let magnitude = BigInt::from(magnitude);
    Ok(if unsigned.is_some() { -magnitude } else { magnitude })
}

/// What stands between digits and their exponent.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mark {
    /// `e`: times ten to the power.
    Times,
    /// `^`: to the power.
    Power,
}

/// A count without its sign.
#[derive(Debug)]
struct Parts {
    /// Digits without leading zeros and underscores.
    digits: Vec<u8>,
    /// The exponent, unless it is missing; `None` within if it is more than 64 bits hold.
    exponent: Option<(Mark, Option<u64>)>,
}

impl Parts {
    fn of(text: &str) -> Option<Self> {
        let Some(at) = text.find(['e', 'E', '^']) else {
            return Some(Self { digits: plain_digits(text)?, exponent: None });
        };
        let mark = if text.as_bytes()[at] == b'^' { Mark::Power } else { Mark::Times };
        let exponent = plain_digits(&text[at + 1..])?
            .iter()
            .try_fold(0u64, |exponent, digit| exponent.checked_mul(10)?.checked_add(u64::from(digit - b'0')));
        Some(Self { digits: plain_digits(&text[..at])?, exponent: Some((mark, exponent)) })
    }
}

/// The digits of `text` without the underscores between them and zeros in front.
fn plain_digits(text: &str) -> Option<Vec<u8>> {
    let bytes = text.as_bytes();
    let at_end = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_digit());
    if at_end(bytes.first()) || at_end(bytes.last()) || text.contains("__") {
        return None;
    }
    if !bytes.iter().all(|&byte| byte.is_ascii_digit() || byte == b'_') {
        return None;
    }
    Some(bytes.iter().copied().filter(|&byte| byte != b'_').skip_while(|&byte| byte == b'0').collect())
}

/// About how many bytes a number with this many decimal digits takes. An estimate from below: it only guards memory.
fn bytes_of_digits(digits: f64) -> f64 {
    (digits - 1.0) * std::f64::consts::LOG2_10 / 8.0
}

fn binary_logarithm(number: &BigUint) -> f64 {
    let cut = number.bits().saturating_sub(64);
    let top = (number >> cut).to_u64().map_or(0.0, |top| top as f64);
    cut as f64 + top.log2()
}

/// Enough of a text for a message: it may have millions of digits.
fn shortened(text: &str) -> String {
    text.chars().take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tick::StopAfter;
    use num_traits::Pow;

    fn count(text: &str) -> Result<BigInt, BadCount> {
        parse_count(text, 1 << 16, &mut ())
    }

    /// The notation by its definition, without limits.
    fn slow(text: &str) -> Option<BigInt> {
        let digits = |text: &str| {
            let inner = text.split('_').all(|run| !run.is_empty() && run.bytes().all(|b| b.is_ascii_digit()));
            inner.then(|| text.bytes().filter(|&b| b != b'_').fold(BigInt::ZERO, |n, b| n * 10 + (b - b'0')))
        };
        let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let exponent = |text: &str| u32::try_from(digits(text)?).ok();
        let magnitude = match text.split_once(['e', 'E', '^']) {
            None => digits(text)?,
            Some((base, zeros)) if text.contains('^') => digits(base)?.pow(exponent(zeros)?),
            Some((base, zeros)) => digits(base)? * BigInt::from(10).pow(exponent(zeros)?),
        };
        Some(magnitude * sign)
    }

    #[test]
    fn counts_are_read_as_their_definition_says() {
        let mut state = 1u64;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            (state >> 33) % bound
        };
        let (mut good, mut bad, mut powers, mut zeros, mut negative, mut spaced) = (0, 0, 0, 0, 0, 0);
        for _ in 0..60_000 {
            let length = 1 + below(7);
            let text: String =
                (0..length).map(|_| char::from(b"00112359__eE^^-"[below(15) as usize])).collect();
            match (count(&text), slow(&text)) {
                (Ok(read), Some(expected)) => {
                    assert_eq!(read, expected, "{text}");
                    good += 1;
                    powers += u32::from(text.contains('^'));
                    zeros += u32::from(text.contains(['e', 'E']));
                    negative += u32::from(text.starts_with('-'));
                    spaced += u32::from(text.contains('_'));
                }
                (Err(BadCount::NotANumber(_)), None) => bad += 1,
                (Err(BadCount::TooLarge { .. }), Some(large)) => {
                    assert!(large.bits() > 1 << 19, "{text}");
                }
                (read, expected) => panic!("{text}: {read:?} {expected:?}"),
            }
        }
        for kind in [good, bad, powers, zeros, negative, spaced] {
            assert!(kind > 300, "{good} {bad} {powers} {zeros} {negative} {spaced}");
        }
    }

    #[test]
    fn what_is_not_a_count_is_refused_with_the_notation() {
        for text in [
            "", "-", "three", "+3", "1.5", "1e-3", "1e+3", "1e", "e3", "^2", "2^3^4", "_1", "1_", "1__0",
            " 1", "--1", "1e3_", "٣", "0x10", "inf",
        ] {
            assert_eq!(count(text), Err(BadCount::NotANumber(text.to_owned())), "{text}");
        }
        let said = count("three").unwrap_err().to_string();
        assert_eq!(said, "not a number: `three`; write particle counts like 1000000, 1e6 or -3");
    }

    #[test]
    fn the_size_is_checked_before_a_number_is_built() {
        let too_large =
            |text: &str| matches!(count(text), Err(BadCount::TooLarge { most_bytes: 65_536, .. }));
        for text in [
            "1e999999999999",
            "2^18446744073709551615",
            "3^99999999999999999999999",
            "-10^400000",
            "2^600000",
        ] {
            assert!(too_large(text), "{text}");
        }
        assert!(too_large(&"7".repeat(200_000)));
        for text in [
            "0e99999999999999999999",
            "0^99999999999999999999",
            "1^99999999999999999999",
            "2^500000",
            "1e150000",
        ] {
            assert!(count(text).is_ok(), "{text}");
        }
        assert_eq!(count("0^0"), Ok(BigInt::from(1)));
    }

    // Seven million digits once took 48 s, and no clock was looked at meanwhile.
    #[test]
    fn reading_a_long_number_is_stopped_when_asked() {
        let text = "9".repeat(100_000);
        let stopped = Err(BadCount::Stopped(Stop::Interrupted));
        assert_eq!(parse_count(&text, 1 << 20, &mut StopAfter(20)), stopped);
        assert_eq!(parse_count("3^100000", 1 << 20, &mut StopAfter(0)), stopped);
    }
}
