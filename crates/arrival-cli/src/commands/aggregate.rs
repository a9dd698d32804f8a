//! `aggregate`: particles that settle around an origin.

use crate::limiting::Limiting;
use crate::session::{Outputs, Session};
use arrival::request::{self, Ask, GroundName, Named};
use arrival::{ExitCode, Fault};
use clap::Args;

/// Let particles walk from an origin, each to the first free site, and draw what they form
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival aggregate z2 --particles 1e4\n  arrival aggregate z2 --particles 1e5 -o ball.png"
)]
pub(crate) struct Aggregate {
    /// The graph: z2, the square lattice, or tree, in which every site has --degree neighbours
    #[arg(value_name = "WHERE", value_parser = GroundName::named)]
    on: GroundName,
    /// How many particles, such as 1e5
    #[arg(long, value_name = "N")]
    particles: String,
    /// Neighbours of every site of a tree
    #[arg(long, value_name = "D", default_value_t = request::Aggregate::DEGREE)]
    degree: u16,
    /// Write a picture to this file, as PNG: sites coloured by where their rotors point
    #[arg(short, long, value_name = "OUT")]
    output: Option<String>,
    #[command(flatten)]
    limits: Limiting,
}

impl Aggregate {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { on, particles, degree, output, limits } = self;
        let picture = output.is_some();
        let ask = Ask::Aggregate(request::Aggregate { on, particles, degree, picture });
        let outputs = Outputs { file: output, ..Outputs::default() };
        session.ask(&limits, outputs, || Ok((None, ask)))
    }
}
