//! Names as they are drawn: cut to a legible length, with nothing in them that a format would obey.

/// How many characters of a name are drawn at most.
const LONGEST: usize = 28;

/// `name` as it is drawn: what is not to be seen is shown as `�`, what is too long is cut.
pub(crate) fn shown(name: &str) -> String {
    cut(name, LONGEST)
}

/// How many characters of a name are drawn at most where there is little room.
const SHORT: usize = 6;

/// `name` as it is drawn where there is little room.
pub(crate) fn shortened(name: &str) -> String {
    cut(name, SHORT)
}

fn cut(name: &str, longest: usize) -> String {
    let visible = |character: char| {
        let upsetting =
            character.is_control() || matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        if upsetting { '\u{FFFD}' } else { character }
    };
    let mut words: String = name.chars().take(longest).map(visible).collect();
    if name.chars().nth(longest).is_some() {
        words.push('…');
    }
    words
}

/// `words` between the tags of XML or HTML, or between double quotes.
pub(crate) fn escaped(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for character in words.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write these.
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            character if character.is_control() => escaped.push('\u{FFFD}'),
            character => escaped.push(character),
        }
    }
    escaped
}

/// A length with at most two decimals, never minus zero.
pub(crate) fn number(length: f64) -> String {
    let hundredths = (length * 100.0).round() as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match rest {
        0 => format!("{sign}{whole}"),
        rest if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        rest => format!("{sign}{whole}.{rest:02}"),
    }
}

/// The digits of a natural number in groups of three; other words as they are.
pub(crate) fn grouped(words: &str) -> String {
    if words.len() > 30 || !words.bytes().all(|digit| digit.is_ascii_digit()) {
        return short_count(words);
    }
    let mut grouped = String::new();
    for (at, digit) in words.chars().enumerate() {
        if at > 0 && (words.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A natural number that may have many digits, short enough for a label: `3.21·10⁶⁰`.
pub(crate) fn short_count(digits: &str) -> String {
    if digits.len() <= 7 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return digits.to_owned();
    }
    let superscript = |digit: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit.to_digit(10).unwrap_or(0) as usize);
    let exponent: String = (digits.len() - 1).to_string().chars().filter_map(superscript).collect();
    format!("{}.{}·10{exponent}", &digits[..1], &digits[1..3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_decimals_at_most() {
        let cases =
            [(0.0, "0"), (-0.001, "0"), (1.5, "1.5"), (-2.25, "-2.25"), (10.004, "10"), (0.05, "0.05")];
        for (length, words) in cases {
            assert_eq!(number(length), words);
        }
    }

    #[test]
    fn nothing_in_a_name_is_obeyed() {
        assert_eq!(escaped("<a href=\"&\">\u{0}"), "&lt;a href=&quot;&amp;&quot;&gt;\u{FFFD}");
        assert_eq!(shown("a\nb\u{202E}c"), "a\u{FFFD}b\u{FFFD}c");
        assert_eq!(shown(&"x".repeat(40)).chars().count(), LONGEST + 1);
    }

    #[test]
    fn long_counts_are_shortened() {
        assert_eq!(short_count("1234567"), "1234567");
        assert_eq!(short_count("32138760885179"), "3.21·10¹³");
        assert_eq!(short_count("inf"), "inf");
        assert_eq!(["7", "1234567", "≥ 1: yes"].map(grouped), ["7", "1,234,567", "≥ 1: yes"]);
    }
}
