//! Tables and words for the terminal.

use anstyle::{AnsiColor, Style};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Headings.
pub(super) const HEADING: Style = Style::new().bold();
/// Good news.
pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Bad news.
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();

/// `text` in `style`.
pub(super) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Prints rows in aligned columns under headings; rows are asked for twice, not held.
pub(super) fn write_table<I: Iterator<Item = Vec<String>>>(
    out: &mut dyn Write,
    headings: &[&str],
    rows: impl Fn() -> I,
) -> io::Result<()> {
    let mut widths: Vec<usize> = headings.iter().map(|heading| heading.width()).collect();
    for row in rows() {
        for (width, cell) in widths.iter_mut().zip(&row) {
            *width = (*width).max(cell.width());
        }
    }
    let headings: Vec<_> = headings.iter().map(|&heading| heading.to_owned()).collect();
    write_row(out, &headings, &widths, HEADING)?;
    rows().try_for_each(|row| write_row(out, &row, &widths, Style::new()))
}

fn write_row(out: &mut dyn Write, row: &[String], widths: &[usize], style: Style) -> io::Result<()> {
    for (index, (cell, &width)) in row.iter().zip(widths).enumerate() {
        let last = index + 1 == row.len();
        write!(out, "{style}{cell}{style:#}")?;
        let gap = if last { 0 } else { width - cell.width() + 2 };
        write!(out, "{:gap$}", "")?;
    }
    writeln!(out)
}
