//! `convert`: the same instance in another format.

use super::fields::{by_name, optional_output_format};
use super::input::Input;
use super::reply::{Answer, JSON, Reply};
use super::trimmed::Trimmed;
use crate::context::Context;
use crate::fault::Fault;
use crate::words::Palette;
use rotor_format::{Compression, OutputFormat};
use rotor_graph::{Instance, Rule};
use serde::Deserialize;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// The same instance in another format.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Convert {
    /// The format to write, and its packing; JSON by default.
    #[serde(deserialize_with = "optional_output_format")]
    pub to: Option<(OutputFormat, Compression)>,
    /// The rule to write the rotors for.
    #[serde(deserialize_with = "by_name")]
    pub to_rule: Rule,
}

impl Default for Convert {
    fn default() -> Self {
        Self { to: None, to_rule: Rule::MoveThenTurn }
    }
}

impl Convert {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = input.read(context)?;
        let to = self.to.unwrap_or((OutputFormat::Json, Compression::None));
        if to.0 == OutputFormat::Lp && read.instance.start().is_none() {
            let words = "an integer program needs a start; add a `start` line to the file";
            return Err(Fault::unfit(&read.name, words));
        }
        Ok(Reply::new(Written { instance: read.instance, rule: self.to_rule, to }))
    }
}

/// An instance as a file, written when it is asked for: its text can be much larger than the instance.
pub(super) struct Written {
    pub(super) instance: Arc<Instance>,
    pub(super) rule: Rule,
    pub(super) to: (OutputFormat, Compression),
}

impl Answer for Written {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (format, packing) = (OutputFormat::Json, Compression::None);
        rotor_format::write(&self.instance, self.rule, format, packing, &mut Trimmed::new(out))
    }

    fn write_words(&self, out: &mut dyn Write, _: &Palette) -> io::Result<()> {
        rotor_format::write(&self.instance, self.rule, self.to.0, self.to.1, out)
    }

    fn media_type(&self) -> Option<&'static str> {
        Some(match self.to {
            (OutputFormat::Json, Compression::None) => JSON,
            (OutputFormat::Rotorb, _) => "application/octet-stream",
            (_, Compression::None) => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        })
    }
}
