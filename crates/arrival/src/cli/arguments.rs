//! Options that commands share.

use super::desk;
use super::fault::Fault;
use super::interrupts::Alarm;
use super::limits::{Limits, default_memory};
use super::writing::aside;
use super::{examples, reading};
use clap::{Args, ValueEnum};
use rotor_format::InputFormat;
use rotor_graph::{Instance, Rule, VertexId, quoted};
use std::time::{Duration, Instant};

/// What goes to the screen, and how.
#[derive(Args, Debug, Clone)]
pub(super) struct Screen {
    /// Print the answer as one JSON object
    #[arg(long, global = true)]
    pub(super) json: bool,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    color: Color,
    /// Say nothing on standard error but faults
    #[arg(short, long, global = true)]
    pub(super) quiet: bool,
    /// Say on standard error what is being done
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(super) verbose: bool,
}

#[derive(ValueEnum, Debug, Clone, Copy)]
enum Color {
    Auto,
    Always,
    Never,
}

impl Screen {
    pub(super) fn apply(&self) {
        let choice = match self.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }

    /// Says something on standard error, if the user wants to hear it.
    pub(super) fn say(&self, words: impl FnOnce() -> String) {
        if self.verbose {
            aside(format_args!("arrival: {}", words()));
        }
    }
}

/// How to read an instance.
#[derive(Args, Debug, Clone)]
pub(super) struct Reading {
    /// The format of the input, where its content does not tell
    #[arg(long, value_name = "FORMAT", value_parser = input_format)]
    pub(super) format: Option<InputFormat>,
    /// The sinks of an edge list or a two-successor list, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) sinks: Option<Vec<String>>,
    /// The rule the rotors were written for, where the file does not say
    #[arg(long, value_parser = rule)]
    pub(super) rule: Option<Rule>,
    #[command(flatten)]
    pub(super) limits: Limiting,
}

/// A file, or one of the examples that come with the program.
#[derive(Args, Debug, Clone)]
#[group(required = true, multiple = false)]
pub(super) struct Source {
    /// The instance; `-` is standard input
    file: Option<String>,
    /// Use a figure of the paper instead of a file
    #[arg(long, value_name = "NAME", value_parser = examples::names())]
    example: Option<String>,
}

impl Source {
    /// Reads what it names.
    pub(super) fn read(&self, reading: &Reading) -> Result<reading::Read, Fault> {
        match (&self.file, &self.example) {
            (Some(file), _) => reading::read_file(file, reading),
            (None, Some(example)) => reading::read_example(example, reading),
            (None, None) => Err(Fault::Usage("name a file or an --example".to_owned())),
        }
    }
}

/// Limits on time and memory.
#[derive(Args, Debug, Clone)]
pub(super) struct Limiting {
    /// Stop after so many seconds; what was found by then is still written
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Refuse what needs more memory than this, such as 8GiB; by default three quarters of the machine's
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,
}

impl Limiting {
    /// The limits, running from now on.
    pub(super) fn start(&self) -> Limits {
        self.start_at(Instant::now())
    }

    /// The limits, running since `start`.
    pub(super) fn start_at(&self, start: Instant) -> Limits {
        Limits::new(self.timeout, self.memory(), start)
    }

    /// Ends the process if it is held when the time that runs since `start` is over; a request ends otherwise.
    pub(super) fn alarm(&self, start: Instant) -> Alarm {
        let deadline = self.timeout.map(|timeout| start + timeout);
        Alarm::at(deadline.filter(|_| desk::allowance().is_none()))
    }

    /// The time that was given.
    #[cfg(feature = "serve")]
    pub(super) fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// The memory that was given.
    #[cfg(feature = "serve")]
    pub(super) fn given_memory(&self) -> Option<u64> {
        self.memory
    }

    /// How many bytes may be used.
    pub(super) fn memory(&self) -> u64 {
        let most = default_memory();
        match desk::allowance() {
            // A request may ask for less than the server allows, not for more.
            Some(_) => self.memory.map_or(most, |memory| memory.min(most)),
            None => self.memory.unwrap_or(most),
        }
    }
}

/// The vertex called `name`, or a fault that says which there are.
pub(super) fn vertex(instance: &Instance, name: &str) -> Result<VertexId, Fault> {
    instance.vertex(name).ok_or_else(|| {
        let some: Vec<_> = instance.graph().vertices().take(5).map(|u| quoted(instance.name(u))).collect();
        let dots = if instance.graph().vertex_count() > 5 { ", …" } else { "" };
        let known = if some.is_empty() {
            "it has none".to_owned()
        } else {
            format!("it has {}{dots}", some.join(", "))
        };
        Fault::Usage(format!("the instance has no vertex {}; {known}", quoted(name)))
    })
}

fn input_format(name: &str) -> Result<InputFormat, String> {
    let names = || InputFormat::ALL.map(InputFormat::name).join(", ");
    InputFormat::from_name(name).ok_or_else(|| format!("the formats are {}", names()))
}

fn rule(name: &str) -> Result<Rule, String> {
    Rule::from_name(name).ok_or_else(|| "the rules are move-then-turn and turn-then-move".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds =
        text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && (0.0..=1e9).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "a number of seconds, such as 10 or 0.5".to_owned())
}

fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let unit: u64 = match &text[digits.len()..] {
        "" | "B" => 1,
        "k" | "K" | "kB" | "KB" => 1_000,
        "M" | "MB" => 1_000_000,
        "G" | "GB" => 1_000_000_000,
        "Ki" | "KiB" => 1 << 10,
        "Mi" | "MiB" => 1 << 20,
        "Gi" | "GiB" => 1 << 30,
        _ => 0,
    };
    let number = digits.parse::<u64>().ok().filter(|_| unit > 0);
    number
        .and_then(|number| number.checked_mul(unit))
        .ok_or_else(|| "a size, such as 500MB or 8GiB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_and_times_are_finite() {
        assert_eq!(bytes("8GiB"), Ok(8 << 30));
        assert_eq!(bytes("500MB"), Ok(500_000_000));
        assert_eq!(bytes("12"), Ok(12));
        assert!(bytes("GiB").is_err() && bytes("1.5G").is_err() && bytes("99999999999GiB").is_err());
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("inf").is_err() && seconds("-1").is_err() && seconds("x").is_err());
    }
}
