//! Bench: measures everyone in one run with the program `bench`, and has docs/benchmarks.md written from the record.

use std::io;
use std::path::Path;
use std::process::Command;

/// The environment of the peers and of what draws the record, in the versions that the record was made with.
const PYTHON: &str = "target/bench-python";
const PACKAGES: &str = "bench/peers/requirements.txt";

/// Runs all contests of these parts, or of all if none is named, and writes results, the page and its pictures.
///
/// The part `ablation` is measured by itself, by a program whose solver can switch its techniques off.
pub(crate) fn run(root: &Path, words: &[&str]) -> io::Result<()> {
    if let Err(why) = environment(root) {
        eprintln!(
            "bench: not all Python packages are there ({why}); the rows of those that are missing will say so"
        );
    }
    if words.contains(&"ablation") {
        let switches = ["--target-dir", "target/ablation", "--package", "bench", "--features", "ablation"];
        let mut ablation = Command::new("cargo");
        must(ablation.current_dir(root).args(["run", "--release"]).args(switches).arg("--").args(words))?;
        return page(root);
    }
    must(Command::new("cargo").current_dir(root).args(["build", "--release", "--package", "bench"]))?;
    let mut bench = Command::new(root.join("target/release/bench"));
    let python = root.join(PYTHON).join("bin/python");
    must(bench.current_dir(root).arg("record").args(words).arg("--python").arg(&python))?;
    page(root)
}

/// Writes the page and its pictures from the record.
fn page(root: &Path) -> io::Result<()> {
    must(Command::new(root.join(PYTHON).join("bin/python")).current_dir(root).arg("bench/page.py"))
}

/// Makes the environment of the peers, if it is not there.
fn environment(root: &Path) -> io::Result<()> {
    let python = root.join(PYTHON).join("bin/python");
    if !python.exists() {
        must(Command::new("python3").args(["-m", "venv"]).arg(root.join(PYTHON)))?;
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
    must(Command::new(python).args(install).arg(root.join(PACKAGES)))
}

/// Runs a command to its end; that it fails is an error.
pub(crate) fn must(command: &mut Command) -> io::Result<()> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{command:?} ended with {status}"))) }
}
