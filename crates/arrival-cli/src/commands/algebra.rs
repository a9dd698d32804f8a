//! `group`, `class`, `identity`, `stabilise`, `harmonic`, `list`, `tour`: rotors and chips as algebra, and endless walks.

use super::walk::counts;
use crate::options::{Reading, Source};
use crate::reading::document;
use crate::session::{Outputs, Session};
use arrival::request::{self, Ask, Named, NamesList};
use arrival::{ExitCode, Fault};
use clap::Args;
use rotor_graph::Listing;

/// Vertices that count as sinks for one question.
#[derive(Args, Debug)]
pub(super) struct MoreSinks {
    /// Treat this vertex as a sink, too; may be given several times
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    sink: Vec<String>,
}

impl MoreSinks {
    pub(super) fn names(self) -> NamesList {
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
    /// List the order of one chip on every vertex
    #[arg(long)]
    orders: bool,
    /// Write the certificate to this file
    #[arg(long, value_name = "OUT")]
    certificate: Option<String>,
    #[command(flatten)]
    sinks: MoreSinks,
    #[command(flatten)]
    reading: Reading,
}

impl Group {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, generators, orders, certificate, sinks, reading } = self;
        let wanted = certificate.is_some();
        let ask = request::Group { generators, orders, sink: sinks.names(), certificate: wanted };
        let ask = Ask::Group(ask);
        session.ask(&reading.limits, Outputs::certificate(certificate), || {
            Ok((Some(source.input(&reading, session)?), ask))
        })
    }
}

/// Find the class of the rotors as an element of the sandpile group, or what leads from one class to another
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival class --example fig-rotor-routing --explain\n  arrival push graph.rotor --cycle u0 -o pushed.rotor\n  arrival class graph.rotor pushed.rotor"
)]
pub(crate) struct Class {
    #[command(flatten)]
    source: Source,
    /// The same graph with other rotors: find particles that lead from one class to the other
    second: Option<String>,
    /// List the values of all vertices and arcs, which add up to the class
    #[arg(long)]
    explain: bool,
    /// Write the certificate to this file
    #[arg(long, value_name = "OUT")]
    certificate: Option<String>,
    #[command(flatten)]
    sinks: MoreSinks,
    #[command(flatten)]
    reading: Reading,
}

impl Class {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, second, explain, certificate, sinks, reading } = self;
        let wanted = certificate.is_some();
        session.ask(&reading.limits, Outputs::certificate(certificate), || {
            let input = source.input(&reading, session)?;
            let read = |file: String| document(&file, reading.limits.memory(), session);
            let second = second.map(read).transpose()?;
            let class = request::Class { second, explain, sink: sinks.names(), certificate: wanted };
            Ok((Some(input), Ask::Class(class)))
        })
    }
}

/// Find the recurrent identity of the sandpile group
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival identity --example fig-rotor-routing")]
pub(crate) struct Identity {
    #[command(flatten)]
    source: Source,
    /// Write the certificate to this file
    #[arg(long, value_name = "OUT")]
    certificate: Option<String>,
    #[command(flatten)]
    sinks: MoreSinks,
    #[command(flatten)]
    reading: Reading,
}

impl Identity {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, certificate, sinks, reading } = self;
        let ask = request::Identity { sink: sinks.names(), certificate: certificate.is_some() };
        let ask = Ask::Identity(ask);
        session.ask(&reading.limits, Outputs::certificate(certificate), || {
            Ok((Some(source.input(&reading, session)?), ask))
        })
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
    /// Write the certificate to this file
    #[arg(long, value_name = "OUT")]
    certificate: Option<String>,
    #[command(flatten)]
    sinks: MoreSinks,
    #[command(flatten)]
    reading: Reading,
}

impl Stabilise {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, chips, certificate, sinks, reading } = self;
        let wanted = certificate.is_some();
        session.ask(&reading.limits, Outputs::certificate(certificate), || {
            let input = source.input(&reading, session)?;
            let chips = counts("--chips", &chips, reading.limits.memory(), session)?;
            let ask = request::Stabilise { chips, sink: sinks.names(), certificate: wanted };
            Ok((Some(input), Ask::Stabilise(ask)))
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
    #[arg(long, alias = "start", value_name = "VERTEX", allow_hyphen_values = true)]
    from: Option<String>,
    /// Compute in floating point, for large graphs
    #[arg(long)]
    float: bool,
    /// Write the certificate to this file
    #[arg(long, value_name = "OUT", conflicts_with = "float")]
    certificate: Option<String>,
    #[command(flatten)]
    sinks: MoreSinks,
    #[command(flatten)]
    reading: Reading,
}

impl Harmonic {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, from, float, certificate, sinks, reading } = self;
        let wanted = certificate.is_some();
        let ask = Ask::Harmonic(request::Harmonic { from, float, sink: sinks.names(), certificate: wanted });
        session.ask(&reading.limits, Outputs::certificate(certificate), || {
            Ok((Some(source.input(&reading, session)?), ask))
        })
    }
}

/// Follow a walk into its trap: when it begins to repeat itself, and how
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival tour --example fig-rotor-routing")]
pub(crate) struct Tour {
    #[command(flatten)]
    source: Source,
    /// Where the particle starts; by default where the file says
    #[arg(long, alias = "start", value_name = "VERTEX", allow_hyphen_values = true)]
    from: Option<String>,
    /// Write the certificate to this file
    #[arg(long, value_name = "OUT")]
    certificate: Option<String>,
    #[command(flatten)]
    reading: Reading,
}

impl Tour {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, from, certificate, reading } = self;
        let ask = Ask::Tour(request::Tour { from, certificate: certificate.is_some() });
        session.ask(&reading.limits, Outputs::certificate(certificate), || {
            Ok((Some(source.input(&reading, session)?), ask))
        })
    }
}

/// List recurrent or superstable chips, spanning forests or unicycles, one after the other
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival list forests --example fig-rotor-routing --limit 5")]
pub(crate) struct List {
    /// What to list: recurrent, superstable, forests or unicycles
    #[arg(value_name = "KIND", value_parser = Listing::named)]
    kind: Listing,
    #[command(flatten)]
    source: Source,
    /// List at most this many
    #[arg(long, value_name = "N", default_value_t = request::List::LIMIT)]
    limit: u64,
    /// A vertex of the trap whose unicycles are listed, if the graph has several
    #[arg(long, alias = "start", value_name = "VERTEX", allow_hyphen_values = true)]
    from: Option<String>,
    #[command(flatten)]
    sinks: MoreSinks,
    #[command(flatten)]
    reading: Reading,
}

impl List {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { kind, source, limit, from, sinks, reading } = self;
        let stream = !session.screen().json;
        let ask = Ask::List(request::List { kind, limit, from, sink: sinks.names(), stream });
        session.ask(&reading.limits, Outputs::default(), || Ok((Some(source.input(&reading, session)?), ask)))
    }
}
