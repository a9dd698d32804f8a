//! What it is worth to reach a sink.

/// The value of a sink: an integer that a JSON number holds exactly.
pub type Value = i64;

/// The largest value: 2⁵³ − 1. The smallest is its negative.
pub const MOST_VALUE: Value = (1 << 53) - 1;

/// Whether `value` is small enough.
pub const fn is_value(value: i64) -> bool {
    -MOST_VALUE <= value && value <= MOST_VALUE
}
