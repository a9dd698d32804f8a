//! Reading inputs: files, standard input, examples.

use super::arguments::Reading;
use super::desk;
use super::examples;
use super::fault::Fault;
use rotor_format::{EdgeListOptions, InputFormat, ReadOptions};
use rotor_graph::{Flaw, Flaws, Instance, Place, Rule};
use std::io::Read as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// An instance that was read, and what is known of where it came from.
#[derive(Debug)]
pub(super) struct Read {
    /// The name of the input, for messages.
    pub(super) name: String,
    pub(super) instance: Instance,
    pub(super) rule: Rule,
    pub(super) format: InputFormat,
    /// When the reading began, and how long it took.
    pub(super) started: Instant,
    pub(super) time: Duration,
}

/// How many bytes an arc takes at least while a graph is read and used: two ids and a rotor's share.
const BYTES_PER_ARC: u64 = 16;

/// Whether standard input has been read, of which nothing is left then.
static STDIN_WAS_READ: AtomicBool = AtomicBool::new(false);

/// The bytes of a file; `-` is standard input. Refused if they are more than `most`.
pub(super) fn bytes_within(file: &str, most: u64) -> Result<Vec<u8>, Fault> {
    if let Some(bytes) = desk::bytes_at_desk(file) {
        return bytes;
    }
    let unreadable = |error| Fault::Unreadable { file: file.to_owned(), error };
    let mut bytes = Vec::new();
    if file == "-" {
        if STDIN_WAS_READ.swap(true, Ordering::Relaxed) {
            return Err(desk::read_twice());
        }
        std::io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        let opened = std::fs::File::open(file).map_err(unreadable)?;
        let size = opened.metadata().map_or(0, |about| about.len());
        if size > most {
            return Err(too_large(file, size, most));
        }
        // What is no plain file may be longer than it says.
        bytes.reserve(usize::try_from(size).unwrap_or(0));
        opened.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    if bytes.len() as u64 > most { Err(too_large(file, bytes.len() as u64, most)) } else { Ok(bytes) }
}

fn too_large(file: &str, size: u64, most: u64) -> Fault {
    let flaw = Flaw {
        place: Place::Whole,
        rule: "memory",
        message: format!("{size} bytes or more, and {most} may be used"),
        remedy: "allow more with --memory".to_owned(),
    };
    Fault::Flawed { file: file.to_owned(), source: Vec::new(), flaws: Flaws::one(flaw) }
}

/// What `file` is called in messages.
pub(super) fn shown(file: &str) -> &str {
    if file == "-" { "<stdin>" } else { file }
}

/// Reads the instance in `file`, the only work at hand: the process ends when its time is over.
pub(super) fn read_file(file: &str, reading: &Reading) -> Result<Read, Fault> {
    let _alarm = reading.limits.alarm(Instant::now());
    read_among_others(file, reading)
}

/// Reads the instance in `file` while other work goes on.
pub(super) fn read_among_others(file: &str, reading: &Reading) -> Result<Read, Fault> {
    let start = Instant::now();
    let bytes = bytes_within(file, reading.limits.memory())?;
    read_bytes(shown(file), bytes, reading, start)
}

/// Reads one of the examples.
pub(super) fn read_example(name: &str, reading: &Reading) -> Result<Read, Fault> {
    let text = examples::text(name).ok_or_else(|| Fault::Usage(format!("there is no example {name}")))?;
    read_bytes(&format!("{name}.rotor"), text.as_bytes().to_vec(), reading, Instant::now())
}

/// Reads the instance in `bytes`, which came from `name`.
pub(super) fn read_bytes(
    name: &str,
    bytes: Vec<u8>,
    reading: &Reading,
    start: Instant,
) -> Result<Read, Fault> {
    let memory = reading.limits.memory();
    let options = ReadOptions {
        format: reading.format,
        sinks: reading.sinks.as_deref(),
        edge_list: EdgeListOptions {
            infer_sinks: reading.format == Some(InputFormat::EdgeList) && reading.sinks.is_none(),
            ..EdgeListOptions::default()
        },
        rule: reading.rule,
        most_arcs: memory / BYTES_PER_ARC,
        most_bytes: memory,
    };
    match rotor_format::read(&bytes, &options) {
        Ok(input) => {
            reading.limits.start_at(start).look()?;
            let (instance, rule, format) = (input.instance, input.rule, input.format);
            Ok(Read { name: name.to_owned(), instance, rule, format, started: start, time: start.elapsed() })
        }
        Err(flaws) => Err(Fault::Flawed { file: name.to_owned(), source: bytes, flaws }),
    }
}
