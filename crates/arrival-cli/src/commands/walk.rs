//! `walk`, `route`: one particle step by step, and many at once.

use crate::options::{Reading, Source};
use crate::reading::document;
use crate::session::{Outputs, Session};
use arrival::request::{self, Ask, Counts, Document};
use arrival::{ExitCode, Fault};
use clap::Args;

/// Walk step by step, forwards or back
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival walk --example fig-rotor-routing --trace")]
pub(crate) struct Walk {
    #[command(flatten)]
    source: Source,
    /// Where the particle starts; by default where the file says
    #[arg(long, alias = "start", value_name = "VERTEX", allow_hyphen_values = true)]
    from: Option<String>,
    /// Print every vertex on the way
    #[arg(long)]
    trace: bool,
    /// Make exactly this many steps, also inside traps; fewer only if a sink is reached
    #[arg(long, value_name = "N", conflicts_with_all = ["max_steps", "reverse"])]
    steps: Option<String>,
    /// Send this many particles one after the other, and list their exits in runs
    #[arg(long, value_name = "K", conflicts_with_all = ["steps", "max_steps", "reverse", "trace", "strategy"])]
    hits: Option<String>,
    /// Stop after this many steps with exit code 3 [default with --reverse: 1000000]
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Undo steps instead, as far as it is certain where the particle came from
    #[arg(long)]
    reverse: bool,
    /// Play the strategies in this answer of `arrival solve --json`, or in the certificate of a game
    #[arg(long, value_name = "ANSWER", conflicts_with = "reverse")]
    strategy: Option<String>,
    /// Write the certificate to this file
    #[arg(long, value_name = "OUT", requires = "steps", conflicts_with = "trace")]
    certificate: Option<String>,
    /// Write the graph with its final rotors to this file, the particle as its start
    #[arg(long = "final", value_name = "OUT")]
    final_file: Option<String>,
    #[command(flatten)]
    reading: Reading,
}

impl Walk {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self {
            source,
            from,
            trace,
            steps,
            hits,
            max_steps,
            reverse,
            strategy,
            certificate,
            final_file,
            reading,
        } = self;
        let wanted = certificate.is_some();
        let outputs = Outputs { certificate, after: final_file.clone(), ..Outputs::default() };
        session.ask(&reading.limits, outputs, || {
            let input = source.input(&reading, session)?;
            let read = |file: String| document(&file, reading.limits.memory(), session);
            let strategy = strategy.map(read).transpose()?;
            let (final_rotors, stream) = (final_file.is_some(), !session.screen().json);
            let walk = request::Walk {
                from,
                trace,
                max_steps,
                steps,
                hits,
                reverse,
                strategy,
                final_rotors,
                certificate: wanted,
                stream,
            };
            Ok((Some(input), Ask::Walk(walk)))
        })
    }
}

/// Route many particles, and count how many reach each sink
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival route --example fig-simple-path-4 --particles u1=3,u2=10000000000000000000000"
)]
pub(crate) struct Route {
    #[command(flatten)]
    source: Source,
    /// How many particles on which vertices: `u1=3,u2=1e6`, or `@FILE` with a JSON object of counts
    #[arg(long, value_name = "COUNTS", allow_hyphen_values = true)]
    particles: String,
    /// Move all particles at once, this many times, and print where they are; they move on inside traps
    #[arg(long, value_name = "T", conflicts_with_all = ["solver", "certificate", "no_check"])]
    rounds: Option<String>,
    /// Write the graph with its final rotors to this file
    #[arg(long = "final", value_name = "OUT")]
    final_file: Option<String>,
    /// Use this solver; see `arrival solvers`
    #[arg(long, value_name = "ID")]
    solver: Option<String>,
    /// Write the certificate to this file
    #[arg(long, value_name = "OUT")]
    certificate: Option<String>,
    /// Do not let the judge check the answer
    #[arg(long)]
    no_check: bool,
    #[command(flatten)]
    reading: Reading,
}

impl Route {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, particles, rounds, final_file, solver, certificate, no_check, reading } = self;
        let outputs =
            Outputs { certificate: certificate.clone(), after: final_file.clone(), ..Outputs::default() };
        session.ask(&reading.limits, outputs, || {
            let input = source.input(&reading, session)?;
            let particles = counts("--particles", &particles, reading.limits.memory(), session)?;
            let (final_rotors, certificate) = (final_file.is_some(), certificate.is_some());
            Ok((
                Some(input),
                Ask::Route(request::Route { particles, rounds, final_rotors, solver, certificate, no_check }),
            ))
        })
    }
}

/// Counts as they stand on the command line, or in the file behind an `@`.
pub(super) fn counts(option: &str, text: &str, most: u64, session: &Session) -> Result<Counts, Fault> {
    let Some(file) = text.strip_prefix('@') else {
        return text.parse().map_err(|error| Fault::Unfit(format!("{option}: {error}")));
    };
    let Document { name, bytes } = document(file, most, session)?;
    serde_json::from_slice(&bytes)
        .map_err(|error| Fault::Unfit(format!("{name}: {error}; write an object such as {{\"u1\":\"3\"}}")))
}
