//! `check`, `flows`, `forest`, `push`, `equivalent`: what a graph and its rotors are like.

use crate::options::{Reading, Source};
use crate::reading::document;
use crate::session::{Outputs, Session};
use arrival::request::{self, Ask};
use arrival::{ExitCode, Fault};
use clap::Args;

/// Check a file for flaws, and report what kind of graph it is
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival check --example fig-calc-rn")]
pub(crate) struct Check {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    reading: Reading,
}

/// Print the return flows: of the arcs of a tree-like graph, of the blocks of any other
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival flows --example fig-calc-rn")]
pub(crate) struct Flows {
    #[command(flatten)]
    source: Source,
    /// Write the certificate to this file
    #[arg(long, value_name = "OUT")]
    certificate: Option<String>,
    #[command(flatten)]
    reading: Reading,
}

impl Flows {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, certificate, reading } = self;
        let ask = Ask::Flows(request::Flows { certificate: certificate.is_some() });
        let outputs = Outputs { certificate, ..Outputs::default() };
        session.ask(&reading.limits, outputs, || Ok((Some(source.input(&reading, session)?), ask)))
    }
}

/// Print the destination forest
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival forest --example fig-simple-path-4")]
pub(crate) struct Forest {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    reading: Reading,
}

/// Commands that have an input and nothing else.
macro_rules! plain_questions {
    ($($command:ident),*) => {
        $(impl $command {
            pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
                let Self { source, reading } = self;
                session.ask(&reading.limits, Outputs::default(), || {
                    Ok((Some(source.input(&reading, session)?), Ask::$command(request::$command {})))
                })
            }
        })*
    };
}

plain_questions!(Check, Forest);

/// Push the cycle of rotors through a vertex, and print the graph after it
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival push --example fig-rotor-routing --cycle u0")]
pub(crate) struct Push {
    #[command(flatten)]
    source: Source,
    /// A vertex on the cycle
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    cycle: String,
    /// Undo a push: turn the rotors of the cycle back
    #[arg(long)]
    reverse: bool,
    /// Write the graph after the push to this file
    #[arg(short, long, value_name = "OUT")]
    output: Option<String>,
    #[command(flatten)]
    reading: Reading,
}

impl Push {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, cycle, reverse, output, reading } = self;
        let ask = Ask::Push(request::Push { cycle, reverse, elsewhere: output.is_some() });
        let outputs = Outputs { after: output, ..Outputs::default() };
        session.ask(&reading.limits, outputs, || Ok((Some(source.input(&reading, session)?), ask)))
    }
}

/// Decide whether two files with the same graph have equivalent rotors: exit code 0 for yes, 1 for no
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival push graph.rotor --cycle u0 -o pushed.rotor\n  arrival equivalent graph.rotor pushed.rotor"
)]
pub(crate) struct Equivalent {
    /// The first instance
    first: String,
    /// The second instance
    second: String,
    #[command(flatten)]
    reading: Reading,
}

impl Equivalent {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { first, second, reading } = self;
        session.ask(&reading.limits, Outputs::default(), || {
            let first = reading.file(&first, session)?;
            let second = document(&second, reading.limits.memory(), session)?;
            Ok((Some(first), Ask::Equivalent(request::Equivalent { second })))
        })
    }
}
