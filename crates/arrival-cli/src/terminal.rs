//! The terminal as host of a question: its clock, Ctrl-C, a line of progress, notices and traces.

use crate::interrupts::Interrupts;
use crate::screen::Screen;
use arrival::{Host, Progress, grouped, plain};
use counted_alloc::{held_by_process, held_by_thread};
use indicatif::{ProgressBar, ProgressStyle};
use rotor_graph::Stop;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The host of one question.
pub(crate) struct Terminal<'s> {
    screen: &'s Screen,
    interrupts: &'s Interrupts,
    start: Instant,
    bar: Option<ProgressBar>,
    /// When the line of progress is next written; never if there is none.
    next_line: Option<Instant>,
    /// Where a trace goes, and what stands before its next vertex.
    trace: Option<(&'s mut dyn Write, &'static str)>,
    /// What the thread held when the question was asked, if only that counts.
    thread_held_before: Option<i64>,
}

/// Work that takes less is not worth a line.
const SHORT: Duration = Duration::from_millis(400);
/// What the program itself may hold beside a question: its arguments, buffers and help.
pub(crate) const OWN: u64 = 4 << 20;
/// How often the line changes.
const EVERY: Duration = Duration::from_millis(100);

impl<'s> Terminal<'s> {
    /// The host of a question that was asked at `start`.
    pub(crate) fn new(screen: &'s Screen, interrupts: &'s Interrupts, start: Instant) -> Self {
        let shown = !screen.quiet && io::stderr().is_terminal();
        let next_line = shown.then(|| Instant::now() + SHORT);
        Self { screen, interrupts, start, bar: None, next_line, trace: None, thread_held_before: None }
    }

    /// The same without a line of progress.
    pub(crate) fn without_progress(mut self) -> Self {
        self.next_line = None;
        self
    }

    /// The same for one of several questions at once: no line, and only what its own thread holds counts.
    pub(crate) fn one_of_several(mut self) -> Self {
        self.thread_held_before = Some(held_by_thread());
        self.without_progress()
    }

    /// The same with a trace that goes to `out`.
    pub(crate) fn with_trace(mut self, out: &'s mut dyn Write) -> Self {
        self.trace = Some((out, ""));
        self
    }

    fn show(&mut self, progress: &Progress) {
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{msg} {elapsed}");
            ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        bar.set_message(line(progress));
        bar.tick();
    }
}

impl Host for Terminal<'_> {
    fn check(&mut self, progress: &Progress) -> Result<(), Stop> {
        if self.interrupts.interrupted() {
            return Err(Stop::Interrupted);
        }
        if let Some(next) = self.next_line
            && Instant::now() >= next
        {
            self.next_line = Some(Instant::now() + EVERY);
            self.show(progress);
        }
        Ok(())
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn held(&self) -> u64 {
        let held = match self.thread_held_before {
            Some(before) => u64::try_from(held_by_thread() - before).unwrap_or(0),
            None => held_by_process(),
        };
        held.saturating_sub(OWN)
    }

    fn notice(&mut self, words: &str) {
        self.screen.remark(format_args!("arrival: {words}"));
    }

    fn detail(&mut self, words: &str) {
        self.screen.say(|| words.to_owned());
    }

    fn visit(&mut self, name: &str) -> io::Result<()> {
        match &mut self.trace {
            None => Ok(()),
            Some((out, gap)) => write!(out, "{}{}", std::mem::replace(gap, " "), plain(name)),
        }
    }

    fn row(&mut self, line: &str) -> io::Result<()> {
        match &mut self.trace {
            None => Ok(()),
            Some((out, _)) => writeln!(out, "{line}"),
        }
    }
}

impl Drop for Terminal<'_> {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// What is going on, and how far it is.
fn line(progress: &Progress) -> String {
    let stage = progress.stage.words();
    match progress.swept {
        Some((passed, expected)) => format!("{stage} {}", bar(passed, expected)),
        None if progress.operations == 0 => stage.to_owned(),
        None => format!("{stage}, {} operations", grouped(&progress.operations.to_string())),
    }
}

/// A bar, the percentage, and how many vertices have been passed.
fn bar(passed: u64, expected: u64) -> String {
    const WIDTH: usize = 20;
    let share = passed as f64 / expected.max(1) as f64;
    let full = ((share * WIDTH as f64) as usize).min(WIDTH);
    let [passed, expected] = [passed, expected].map(|count| grouped(&count.to_string()));
    let (done, open) = ("█".repeat(full), "░".repeat(WIDTH - full));
    format!("{done}{open} {:.0} %, {passed} of {expected} vertices", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn a_bar_shows_the_share_and_the_vertices_passed() {
        assert_eq!(bar(0, 3_000_000), "░░░░░░░░░░░░░░░░░░░░ 0 %, 0 of 3,000,000 vertices");
        assert_eq!(bar(1_290_000, 3_000_000), "████████░░░░░░░░░░░░ 43 %, 1,290,000 of 3,000,000 vertices");
        assert_eq!(bar(3_000_000, 3_000_000), "████████████████████ 100 %, 3,000,000 of 3,000,000 vertices");
    }
}
