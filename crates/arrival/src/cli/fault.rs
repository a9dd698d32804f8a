//! Faults: why a command did not do what it was asked, in words and as an exit code.

use super::reading::Read;
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, MietteError, MietteSpanContents,
    Report, SourceCode, SourceSpan, SpanContents,
};
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
            Self::Flawed { flaws, .. } if flaws.list().iter().all(is_want_of_memory) => 3,
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
            Self::Unreadable { file, error } => {
                writeln!(out, "{file}: {error}; name a file that can be read")
            }
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

/// Whether nothing is wrong with the input but its size.
fn is_want_of_memory(flaw: &Flaw) -> bool {
    ["memory", "unpacked-size"].contains(&flaw.rule)
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
        match framed.then(|| frame(file, source, flaw)).flatten() {
            Some(frame) => write!(out, "{frame}")?,
            None => writeln!(out, "{}", flaw_line(file, flaw))?,
        }
    }
    if flaws.more() > 0 {
        writeln!(out, "{file}: and {} more flaws", flaws.more())?;
    }
    Ok(())
}

/// The flaw drawn under its source line, unless that is too long to show or could upset a terminal.
fn frame(file: &str, source: &[u8], flaw: &Flaw) -> Option<String> {
    const LONGEST: usize = 200;
    let &Place::Text { line, column } = &flaw.place else { return None };
    let text = std::str::from_utf8(source).ok()?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let shown = text.split('\n').nth(line - 1).filter(|shown| shown.len() <= LONGEST)?;
    let shown = shown.strip_suffix('\r').unwrap_or(shown);
    let upsetting = |character: char| character.is_control() && character != '\t';
    if shown.is_empty() || shown.contains(upsetting) {
        return None;
    }
    let at = shown.char_indices().nth(column - 1).map_or(shown.len(), |(at, _)| at);
    let length =
        shown[at..].find([' ', '\t', ':', '#']).unwrap_or(shown.len() - at).max(1).min(shown.len() - at);
    let label = LabeledSpan::at(at..at + length, flaw.rule);
    let diagnostic = MietteDiagnostic::new(&flaw.message).with_help(&flaw.remedy).with_label(label);
    let source = SourceLine { file: file.to_owned(), text: shown.to_owned(), line, column };
    let mut frame = String::new();
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode()).with_links(false);
    handler.render_report(&mut frame, Report::new(diagnostic).with_source_code(source).as_ref()).ok()?;
    Some(frame)
}

/// One line of a source, and the place in it that matters.
struct SourceLine {
    file: String,
    text: String,
    line: usize,
    column: usize,
}

impl SourceCode for SourceLine {
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        _: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (text, whole) = (self.text.as_bytes(), (0, self.text.len()).into());
        let (line, column) = (self.line - 1, self.column - 1);
        Ok(Box::new(MietteSpanContents::new_named(self.file.clone(), text, whole, line, column, 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(text: &str) -> Option<String> {
        let flaws = rotor_graph::parse(text).unwrap_err();
        frame("a.rotor", text.as_bytes(), &flaws.list()[0])
    }

    #[test]
    fn a_flaw_is_drawn_under_its_line() {
        let frame = framed("a: s\r\nsink s = 1 # one\r\nb: t\tq\r\n").unwrap();
        assert!(
            frame.contains("a.rotor:3:4") && frame.contains("b: t") && frame.contains("head-declared"),
            "{frame}"
        );
        assert!(!frame.contains('\r') && !frame.contains("sink s"), "{frame}");
    }

    #[test]
    fn a_line_that_could_upset_a_terminal_or_fill_it_is_not_shown() {
        assert_eq!(framed("a: \u{1b}[31mred"), None);
        assert_eq!(framed("a: b\rb: a\nsink b"), None);
        assert_eq!(framed(&format!("a: b # {}", "x".repeat(200))), None);
        assert!(framed(&format!("a: b # {}", "x".repeat(190))).is_some());
    }

    #[test]
    fn every_fault_has_the_exit_code_of_the_documentation() {
        let out_of = |reason| Fault::from(reason).code();
        let unwritten = |kind| Fault::stdout(io::Error::from(kind)).code();
        assert_eq!(Fault::Refuted("our own answer failed the judge".to_owned()).code(), 70);
        assert_eq!(Fault::Usage(String::new()).code(), 2);
        assert_eq!(
            Fault::Unreadable { file: String::new(), error: io::ErrorKind::NotFound.into() }.code(),
            2
        );
        let limits =
            [OutOfBudget::Time, OutOfBudget::Operations, OutOfBudget::Memory, OutOfBudget::Interrupted];
        assert_eq!(limits.map(out_of), [3, 3, 3, 130]);
        assert_eq!([io::ErrorKind::StorageFull, io::ErrorKind::BrokenPipe].map(unwritten), [4, 0]);
    }

    #[test]
    fn an_input_that_is_only_too_large_is_no_flawed_one() {
        let code = |rules: &[&'static str]| {
            let mut flaws = rotor_graph::FlawList::default();
            for &rule in rules {
                flaws.push(|| Flaw {
                    place: Place::Whole,
                    rule,
                    message: String::new(),
                    remedy: String::new(),
                });
            }
            Fault::Flawed {
                file: String::new(),
                source: Vec::new(),
                flaws: flaws.or::<()>(None).unwrap_err(),
            }
            .code()
        };
        assert_eq!([code(&["memory"]), code(&["unpacked-size"]), code(&["memory", "syntax"])], [3, 3, 2]);
    }
}
