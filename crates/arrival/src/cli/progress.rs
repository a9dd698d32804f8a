//! Progress: what long work has done so far, on a terminal.

use super::arguments::Screen;
use super::limits::{operations_so_far, swept_so_far};
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::IsTerminal;
use std::time::Duration;

/// A line on standard error while work goes on; nothing off a terminal, nothing if the user wants quiet, nothing if
/// the work is short.
pub(super) struct Progress(Option<ProgressBar>);

/// Work that takes less is not worth a line.
const SHORT: Duration = Duration::from_millis(400);

impl Progress {
    /// Shows that `what` is going on, for how long, and how many operations it has taken.
    pub(super) fn start(screen: &Screen, what: &'static str) -> Self {
        if screen.quiet || !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let operations = move |state: &ProgressState, out: &mut dyn Write| {
            // A line that is not written does no harm.
            let _ = match (state.elapsed() < SHORT, swept_so_far(), operations_so_far()) {
                (true, ..) => Ok(()),
                (false, Some((passed, expected)), _) => write!(out, "{what} {}", bar(passed, expected)),
                (false, None, 0) => write!(out, "{what}"),
                (false, None, operations) => write!(out, "{what}, {} operations", HumanCount(operations)),
            };
        };
        let Ok(style) = ProgressStyle::with_template("{work} {elapsed} {msg}") else { return Self(None) };
        let bar = ProgressBar::new_spinner().with_style(style.with_key("work", operations));
        bar.enable_steady_tick(SHORT);
        Self(Some(bar))
    }

    /// Shows what was seen last.
    pub(super) fn say(&self, words: String) {
        if let Some(bar) = &self.0 {
            bar.set_message(words);
        }
    }
}

/// A bar, the percentage, and how many vertices have been passed.
fn bar(passed: u64, expected: u64) -> String {
    const WIDTH: usize = 20;
    let share = passed as f64 / expected.max(1) as f64;
    let full = ((share * WIDTH as f64) as usize).min(WIDTH);
    let (passed, expected) = (HumanCount(passed), HumanCount(expected));
    let (done, open) = ("█".repeat(full), "░".repeat(WIDTH - full));
    format!("{done}{open} {:.0} %, {passed} of {expected} vertices", share * 100.0)
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn a_bar_tells_the_share_and_the_vertices_passed() {
        assert_eq!(bar(0, 3_000_000), "░░░░░░░░░░░░░░░░░░░░ 0 %, 0 of 3,000,000 vertices");
        assert_eq!(bar(1_290_000, 3_000_000), "████████░░░░░░░░░░░░ 43 %, 1,290,000 of 3,000,000 vertices");
        assert_eq!(bar(3_000_000, 3_000_000), "████████████████████ 100 %, 3,000,000 of 3,000,000 vertices");
    }
}
