//! `explain`: in words, why the particle ends where it does.

use super::fields::{by_name, game_value};
use super::input::Input;
use super::reply::{Answer, Reply, to_json, with_standing};
use super::unsolved;
use crate::context::Context;
use crate::explain::{Explanation, explain_within};
use crate::fault::Fault;
use crate::judged::Judged;
use crate::question::Options;
use crate::words::Palette;
use rotor_graph::{StrategySet, Value};
use serde::Deserialize;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Why does the particle end where it does?
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Explain {
    /// Where the particle starts; by default where the file says.
    pub from: Option<String>,
    /// What the players of a game decide.
    #[serde(deserialize_with = "by_name")]
    pub strategies: StrategySet,
    /// What a play that never exits is worth.
    #[serde(deserialize_with = "game_value")]
    pub endless_value: Value,
}

impl Default for Explain {
    fn default() -> Self {
        let Options { strategies, endless_value, .. } = Options::default();
        Self { from: None, strategies, endless_value }
    }
}

impl Explain {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = input.read(context)?;
        let from = read.start(self.from.as_deref())?;
        let (strategies, endless_value) = (self.strategies, self.endless_value);
        let options = Options { strategies, endless_value, ..Options::default() };
        let explained = explain_within(&read.instance, from, &options, context);
        let explanation = explained.map_err(|error| unsolved(error, &read.name, context))?;
        Ok(Reply::new(explanation.sharing(Arc::clone(&read.instance))))
    }
}

impl Answer for Judged<'static, Explanation> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        to_json(out, &with_standing(self.json(), self))
    }

    /// The text of a game ends with what was checked; that of a walk is only ever made of a checked one.
    fn write_words(&self, out: &mut dyn Write, _: &Palette) -> io::Result<()> {
        out.write_all(self.text().as_bytes())
    }
}
