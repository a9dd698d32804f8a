//! Reading inputs: files, standard input, examples.

use super::arguments::Reading;
use super::examples;
use super::fault::Fault;
use rotor_format::{InputFormat, ReadOptions};
use rotor_graph::{Instance, Rule};
use std::io::Read as _;
use std::time::{Duration, Instant};

/// An instance that was read, and what is known of where it came from.
#[derive(Debug)]
pub(super) struct Read {
    /// The name of the input, for messages.
    pub(super) name: String,
    pub(super) instance: Instance,
    pub(super) rule: Rule,
    pub(super) format: InputFormat,
    pub(super) time: Duration,
}

/// How many bytes an arc takes at least while a graph is read and used: two ids and a rotor's share.
const BYTES_PER_ARC: u64 = 16;

/// The bytes of a file; `-` is standard input.
pub(super) fn bytes_of(file: &str) -> Result<Vec<u8>, Fault> {
    let unreadable = |error| Fault::Unreadable { file: file.to_owned(), error };
    if file == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(unreadable)?;
        return Ok(bytes);
    }
    std::fs::read(file).map_err(unreadable)
}

/// Reads the instance in `file`.
pub(super) fn read_file(file: &str, reading: &Reading) -> Result<Read, Fault> {
    let start = Instant::now();
    let bytes = bytes_of(file)?;
    read_bytes(if file == "-" { "<stdin>" } else { file }, bytes, reading, start)
}

/// Reads one of the examples.
pub(super) fn read_example(name: &str, reading: &Reading) -> Result<Read, Fault> {
    let text = examples::text(name).ok_or_else(|| Fault::Usage(format!("there is no example {name}")))?;
    read_bytes(&format!("{name}.rotor"), text.as_bytes().to_vec(), reading, Instant::now())
}

fn read_bytes(name: &str, bytes: Vec<u8>, reading: &Reading, start: Instant) -> Result<Read, Fault> {
    let memory = reading.limits.memory();
    let options = ReadOptions {
        format: reading.format,
        sinks: reading.sinks.as_deref(),
        rule: reading.rule,
        most_arcs: memory / BYTES_PER_ARC,
        most_bytes: memory,
    };
    match rotor_format::read(&bytes, &options) {
        Ok(input) => {
            reading.limits.start_at(start).look()?;
            let (instance, rule, format) = (input.instance, input.rule, input.format);
            Ok(Read { name: name.to_owned(), instance, rule, format, time: start.elapsed() })
        }
        Err(flaws) => Err(Fault::Flawed { file: name.to_owned(), source: bytes, flaws }),
    }
}
