//! `arrival hunt`: the members of a family that take longest, made smaller, in a folder.

use super::generate::{family_of, given_parameters, parameter_option};
use crate::limiting::Limiting;
use crate::session::{Outputs, Session};
use arrival::request::{self, Ask, seeds};
use arrival::{ExitCode, Fault};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use rotor_generate::{FAMILIES, Family};
use std::ops::RangeInclusive;

/// Options of a hunt, whatever the family.
#[derive(Args, Debug)]
struct Hunt {
    /// The seeds to search, both ends included
    #[arg(long, value_name = "FIRST..LAST", value_parser = seeds, default_value = "1..20")]
    seeds: RangeInclusive<u64>,
    /// Number of the hardest to keep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), default_value_t = 5)]
    keep: u16,
    /// Number of smaller instances to try for each one kept; 0 leaves them as they are
    #[arg(long, value_name = "N", default_value_t = 200)]
    tries: u32,
    /// How hard a smaller instance must be, in percent of the operations of the first one
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u64).range(1..=1000), default_value_t = 50)]
    share: u64,
    /// Give up an instance after this many operations, and count it as that hard
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 20_000_000_000)]
    operations: u64,
    /// Hunt for instances that are hard for this solver; see `arrival solvers`
    #[arg(long, value_name = "ID")]
    solver: Option<String>,
    /// The folder to write instances and tables to
    #[arg(short, long, value_name = "FOLDER")]
    output: String,
    /// Report how long each answer took; the tables in the folder always do
    #[arg(long)]
    timings: bool,
    #[command(flatten)]
    limits: Limiting,
}

/// The command, with a subcommand for each family and an option for each of its parameters.
pub(crate) fn command() -> Command {
    Command::new("hunt")
        .about("Search a family for the instances that take longest, and make them smaller")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("FAMILY")
        .subcommand_help_heading("Families")
        .subcommands(FAMILIES.iter().map(family_command))
        .after_help("Example:\n  arrival hunt two --n 30 --ahead 0 --seeds 1..9 --keep 3 -o hard")
}

fn family_command(family: &'static Family) -> Command {
    let command =
        Command::new(family.id).about(family.sentence).args(family.parameters.iter().map(parameter_option));
    let example = format!("arrival hunt {} --seeds 1..2 --keep 1 --tries 20 -o hard", family.id);
    Hunt::augment_args(command).about(family.sentence).after_help(format!("Example:\n  {example}"))
}

/// Hunts, writes what was found, and only then reports whether the hunt ended early.
pub(crate) fn run(matches: &ArgMatches, session: &Session) -> Result<ExitCode, Fault> {
    let (family, matches) = family_of(matches)?;
    let Hunt { seeds, keep, tries, share, operations, solver, output, timings, limits } =
        Hunt::from_arg_matches(matches).map_err(crate::usage)?;
    let (family, parameters) = (family.id.to_owned(), given_parameters(family, matches));
    let ask = request::Hunt { family, seeds, keep, tries, share, operations, solver, timings, parameters };
    let outputs = Outputs { folder: Some(output), ..Outputs::default() };
    session.ask(&limits, outputs, || Ok((None, Ask::Hunt(ask))))
}
