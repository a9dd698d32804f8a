//! Chores of the workspace: `cargo xtask tidy`.

mod tidy;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask tidy [--fix]

tidy    holds the sources and the documents against the rules of the house
--fix   first rewrites the table of solvers in README.md";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let fix = match words[..] {
        ["tidy"] => false,
        ["tidy", "--fix"] => true,
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace");
    match tidy::run(root, fix) {
        Ok(tidy::Verdict { files, complaints }) if complaints.is_empty() => {
            println!("tidy: {files} files, no complaint");
            ExitCode::SUCCESS
        }
        Ok(tidy::Verdict { complaints, .. }) => {
            complaints.iter().for_each(|complaint| println!("{complaint}"));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("tidy: {error}");
            ExitCode::FAILURE
        }
    }
}
