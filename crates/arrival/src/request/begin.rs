//! `begin`: what a page can begin with, the figures of the paper and the families with their parameters.

use super::input::EXAMPLES;
use super::reply::{Answer, Reply, to_json};
use crate::context::Context;
use crate::fault::Fault;
use crate::words::{Palette, write_table};
use rotor_generate::{FAMILIES, Family, Parameter};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::Duration;

/// What can a page begin with?
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {}

impl Begin {
    pub(super) fn answer(self, _: &mut Context<'_>) -> Result<Reply, Fault> {
        Ok(Reply::new(Beginnings))
    }
}

/// Examples and families, as an answer.
struct Beginnings;

/// Examples and families, as an object.
pub fn beginnings() -> Value {
    let example = |&(name, text): &(&str, &str)| json!({"name": name, "text": text});
    let parameter = |parameter: &Parameter| {
        let Parameter { name, meaning, default, least, most, whole, .. } = *parameter;
        json!({"name": name, "meaning": meaning, "default": default, "least": least, "most": most, "whole": whole})
    };
    let family = |family: &Family| {
        let parameters: Vec<_> = family.parameters.iter().map(parameter).collect();
        json!({"id": family.id, "sentence": family.sentence, "parameters": parameters})
    };
    let examples: Vec<_> = EXAMPLES.iter().map(example).collect();
    json!({"examples": examples, "families": FAMILIES.iter().map(family).collect::<Vec<_>>()})
}

impl Answer for Beginnings {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        to_json(out, &beginnings())
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let examples = EXAMPLES.iter().map(|(name, _)| vec![(*name).to_owned(), "example".to_owned()]);
        let families = FAMILIES.iter().map(|family| vec![family.id.to_owned(), family.sentence.to_owned()]);
        let rows: Vec<_> = examples.chain(families).collect();
        write_table(out, palette, &["name", "what it is"], || rows.iter().cloned())
    }
}
