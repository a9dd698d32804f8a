//! `arrival convert`: from one data format to another.

use super::arguments::{Reading, Screen};
use super::fault::Fault;
use super::reading::read_file;
use super::writing::write_instance;
use clap::Args;
use rotor_format::OutputFormat;
use rotor_graph::Rule;

/// Write an instance in another format; the ending of OUT tells which
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival convert graph.rotor graph.json\n  arrival convert edges.txt graph.rotor.zst --format edge-list --sinks 5,6"
)]
pub(super) struct Convert {
    /// The instance; `-` is standard input
    input: String,
    /// Where to write it; `-` is standard output
    output: String,
    /// The format to write, where the name of OUT does not tell; text on standard output
    #[arg(long, value_name = "FORMAT", value_parser = output_format)]
    to: Option<OutputFormat>,
    /// Write the rotors for this rule
    #[arg(long, value_name = "RULE", value_parser = rule, default_value = "move-then-turn")]
    to_rule: Rule,
    #[command(flatten)]
    reading: Reading,
}

impl Convert {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        let read = read_file(&self.input, &self.reading)?;
        let told = OutputFormat::from_path(&self.output).map(|(format, _)| format);
        let json = (screen.json && self.output == "-").then_some(OutputFormat::Json);
        let format = self.to.or(told).or(json);
        if matches!(format, Some(OutputFormat::Lp | OutputFormat::Mps)) && read.instance.start().is_none() {
            let words = "an integer program needs a start; add a `start` line to the file";
            return Err(super::fault::unfit(&read, words));
        }
        write_instance(&self.output, &read.instance, self.to_rule, format)?;
        screen.say(|| format!("wrote {}", self.output));
        Ok(0)
    }
}

fn output_format(name: &str) -> Result<OutputFormat, String> {
    let names = || OutputFormat::ALL.map(OutputFormat::name).join(", ");
    OutputFormat::from_name(name).ok_or_else(|| format!("the formats are {}", names()))
}

fn rule(name: &str) -> Result<Rule, String> {
    Rule::from_name(name).ok_or_else(|| "the rules are move-then-turn and turn-then-move".to_owned())
}
