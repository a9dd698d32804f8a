//! `arrival solve`: the exit of one start or of all, or what the players of a game can secure.

use super::arguments::{Limiting, Reading, Screen, vertex};
use super::examples;
use super::fault::{Fault, flaw_line};
use super::limits::{Limits, spent};
use super::progress::Progress;
use super::reading::{self, Read};
use super::writing::{aside, has_colours, print_json, to_plain_stdout, to_stdout, write_file};
use crate::output::human::{InWords, Palette};
use crate::output::json::{Answer, TimingsMs};
use crate::{Options, Question, Solution, SolveError, solve_within};
use clap::Args;
use clap::builder::RangedI64ValueParser;
use rayon::prelude::*;
use rotor_graph::{MOST_VALUE, StrategySet, Value};
use rotor_solve::OutOfBudget;
use serde_json::json;
use std::path::Path;

/// Find the exit sink, or value and strategies when the file has players
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival solve --example fig-rotor-routing --from u2")]
pub(super) struct Solve {
    /// Instances, or folders of them; `-` is standard input. Several are answered with one JSON line each
    #[arg(required_unless_present = "example")]
    files: Vec<String>,
    /// Use a figure of the paper instead of a file
    #[arg(long, value_name = "NAME", value_parser = examples::names(), conflicts_with = "files")]
    example: Option<String>,
    /// Start here; by default where the file says, else everywhere
    #[arg(long, value_name = "VERTEX", conflicts_with = "all", allow_hyphen_values = true)]
    from: Option<String>,
    /// Answer for every vertex
    #[arg(long)]
    all: bool,
    /// Use this solver; `arrival solvers` lists them
    #[arg(long, value_name = "ID")]
    solver: Option<String>,
    /// What the players of a game decide: the initial arc, the rotor order, or the arc at every visit
    #[arg(long, value_name = "SET", value_parser = strategy_set, default_value = "start")]
    strategies: StrategySet,
    /// What a play that never exits is worth
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = value())]
    endless_value: Value,
    /// Write the certificate to this file
    #[arg(long, value_name = "OUT")]
    certificate: Option<String>,
    /// Do not let the judge check the answer
    #[arg(long)]
    no_check: bool,
    /// Say how long each step took
    #[arg(long)]
    timings: bool,
    /// Answer so many files at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    #[command(flatten)]
    reading: Reading,
}

impl Solve {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        if let Some(example) = &self.example {
            return self.one(&reading::read_example(example, &self.reading)?, screen);
        }
        match &self.files[..] {
            [file] if !Path::new(file).is_dir() => {
                let reading = Progress::start(screen, "reading");
                let read = reading::read_file(file, &self.reading)?;
                drop(reading);
                self.one(&read, screen)
            }
            files if self.certificate.is_some() => {
                let words = format!(
                    "--certificate takes one file, not {}; solve them one by one",
                    files.len().max(2)
                );
                Err(Fault::Usage(words))
            }
            files => self.several(&expand(files)?, screen),
        }
    }

    fn one(&self, read: &Read, screen: &Screen) -> Result<u8, Fault> {
        screen.say(|| format!("read {} ({}) in {:.1?}", read.name, read.format.name(), read.time));
        let solving = Progress::start(screen, "solving and checking");
        let solution = self.solution(read)?;
        drop(solving);
        screen.say(|| {
            let class = solution.sizes().class;
            format!("class {}, solver {}: {}", class.name(), solution.solver(), times(read, &solution))
        });
        if let Some(file) = &self.certificate {
            let certificate =
                solution.certificate_to_write().ok_or_else(|| no_certificate(read, &solution))?;
            write_file(file, |out| certificate.write_to(out))?;
        }
        if screen.json {
            print_json(&self.answer(read, &solution, None))?;
        } else {
            if has_colours() {
                to_stdout(|out| write!(out, "{}", InWords(&solution, Palette::TERMINAL)))?;
            } else {
                to_plain_stdout(|out| write!(out, "{}", InWords(&solution, Palette::PLAIN)))?;
            }
            if self.timings {
                aside(times(read, &solution));
            }
        }
        Ok(0)
    }

    /// One JSON line a file, in the order given, solved in parallel.
    fn several(&self, files: &[String], screen: &Screen) -> Result<u8, Fault> {
        // More threads than files would have nothing to do; 0 is as many as there are cores.
        let threads = self.threads.map_or(0, |threads| usize::from(threads).min(files.len().max(1)));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Fault::Usage(error.to_string()))?;
        let mut worst = 0;
        for batch in files.chunks(4 * pool.current_num_threads()) {
            let lines: Vec<(String, u8)> =
                pool.install(|| batch.par_iter().map(|file| self.line(file)).collect());
            for (line, code) in lines {
                worst = worst.max(code);
                to_stdout(|out| writeln!(out, "{line}"))?;
            }
        }
        screen.say(|| format!("{} files", files.len()));
        Ok(worst)
    }

    fn line(&self, file: &str) -> (String, u8) {
        let answered = reading::read_among_others(file, &self.reading).and_then(|read| {
            let solution = self.solution(&read)?;
            serde_json::to_string(&self.answer(&read, &solution, Some(file)))
                .map_err(|error| Fault::stdout(error.into()))
        });
        match answered {
            Ok(line) => (line, 0),
            Err(fault) => (error_line(file, &fault).to_string(), fault.code()),
        }
    }

    fn solution<'r>(&self, read: &'r Read) -> Result<Solution<'r>, Fault> {
        let instance = &read.instance;
        let start = match &self.from {
            Some(name) => Some(vertex(instance, name)?),
            None => instance.start().filter(|_| !self.all),
        };
        let question = start.map_or(Question::All, Question::From);
        solve_for(read, question, &self.options(), &self.reading.limits)
    }

    fn options(&self) -> Options {
        Options {
            solver: self.solver.clone(),
            check: !self.no_check,
            certificate: self.certificate.is_some(),
            memory: self.reading.limits.memory(),
            strategies: self.strategies,
            endless_value: self.endless_value,
        }
    }

    fn answer<'s, 'i>(
        &self,
        read: &Read,
        solution: &'s Solution<'i>,
        file: Option<&'s str>,
    ) -> Answer<'s, 'i> {
        let timings = self.timings.then(|| {
            let spent = solution.timings();
            let [read, prepare, solve, check] =
                [read.time, spent.prepare, spent.solve, spent.check].map(TimingsMs::ms);
            TimingsMs { read, prepare, solve, check }
        });
        Answer { solution, file, timings }
    }
}

