//! Faults: why a command did not do what it was asked, in words and as an exit code.

use super::reading::Read;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report};
use rotor_graph::{Flaw, Flaws, Place};
use rotor_solve::{NoSolver, OutOfBudget};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Why a command ended early.
#[derive(Debug)]
pub(super) enum Fault {
    /// An input is flawed.
    Flawed { file: String, source: Vec<u8>, flaws: Flaws },
    /// An input could not be read.
    Unreadable { file: String, error: io::Error },
    /// The command line asks for something that cannot be.
    Usage(String),
    /// Time, steps or memory are used up; what is known so far.
    OutOfBudget { reason: OutOfBudget, known: String },
    /// Output could not be written.
    Unwritten { file: String, error: io::Error },
    /// The judge refuted our own answer.
    Refuted(String),
}

impl Fault {
    pub(super) fn usage(error: clap::Error) -> Self {
        Self::Usage(error.to_string())
    }

    /// Standard output could not be written.
    pub(super) fn stdout(error: io::Error) -> Self {
        Self::Unwritten { file: "standard output".to_owned(), error }
    }

    /// The exit code of the documentation.
    pub(super) fn code(&self) -> u8 {
        match self {
            Self::Flawed { flaws, .. } if flaws.list().iter().all(|flaw| flaw.rule == "memory") => 3,
            Self::Flawed { .. } | Self::Unreadable { .. } | Self::Usage(_) => 2,
            Self::OutOfBudget { reason: OutOfBudget::Interrupted, .. } => 130,
            Self::OutOfBudget { .. } => 3,
            Self::Unwritten { error, .. } if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Unwritten { .. } => 4,
            Self::Refuted(_) => 70,
        }
    }

    /// Prints it on standard error, framed on a terminal and a line each elsewhere.
    pub(super) fn report(self) -> ExitCode {
        let code = self.code();
        let mut out = anstream::stderr();
        // If standard error is closed there is nobody left to tell.
        let _ = if code == 0 { Ok(()) } else { self.write(&mut out) };
        ExitCode::from(code)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Flawed { file, source, flaws } => write_flaws(out, file, source, flaws),
            Self::Unreadable { file, error } => writeln!(out, "{file}: {error}; name a file that can be read"),
            Self::Usage(words) => writeln!(out, "arrival: {}", words.trim_end()),
            Self::OutOfBudget { reason, known } if known.is_empty() => writeln!(out, "arrival: {reason}"),
            Self::OutOfBudget { reason, known } => writeln!(out, "arrival: {reason}; {known}"),
            Self::Unwritten { file, error } => writeln!(out, "arrival: {file} was not written: {error}"),
            Self::Refuted(words) => writeln!(out, "arrival: {words}"),
        }
    }
}

impl From<NoSolver> for Fault {
    fn from(error: NoSolver) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<OutOfBudget> for Fault {
    fn from(reason: OutOfBudget) -> Self {
        Self::OutOfBudget { reason, known: String::new() }
    }
}

/// The fault of an instance that was read but does not fit the question.
pub(super) fn unfit(read: &Read, words: &str) -> Fault {
    Fault::Usage(format!("{}: {words}", read.name))
}

/// One line a flaw: `file:line:column: message; remedy`.
pub(super) fn flaw_line(file: &str, flaw: &Flaw) -> String {
    match &flaw.place {
        Place::Text { .. } => format!("{file}:{flaw}"),
        _ => format!("{file}: {flaw}"),
    }
}

fn write_flaws(out: &mut dyn Write, file: &str, source: &[u8], flaws: &Flaws) -> io::Result<()> {
    let framed = io::stderr().is_terminal();
    for flaw in flaws.list() {
        match frame(file, source, flaw).filter(|_| framed) {
            Some(frame) => write!(out, "{frame}")?,
            None => writeln!(out, "{}", flaw_line(file, flaw))?,
        }
    }
    if flaws.more() > 0 {
        writeln!(out, "{file}: and {} more flaws", flaws.more())?;
    }
    Ok(())
}

/// The flaw drawn under its source line, unless the line is too long to show.
fn frame(file: &str, source: &[u8], flaw: &Flaw) -> Option<String> {
    const LONGEST: usize = 200;
    let &Place::Text { line, column } = &flaw.place else { return None };
    let text = std::str::from_utf8(source).ok()?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let shown = text.split('\n').nth(line - 1).filter(|shown| shown.len() <= LONGEST)?;
    let at = shown.char_indices().nth(column - 1).map_or(shown.len(), |(at, _)| at);
    let length = shown[at..].find([' ', '\t', ':', '#']).unwrap_or(shown.len() - at).max(1).min(shown.len() - at);
    let label = LabeledSpan::at(at..at + length, flaw.rule);
    let diagnostic = MietteDiagnostic::new(&flaw.message).with_help(&flaw.remedy).with_label(label);
    let named = NamedSource::new(format!("{file}:{line}"), shown.to_owned());
    let mut frame = String::new();
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode()).with_links(false);
    handler.render_report(&mut frame, Report::new(diagnostic).with_source_code(named).as_ref()).ok()?;
    Some(frame)
}
