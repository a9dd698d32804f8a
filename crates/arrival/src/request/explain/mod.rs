//! `explain`: why the particle ends where it does, and the objects that the proofs of the paper are made of.

mod access;
mod cycles;
mod order;
mod pairs;
mod routine;
mod subtree;

use super::fields::{Counts, NamesList, by_name, game_value};
use super::input::Input;
use super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::unsolved;
use crate::context::Context;
use crate::explain::{Explanation, explain};
use crate::fault::Fault;
use crate::frames::Frames;
use crate::judged::Judged;
use crate::question::Options;
use crate::words::{Palette, and_more, styled, unchecked_line};
use rotor_graph::{StrategySet, Value};
use serde::Deserialize;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Why does the particle end where it does? Or one object of the paper: at most one of `routine`, `order`, `subtree`,
/// `access`, `pairs` and `cycles`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Explain {
    /// Where the particle starts; by default where the file says.
    pub from: Option<String>,
    /// What the players of a game decide.
    #[serde(deserialize_with = "by_name")]
    pub strategies: StrategySet,
    /// The value of a play that never exits.
    #[serde(deserialize_with = "game_value")]
    pub endless_value: Value,
    /// Whether the algorithm is shown frame by frame.
    pub frames: bool,
    /// The revolving routine at this vertex.
    pub routine: Option<String>,
    /// The flows of its heads; by default the return flows.
    pub flows: Option<Counts>,
    /// The rotor order of this vertex: distances and which arc is met first.
    pub order: Option<String>,
    /// The subtree of these two vertices.
    pub subtree: Option<NamesList>,
    /// The access flows.
    pub access: bool,
    /// The optimal pairs.
    pub pairs: bool,
    /// The cycles of the rotors.
    pub cycles: bool,
}

impl Default for Explain {
    fn default() -> Self {
        let Options { strategies, endless_value, .. } = Options::default();
        Self {
            from: None,
            strategies,
            endless_value,
            frames: false,
            routine: None,
            flows: None,
            order: None,
            subtree: None,
            access: false,
            pairs: false,
            cycles: false,
        }
    }
}

impl Explain {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        self.is_one_question()?;
        let read = input.read(context)?;
        if let Some(vertex) = &self.routine {
            return routine::answer(vertex, self.flows.as_ref(), &read, context);
        }
        if let Some(vertex) = &self.order {
            return order::answer(vertex, &read);
        }
        if let Some(ends) = &self.subtree {
            return subtree::answer(ends, &read, context);
        }
        if self.cycles {
            return cycles::answer(self.frames, &read, context);
        }
        let from = read.start(self.from.as_deref())?;
        let (strategies, endless_value) = (self.strategies, self.endless_value);
        let options = Options { strategies, endless_value, ..Options::default() };
        if self.access {
            return access::answer(from, endless_value, &read, context);
        }
        if self.pairs {
            return pairs::answer(from, &options, &read, context);
        }
        let explained = explain(&read.instance, from, &options, self.frames, context);
        let explanation = explained.map_err(|error| unsolved(error, &read.name, context))?;
        Ok(Reply::new(explanation.sharing(Arc::clone(&read.instance))))
    }

    fn is_one_question(&self) -> Result<(), Fault> {
        let asked = [
            ("routine", self.routine.is_some()),
            ("order", self.order.is_some()),
            ("subtree", self.subtree.is_some()),
            ("access", self.access),
            ("pairs", self.pairs),
            ("cycles", self.cycles),
        ];
        let asked: Vec<_> = asked.iter().filter(|(_, asked)| *asked).map(|(name, _)| *name).collect();
        let unfit = |words: String| Err(Fault::Unfit(words));
        match asked[..] {
            [] | [_] if self.flows.is_some() && self.routine.is_none() => {
                unfit("--flows needs --routine VERTEX".to_owned())
            }
            ["cycles"] | [] => Ok(()),
            [name] if self.frames => unfit(format!("--{name} has no frames")),
            [_] => Ok(()),
            _ => unfit(format!("ask for one of {} at a time", asked.join(", "))),
        }
    }
}

impl Answer for Judged<'static, Explanation> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        to_json(out, &with_standing(self.json(), self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        out.write_all(self.text().as_bytes())?;
        // The text of a game begins with what was checked.
        if self.instance().player_count() == 0 {
            let proof = if self.names_flows() { "the walk, and the return flows" } else { "the walk" };
            write_standing(out, palette, self, proof)?;
        }
        self.frames().map_or(Ok(()), |frames| write_frames(out, palette, frames))
    }
}

/// The frames, one numbered line each.
fn write_frames(out: &mut dyn Write, palette: &Palette, frames: &Frames) -> io::Result<()> {
    for (number, frame) in (1..).zip(frames.list()) {
        writeln!(out, "{} {}", styled(palette.heading, format_args!("{number}.")), frame.words)?;
    }
    if frames.left_out() > 0 {
        writeln!(out, "{}", and_more(frames.left_out()))?;
    }
    write!(out, "{}", unchecked_line("the steps of the algorithm; the judge checks only the answer", palette))
}
