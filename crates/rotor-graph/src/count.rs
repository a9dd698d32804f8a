//! Exact counts: ℕ ∪ {∞}.

use crate::decimal::number_of;
use crate::natural::Natural;
use num_bigint::BigUint;
use std::fmt;
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