/// Solves within limits only, for commands that need an exit on the way to something else.
pub(super) fn exit_from<'r>(read: &'r Read, from: &str, limits: &Limiting) -> Result<Solution<'r>, Fault> {
    let question = Question::From(vertex(&read.instance, from)?);
    solve_for(read, question, &Options::default(), limits)
}

fn solve_for<'r>(
    read: &'r Read,
    question: Question,
    options: &Options,
    limits: &Limiting,
) -> Result<Solution<'r>, Fault> {
    let mut limits = limits.start_at(read.started);
    let solved = solve_within(&read.instance, question, options, &mut limits);
    solved.map_err(|error| solve_fault(error, &limits))
}

/// The fault of a solver that has used up `limits`, does not fit, or was refuted.
pub(super) fn solve_fault(error: SolveError, limits: &Limits) -> Fault {
    match error {
        SolveError::NoSolver(error) => error.into(),
        SolveError::OutOfBudget(reason) => spent(reason, limits),
        memory @ SolveError::Memory { .. } => {
            Fault::OutOfBudget { reason: OutOfBudget::Memory, known: memory.to_string() }
        }
        refuted @ SolveError::Refuted(_) => Fault::Refuted(refuted.to_string()),
    }
}

fn no_certificate(read: &Read, solution: &Solution<'_>) -> Fault {
    let name = &read.name;
    if let (None, Some(because)) = (solution.game(), solution.unchecked_because()) {
        return Fault::OutOfBudget { reason: OutOfBudget::Memory, known: because.to_owned() };
    }
    Fault::Usage(format!(
        "{name}: this game has no certificate, as only solver game gives one, and from one start; leave --certificate out"
    ))
}

/// What a value may be, as of an option.
pub(super) fn value() -> RangedI64ValueParser<Value> {
    RangedI64ValueParser::new().range(-MOST_VALUE..=MOST_VALUE)
}

/// The set of strategies of that name.
pub(super) fn strategy_set(name: &str) -> Result<StrategySet, String> {
    let names = || StrategySet::ALL.map(StrategySet::name).join(", ");
    StrategySet::from_name(name).ok_or_else(|| format!("the sets of strategies are {}", names()))
}

fn times(read: &Read, solution: &Solution<'_>) -> String {
    let timings = solution.timings();
    let (prepare, solve, check) = (timings.prepare, timings.solve, timings.check);
    format!("read {:.1?}, prepare {prepare:.1?}, solve {solve:.1?}, check {check:.1?}", read.time)
}

/// The files themselves and, sorted by name, the instances in the folders among them.
fn expand(files: &[String]) -> Result<Vec<String>, Fault> {
    let mut all = Vec::new();
    for file in files {
        if !Path::new(file).is_dir() {
            all.push(file.clone());
            continue;
        }
        let unreadable = |error| Fault::Unreadable { file: file.clone(), error };
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(file).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path().to_string_lossy().into_owned();
            let readable = [".rotor", ".json", ".rotorb"];
            let unpacked = path.strip_suffix(".gz").or(path.strip_suffix(".zst")).unwrap_or(&path);
            if readable.iter().any(|ending| unpacked.ends_with(ending)) {
                inside.push(path);
            }
        }
        if inside.is_empty() {
            let endings = "no file that ends in .rotor, .json or .rotorb, packed as .gz or .zst or not";
            return Err(Fault::Usage(format!("{file}: the folder holds {endings}; name one that does")));
        }
        inside.sort();
        all.append(&mut inside);
    }
    Ok(all)
}

/// A fault as `arrival.error/1`.
pub(super) fn error_line(file: &str, fault: &Fault) -> serde_json::Value {
    let flaws = match fault {
        Fault::Flawed { flaws, .. } => flaws.list().iter().map(|flaw| flaw_line(file, flaw)).collect(),
        Fault::Usage(words) | Fault::Refuted(words) => vec![words.clone()],
        Fault::Unreadable { error, .. } | Fault::Unwritten { error, .. } => vec![error.to_string()],
        Fault::OutOfBudget { reason, .. } => vec![reason.to_string()],
    };
    json!({"schema": "arrival.error/1", "file": file, "code": fault.code(), "errors": flaws})
}
