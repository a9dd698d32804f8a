//! The program `arrival`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(arrival_cli::run(std::env::args_os()).number())
}
