//! Bench: builds, measures everyone in one run, and brings the record into the documents.

mod environment;
mod figures;
mod fit;
mod number;
mod plot;
mod results;
mod tables;

pub(crate) use figures::Figures;
#[cfg(test)]
pub(crate) use figures::tests::sample;
pub(crate) use plot::pictures;
pub(crate) use results::Results;

use std::io;
use std::path::Path;
use std::process::Command;

/// Where the record lies.
pub(crate) const RESULTS: &str = "bench/results";

/// Runs all contests of these parts, or of all if none is named, and writes results, pictures and figures.
pub(crate) fn run(root: &Path, words: &[&str]) -> io::Result<()> {
    let python = environment::python(root);
    if python.is_none() {
        eprintln!("bench: no Python environment; the rows of its packages will say so");
    }
    must(Command::new("cargo").current_dir(root).args(["build", "--release", "--package", "bench"]))?;
    let mut bench = Command::new(root.join("target/release/bench"));
    bench.current_dir(root).arg("record").args(words);
    if let Some(python) = python {
        bench.arg("--python").arg(python);
    }
    must(&mut bench)?;
    crate::tidy::bring_in_the_record(root)
}

/// Runs a command to its end; that it fails is an error.
pub(crate) fn must(command: &mut Command) -> io::Result<()> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{command:?} ended with {status}"))) }
}
