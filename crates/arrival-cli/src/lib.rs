//! The command line of Arrival: arguments become a request, the reply becomes text or JSON.
//!
//! Everything that knows files, signals, terminals and sockets is in this crate; everything that knows rotor walks is in
//! [`arrival`].

mod commands;
mod interrupts;
mod options;
#[cfg(feature = "serve")]
pub mod serve;
mod session;
mod terminal;
mod writing;

use arrival::{ExitCode, Fault};
use clap::{CommandFactory, FromArgMatches, Parser};
use interrupts::Interrupts;
use session::Session;
use std::ffi::OsString;
use terminal::Screen;

/// Rotor walks and the ARRIVAL problem: where does the particle end, and why?
#[derive(Parser, Debug)]
#[command(name = "arrival", version, propagate_version = true, after_help = after_help())]
#[command(subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    screen: Screen,
}

fn after_help() -> String {
    let codes = ExitCode::ALL.map(|(code, meaning)| format!("  {:3}  {meaning}\n", code.number()));
    format!("Exit codes:\n{}\nExample:\n  arrival solve --example fig-rotor-routing", codes.concat())
}

/// The whole command line.
fn command() -> clap::Command {
    Cli::command().subcommands(commands::all())
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
                Err(error) => terminal::report(&writing::stdout_fault(error)),
            };
        }
    };
    let ran = Screen::from_arg_matches(&matches).map_err(usage).and_then(|screen| {
        screen.apply();
        let session = Session::new(screen, interrupts.clone());
        let code = commands::run(&matches, &session)?;
        session.screen().say(|| format!("done in {:.1?}", session.elapsed()));
        Ok(code)
    });
    ran.unwrap_or_else(|fault| interrupts.report(&fault))
}

/// Wrong usage, in the words of the parser.
fn usage(error: clap::Error) -> Fault {
    Fault::Unfit(error.to_string())
}
