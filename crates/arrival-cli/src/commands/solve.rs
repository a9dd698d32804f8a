//! `solve`, `decide`: where a particle ends.

use crate::options::{Play, Reading, Source, example_names};
use crate::session::{Outputs, Session};
use crate::terminal::Terminal;
use crate::writing::to_stdout;
use arrival::request::{self, Ask, Limits};
use arrival::{ExitCode, Fault, Request};
use clap::Args;
use rayon::prelude::*;
use rotor_format::OutputFormat;
use rotor_graph::amount;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

/// Find the exit sink, or value and strategies when the file has players
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival solve --example fig-rotor-routing --from u2")]
pub(crate) struct Solve {
    /// Instances, or folders of them; `-` is standard input. Several are answered with one JSON line each
    #[arg(required_unless_present = "example")]
    files: Vec<String>,
    /// Use a figure of the paper instead of a file
    #[arg(long, value_name = "NAME", value_parser = example_names(), conflicts_with = "files")]
    example: Option<String>,
    /// Start here; by default where the file says, else everywhere
    #[arg(long, alias = "start", value_name = "VERTEX", conflicts_with = "all", allow_hyphen_values = true)]
    from: Option<String>,
    /// Answer for every vertex
    #[arg(long)]
    all: bool,
    /// Use this solver; see `arrival solvers`
    #[arg(long, value_name = "ID")]
    solver: Option<String>,
    #[command(flatten)]
    play: Play,
    /// Write the certificate to this file
    #[arg(long, value_name = "OUT")]
    certificate: Option<String>,
    /// Do not let the judge check the answer
    #[arg(long)]
    no_check: bool,
    /// Report how long each step took
    #[arg(long)]
    timings: bool,
    /// Number of files answered in parallel; by default the number of cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    #[command(flatten)]
    reading: Reading,
}

impl Solve {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let (limits, ask) = (&self.reading.limits, self.ask(None));
        let outputs = Outputs { certificate: self.certificate.clone(), ..Outputs::default() };
        if let Some(example) = &self.example {
            return session.ask(limits, outputs, || Ok((Some(self.reading.example(example)?), ask)));
        }
        match &self.files[..] {
            [file] if !Path::new(file).is_dir() => {
                session.ask(limits, outputs, || Ok((Some(self.reading.file(file, session)?), ask)))
            }
            files if self.certificate.is_some() => {
                let count = files.len().max(2);
                Err(Fault::Unfit(format!("--certificate takes one file, not {count}; solve them one by one")))
            }
            files => self.several(&expand(files)?, session),
        }
    }

    fn ask(&self, file: Option<String>) -> Ask {
        Ask::Solve(request::Solve {
            from: self.from.clone(),
            all: self.all,
            solver: self.solver.clone(),
            strategies: self.play.strategies,
            endless_value: self.play.endless_value,
            certificate: self.certificate.is_some(),
            no_check: self.no_check,
            timings: self.timings,
            file,
        })
    }

    /// One JSON line per file, in the order given, solved in parallel.
    fn several(&self, files: &[String], session: &Session) -> Result<ExitCode, Fault> {
        // More threads than files would have nothing to do; 0 is the number of cores.
        let threads = self.threads.map_or(0, |threads| usize::from(threads).min(files.len().max(1)));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Fault::Unfit(error.to_string()))?;
        session.hold_to(&self.reading.limits);
        // All of them together keep to the limit.
        let share = self.reading.limits.memory() / pool.current_num_threads() as u64;
        let mut worst = ExitCode::Done;
        for batch in files.chunks(4 * pool.current_num_threads()) {
            let lines: Vec<(Vec<u8>, ExitCode)> =
                pool.install(|| batch.par_iter().map(|file| self.line(file, share, session)).collect());
            for (line, code) in lines {
                worst = worst.max(code);
                to_stdout(|out| out.write_all(&line))?;
            }
        }
        session.screen().say(|| amount(files.len(), "file", "files"));
        Ok(worst)
    }

    fn line(&self, file: &str, share: u64, session: &Session) -> (Vec<u8>, ExitCode) {
        let start = Instant::now();
        let answered = self.reading.file(file, session).and_then(|input| {
            let limits = Limits { memory: Some(share), ..self.reading.limits.left_after(start.elapsed()) };
            let request = Request { input: Some(input), limits, ask: self.ask(Some(file.to_owned())) };
            let terminal = Terminal::new(session.screen(), session.interrupts(), start);
            let reply = session.answer(request, terminal.one_of_several())?;
            let mut line = Vec::new();
            let written = reply.write_json(&mut line, &|| start.elapsed());
            written.map_err(|error| Fault::Unwritten { output: file.to_owned(), error })?;
            Ok((line, reply.code()))
        });
        answered.unwrap_or_else(|fault| (format!("{}\n", fault.json(file)).into_bytes(), fault.code()))
    }
}

/// The files themselves and, sorted by name, the instances in the folders among them.
fn expand(files: &[String]) -> Result<Vec<String>, Fault> {
    let mut all = Vec::new();
    for file in files {
        if !Path::new(file).is_dir() {
            all.push(file.clone());
            continue;
        }
        let unreadable = |error| Fault::Unreadable { input: file.clone(), error };
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(file).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path().to_string_lossy().into_owned();
            let format = OutputFormat::from_path(&path).map(|(format, _)| format);
            let is_instance = match format {
                Some(OutputFormat::Rotor | OutputFormat::Rotorb) => true,
                Some(OutputFormat::Json) => !is_answer(Path::new(&path)),
                _ => false,
            };
            if is_instance {
                inside.push(path);
            }
        }
        if inside.is_empty() {
            let endings = "no file that ends in .rotor, .json or .rotorb, packed as .gz or .zst or not";
            return Err(Fault::Unfit(format!("{file}: the folder holds {endings}; name one that does")));
        }
        inside.sort();
        all.append(&mut inside);
    }
    Ok(all)
}

/// Whether a JSON file holds what the program wrote about an instance, such as a certificate or the table of a hunt: it says so
/// first.
fn is_answer(path: &Path) -> bool {
    let mut first = Vec::new();
    let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut first));
    first.retain(|byte| !byte.is_ascii_whitespace());
    read.is_ok() && first.starts_with(br#"{"schema":"arrival."#)
}

/// Decide whether a particle from one vertex reaches one sink: exit code 10 for yes, 20 for no
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival decide --example fig-rotor-routing --from u2 --to s2")]
pub(crate) struct Decide {
    #[command(flatten)]
    source: Source,
    /// Where the particle starts
    #[arg(long, alias = "start", value_name = "VERTEX", allow_hyphen_values = true)]
    from: String,
    /// The sink in question
    #[arg(long, value_name = "SINK", allow_hyphen_values = true)]
    to: String,
    #[command(flatten)]
    reading: Reading,
}

impl Decide {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, from, to, reading } = self;
        session.ask(&reading.limits, Outputs::default(), || {
            Ok((Some(source.input(&reading, session)?), Ask::Decide(request::Decide { from, to })))
        })
    }
}
