//! Tables and words for the terminal.

use anstyle::{AnsiColor, Style};
use std::io::{self, IsTerminal, Write};
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

/// A spinner on standard error while long work goes on; nothing off a terminal.
pub(super) struct Progress(Option<indicatif::ProgressBar>);

impl Progress {
    /// Shows `what` is going on, unless the user wants quiet.
    pub(super) fn start(screen: &super::arguments::Screen, what: &'static str) -> Self {
        if screen.quiet || !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let style = indicatif::ProgressStyle::with_template("{spinner} {msg} {elapsed}");
        let bar = indicatif::ProgressBar::new_spinner().with_message(what);
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.enable_steady_tick(std::time::Duration::from_millis(200));
        Self(Some(bar))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
