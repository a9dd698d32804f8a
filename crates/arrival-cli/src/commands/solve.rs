//! `solve`: one instance, or several in parallel.

use crate::options::Reading;
use crate::session::{Outputs, Session};
use crate::terminal::Terminal;
use crate::writing::to_stdout;
use arrival::request::{Ask, Limits};
use arrival::{ExitCode, Fault, Request};
use clap::ArgMatches;
use rayon::prelude::*;
use rotor_format::OutputFormat;
use rotor_graph::amount;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

/// Answers the question about each of the files that were named.
pub(super) fn run(
    matches: &ArgMatches,
    reading: &Reading,
    outputs: Outputs,
    ask: Ask,
    session: &Session,
) -> Result<ExitCode, Fault> {
    let files: Vec<_> = matches.get_many::<String>("file").into_iter().flatten().cloned().collect();
    if let Some(example) = matches.get_one::<String>("example") {
        return session.ask(&reading.limits, outputs, || Ok((Some(reading.example(example)?), ask)));
    }
    match &files[..] {
        [file] if !Path::new(file).is_dir() => {
            session.ask(&reading.limits, outputs, || Ok((Some(reading.file(file, session)?), ask)))
        }
        files if outputs.certificate.is_some() => {
            let count = files.len().max(2);
            Err(Fault::Unfit(format!("--certificate takes one file, not {count}; solve them one by one")))
        }
        files => {
            let threads = matches.get_one::<u16>("threads").copied();
            Several { reading, ask, session }.answer(&expand(files)?, threads)
        }
    }
}

/// The same question about several files.
struct Several<'s> {
    reading: &'s Reading,
    ask: Ask,
    session: &'s Session,
}

impl Several<'_> {
    /// One JSON line per file, in the order given, solved in parallel.
    fn answer(&self, files: &[String], threads: Option<u16>) -> Result<ExitCode, Fault> {
        let (session, limits) = (self.session, &self.reading.limits);
        // More threads than files would have nothing to do; 0 is the number of cores.
        let threads = threads.map_or(0, |threads| usize::from(threads).min(files.len().max(1)));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Fault::Unfit(error.to_string()))?;
        session.hold_to(limits);
        // All of them together keep to the limit.
        let share = limits.memory() / pool.current_num_threads() as u64;
        let mut worst = ExitCode::Done;
        for batch in files.chunks(4 * pool.current_num_threads()) {
            let lines: Vec<(Vec<u8>, ExitCode)> =
                pool.install(|| batch.par_iter().map(|file| self.line(file, share)).collect());
            for (line, code) in lines {
                worst = worst.max(code);
                to_stdout(|out| out.write_all(&line))?;
            }
        }
        session.screen().say(|| amount(files.len(), "file", "files"));
        Ok(worst)
    }

    fn line(&self, file: &str, share: u64) -> (Vec<u8>, ExitCode) {
        let (start, session) = (Instant::now(), self.session);
        let answered = self.reading.file(file, session).and_then(|input| {
            let limits = Limits { memory: Some(share), ..self.reading.limits.left_after(start.elapsed()) };
            let mut ask = self.ask.clone();
            if let Ask::Solve(solve) = &mut ask {
                solve.file = Some(file.to_owned());
            }
            let request = Request { input: Some(input), limits, ask };
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
