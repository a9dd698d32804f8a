//! The commands: arguments in, a request out.
//!
//! A command that asks a question is a row of [`QUESTIONS`]. Its options become the body of the request of that name, which
//! is what HTTP and the page send, too. Requests know no files: what an option names as a file is read or written here.

mod questions;
#[cfg(feature = "serve")]
mod serve;
mod solve;

use crate::options::{Limiting, Reading, document, example_names};
use crate::session::{Outputs, Session};
use crate::usage;
use crate::writing::{instance_format, to_stdout};
use arrival::request::{self, Ask, Counts, Document, Named, PictureFormat, Solvers};
use arrival::{ExitCode, Fault, Request};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, FromArgMatches, value_parser};
use clap_complete::Shell;
use questions::{QUESTIONS, Question};
use rotor_format::OutputFormat;
use rotor_generate::{FAMILIES, Family, Parameter};
use serde_json::{Map, Value};
use std::path::Path;

/// What a question is about.
#[derive(Clone, Copy)]
enum Input {
    /// An instance: a file or one of the examples.
    Instance,
    /// Any number of them.
    Files,
    /// An instance in a file, and what that argument is called.
    File(&'static str, &'static str),
    /// A member of a family, which is a subcommand; and an example with FAMILY for its name.
    Family(&'static str),
    /// Nothing that is read.
    Nothing,
}

/// All commands, in the order in which help lists them.
pub(crate) fn all() -> Vec<Command> {
    let plain = |name: &'static str, sentence: &'static str, example: &str| {
        Command::new(name).about(sentence).after_help(example_help([example]))
    };
    let shell = Arg::new("shell").value_name("SHELL").help("The shell").required(true);
    let folder = Arg::new("folder").long("folder").value_name("FOLDER");
    let manual = "Print the manual page, or write one for each command into a folder";
    // What these print has no JSON form, so their help does not offer one.
    let no_json = Arg::new("json").long("json").num_args(0).hide(true);
    let of_families = |question: &&Question| matches!(question.input, Input::Family(_));
    let (families, questions): (Vec<_>, Vec<_>) = QUESTIONS.iter().partition(of_families);
    let mut commands: Vec<_> = questions.into_iter().map(Question::command).collect();
    #[cfg(feature = "serve")]
    commands.push(serve::Serve::augment_args(Command::new("serve")));
    commands.push(plain(
        "solvers",
        "List the solvers: what each accepts and answers, at what cost",
        "solvers",
    ));
    commands.extend([
        plain("completions", "Print completions for a shell", "completions bash > arrival.bash")
            .args([shell.value_parser(value_parser!(Shell)), no_json.clone()]),
        plain("man", manual, "man > arrival.1")
            .args([folder.help("A folder for the pages of all commands"), no_json]),
    ]);
    commands.extend(families.into_iter().map(Question::command));
    commands
}

fn example_help<'e>(examples: impl IntoIterator<Item = &'e str>) -> String {
    let lines: Vec<_> = examples.into_iter().map(|example| format!("\n  arrival {example}")).collect();
    format!("Example:{}", lines.concat())
}

/// Runs the command that was given.
pub(crate) fn run(matches: &ArgMatches, session: &Session) -> Result<ExitCode, Fault> {
    let Some((name, matches)) = matches.subcommand() else {
        return Err(Fault::Unfit("name a command".to_owned()));
    };
    match name {
        #[cfg(feature = "serve")]
        "serve" => return serve::Serve::from_arg_matches(matches).map_err(usage)?.run(session),
        "solvers" => {
            let ask = Ask::Solvers(Solvers {});
            return session.ask(&Limiting::default(), Outputs::default(), || Ok((None, ask)));
        }
        "completions" => {
            let shell = *matches.get_one::<Shell>("shell").expect("it is required");
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut crate::command(), "arrival", &mut text);
            to_stdout(|out| out.write_all(&text))?;
        }
        "man" => match matches.get_one::<String>("folder") {
            None => to_stdout(|out| clap_mangen::Man::new(crate::command()).render(out))?,
            Some(folder) => clap_mangen::generate_to(crate::command(), Path::new(folder))
                .map_err(|error| Fault::Unwritten { output: folder.clone(), error })?,
        },
        name => {
            let question = QUESTIONS.iter().find(|question| question.name == name);
            return question.expect("every other command is a question").run(matches, session);
        }
    }
    Ok(ExitCode::Done)
}

