//! Faults: why a question has no answer, in words, as JSON and as an exit code.

use rotor_graph::{Flaw, Flaws, Place, Stop};
use rotor_solve::NoSolver;
use serde_json::{Value, json};
use std::fmt;
use std::io;

/// The exit codes of the command line; everything that ends has one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum ExitCode {
    /// Done.
    Done = 0,
    /// The certificate is refuted, or the configurations are not equivalent.
    No = 1,
    /// The input is flawed, the request makes no sense, or no solver accepts it.
    Unfit = 2,
    /// Out of time, steps or memory.
    OutOfBudget = 3,
    /// The output was not written.
    Unwritten = 4,
    /// The particle reaches the sink in question.
    Reaches = 10,
    /// The particle does not reach the sink in question.
    Misses = 20,
    /// Our own answer failed the judge.
    Refuted = 70,
    /// Interrupted by a signal.
    Interrupted = 130,
}

impl ExitCode {
    /// All of them, each with its meaning on the command line.
    pub const ALL: [(Self, &str); 9] = [
        (Self::Done, "done"),
        (Self::No, "verify: refuted; equivalent: no"),
        (Self::Unfit, "flawed input, wrong usage, or no solver accepts this"),
        (Self::OutOfBudget, "out of time, steps or memory"),
        (Self::Unwritten, "the output was not written"),
        (Self::Reaches, "decide: yes"),
        (Self::Misses, "decide: no"),
        (Self::Refuted, "internal error: our answer failed verification"),
        (Self::Interrupted, "interrupted by Ctrl-C, SIGTERM or SIGHUP"),
    ];

    /// Its number.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Fault {
    /// An input is flawed.
    Flawed {
        /// The name of the input.
        input: String,
        /// Its bytes, to show the places of the flaws.
        source: Vec<u8>,
        /// All that is wrong with it.
        flaws: Flaws,
    },
    /// An input could not be read.
    Unreadable {
        /// The name of the input.
        input: String,
        /// What the system said.
        error: io::Error,
    },
    /// The request asks for something that does not exist or does not fit its input.
    Unfit(String),
    /// Time, steps or memory are used up.
    Stopped {
        /// Which of them.
        reason: Stop,
        /// What is known nevertheless.
        known: String,
    },
    /// Output could not be written.
    Unwritten {
        /// What was to be written.
        output: String,
        /// What the system said.
        error: io::Error,
    },
    /// The judge refuted our own answer: a mistake in the program.
    Refuted(String),
}

impl Fault {
    /// A request that does not fit `input`, which has no name if it did not come from a file.
    pub fn unfit(input: &str, words: impl fmt::Display) -> Self {
        Self::Unfit(if input.is_empty() { words.to_string() } else { format!("{input}: {words}") })
    }

    /// The exit code of the command line.
    pub fn code(&self) -> ExitCode {
        match self {
            Self::Flawed { flaws, .. } if flaws.list().iter().all(Flaw::is_about_size) => {
                ExitCode::OutOfBudget
            }
            Self::Flawed { .. } | Self::Unreadable { .. } | Self::Unfit(_) => ExitCode::Unfit,
            Self::Stopped { reason: Stop::Interrupted, .. } => ExitCode::Interrupted,
            Self::Stopped { .. } => ExitCode::OutOfBudget,
            // A reader that has seen enough of a pipe is not a failure.
            Self::Unwritten { error, .. } if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::Done,
            Self::Unwritten { .. } => ExitCode::Unwritten,
            Self::Refuted(_) => ExitCode::Refuted,
        }
    }

    /// Its lines, without a prefix: a line for each flaw, one line for everything else.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Self::Flawed { input, flaws, .. } => {
                let mut lines: Vec<_> = flaws.list().iter().map(|flaw| flaw_line(input, flaw)).collect();
                lines.extend(flaws.more_in_words().map(|words| format!("{input}: {words}")));
                lines
            }
            Self::Unreadable { input, error } => vec![format!("cannot read {input}: {error}")],
            Self::Unfit(words) => vec![words.trim_end().to_owned()],
            Self::Stopped { reason, known } if known.is_empty() => vec![reason.to_string()],
            Self::Stopped { reason, known } => vec![format!("{reason}; {known}")],
            Self::Unwritten { output, error } => vec![format!("{output} was not written: {error}")],
            Self::Refuted(words) => vec![words.clone()],
        }
    }

    /// As `arrival.error/1`.
    pub fn json(&self, file: &str) -> Value {
        error_json(file, self.code(), &self.lines())
    }
}

/// Errors as `arrival.error/1`.
pub fn error_json(file: &str, code: ExitCode, errors: &[String]) -> Value {
    json!({"schema": "arrival.error/1", "file": file, "code": code.number(), "errors": errors})
}

impl From<NoSolver> for Fault {
    fn from(error: NoSolver) -> Self {
        Self::Unfit(error.to_string())
    }
}

impl From<Stop> for Fault {
    fn from(reason: Stop) -> Self {
        Self::Stopped { reason, known: String::new() }
    }
}

/// A flaw as `input:line:column: message; remedy`.
pub fn flaw_line(input: &str, flaw: &Flaw) -> String {
    match &flaw.place {
        Place::Text { .. } => format!("{input}:{flaw}"),
        _ => format!("{input}: {flaw}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::FlawRule;

    #[test]
    fn every_fault_has_the_exit_code_of_the_documentation() {
        let out_of = |reason| Fault::from(reason).code();
        let unwritten =
            |kind| Fault::Unwritten { output: String::new(), error: io::Error::from(kind) }.code();
        assert_eq!(Fault::Refuted(String::new()).code(), ExitCode::Refuted);
        assert_eq!(Fault::Unfit(String::new()).code(), ExitCode::Unfit);
        let missing = Fault::Unreadable { input: String::new(), error: io::ErrorKind::NotFound.into() };
        assert_eq!(missing.code(), ExitCode::Unfit);
        let limits = [Stop::Time, Stop::Operations, Stop::Memory];
        assert_eq!(limits.map(out_of), [ExitCode::OutOfBudget; 3]);
        assert_eq!(out_of(Stop::Interrupted), ExitCode::Interrupted);
        assert_eq!(unwritten(io::ErrorKind::StorageFull), ExitCode::Unwritten);
        assert_eq!(unwritten(io::ErrorKind::BrokenPipe), ExitCode::Done);
        assert_eq!(ExitCode::ALL.map(|(code, _)| code.number()), [0, 1, 2, 3, 4, 10, 20, 70, 130]);
    }

    #[test]
    fn an_input_that_is_only_too_large_is_not_called_flawed() {
        let code = |rules: &[FlawRule]| {
            let mut flaws = rotor_graph::FlawList::default();
            for &rule in rules {
                let (message, remedy) = (String::new(), String::new());
                flaws.push(|| Flaw { place: Place::Whole, rule, message, remedy });
            }
            let flaws = flaws.or::<()>(None).unwrap_err();
            Fault::Flawed { input: String::new(), source: Vec::new(), flaws }.code().number()
        };
        let (memory, size) = (FlawRule::Memory, FlawRule::UnpackedSize);
        assert_eq!([code(&[memory]), code(&[size]), code(&[memory, FlawRule::Syntax])], [3, 3, 2]);
    }
}
