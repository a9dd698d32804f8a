//! `arrival generate`: a member of a seeded family.

use super::arguments::Screen;
use super::fault::Fault;
use super::writing::write_instance;
use clap::{Arg, ArgMatches, Command};
use rotor_format::OutputFormat;
use rotor_generate::{FAMILIES, Family, Parameter};
use rotor_graph::Rule;
use std::collections::BTreeMap;

/// The command, with a subcommand for each family and an option for each of its parameters.
pub(super) fn command() -> Command {
    Command::new("generate")
        .about("Make an instance of a family; the same seed gives the same bytes")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("FAMILY")
        .subcommand_help_heading("Families")
        .subcommands(FAMILIES.iter().map(family_command))
        .after_help("Example:\n  arrival generate chain --n 20 -o chain.rotor")
}

fn family_command(family: &'static Family) -> Command {
    let seed =
        Arg::new("seed").long("seed").value_name("SEED").default_value("1").help("Where the dice start");
    let seed = seed.value_parser(clap::value_parser!(u64));
    let players = Arg::new("players").long("players").value_name("MAX,MIN");
    let players =
        players.value_parser(pair(',')).help("Probabilities that a vertex belongs to Max and to Min");
    let values = Arg::new("values").long("values").value_name("LOW..HIGH").allow_hyphen_values(true);
    let values = values.value_parser(range).help("The values that sinks draw from");
    let output = Arg::new("output").short('o').long("output").value_name("OUT").default_value("-");
    let output =
        output.help("Where to write it; its ending tells the format, `-` is standard output as text");
    Command::new(family.id)
        .about(family.sentence)
        .args(family.parameters.iter().map(parameter_option))
        .args([seed, players, values, output])
        .after_help(format!("Example:\n  arrival generate {} --seed 7 -o {}.rotor", family.id, family.id))
}

/// The option of a parameter of a family.
pub(super) fn parameter_option(parameter: &'static Parameter) -> Arg {
    let Parameter { name, meaning, default, least, most, .. } = *parameter;
    Arg::new(name)
        .long(name)
        .value_name(if parameter.whole { "N" } else { "P" })
        .allow_hyphen_values(true)
        .help(format!("{meaning} [{least} to {most}, default {default}]"))
}

/// Makes and writes the member that was asked for.
pub(super) fn run(matches: &ArgMatches, screen: &Screen) -> Result<u8, Fault> {
    let (family, options) = family_of(matches)?;
    let mut given = given_parameters(family, options);
    for (option, names) in [("players", ["max", "min"]), ("values", ["low", "high"])] {
        if let Some(pair) = options.get_one::<[String; 2]>(option) {
            given.extend(names.map(str::to_owned).into_iter().zip(pair.clone()));
        }
    }
    let seed = options.get_one::<u64>("seed").copied().unwrap_or(1);
    let instance = family.generate(&given, seed).map_err(|error| Fault::Usage(error.to_string()))?;
    let output = options.get_one::<String>("output").map_or("-", String::as_str);
    let format = (screen.json && output == "-").then_some(OutputFormat::Json);
    write_instance(output, &instance, Rule::MoveThenTurn, format)?;
    Ok(0)
}

/// The family that is the subcommand, with its options.
pub(super) fn family_of(matches: &ArgMatches) -> Result<(&'static Family, &ArgMatches), Fault> {
    let (id, options) = matches.subcommand().ok_or_else(|| Fault::Usage("name a family".to_owned()))?;
    let family = FAMILIES.iter().find(|family| family.id == id);
    family.map(|family| (family, options)).ok_or_else(|| Fault::Usage(format!("no family {id}")))
}

/// The parameters of a family that were given.
pub(super) fn given_parameters(family: &Family, options: &ArgMatches) -> BTreeMap<String, String> {
    let given = |parameter: &Parameter| {
        let text = options.get_one::<String>(parameter.name)?;
        Some((parameter.name.to_owned(), text.clone()))
    };
    family.parameters.iter().filter_map(given).collect()
}

fn pair(separator: char) -> impl Fn(&str) -> Result<[String; 2], String> + Clone + Send + Sync {
    move |text| {
        let halves = text.split_once(separator).map(|(first, second)| [first.to_owned(), second.to_owned()]);
        halves.ok_or_else(|| format!("two numbers with `{separator}` between them"))
    }
}

fn range(text: &str) -> Result<[String; 2], String> {
    let halves =
        text.split_once("..").map(|(low, high)| [low, high.trim_start_matches('=')].map(str::to_owned));
    halves.ok_or_else(|| "two integers with `..` between them, such as 0..5".to_owned())
}
