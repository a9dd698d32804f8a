//! `arrival hunt`: the members of a family that take longest, made smaller, in a folder.

use super::generate::{family_of, given_parameters, parameter_option};
use super::hunt_table::HuntTable;
use crate::limiting::Limiting;
use crate::session::Session;
use crate::terminal::Terminal;
use crate::writing::{to_stdout, write_file};
use arrival::{Context, ExitCode, Fault, HuntEvent, HuntOptions, Options, SolveError, hunt_within};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use rotor_generate::{FAMILIES, Family, GenerateError};
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Instant;

/// Options of a hunt, whatever the family.
#[derive(Args, Debug)]
struct Hunt {
    /// The seeds to search, both ends included
    #[arg(long, value_name = "FIRST..LAST", value_parser = seeds, default_value = "1..20")]
    seeds: RangeInclusive<u64>,
    /// Number of the hardest to keep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), default_value_t = 5)]
    keep: u16,
    /// Number of smaller instances to try for each that is kept; 0 leaves them as they are
    #[arg(long, value_name = "N", default_value_t = 200)]
    tries: u32,
    /// How hard a smaller instance must be, in percent of the operations of the first one
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u64).range(1..=1000), default_value_t = 50)]
    share: u64,
    /// Give up an instance after this many operations, and count it as that hard
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 20_000_000_000)]
    operations: u64,
    /// Hunt for what is hard for this solver; see `arrival solvers`
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

/// Why a hunt ended without a result.
#[derive(Debug)]
enum HuntError {
    Generate(GenerateError),
    Solve(SolveError),
}

impl From<SolveError> for HuntError {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
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
    let hunt = Hunt::from_arg_matches(matches).map_err(crate::usage)?;
    let given = given_parameters(family, matches);
    let options = HuntOptions {
        seeds: hunt.seeds.clone(),
        keep: hunt.keep.into(),
        tries: hunt.tries,
        share: hunt.share,
        most_operations: hunt.operations,
        options: Options { solver: hunt.solver.clone(), certificate: false, ..Options::default() },
    };
    let member = |seed| family.generate(&given, seed).map_err(HuntError::Generate);
    let watch = |event| {
        session.say(|| match event {
            HuntEvent::Searched(seed, operations) => format!("seed {seed} takes {operations} operations"),
            HuntEvent::Shrunk(seed, arcs) => format!("seed {seed} is as hard with {arcs} arcs"),
        });
    };
    let mut terminal = Terminal::new(session.screen(), session.interrupts(), Instant::now());
    let mut context = Context::new(&mut terminal);
    hunt.limits.left_after(session.elapsed()).apply(&mut context);
    let checking = session.interrupts().checking();
    let found = hunt_within(&options, member, &mut context, watch).map_err(|error| match error {
        HuntError::Generate(error) => Fault::Unfit(error.to_string()),
        HuntError::Solve(SolveError::NoSolver(error)) => error.into(),
        HuntError::Solve(SolveError::OutOfBudget(reason)) => {
            Fault::OutOfBudget { reason, known: context.known() }
        }
        HuntError::Solve(refuted @ SolveError::Refuted(_)) => Fault::Refuted(refuted.to_string()),
        HuntError::Solve(other) => Fault::Unfit(other.to_string()),
    })?;
    drop((checking, terminal));

    let table = HuntTable { family: family.id, given: &given, hunt: &options, found: &found };
    write_folder(&hunt.output, &table, session)?;
    to_stdout(|out| match session.screen().json {
        true => writeln!(out, "{}", table.json(hunt.timings)),
        false => table.write_words(out, &session.screen().palette(), hunt.timings),
    })?;
    match found.ended {
        None => Ok(ExitCode::Done),
        Some(reason) => {
            let (searched, kept) = (found.searched, found.instances.len());
            let known = format!("{searched} seeds searched, {kept} instances kept in {}", hunt.output);
            Err(Fault::OutOfBudget { reason, known })
        }
    }
}

/// Writes the instances, then the tables that name them.
fn write_folder(folder: &str, table: &HuntTable<'_>, session: &Session) -> Result<(), Fault> {
    std::fs::create_dir_all(folder).map_err(|error| Fault::Unwritten { output: folder.to_owned(), error })?;
    let interrupts = session.interrupts();
    let file = |name: &str| Path::new(folder).join(name).to_string_lossy().into_owned();
    for hard in &table.found.instances {
        let text = hard.shrunk.instance.to_string();
        write_file(&file(&table.file(hard)), interrupts, |out| out.write_all(text.as_bytes()))?;
    }
    write_file(&file("hunt.json"), interrupts, |out| writeln!(out, "{:#}", table.json(true)))?;
    write_file(&file("hunt.md"), interrupts, |out| table.write_markdown(out))
}

fn seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    let ends = text.split_once("..").and_then(|(first, last)| {
        Some(first.trim().parse().ok()?..=last.trim_start_matches('=').trim().parse().ok()?)
    });
    ends.filter(|seeds: &RangeInclusive<u64>| !seeds.is_empty())
        .ok_or_else(|| "two seeds with `..` between them, the smaller first, such as 1..100".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_a_range_that_is_not_empty() {
        assert_eq!(seeds("3..7"), Ok(3..=7));
        assert_eq!(seeds("3..=3"), Ok(3..=3));
        for text in ["7..3", "3", "..", "a..b", "-1..2", ""] {
            assert!(seeds(text).is_err(), "{text}");
        }
    }
}
