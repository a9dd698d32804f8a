//! `generate`: a member of a seeded family.

use crate::limiting::Limiting;
use crate::session::{Outputs, Session};
use crate::writing::instance_format;
use arrival::request::{self, Ask};
use arrival::{ExitCode, Fault};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use rotor_format::OutputFormat;
use rotor_generate::{FAMILIES, Family, Parameter};
use std::collections::BTreeMap;

/// The command, with a subcommand for each family and an option for each of its parameters.
pub(crate) fn command() -> Command {
    Command::new("generate")
        .about("Make an instance of a family; the same seed gives the same bytes")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("FAMILY")
        .subcommand_help_heading("Families")
        .subcommands(FAMILIES.iter().map(family_command))
        .after_help("Example:\n  arrival generate chain --n 20 -o chain.rotor")
}

/// Options of every family.
#[derive(Args, Debug)]
struct Generate {
    /// Seed of the random generator
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Probabilities that a vertex belongs to Max and to Min
    #[arg(long, value_name = "MAX,MIN")]
    players: Option<String>,
    /// Range of the random values of sinks
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    values: Option<String>,
    /// Where to write it; the extension chooses the format, `-` is standard output as text
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: String,
    #[command(flatten)]
    limits: Limiting,
}

fn family_command(family: &'static Family) -> Command {
    let command = Command::new(family.id).args(family.parameters.iter().map(parameter_option));
    let example = format!("arrival generate {} --seed 7 -o {}.rotor", family.id, family.id);
    Generate::augment_args(command).about(family.sentence).after_help(format!("Example:\n  {example}"))
}

/// The option of a parameter of a family.
pub(super) fn parameter_option(parameter: &'static Parameter) -> Arg {
    let Parameter { name, meaning, default, least, most, .. } = *parameter;
    Arg::new(name)
        .long(name)
        .value_name(if parameter.whole { "N" } else { "P" })
        .allow_hyphen_values(true)
        .help_heading("Parameters of the family")
        .help(format!("{meaning} [{least} to {most}, default {default}]"))
}

/// Makes and writes the member that was asked for.
pub(crate) fn run(matches: &ArgMatches, session: &Session) -> Result<ExitCode, Fault> {
    let (family, matches) = family_of(matches)?;
    let Generate { seed, players, values, output, limits } =
        Generate::from_arg_matches(matches).map_err(crate::usage)?;
    let json = (session.screen().json && output == "-").then_some(OutputFormat::Json);
    let to = Some(instance_format(&output, json)?);
    let parameters = given_parameters(family, matches);
    let mut ask = request::Generate { family: family.id.to_owned(), seed, to, parameters };
    for (option, text) in [("players", players), ("values", values)] {
        if let Some(text) = text {
            ask.set_pair(option, &text)
                .map_err(|error| Fault::Unfit(format!("--{option} {text}: {error}")))?;
        }
    }
    let outputs = Outputs { file: Some(output), ..Outputs::default() };
    session.ask(&limits, outputs, || Ok((None, Ask::Generate(ask))))
}

/// The family that is the subcommand, with its options.
pub(super) fn family_of(matches: &ArgMatches) -> Result<(&'static Family, &ArgMatches), Fault> {
    let (id, options) = matches.subcommand().ok_or_else(|| Fault::Unfit("name a family".to_owned()))?;
    let family = FAMILIES.iter().find(|family| family.id == id);
    family.map(|family| (family, options)).ok_or_else(|| Fault::Unfit(format!("no family {id}")))
}

/// The parameters of a family that were given.
pub(super) fn given_parameters(family: &Family, options: &ArgMatches) -> BTreeMap<String, String> {
    let given = |parameter: &Parameter| {
        let text = options.get_one::<String>(parameter.name)?;
        Some((parameter.name.to_owned(), text.clone()))
    };
    family.parameters.iter().filter_map(given).collect()
}
