//! `group`, `class`, `identity`, `stabilise`, `harmonic`, `tour`: rotors and chips as algebra, and endless walks.

use super::walk::counts;
use crate::options::{Reading, Source};
use crate::session::{Outputs, Session};
use arrival::request::{self, Ask, NamesList};
use arrival::{ExitCode, Fault};
use clap::Args;

/// Vertices that count as sinks for one question.
#[derive(Args, Debug)]
struct MoreSinks {
    /// Take this vertex as a sink, too; may be given several times
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    sink: Vec<String>,
}

impl MoreSinks {
    fn names(self) -> NamesList {
        NamesList(self.sink)
    }
}

/// Find the sandpile group: its order and its invariant factors
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival group --example fig-rotor-routing --generators")]
pub(crate) struct Group {
    #[command(flatten)]
    source: Source,
    /// List chips that generate each factor
    #[arg(long)]
    generators: bool,
    #[command(flatten)]
    sinks: MoreSinks,
    #[command(flatten)]
    reading: Reading,
}

impl Group {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, generators, sinks, reading } = self;
        let ask = Ask::Group(request::Group { generators, sink: sinks.names() });
        session.ask(&reading.limits, Outputs::default(), || Ok((Some(source.input(&reading, session)?), ask)))
    }
}

/// Find the class of the rotors as an element of the sandpile group
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival class --example fig-rotor-routing")]
pub(crate) struct Class {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    sinks: MoreSinks,
    #[command(flatten)]
    reading: Reading,
}

impl Class {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, sinks, reading } = self;
        let ask = Ask::Class(request::Class { sink: sinks.names() });
        session.ask(&reading.limits, Outputs::default(), || Ok((Some(source.input(&reading, session)?), ask)))
    }
}

/// Find the recurrent identity of the sandpile group
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival identity --example fig-rotor-routing")]
pub(crate) struct Identity {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    sinks: MoreSinks,
    #[command(flatten)]
    reading: Reading,
}

impl Identity {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, sinks, reading } = self;
        let ask = Ask::Identity(request::Identity { sink: sinks.names() });
        session.ask(&reading.limits, Outputs::default(), || Ok((Some(source.input(&reading, session)?), ask)))
    }
}

/// Fire chips until every vertex is stable
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival stabilise --example fig-rotor-routing --chips u0=3,u1=1e6")]
pub(crate) struct Stabilise {
    #[command(flatten)]
    source: Source,
    /// How many chips on which vertices: `u1=3,u2=1e6`, or `@FILE` with a JSON object of counts
    #[arg(long, value_name = "COUNTS", allow_hyphen_values = true)]
    chips: String,
    #[command(flatten)]
    sinks: MoreSinks,
    #[command(flatten)]
    reading: Reading,
}

impl Stabilise {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, chips, sinks, reading } = self;
        session.ask(&reading.limits, Outputs::default(), || {
            let input = source.input(&reading, session)?;
            let chips = counts("--chips", &chips, reading.limits.memory(), session)?;
            Ok((Some(input), Ask::Stabilise(request::Stabilise { chips, sink: sinks.names() })))
        })
    }
}

/// Find the exit probabilities of the random walk
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival harmonic --example fig-rotor-routing --from u0")]
pub(crate) struct Harmonic {
    #[command(flatten)]
    source: Source,
    /// Where the walk starts; by default where the file says
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    from: Option<String>,
    /// Compute in floating point, for large graphs
    #[arg(long)]
    float: bool,
    #[command(flatten)]
    sinks: MoreSinks,
    #[command(flatten)]
    reading: Reading,
}

impl Harmonic {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, from, float, sinks, reading } = self;
        let ask = Ask::Harmonic(request::Harmonic { from, float, sink: sinks.names() });
        session.ask(&reading.limits, Outputs::default(), || Ok((Some(source.input(&reading, session)?), ask)))
    }
}

/// Follow a walk that nothing but a sink stops: when it begins to repeat itself, and how
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival tour --example fig-rotor-routing")]
pub(crate) struct Tour {
    #[command(flatten)]
    source: Source,
    /// Where the particle starts; by default where the file says
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    from: Option<String>,
    #[command(flatten)]
    reading: Reading,
}

impl Tour {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, from, reading } = self;
        let ask = Ask::Tour(request::Tour { from });
        session.ask(&reading.limits, Outputs::default(), || Ok((Some(source.input(&reading, session)?), ask)))
    }
}