impl Question {
    fn command(&self) -> Command {
        let command = Command::new(self.name);
        let own = (self.arguments)();
        let command = match self.input {
            Input::Instance => {
                // What has to stand there comes before the instance, and what may, after it.
                let comes_first = |argument: &Arg| argument.is_positional() && argument.is_required_set();
                let (before, own): (Vec<_>, Vec<_>) = own.into_iter().partition(comes_first);
                let file = Arg::new("file").value_name("FILE").help("The instance; `-` is standard input");
                let source = ArgGroup::new("source").args(["file", "example"]).required(true);
                let command = command.args(before).args([file, example()]).group(source).args(own);
                Reading::augment_args(command)
            }
            Input::Files => {
                let files = "Instances, or folders of them; `-` is standard input. Several are answered with one JSON \
                             line each";
                let files = Arg::new("file").value_name("FILES").help(files).action(ArgAction::Append);
                let command = command.arg(files.num_args(1..).required_unless_present("example"));
                Reading::augment_args(command.arg(example().conflicts_with("file")).args(own))
            }
            Input::File(name, help) => {
                let file = Arg::new("file").value_name(name).help(help).required(true);
                Reading::augment_args(command.arg(file).args(own))
            }
            Input::Family(example) => {
                let command = command.subcommand_required(true).arg_required_else_help(true);
                let command = command.subcommand_value_name("FAMILY").subcommand_help_heading("Families");
                command.subcommands(FAMILIES.iter().map(|family| {
                    let command = Command::new(family.id)
                        .args(family.parameters.iter().map(parameter_option))
                        .args((self.arguments)());
                    Limiting::augment_args(command)
                        .about(family.sentence)
                        .after_help(example_help([&*example.replace("FAMILY", family.id)]))
                }))
            }
            Input::Nothing => Limiting::augment_args(command.args(own)),
        };
        // Last, for arguments that are shared bring sentences of their own.
        command.about(self.sentence).after_help(example_help(self.examples.iter().copied()))
    }

    /// Asks it: makes the request, and answers it.
    fn run(&self, matches: &ArgMatches, session: &Session) -> Result<ExitCode, Fault> {
        let (matches, family) = match self.input {
            Input::Family(_) => {
                let (id, matches) =
                    matches.subcommand().ok_or_else(|| Fault::Unfit("name a family".to_owned()))?;
                (matches, FAMILIES.iter().find(|family| family.id == id))
            }
            _ => (matches, None),
        };
        let outputs = self.outputs(matches);
        let mut ask = Request::from_json(self.name, Value::Object(self.body(matches, family)))?.ask;
        self.complete(&mut ask, matches, &outputs, session)?;
        if matches!(self.input, Input::Family(_) | Input::Nothing) {
            let limits = Limiting::from_arg_matches(matches).map_err(usage)?;
            return session.ask(&limits, outputs, || Ok((None, ask)));
        }
        let reading = Reading::from_arg_matches(matches).map_err(usage)?;
        if let Input::Files = self.input {
            return solve::run(matches, &reading, outputs, ask, session);
        }
        session.ask(&reading.limits, outputs, || {
            let input = named_input(matches, &reading, session)?;
            read_files(&mut ask, matches, reading.limits.memory(), session)?;
            Ok((Some(input), ask))
        })
    }

    /// The options that were given, as a request has them.
    fn body(&self, matches: &ArgMatches, family: Option<&Family>) -> Map<String, Value> {
        let mut body = Map::new();
        for argument in (self.arguments)() {
            let id = argument.get_id().as_str();
            let Some(values) = matches.get_raw(id) else { continue };
            let mut values = values.map(|value| Value::from(value.to_string_lossy()));
            let is_list = argument.get_value_delimiter().is_some()
                || matches!(argument.get_action(), ArgAction::Append);
            let value = match (self.name, id) {
                // Read later, perhaps from a file, or no part of the request.
                ("route", "particles")
                | ("stabilise", "chips")
                | (_, "output" | "players" | "values" | "threads") => continue,
                // What is written to a file comes with the answer.
                ("verify", "certificate") => values.next(),
                (_, "certificate" | "final") => Some(true.into()),
                (_, "degree") => matches.get_one::<u16>(id).map(|&degree| degree.into()),
                _ if matches!(argument.get_action(), ArgAction::SetTrue) => Some(matches.get_flag(id).into()),
                _ if is_list => Some(values.collect()),
                _ => values.next(),
            };
            body.insert(id.to_owned(), value.unwrap_or_default());
        }
        if let Some(family) = family {
            body.insert("family".to_owned(), family.id.into());
            let given = family.parameters.iter().filter_map(|parameter| {
                let text = matches.get_one::<String>(parameter.name)?;
                Some((parameter.name.to_owned(), Value::from(text.as_str())))
            });
            body.extend(given);
        }
        body
    }

    /// Where the parts of its answer are written.
    fn outputs(&self, matches: &ArgMatches) -> Outputs {
        let named = |id: &str| matches.try_get_one::<String>(id).ok().flatten().cloned();
        match self.name {
            "verify" => Outputs::default(),
            "hunt" => Outputs { folder: named("output"), ..Outputs::default() },
            "push" => Outputs { after: named("output"), ..Outputs::default() },
            _ => Outputs {
                certificate: named("certificate"),
                after: named("final"),
                file: named("output"),
                folder: None,
            },
        }
    }

