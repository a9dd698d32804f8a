//! Replies: a command run at a desk, and its result or its fault in the words of the command line.

use super::arguments::Screen;
pub(crate) use super::desk::Allowance;
use super::desk::at_desk;
use super::examples;
use super::fault::Fault;
use super::solve::error_line;
use clap::FromArgMatches;
use rotor_generate::{FAMILIES, Family, Parameter};
use rotor_solve::OutOfBudget;
use serde_json::{Value, json};
use std::io;

/// What a command gave.
#[derive(Debug)]
pub(crate) enum Reply {
    /// What it wrote on standard output.
    Result(Vec<u8>),
    /// Why it wrote nothing.
    Refused(Refusal),
}

/// Why a command wrote nothing, as `arrival.error/1`.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) kind: RefusalKind,
    pub(crate) object: Value,
}

/// What kind of fault it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RefusalKind {
    /// The input or the options are flawed.
    Flawed,
    /// The input or the result is too large.
    TooLarge,
    /// Time is up.
    OutOfTime,
    /// The judge refuted our own answer.
    Refuted,
}

/// Runs the command of these arguments, the name of the program left out, with `input` on its standard input.
pub(crate) fn reply(arguments: &[String], input: Vec<u8>, allowance: Allowance) -> Reply {
    let (ended, written) = at_desk(input, allowance, || run(arguments));
    match ended {
        Ok(_) => Reply::Result(written),
        Err(fault) => Reply::Refused(refusal(&fault)),
    }
}

fn run(arguments: &[String]) -> Result<u8, Fault> {
    let name = std::iter::once("arrival");
    let matches = super::command().try_get_matches_from(name.chain(arguments.iter().map(String::as_str)));
    let matches = matches.map_err(Fault::usage)?;
    super::run_matches(&matches, &Screen::from_arg_matches(&matches).map_err(Fault::usage)?)
}

fn refusal(fault: &Fault) -> Refusal {
    let kind = match fault {
        Fault::Flawed { .. } if fault.code() == 3 => RefusalKind::TooLarge,
        Fault::Unwritten { error, .. } if error.kind() == io::ErrorKind::StorageFull => RefusalKind::TooLarge,
        Fault::OutOfBudget { reason: OutOfBudget::Memory, .. } => RefusalKind::TooLarge,
        Fault::OutOfBudget { .. } | Fault::Unwritten { .. } => RefusalKind::OutOfTime,
        Fault::Flawed { .. } | Fault::Unreadable { .. } | Fault::Usage(_) => RefusalKind::Flawed,
        Fault::Refuted(_) => RefusalKind::Refuted,
    };
    let mut object = error_line("<stdin>", fault);
    if matches!(kind, RefusalKind::TooLarge | RefusalKind::OutOfTime) {
        object["code"] = 3.into();
    }
    Refusal { kind, object }
}

/// What a page can begin with: the figures of the paper, and the families with their parameters.
pub(crate) fn beginnings() -> Value {
    let example = |&(name, text): &(&str, &str)| json!({"name": name, "text": text});
    let parameter = |parameter: &Parameter| {
        let Parameter { name, meaning, default, least, most, whole, .. } = *parameter;
        json!({"name": name, "meaning": meaning, "default": default, "least": least, "most": most, "whole": whole})
    };
    let family = |family: &Family| {
        let parameters: Vec<_> = family.parameters.iter().map(parameter).collect();
        json!({"id": family.id, "sentence": family.sentence, "parameters": parameters})
    };
    let examples: Vec<_> = examples::FIGURES.iter().map(example).collect();
    json!({"examples": examples, "families": FAMILIES.iter().map(family).collect::<Vec<_>>()})
}
