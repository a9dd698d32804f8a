//! The program `arrival`.

use arrival_cli::allocations::CountedSystem;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: CountedSystem = CountedSystem;

fn main() -> ExitCode {
    ExitCode::from(arrival_cli::run(std::env::args_os()).number())
}
