//! Measurements of everyone in one run, and the benchmark set.
//!
//! `cargo xtask bench` calls `bench record`, which plays the contests of all parts, each subject in a process of its own
//! (`bench measure`); `cargo xtask corpus` calls `bench corpus`.

mod algebra;
mod contest;
mod corpus;
mod measure;
mod ordinary;
mod parts;
mod record;
mod subjects;
mod yardstick;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.split_first() {
        Some((word, rest)) if word == "record" => record::run(rest),
        Some((word, rest)) if word == "measure" => measure::child(rest),
        Some((word, [])) if word == "corpus" => corpus::run(),
        _ => {
            eprintln!("{}\n       bench corpus", record::USAGE);
            ExitCode::from(2)
        }
    }
}
