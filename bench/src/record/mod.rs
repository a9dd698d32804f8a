//! The record: every contest of the tables, ours and the others in one run, written as `bench/results/PART.json`.

mod algebra;
mod contest;
mod contestant;
mod keep;
mod machine;
mod measure;
mod memory;
mod parts;
mod peers;
mod play;
mod process;
mod raw;
mod searches;
mod solvers;
mod stop;
mod walks;

pub(crate) use contest::start_of;
pub(crate) use measure::child;

use contest::Mode;
use machine::{Machine, Versions};
use peers::Peers;
use play::{Played, play};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// What one part of the record holds, as it is written.
#[derive(Serialize)]
struct Part<'r> {
    schema: &'static str,
    part: &'static str,
    mode: &'static str,
    command: String,
    date: String,
    /// How long the part took.
    took_seconds: u64,
    limit_seconds: u64,
    machine: &'r Machine,
    versions: &'r Versions,
    contests: Vec<Played>,
}

/// What is asked for on the command line.
#[derive(PartialEq, Eq, Debug)]
struct Order {
    mode: Mode,
    python: Option<PathBuf>,
    out: PathBuf,
    /// The contest that is played alone, to try it out.
    only: Option<String>,
    parts: Vec<&'static str>,
}

const USAGE: &str = "usage: bench record [--full] [--python PYTHON] [--out FOLDER [--only CONTEST]] [PART…]";

impl Order {
    fn of(words: &[String]) -> Result<Self, String> {
        let (mut mode, mut python, mut out, mut only, mut wanted) =
            (Mode::Quick, None, None, None, Vec::new());
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or(format!("{word} wants a word after it\n{USAGE}"));
            match word.as_str() {
                "--full" => mode = Mode::Full,
                "--python" => python = Some(PathBuf::from(next()?)),
                "--out" => out = Some(PathBuf::from(next()?)),
                "--only" => only = Some(next()?.clone()),
                part if parts::NAMES.contains(&part) => wanted.push(part),
                part => {
                    let known = parts::NAMES.join(", ");
                    return Err(format!("there is no part {part}; choose from {known}\n{USAGE}"));
                }
            }
        }
        if only.is_some() && out.is_none() {
            return Err(format!("a contest alone is not a record; name another folder with --out\n{USAGE}"));
        }
        let parts = parts::NAMES.into_iter().filter(|part| wanted.is_empty() || wanted.contains(part));
        let out = out.unwrap_or_else(|| PathBuf::from("bench/results"));
        Ok(Self { mode, python, out, only, parts: parts.collect() })
    }
}

/// Plays all contests of the wanted parts and, when all are played, writes what was measured.
pub(crate) fn run(words: &[String]) -> ExitCode {
    match Order::of(words) {
        Err(usage) => {
            eprintln!("{usage}");
            ExitCode::from(2)
        }
        Ok(order) => match make(&order) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) if stop::asked() => {
                eprintln!("bench: stopped; the record is as it was");
                ExitCode::from(130)
            }
            Err(error) => {
                eprintln!("bench: {error}; the record is as it was");
                ExitCode::FAILURE
            }
        },
    }
}

fn make(order: &Order) -> Result<(), String> {
    stop::listen();
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let peers = Peers::new(order.python.clone());
    let (machine, versions) = (Machine::here(), Versions::of(&peers));
    peers.missing().iter().for_each(|package| eprintln!("bench: without {package}, whose rows will say so"));
    let mut files = Vec::new();
    for &part in &order.parts {
        let start = Instant::now();
        let contests = parts::contests(part).iter();
        let contests = contests.filter(|contest| order.only.as_deref().is_none_or(|only| only == contest.id));
        let contests = contests.map(|contest| play(contest, order.mode, &peers, scratch.path()));
        let contests: Vec<Played> = contests.collect::<Result<_, _>>()?;
        let flag = if order.mode == Mode::Full { " --full" } else { "" };
        let record = Part {
            schema: "arrival.bench/1",
            part,
            mode: order.mode.name(),
            command: format!("cargo xtask bench{flag} {part}"),
            date: machine::today(),
            took_seconds: start.elapsed().as_secs(),
            limit_seconds: order.mode.limit().as_secs(),
            machine: &machine,
            versions: &versions,
            contests,
        };
        println!("## {part}: {} s in all", record.took_seconds);
        let text = serde_json::to_string_pretty(&record).expect("a record is plain data");
        files.push((order.out.join(format!("{part}.json")), text + "\n"));
    }
    keep::replace(&files).map_err(|error| format!("{}: {error}", order.out.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(words: &[&str]) -> Result<Order, String> {
        Order::of(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn all_parts_are_wanted_unless_some_are_named() {
        assert_eq!(order(&[]).unwrap().parts, parts::NAMES);
        let some = order(&["trees", "--full", "--python", "p", "hard"]).unwrap();
        assert_eq!((some.mode, some.parts), (Mode::Full, vec!["trees", "hard"]));
        assert_eq!((some.python, some.out), (Some("p".into()), "bench/results".into()));
    }

    #[test]
    fn an_unknown_part_a_missing_word_and_half_a_record_are_refused() {
        assert!(
            order(&["forests"]).unwrap_err().starts_with("there is no part forests; choose from complexity")
        );
        assert!(order(&["--out"]).unwrap_err().starts_with("--out wants a word"));
        assert!(order(&["--only", "random"]).unwrap_err().starts_with("a contest alone is not a record"));
    }
}
