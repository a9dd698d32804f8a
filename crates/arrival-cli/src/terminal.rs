//! The terminal: what goes to the screen, and the host of a question with its clock, Ctrl-C, progress, notices and traces.

use crate::interrupts::Interrupts;
use arrival::{ExitCode, Fault, Host, Palette, Progress, grouped, plain};
use clap::{Args, ValueEnum};
use counted_alloc::{held_by_process, held_by_thread};
use indicatif::{ProgressBar, ProgressStyle};
use rotor_graph::Stop;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// What goes to the screen, and how.
#[derive(Args, Debug, Clone)]
pub(crate) struct Screen {
    /// Print the answer as one JSON object
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    color: Color,
    /// Print only errors
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Print what is being done on standard error
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}

#[derive(ValueEnum, Debug, Clone, Copy)]
enum Color {
    Auto,
    Always,
    Never,
}

impl Screen {
    /// Makes the choice of colours known to everything that prints, clap included.
    pub(crate) fn apply(&self) {
        let choice = match self.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }

    /// The colours of standard output.
    pub(crate) fn palette(&self) -> Palette {
        match anstream::AutoStream::choice(&io::stdout()) {
            anstream::ColorChoice::Never => Palette::PLAIN,
            _ => Palette::TERMINAL,
        }
    }

    /// Prints something on standard error, if the user wants to know more; lost if standard error is closed.
    pub(crate) fn say(&self, words: impl FnOnce() -> String) {
        if self.verbose {
            let _ = writeln!(io::stderr(), "arrival: {}", words());
        }
    }

    /// Prints something on standard error, unless the user wants quiet; lost if standard error is closed.
    pub(crate) fn remark(&self, words: impl fmt::Display) {
        if !self.quiet {
            let _ = writeln!(io::stderr(), "{words}");
        }
    }
}

/// Reports a fault on standard error, and returns its exit code. A reader that closed the pipe is not told.
pub(crate) fn report(fault: &Fault) -> ExitCode {
    let code = fault.code();
    if code == ExitCode::Done {
        return code;
    }
    // Flaws have the name of their file in front, everything else that of the program.
    let prefix = if matches!(fault, Fault::Flawed { .. }) { "" } else { "arrival: " };
    let mut out = anstream::stderr();
    for line in fault.lines() {
        // If standard error is closed nothing can be reported.
        let _ = writeln!(out, "{prefix}{line}");
    }
    code
}

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
