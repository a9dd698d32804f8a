//! Bench: builds, measures everyone in one run, and brings the record into the documents.

mod best;
mod complexity;
mod environment;
mod figures;
mod fit;
mod number;
mod picture;
mod results;
mod tables;

pub(crate) use figures::Figures;
#[cfg(test)]
pub(crate) use figures::tests::sample;
pub(crate) use picture::pictures;
pub(crate) use results::Results;

use std::io;
use std::path::Path;
use std::process::Command;

/// Where the record lies.
pub(crate) const RESULTS: &str = "bench/results";

/// Runs all contests of these parts, or of all if none is named, and writes results, pictures and figures.
pub(crate) fn run(root: &Path, words: &[&str]) -> io::Result<()> {
    let environment = environment::of(root);
    match &environment {
        Err(why) => eprintln!("bench: no Python environment ({why}); the rows of its packages will say so"),
        Ok(environment) => environment
            .missing
            .iter()
            .for_each(|package| eprintln!("bench: {package} could not be installed")),
    }
    must(Command::new("cargo").current_dir(root).args(["build", "--profile", "dist", "--package", "bench"]))?;
    let mut bench = Command::new(root.join("target/dist/bench"));
    bench.current_dir(root).arg("record").args(words);
    if let Ok(environment) = environment {
        bench.arg("--python").arg(environment.python);
    }
    must(&mut bench)?;
    crate::tidy::bring_in_the_record(root)
}

/// Runs a command to its end; that it fails is an error.
pub(crate) fn must(command: &mut Command) -> io::Result<()> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{command:?} ended with {status}"))) }
}
