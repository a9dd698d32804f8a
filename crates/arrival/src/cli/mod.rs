//! The command line: one file a command.

mod arguments;
mod check;
mod convert;
mod decide;
mod desk;
mod draw;
mod equivalent;
mod exact_flows;
mod examples;
mod explain;
mod fault;
mod flows;
mod forest;
mod generate;
mod human;
mod hunt;
mod hunt_table;
mod interrupts;
mod limits;
mod manual;
mod progress;
mod push;
mod reading;
#[cfg(feature = "serve")]
pub(crate) mod reply;
mod route;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod solvers;
mod verify;
mod walk;
mod writing;

use arguments::Screen;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use fault::Fault;
use std::process::ExitCode;
use std::time::Instant;

/// Rotor walks and the ARRIVAL problem: where does the particle end, and why?
#[derive(Parser, Debug)]
#[command(
    name = "arrival",
    version,
    propagate_version = true,
    after_help = AFTER_HELP
)]
struct Cli {
    #[command(flatten)]
    screen: Screen,
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Exit codes:
    0  done
    1  verify: refuted; equivalent: no
    2  flawed input, misuse, or no solver takes this
    3  out of time, steps or memory
    4  the output was not written
   10  decide: yes
   20  decide: no
   70  our own answer failed the judge
  130  interrupted, by Ctrl-C or a request to terminate

Example:
  arrival solve --example fig-rotor-routing";

#[derive(Subcommand, Debug)]
enum Command {
    Solve(solve::Solve),
    Decide(decide::Decide),
    Walk(walk::Walk),
    Route(route::Route),
    Flows(flows::Flows),
    Forest(forest::Forest),
    Push(push::Push),
    Equivalent(equivalent::Equivalent),
    Explain(explain::Explain),
    Check(check::Check),
    Verify(verify::Verify),
    Convert(convert::Convert),
    Draw(draw::Draw),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    Solvers(solvers::Solvers),
    Completions(manual::Completions),
    Man(manual::Man),
}

/// The whole command line, families of `generate` and `hunt` included.
fn command() -> clap::Command {
    let command = Cli::command().subcommand(generate::command()).subcommand(hunt::command());
    // What they print has no other form: their help does not offer one.
    let words_only =
        |command: clap::Command| command.arg(clap::Arg::new("json").long("json").num_args(0).hide(true));
    ["completions", "draw", "man"]
        .into_iter()
        .fold(command, |command, name| command.mut_subcommand(name, words_only))
}

/// Runs the command that the process was given; the exit codes are those of the documentation.
pub fn run() -> ExitCode {
    interrupts::listen();
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            // Help and version are results, everything else is misuse.
            return match error.print() {
                _ if error.use_stderr() => ExitCode::from(2),
                Ok(()) => ExitCode::SUCCESS,
                Err(unwritten) => Fault::stdout(unwritten).report(),
            };
        }
    };
    match dispatch(&matches) {
        Ok(code) => ExitCode::from(code),
        Err(fault) => fault.report(),
    }
}

fn dispatch(matches: &ArgMatches) -> Result<u8, Fault> {
    let start = Instant::now();
    let screen = Screen::from_arg_matches(matches).map_err(Fault::usage)?;
    screen.apply();
    let code = run_matches(matches, &screen)?;
    screen.say(|| format!("done in {:.1?}", start.elapsed()));
    Ok(code)
}

fn run_matches(matches: &ArgMatches, screen: &Screen) -> Result<u8, Fault> {
    match matches.subcommand() {
        Some(("generate", family)) => generate::run(family, screen),
        Some(("hunt", family)) => hunt::run(family, screen),
        _ => run_command(Cli::from_arg_matches(matches).map_err(Fault::usage)?.command, screen),
    }
}

fn run_command(command: Command, screen: &Screen) -> Result<u8, Fault> {
    match command {
        Command::Solve(solve) => solve.run(screen),
        Command::Decide(decide) => decide.run(screen),
        Command::Walk(walk) => walk.run(screen),
        Command::Route(route) => route.run(screen),
        Command::Flows(flows) => flows.run(screen),
        Command::Forest(forest) => forest.run(screen),
        Command::Push(push) => push.run(screen),
        Command::Equivalent(equivalent) => equivalent.run(screen),
        Command::Explain(explain) => explain.run(screen),
        Command::Check(check) => check.run(screen),
        Command::Verify(verify) => verify.run(screen),
        Command::Convert(convert) => convert.run(screen),
        Command::Draw(draw) => draw.run(screen),
        #[cfg(feature = "serve")]
        Command::Serve(serve) => serve.run(screen),
        Command::Solvers(solvers) => solvers.run(screen),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    }
}
