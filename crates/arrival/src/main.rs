//! The command `arrival`.

use std::process::ExitCode;

fn main() -> ExitCode {
    arrival::cli::run()
}
