//! Options that commands share.

use crate::limiting::Limiting;
use crate::reading::input;
use crate::session::Session;
use arrival::Fault;
use arrival::request::{EXAMPLES, Input, Named};
use clap::Args;
use clap::builder::{PossibleValuesParser, RangedI64ValueParser};
use rotor_format::{EdgeListOptions, InputFormat};
use rotor_graph::{MOST_VALUE, Rule, StrategySet, Value};

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

/// A file, or one of the examples that come with the program.
#[derive(Args, Debug, Clone)]
#[group(required = true, multiple = false)]
pub(crate) struct Source {
    /// The instance; `-` is standard input
    file: Option<String>,
    /// Use a figure of the paper instead of a file
    #[arg(long, value_name = "NAME", value_parser = example_names())]
    example: Option<String>,
}

impl Source {
    /// What it names.
    pub(crate) fn input(&self, reading: &Reading, session: &Session) -> Result<Input, Fault> {
        match (&self.file, &self.example) {
            (Some(file), _) => reading.file(file, session),
            (None, Some(example)) => reading.example(example),
            (None, None) => Err(Fault::Unfit("name a file or an --example".to_owned())),
        }
    }
}

/// The names of all examples, as values of an option.
pub(crate) fn example_names() -> PossibleValuesParser {
    PossibleValuesParser::new(EXAMPLES.iter().map(|(name, _)| *name))
}

/// What the players of a game may do.
#[derive(Args, Debug, Clone)]
pub(crate) struct Play {
    /// What the players of a game decide: the initial arc, the rotor order, or the arc at every visit
    #[arg(long, value_name = "SET", value_parser = StrategySet::named, default_value = "start")]
    pub(crate) strategies: StrategySet,
    /// The value of a play that never exits
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true,
          value_parser = RangedI64ValueParser::<Value>::new().range(-MOST_VALUE..=MOST_VALUE))]
    pub(crate) endless_value: Value,
}
