//! Progress: what long work has done so far, on a terminal.

use super::arguments::Screen;
use super::limits::operations_so_far;
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
            let _ = match state.elapsed() < SHORT {
                true => Ok(()),
                false if operations_so_far() == 0 => write!(out, "{what}"),
                false => write!(out, "{}, {} operations", what, HumanCount(operations_so_far())),
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

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
