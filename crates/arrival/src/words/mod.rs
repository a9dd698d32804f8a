//! Words: names, numbers, tables and colours of answers that people read.

pub(crate) mod solution;

use crate::judged::Judged;
use num_bigint::BigUint;
use rotor_graph::{Instance, VertexId, amount};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// The control sequences around words that deserve a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// Around headings.
    pub heading: [&'static str; 2],
    /// Around the answer itself.
    pub answer: [&'static str; 2],
    /// Around good news.
    pub good: [&'static str; 2],
    /// Around bad news.
    pub bad: [&'static str; 2],
    /// Around what deserves a second look.
    pub caution: [&'static str; 2],
}

impl Palette {
    /// No colours.
    pub const PLAIN: Self =
        Self { heading: [""; 2], answer: [""; 2], good: [""; 2], bad: [""; 2], caution: [""; 2] };

    /// The colours of a terminal; the answer is the boldest thing on it.
    pub const TERMINAL: Self = Self {
        heading: ["\u{1b}[4m", "\u{1b}[0m"],
        answer: ["\u{1b}[1m", "\u{1b}[0m"],
        good: ["\u{1b}[32m", "\u{1b}[0m"],
        bad: ["\u{1b}[31m", "\u{1b}[0m"],
        caution: ["\u{1b}[33m", "\u{1b}[0m"],
    };
}

/// `text` between the control sequences of a style.
pub fn styled([on, off]: [&str; 2], text: impl std::fmt::Display) -> String {
    format!("{on}{text}{off}")
}

/// The last line of an answer: what the judge has checked, or why it has not. A definition carried out has none.
pub(crate) fn standing_line<T>(judged: &Judged<'_, T>, proof: &str, palette: &Palette) -> Option<String> {
    match judged.unchecked_because() {
        Some(because) => Some(unchecked_line(because, palette)),
        None => judged.is_checked().then(|| checked_line(proof, palette)),
    }
}

/// That the judge has checked something.
pub(crate) fn checked_line(proof: &str, palette: &Palette) -> String {
    format!("{}: {proof}\n", styled(palette.good, "checked"))
}

/// That the judge has not checked something, and why, or what.
pub(crate) fn unchecked_line(what: &str, palette: &Palette) -> String {
    format!("{}: {what}\n", styled(palette.caution, "unchecked"))
}

/// How many vertices of a trap, a profile or an explanation are named before the rest is only counted.
pub(crate) const MOST_NAMED: usize = 12;

/// The name of `u` in one line of plain text.
pub fn display_name(instance: &Instance, u: VertexId) -> Cow<'_, str> {
    plain(instance.name(u))
}

/// A name in one line of plain text: escaped if something in it would break the line or upset a terminal.
pub fn plain(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(name);
    }
    let upsets = |character: char| !"\"'\\".contains(character) && character.escape_debug().len() > 1;
    if name.contains(upsets) { Cow::Owned(name.escape_debug().to_string()) } else { Cow::Borrowed(name) }
}

/// The first few of `items`, and how many more there are.
pub(crate) fn first_few(items: impl ExactSizeIterator<Item: fmt::Display>, separator: &str) -> String {
    let more = items.len().saturating_sub(MOST_NAMED);
    let mut named: Vec<String> = items.take(MOST_NAMED).map(|item| item.to_string()).collect();
    named.extend((more > 0).then(|| and_more(more)));
    named.join(separator)
}

/// What stands for those that are not named.
pub(crate) fn and_more(count: usize) -> String {
    format!("… {count} more")
}

/// The names of some vertices in braces, the first few if they are many.
pub(crate) fn set(instance: &Instance, vertices: &[VertexId]) -> String {
    format!("{{{}}}", first_few(vertices.iter().map(|&u| display_name(instance, u)), ", "))
}

/// A cycle, from its first vertex back to it.
pub(crate) fn cycle(instance: &Instance, vertices: &[VertexId]) -> String {
    let name = |&u: &VertexId| display_name(instance, u);
    let back = vertices.first().map(name).unwrap_or_default();
    format!("{} -> {back}", first_few(vertices.iter().map(name), " -> "))
}

/// `1 step`, `7 steps`, `1,048,574 steps`; a number too long to grasp gets its length beside it.
pub fn in_steps(steps: &BigUint) -> String {
    let digits = steps.to_string();
    let steps = amount(grouped(&digits), "step", "steps");
    if digits.len() <= 30 { steps } else { format!("{steps} ({} digits)", digits.len()) }
}

/// `0 full turns`, `1 full turn`, `7 full turns`.
pub(crate) fn in_turns(turns: &BigUint) -> String {
    amount(grouped(&turns.to_string()), "full turn", "full turns")
}

/// `1st`, `2nd`, `11th`, `1,024th`.
pub(crate) fn ordinal(number: &BigUint) -> String {
    let digits = number.to_string();
    let teens = digits.len() > 1 && digits.as_bytes()[digits.len() - 2] == b'1';
    let ending = match digits.as_bytes().last() {
        Some(b'1') if !teens => "st",
        Some(b'2') if !teens => "nd",
        Some(b'3') if !teens => "rd",
        _ => "th",
    };
    format!("{}{ending}", grouped(&digits))
}

/// Decimal digits, perhaps after a sign, in groups of three from the right; anything else as it is.
pub fn grouped(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    if digits.len() < 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("{sign}{digits}");
    }
    let mut text = String::with_capacity(digits.len() / 3 * 4 + 2);
    text.push_str(sign);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How many columns `text` takes on a terminal.
pub(crate) fn columns(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Writes rows in aligned columns under headings; `rows` is called twice, so that nothing is held.
pub fn write_table<I: Iterator<Item = Vec<String>>>(
    out: &mut dyn Write,
    palette: &Palette,
    headings: &[&str],
    rows: impl Fn() -> I,
) -> io::Result<()> {
    let mut widths: Vec<usize> = headings.iter().map(|heading| columns(heading)).collect();
    for row in rows() {
        for (width, cell) in widths.iter_mut().zip(&row) {
            *width = (*width).max(columns(cell));
        }
    }
    let headings: Vec<_> = headings.iter().map(|&heading| heading.to_owned()).collect();
    write_row(out, &headings, &widths, palette.heading)?;
    rows().try_for_each(|row| write_row(out, &row, &widths, [""; 2]))
}

fn write_row(out: &mut dyn Write, row: &[String], widths: &[usize], [on, off]: [&str; 2]) -> io::Result<()> {
    for (index, (cell, &width)) in row.iter().zip(widths).enumerate() {
        write!(out, "{on}{cell}{off}")?;
        if index + 1 < row.len() {
            write_blanks(out, width - columns(cell) + 2)?;
        }
    }
    writeln!(out)
}

/// Writes `count` blanks. A width in a format string would panic beyond 65,535 columns, which a name may have (F80).
pub(crate) fn write_blanks(out: &mut dyn Write, count: usize) -> io::Result<()> {
    io::copy(&mut io::Read::take(io::repeat(b' '), count as u64), out).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_from_the_right() {
        let cases =
            [("7", "7"), ("999", "999"), ("1000", "1,000"), ("-1234567", "-1,234,567"), ("inf", "inf")];
        for (digits, words) in cases {
            assert_eq!(grouped(digits), words);
        }
        assert_eq!(in_steps(&1u32.into()), "1 step");
        assert_eq!(in_steps(&(BigUint::from(1u32) << 20)), "1,048,576 steps");
        assert!(in_steps(&(BigUint::from(1u32) << 200)).ends_with(",376 steps (61 digits)"));
    }

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        let spoken = [1u32, 2, 3, 4, 11, 12, 13, 21, 102, 111, 1011, 1023].map(|n| ordinal(&n.into()));
        let written = [
            "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th", "1,011th",
            "1,023rd",
        ];
        assert_eq!(spoken, written);
    }

    #[test]
    fn a_table_has_room_for_a_name_of_any_width() {
        // F80: a width beyond 65,535 panicked.
        let long = "x".repeat(70_000);
        let rows = || [vec![long.clone(), "s".to_owned()], vec!["ü".to_owned(), "t".to_owned()]].into_iter();
        let mut text = Vec::new();
        write_table(&mut text, &Palette::PLAIN, &["from", "exit"], rows).unwrap();
        let text = String::from_utf8(text).unwrap();
        let lengths: Vec<_> = text.lines().map(|line| line.chars().count()).collect();
        assert_eq!(lengths, [70_006, 70_003, 70_003]);
    }
}
