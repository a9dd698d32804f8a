//! The command line of Arrival: arguments become a request, the reply becomes text or JSON.
//!
//! Everything that knows files, signals, terminals and sockets is in this crate; everything that knows rotor walks is in
//! [`arrival`].

mod commands;
mod interrupts;
mod limiting;
mod options;
mod reading;
mod screen;
#[cfg(feature = "serve")]
pub mod serve;
mod session;
mod terminal;
mod writing;

use arrival::{ExitCode, Fault};
use clap::{CommandFactory, FromArgMatches, Parser};
use commands::Command;
use interrupts::Interrupts;
use screen::Screen;
use session::Session;
use std::ffi::OsString;

/// Rotor walks and the ARRIVAL problem: where does the particle end, and why?
#[derive(Parser, Debug)]
#[command(name = "arrival", version, propagate_version = true, after_help = after_help())]
struct Cli {
    #[command(flatten)]
    screen: Screen,
    #[command(subcommand)]
    command: Command,
}

fn after_help() -> String {
    let codes = ExitCode::ALL.map(|(code, meaning)| format!("  {:3}  {meaning}\n", code.number()));
    format!("Exit codes:\n{}\nExample:\n  arrival solve --example fig-rotor-routing", codes.concat())
}

/// The whole command line, with the families of `generate` and `hunt`.
fn command() -> clap::Command {
    let command =
        Cli::command().subcommand(commands::generate::command()).subcommand(commands::hunt::command());
    // What they print has no JSON form, so their help does not offer one.
    let words_only =
        |command: clap::Command| command.arg(clap::Arg::new("json").long("json").num_args(0).hide(true));
    ["completions", "man"].into_iter().fold(command, |command, name| command.mut_subcommand(name, words_only))
}

/// The names of all commands.
pub fn commands() -> Vec<String> {
    command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

/// Runs the program with these arguments, the first of which is its own name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let interrupts = Interrupts::listen();
    let matches = match command().try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => {
            // Help and version are results, everything else is wrong usage.
            return match error.print() {
                _ if error.use_stderr() => ExitCode::Unfit,
                Ok(()) => ExitCode::Done,
                Err(error) => screen::report(&writing::stdout_fault(error)),
            };
        }
    };
    let ran = Screen::from_arg_matches(&matches).map_err(usage).and_then(|screen| {
        screen.apply();
        let session = Session::new(screen, interrupts.clone());
        let code = match matches.subcommand() {
            Some(("generate", family)) => commands::generate::run(family, &session),
            Some(("hunt", family)) => commands::hunt::run(family, &session),
            _ => Cli::from_arg_matches(&matches).map_err(usage)?.command.run(&session),
        }?;
        session.screen().say(|| format!("done in {:.1?}", session.elapsed()));
        Ok(code)
    });
    ran.unwrap_or_else(|fault| interrupts.report(&fault))
}

/// Wrong usage, in the words of the parser.
fn usage(error: clap::Error) -> Fault {
    Fault::Unfit(error.to_string())
}
