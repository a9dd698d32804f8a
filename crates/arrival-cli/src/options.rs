//! Options that commands share, and the files that they name.

use crate::session::Session;
use arrival::Fault;
use arrival::request::{Document, EXAMPLES, Input, Limits, Named, bytes, seconds, too_large};
use clap::Args;
use clap::builder::PossibleValuesParser;
use rotor_format::{EdgeListOptions, InputFormat};
use rotor_graph::Rule;
use std::io::Read as _;
use std::time::Duration;

/// How to read an instance, and how long to work on it.
#[derive(Args, Debug, Clone)]
pub(crate) struct Reading {
    /// The format of the input, if its content does not tell
    #[arg(long, value_name = "FORMAT", value_parser = InputFormat::named)]
    format: Option<InputFormat>,
    /// The sinks of an edge list or a two-successor list, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    sinks: Option<Vec<String>>,
    /// In an edge list, read every line as an edge: one arc each way
    #[arg(long)]
    undirected: bool,
    /// In an edge list, read a third column as the number of parallel arcs
    #[arg(long)]
    weights: bool,
    /// In an edge list, take vertices without an outgoing line as sinks
    #[arg(long)]
    infer_sinks: bool,
    /// The rule the rotors were written for, if the file does not say
    #[arg(long, value_parser = Rule::named)]
    rule: Option<Rule>,
    #[command(flatten)]
    pub(crate) limits: Limiting,
}

impl Reading {
    /// The input in `file`; `-` is standard input.
    pub(crate) fn file(&self, file: &str, session: &Session) -> Result<Input, Fault> {
        Ok(self.read_as(input(file, self.limits.memory(), session)?))
    }

    /// One of the examples.
    pub(crate) fn example(&self, name: &str) -> Result<Input, Fault> {
        let input =
            Input::example(name).ok_or_else(|| Fault::Unfit(format!("there is no example {name}")))?;
        Ok(self.read_as(input))
    }

    fn read_as(&self, input: Input) -> Input {
        let edge_list = EdgeListOptions {
            undirected: self.undirected,
            weights: self.weights,
            infer_sinks: self.infer_sinks,
        };
        Input { format: self.format, sinks: self.sinks.clone(), edge_list, rule: self.rule, ..input }
    }
}

/// The names of all examples, as values of an option.
pub(crate) fn example_names() -> PossibleValuesParser {
    PossibleValuesParser::new(EXAMPLES.iter().map(|(name, _)| *name))
}

/// Limits on time and memory.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct Limiting {
    /// Stop after this many seconds; what was found by then is still written
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Refuse work that needs more memory than this, such as 8GiB; by default three quarters of the machine's
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
}

impl Limiting {
    /// The bytes that may be used.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(|| physical_memory() / 4 * 3)
    }

    /// What is left of them for a question that was asked so long ago: time counts from the first byte that is read.
    pub(crate) fn left_after(&self, elapsed: Duration) -> Limits {
        Limits {
            timeout: self.timeout.map(|timeout| timeout.saturating_sub(elapsed)),
            memory: Some(self.memory()),
        }
    }
}

/// The memory of the machine in bytes; 8 GiB where that cannot be found out.
fn physical_memory() -> u64 {
    let told = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        let kibibytes: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
        Some(kibibytes << 10)
    });
    told.unwrap_or(8 << 30)
}

/// The instance in `file`; `-` is standard input. If it has more than `most` bytes they are left out, and counted.
pub(crate) fn input(file: &str, most: u64, session: &Session) -> Result<Input, Fault> {
    let name = if file == "-" { "<stdin>" } else { file }.to_owned();
    let unreadable = |error| Fault::Unreadable { input: name.clone(), error };
    let (mut bytes, mut omitted) = (Vec::new(), 0);
    if file == "-" {
        session.take_stdin()?;
        std::io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        let opened = std::fs::File::open(file).map_err(unreadable)?;
        let size = opened.metadata().map_or(0, |about| about.len());
        if size > most {
            omitted = size;
        } else {
            // What is not a plain file may be longer than it says.
            bytes.reserve(usize::try_from(size).unwrap_or(0));
            opened.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
        }
    }
    Ok(Input { name, bytes, omitted, ..Input::default() })
}

/// The document in `file`; refused if it has more than `most` bytes.
pub(crate) fn document(file: &str, most: u64, session: &Session) -> Result<Document, Fault> {
    let Input { name, bytes, omitted, .. } = input(file, most, session)?;
    let size = bytes.len() as u64 + omitted;
    if size > most { Err(too_large(&name, size, most)) } else { Ok(Document { name, bytes }) }
}
