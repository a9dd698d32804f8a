//! Measurements side by side in one run: `cargo run --release -p bench -- tree huge`, say, or all without a word; `tree` takes shapes, labels and kinds after it; `record` makes the record, `corpus` the benchmark set.

mod aggregate;
mod blocks;
mod clock;
mod corpus;
mod game;
mod general;
mod ordinary;
mod record;
mod scale;
mod text;
mod tree;
mod walk;

use std::process::ExitCode;

const BENCHMARKS: &[(&str, fn())] = &[
    ("walk", walk::run),
    ("text", text::run),
    ("tree", tree::shapes::run),
    ("huge", tree::huge::run),
    ("growth", tree::growth::run),
    ("start", tree::start::run),
    ("game", game::run),
    ("general", general::run),
    ("ordinary", ordinary::run),
    ("blocks", blocks::run),
    ("scale", scale::run),
    ("aggregate", aggregate::run),
];

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    match wanted.first().map(String::as_str) {
        Some("record") => return record::run(&wanted[1..]),
        Some("measure") => return record::child(&wanted[1..]),
        Some("corpus") => return corpus::run(),
        Some("tree") if wanted.len() > 1 && wanted[1..].iter().all(tree::choice::is_word) => {
            tree::shapes::run_some(&tree::choice::Choice::of(&wanted[1..]));
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    let others = || wanted.iter().filter(|name| BENCHMARKS.iter().all(|(known, _)| known != name));
    if let Some(unknown) = others().find(|name| !tree::choice::is_word(name)).or(others().next()) {
        let names: Vec<&str> = BENCHMARKS.iter().map(|(name, _)| *name).collect();
        eprintln!("there is no benchmark {unknown}; choose from {}, record or corpus", names.join(", "));
        eprintln!("tree alone takes some of {}", tree::choice::words().concat().join(", "));
        return ExitCode::from(2);
    }
    for (name, run) in BENCHMARKS {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            println!("## {name}");
            run();
        }
    }
    ExitCode::SUCCESS
}
