//! The commands: arguments in, a request out.

mod aggregate;
mod algebra;
mod explain;
mod files;
pub(crate) mod generate;
pub(crate) mod hunt;
mod manual;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod structure;
mod walk;

use crate::session::Session;
use arrival::request::{Ask, Solvers};
use arrival::{ExitCode, Fault};
use clap::Subcommand;

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Solve(solve::Solve),
    Decide(solve::Decide),
    Walk(walk::Walk),
    Route(walk::Route),
    Flows(structure::Flows),
    Forest(structure::Forest),
    Push(structure::Push),
    Equivalent(structure::Equivalent),
    Explain(explain::Explain),
    Check(structure::Check),
    Tour(algebra::Tour),
    Group(algebra::Group),
    Class(algebra::Class),
    Identity(algebra::Identity),
    Stabilise(algebra::Stabilise),
    Harmonic(algebra::Harmonic),
    List(algebra::List),
    Aggregate(aggregate::Aggregate),
    Verify(files::Verify),
    Convert(files::Convert),
    Draw(files::Draw),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    /// List the solvers: what each accepts and answers, at what cost
    #[command(after_help = "Example:\n  arrival solvers")]
    Solvers,
    Completions(manual::Completions),
    Man(manual::Man),
}

impl Command {
    pub(crate) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        match self {
            Self::Solve(command) => command.run(session),
            Self::Decide(command) => command.run(session),
            Self::Walk(command) => command.run(session),
            Self::Route(command) => command.run(session),
            Self::Flows(command) => command.run(session),
            Self::Forest(command) => command.run(session),
            Self::Push(command) => command.run(session),
            Self::Equivalent(command) => command.run(session),
            Self::Explain(command) => command.run(session),
            Self::Check(command) => command.run(session),
            Self::Tour(command) => command.run(session),
            Self::Group(command) => command.run(session),
            Self::Class(command) => command.run(session),
            Self::Identity(command) => command.run(session),
            Self::Stabilise(command) => command.run(session),
            Self::Harmonic(command) => command.run(session),
            Self::List(command) => command.run(session),
            Self::Aggregate(command) => command.run(session),
            Self::Verify(command) => command.run(session),
            Self::Convert(command) => command.run(session),
            Self::Draw(command) => command.run(session),
            #[cfg(feature = "serve")]
            Self::Serve(command) => command.run(session),
            Self::Solvers => session.ask_plainly(Ask::Solvers(Solvers {})),
            Self::Completions(command) => command.run(),
            Self::Man(command) => command.run(),
        }
    }
}
