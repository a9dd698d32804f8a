//! The program `arrival`.

use counted_alloc::CountedSystem;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: CountedSystem = CountedSystem;

fn main() -> ExitCode {
    ExitCode::from(arrival_cli::run(std::env::args_os()).number())
}
