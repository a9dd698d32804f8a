//! The record: every contest of the tables, ours and the others in one run, written as `bench/results/PART.json`.

mod contest;
mod contestant;
mod machine;
mod measure;
mod memory;
mod parts;
mod peers;
mod raw;
mod searches;
mod solvers;
mod walks;

pub(crate) use contest::start_of;
pub(crate) use measure::child;

use contest::{Contest, Mode};
use contestant::{By, Contestant, find};
use machine::{Machine, Versions};
use measure::{Measured, Wanted};
use peers::Peers;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// What one part of the record holds, as it is written.
#[derive(Serialize)]
struct Part<'r> {
    schema: &'static str,
    part: &'static str,
    mode: &'static str,
    command: String,
    date: String,
    limit_seconds: f64,
    machine: &'r Machine,
    versions: &'r Versions,
    contests: Vec<Played>,
}

/// A contest and all that was measured in it.
#[derive(Serialize)]
struct Played {
    #[serde(flatten)]
    contest: &'static Contest,
    rows: Vec<Row>,
}

/// One contestant on one instance.
#[derive(Serialize)]
struct Row {
    contestant: &'static str,
    size: u32,
    #[serde(flatten)]
    measured: Measured,
}

const USAGE: &str = "usage: bench record [--full] [--python PYTHON] [--out FOLDER] [PART…]";

/// Plays all contests of the wanted parts and writes what was measured.
pub(crate) fn run(words: &[String]) -> ExitCode {
    let (mut mode, mut python, mut out, mut wanted) =
        (Mode::Quick, None, PathBuf::from("bench/results"), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--full" => mode = Mode::Full,
            "--python" => python = words.next().map(PathBuf::from),
            "--out" => out = words.next().map_or(out, PathBuf::from),
            part if parts::NAMES.contains(&part) => wanted.push(part),
            part => {
                eprintln!("there is no part {part}; choose from {}\n{USAGE}", parts::NAMES.join(", "));
                return ExitCode::from(2);
            }
        }
    }
    let peers = Peers::new(python);
    let (machine, versions) = (Machine::here(), Versions::of(&peers));
    for part in parts::NAMES.into_iter().filter(|part| wanted.is_empty() || wanted.contains(part)) {
        let contests = parts::contests(part).iter().map(|contest| play(contest, mode, &peers)).collect();
        let flag = if mode == Mode::Full { " --full" } else { "" };
        let record = Part {
            schema: "arrival.bench/1",
            part,
            mode: mode.name(),
            command: format!("cargo xtask bench{flag} {part}"),
            date: machine::today(),
            limit_seconds: mode.limit().as_secs_f64(),
            machine: &machine,
            versions: &versions,
            contests,
        };
        let text = serde_json::to_string_pretty(&record).expect("a record is plain data");
        let path = out.join(format!("{part}.json"));
        if let Err(error) = std::fs::create_dir_all(&out).and_then(|()| std::fs::write(&path, text + "\n")) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// All contestants on all sizes; who ran out of time once is not asked again.
fn play(contest: &'static Contest, mode: Mode, peers: &Peers) -> Played {
    println!("## {}/{}", contest.part, contest.id);
    let mut rows = Vec::new();
    let mut tired: Vec<&str> = Vec::new();
    for &size in contest.sizes(mode) {
        let mut answers: Vec<(&str, String)> = Vec::new();
        for contestant in contest.contestants.iter().map(|id| find(id)) {
            if tired.contains(&contestant.id) {
                continue;
            }
            let measured = ask(contestant, &Wanted { contest, size }, mode.limit(), peers);
            if measured.seconds.is_none() {
                tired.push(contestant.id);
            }
            if let Some(answer) = &measured.answer {
                if let Some((other, theirs)) = answers.iter().find(|(_, known)| known != answer) {
                    panic!(
                        "{}/{} at {size}: {} says {answer}, {other} says {theirs}",
                        contest.part, contest.id, contestant.id
                    );
                }
                answers.push((contestant.id, answer.clone()));
            }
            println!("{size:9} {:18} {measured}", contestant.id);
            rows.push(Row { contestant: contestant.id, size, measured });
        }
    }
    Played { contest, rows }
}

fn ask(contestant: &Contestant, wanted: &Wanted<'_>, limit: Duration, peers: &Peers) -> Measured {
    match contestant.by {
        By::Ours(_) => measure::in_a_child(contestant, wanted, limit),
        By::Python { script, package } => match peers.python(package) {
            Ok(python) => measure::in_python(python, script, wanted, limit),
            Err(because) => Measured::not(because),
        },
    }
}