    /// Adds what depends on where the answer goes, or is refused in words of the command line.
    fn complete(
        &self,
        ask: &mut Ask,
        matches: &ArgMatches,
        outputs: &Outputs,
        session: &Session,
    ) -> Result<(), Fault> {
        let json = session.screen().json;
        let file = outputs.file.as_deref().unwrap_or("-");
        let on_stdout = (json && file == "-").then_some(OutputFormat::Json);
        match ask {
            Ask::Walk(walk) => walk.stream = !json,
            Ask::List(list) => list.stream = !json,
            Ask::Push(push) => push.elsewhere = outputs.after.is_some(),
            Ask::Aggregate(aggregate) => aggregate.picture = outputs.file.is_some(),
            Ask::Convert(convert) => {
                let named = matches.get_one::<OutputFormat>("to").copied();
                convert.to = Some(instance_format(file, named.or(on_stdout))?);
            }
            Ask::Draw(draw) => {
                draw.to = Some(match draw.to {
                    Some(to) => to,
                    None => picture_format(file, json)?,
                });
            }
            Ask::Generate(generate) => {
                generate.to = Some(instance_format(file, on_stdout)?);
                for option in ["players", "values"] {
                    let Some(text) = matches.get_one::<String>(option) else { continue };
                    let wrong = |error| Fault::Unfit(format!("--{option} {text}: {error}"));
                    generate.set_pair(option, text).map_err(wrong)?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The option that names an example.
fn example() -> Arg {
    let example = Arg::new("example").long("example").value_name("NAME").value_parser(example_names());
    example.help("Use a figure of the paper instead of a file")
}

/// The instance that was named, as a file or as an example.
fn named_input(matches: &ArgMatches, reading: &Reading, session: &Session) -> Result<request::Input, Fault> {
    let named = |id: &str| matches.try_get_one::<String>(id).ok().flatten();
    match (named("file"), named("example")) {
        (Some(file), _) => reading.file(file, session),
        (None, Some(example)) => reading.example(example),
        (None, None) => Err(Fault::Unfit("name a file or an --example".to_owned())),
    }
}

/// The option of a parameter of a family.
fn parameter_option(parameter: &'static Parameter) -> Arg {
    let Parameter { name, meaning, default, least, most, .. } = *parameter;
    Arg::new(name)
        .long(name)
        .value_name(if parameter.whole { "N" } else { "P" })
        .allow_hyphen_values(true)
        .help_heading("Parameters of the family")
        .help(format!("{meaning} [{least} to {most}, default {default}]"))
}

/// Puts what stands in files into a request that has their names.
fn read_files(ask: &mut Ask, matches: &ArgMatches, most: u64, session: &Session) -> Result<(), Fault> {
    let named = |id: &str| matches.get_one::<String>(id).map(|file| document(file, most, session));
    let required = |id: &str| named(id).expect("the argument is required");
    match ask {
        Ask::Walk(walk) => walk.strategy = named("strategy").transpose()?,
        Ask::Class(class) => class.second = named("second").transpose()?,
        Ask::Equivalent(equivalent) => equivalent.second = required("second")?,
        Ask::Verify(verify) => verify.certificate = required("certificate")?,
        Ask::Route(route) => route.particles = counts("particles", matches, most, session)?,
        Ask::Stabilise(stabilise) => stabilise.chips = counts("chips", matches, most, session)?,
        _ => {}
    }
    Ok(())
}

/// Counts as they stand on the command line, or in the file behind an `@`.
fn counts(option: &str, matches: &ArgMatches, most: u64, session: &Session) -> Result<Counts, Fault> {
    let text = matches.get_one::<String>(option).map_or("", String::as_str);
    let Some(file) = text.strip_prefix('@') else {
        return text.parse().map_err(|error| Fault::Unfit(format!("--{option}: {error}")));
    };
    let Document { name, bytes } = document(file, most, session)?;
    serde_json::from_slice(&bytes)
        .map_err(|error| Fault::Unfit(format!("{name}: {error}; write an object such as {{\"u1\":\"3\"}}")))
}

/// The format that the name of `file` asks for; standard output gets SVG, or the scene with --json.
fn picture_format(file: &str, json: bool) -> Result<PictureFormat, Fault> {
    let told = match file {
        "-" if json => Some(PictureFormat::Scene),
        "-" => Some(PictureFormat::Svg),
        name => name.rsplit_once('.').and_then(|(_, ending)| PictureFormat::named(ending).ok()),
    };
    told.ok_or_else(|| {
        let names: Vec<_> = PictureFormat::ALL.iter().map(|(_, name, ..)| *name).collect();
        let names = names.join(", ");
        Fault::Unfit(format!(
            "cannot tell the format of the picture from {file}; use one of the extensions {names}"
        ))
    })
}
