//! Chores of the workspace: `cargo xtask tidy`, `cargo xtask bench`, `cargo xtask corpus`, `cargo xtask proofs`,
//! `cargo xtask package`, `cargo xtask release`, `cargo xtask site`.

mod bench;
mod declarations;
mod generated;
mod markdown;
mod paper;
mod proofs;
mod release;
mod site;
mod sources;
mod tools;

use sources::Source;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask tidy [--fix] | bench [--full] [PART…] | corpus | proofs [--mutants]
     | package [--no-verify] | release [--profile NAME] | site [--no-rustdoc | --check]

tidy    checks citations of the paper and of proofs, the paper map, the errata, generated files, spelling and links
--fix   first writes the table of solvers and the version
bench   measures everything that is said of speed, ours and the others in one run, and writes docs/benchmarks.md:
        minutes, or longer with --full
corpus  makes the benchmark set corpus/bench anew
proofs  compiles the Coq development of proofs/ and prints what its theorems assume; exits with 77 if Coq is not installed
--mutants  also demands that the proofs fail with a hypothesis changed
package makes what cargo publish would upload of every public crate, and builds each from it
release packs the program with manual pages, completions and checksums into target/release-files
site    builds the site in target/site and checks its links; --no-rustdoc leaves out the reference of the
        crates, --check only checks the links";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace");
    match words[..] {
        ["tidy"] => report("tidy", tidy(root, false)),
        ["tidy", "--fix"] => report("tidy", tidy(root, true)),
        ["bench", ..] => report("bench", bench::run(root, &words[1..]).map(|()| ExitCode::SUCCESS)),
        ["proofs"] => report("proofs", proofs::run(root, false)),
        ["proofs", "--mutants"] => report("proofs", proofs::run(root, true)),
        ["package", ..] => report("package", release::package(root, &words[1..])),
        ["release", ..] => report("release", release::run(root, &words[1..])),
        ["site", ..] => report("site", site::run(root, &words[1..])),
        ["corpus"] => report("corpus", corpus(root).map(|()| ExitCode::SUCCESS)),
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Has the benchmark set made, by the crate that can ask all solvers.
fn corpus(root: &Path) -> io::Result<()> {
    let run = ["run", "--release", "--quiet", "--package", "bench", "--", "corpus"];
    bench::must(Command::new("cargo").current_dir(root).args(run))
}

/// Checks the workspace; with `fix`, first writes what is generated.
fn tidy(root: &Path, fix: bool) -> io::Result<ExitCode> {
    if fix {
        generated::write(root)?;
    }
    let sources = Source::all(root)?;
    let mut complaints = paper::check(&sources);
    complaints.extend(generated::check(root)?);
    complaints.sort();
    complaints.dedup();
    complaints.iter().for_each(|complaint| println!("{complaint}"));
    let is_clean = tools::check(root, &sources)?;
    if complaints.is_empty() && is_clean {
        println!("tidy: {} files, no complaint", sources.len());
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::FAILURE)
}

fn report(chore: &str, done: io::Result<ExitCode>) -> ExitCode {
    done.unwrap_or_else(|error| {
        eprintln!("{chore}: {error}");
        ExitCode::FAILURE
    })
}
