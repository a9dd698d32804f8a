//! Bench: measures everyone in one run with the program `bench`, and writes docs/benchmarks.md from the record.

mod page;
mod pictures;
mod record;
mod tables;

pub(crate) use page::page;
pub(crate) use pictures::pictures;
pub(crate) use record::Results;

use std::io;
use std::path::Path;
use std::process::Command;

/// Where the record lies.
pub(crate) const RESULTS: &str = "bench/results";

/// The environment of the peers, and what they need, in the versions that the record was made with.
const PYTHON: &str = "target/bench-python";
const PACKAGES: &str = "bench/peers/requirements.txt";

/// Runs all contests of these parts, or of all if none is named, and writes results, pictures and the page.
pub(crate) fn run(root: &Path, words: &[&str]) -> io::Result<()> {
    if let Err(why) = environment(root) {
        eprintln!(
            "bench: not all Python packages are there ({why}); the rows of those that are missing will say so"
        );
    }
    must(Command::new("cargo").current_dir(root).args(["build", "--release", "--package", "bench"]))?;
    let mut bench = Command::new(root.join("target/release/bench"));
    bench
        .current_dir(root)
        .arg("record")
        .args(words)
        .arg("--python")
        .arg(root.join(PYTHON).join("bin/python"));
    must(&mut bench)?;
    crate::generated::write(root)
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

#[cfg(test)]
pub(crate) mod tests {
    use super::record::{Axis, Contest, Part, Row};
    use super::*;

    pub(crate) fn sample() -> Results {
        let trees = r#"{"part":"trees","mode":"quick","command":"c","date":"d","took_seconds":100,
            "machine":{"cpu":"a","cores":2,"memory_bytes":8000000000,"system":"s"},"versions":{"rustc":"1"},
            "contests":[{"id":"random","title":"t","family":"tree","parameters":"parallel=2","grows":"n","seed":1,
            "axis":"log","contestants":["ours","theirs"],"rows":[
            {"contestant":"ours","size":1000,"seconds":0.001,"peak_bytes":2000000,"vertices":1000},
            {"contestant":"ours","size":2000,"seconds":0.002,"vertices":2000},
            {"contestant":"ours","size":4000,"seconds":0.004,"vertices":4000,"steps":8000},
            {"contestant":"theirs","size":1000,"seconds":0.004},
            {"contestant":"theirs","size":2000,"seconds":null,"peak_bytes":3000000,"because":"no answer within 10 s"}]}]}"#;
        let hard = r#"{"part":"hard","mode":"quick","command":"c","date":"d","took_seconds":30,
            "machine":{"cpu":"a","cores":2,"memory_bytes":8000000000,"system":"s"},"versions":{"rustc":"1"},
            "contests":[{"id":"found","title":"t","family":"corpus/bench/hard","parameters":"","grows":"file","seed":1,
            "axis":"files","contestants":["ours","walk"],"rows":[
            {"contestant":"ours","size":1,"name":"two-1","seconds":2.0,"vertices":1200,"arcs":2400,"bits":77},
            {"contestant":"walk","size":1,"name":"two-1","seconds":null,"because":"no answer within 3 s"},
            {"contestant":"ours","size":2,"name":"two-2","seconds":0.5,"peak_bytes":2000000},
            {"contestant":"walk","size":2,"name":"two-2","seconds":1.0}]}]}"#;
        Results::of([trees, hard].map(|text| Results::part_of(text).expect("it is a part")).to_vec())
    }

    /// All twelve cells, each linear in a search and quadratic in a solver, or doubling with each vertex.
    pub(crate) fn cells() -> Results {
        let row = |contestant: &str, n: u32, seconds| Row {
            contestant: contestant.to_owned(),
            size: n,
            seconds: Some(seconds),
            ..Row::default()
        };
        let contest = |question: &str, graphs: &str| {
            let (axis, cost): (_, fn(f64) -> f64) = match (question, graphs) {
                ("walk", "general" | "tree") => (Axis::Linear, |n| 1e-4 * n.exp2()),
                _ => (Axis::Log, |n| 1e-4 * n * n),
            };
            let of_size = |n: u32| {
                let size = f64::from(n);
                [row("ours", n, cost(size)), row("search-own", n, 1e-3 * size)]
            };
            let (id, rows) = (format!("{question}-{graphs}"), [4, 8, 16].map(of_size).concat());
            let contestants = ["ours", "search-own"].map(str::to_owned).to_vec();
            Contest { id, axis, contestants, rows, ..Contest::default() }
        };
        let of_graphs = |(_, graphs, _)| tables::QUESTIONS.map(|(_, question)| contest(question, graphs));
        let contests = tables::GRAPHS.map(of_graphs).concat();
        Results::of(vec![Part { part: "complexity".to_owned(), contests, ..Part::default() }])
    }
}
