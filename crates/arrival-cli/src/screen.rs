//! The screen: what goes to it, and how.

use arrival::{ExitCode, Fault, Palette};
use clap::{Args, ValueEnum};
use std::fmt;
use std::io::{self, Write};

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
