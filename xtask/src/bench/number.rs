//! Measured numbers in words: two or three digits, never more than was measured.

/// A time with its unit.
pub(crate) fn time(seconds: f64) -> String {
    let (scale, unit) = match seconds {
        s if s < 1e-6 => (1e9, "ns"),
        s if s < 1e-3 => (1e6, "µs"),
        s if s < 1.0 => (1e3, "ms"),
        _ => (1.0, "s"),
    };
    format!("{} {unit}", digits(seconds * scale))
}

/// A size of memory in megabytes.
pub(crate) fn memory(bytes: u64) -> String {
    format!("{} MB", digits(bytes as f64 / 1e6))
}

/// Two digits below 10, three below 100, whole numbers above.
pub(crate) fn digits(number: f64) -> String {
    match number {
        n if n < 0.1 => format!("{n:.3}"),
        n if n < 1.0 => format!("{n:.2}"),
        n if n < 100.0 => format!("{n:.1}"),
        n => grouped(n.round() as u64),
    }
}

/// A whole number with commas.
pub(crate) fn grouped(number: u64) -> String {
    let text = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in text.chars().enumerate() {
        if at > 0 && (text.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_measured_and_a_fitting_unit() {
        assert_eq!([3.21e-8, 4.567e-5, 0.0123, 12.34].map(time), ["32.1 ns", "45.7 µs", "12.3 ms", "12.3 s"]);
        assert_eq!(memory(208_400_000), "208 MB");
        assert_eq!(
            [0.0456, 0.456, 4.56, 45.6, 4567.8].map(digits),
            ["0.046", "0.46", "4.6", "45.6", "4,568"]
        );
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
