//! `push`: one cycle push.

use super::input::Input;
use super::reply::{Answer, Reply, to_json};
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::push::{PushedCycle, push_cycle};
use crate::words::{Palette, display_name};
use rotor_graph::{Instance, Rule, quoted};
use serde::Deserialize;
use serde_json::json;
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// What does a cycle push do?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Push {
    /// A vertex on the cycle.
    pub cycle: String,
    /// Whether to undo a push: turn the rotors of the cycle back.
    #[serde(default)]
    pub reverse: bool,
    /// Whether the graph is written elsewhere, so that the words leave it out.
    #[serde(skip)]
    pub elsewhere: bool,
}

impl Push {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = input.read(context)?;
        let u = read.vertex(&self.cycle)?;
        let pushed = push_cycle(&read.instance, u, self.reverse).ok_or_else(|| {
            let how = if self.reverse { "rotors turned back" } else { "rotors" };
            let words =
                format!("no cycle of {how} runs through {}; name a vertex of one", quoted(&self.cycle));
            Fault::unfit(&read.name, words)
        })?;
        let pushed = pushed.sharing(Arc::clone(&read.instance));
        Ok(Reply::new(PushReply { pushed, rule: read.rule, elsewhere: self.elsewhere }))
    }
}

struct PushReply {
    pushed: Judged<'static, PushedCycle>,
    rule: Rule,
    elsewhere: bool,
}

impl Answer for PushReply {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let cycle: Vec<_> = self.pushed.cycle.iter().map(|&u| self.pushed.instance().name(u)).collect();
        let text = self.pushed.after.written_for(self.rule).to_string();
        to_json(out, &json!({"schema": "arrival.push/1", "cycle": cycle, "text": text}))
    }

    fn write_words(&self, out: &mut dyn Write, _: &Palette) -> io::Result<()> {
        let cycle: Vec<_> =
            self.pushed.cycle.iter().map(|&u| display_name(self.pushed.instance(), u)).collect();
        let cycle = cycle.join(" -> ");
        if self.elsewhere {
            return writeln!(out, "pushed {cycle}");
        }
        write!(out, "# pushed {cycle}\n{}", self.pushed.after.written_for(self.rule))
    }

    fn after(&self) -> Option<(Cow<'_, Instance>, Rule)> {
        self.elsewhere.then_some((Cow::Borrowed(&self.pushed.after), self.rule))
    }
}
