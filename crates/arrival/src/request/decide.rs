//! `decide`: does the particle reach this sink?

use super::input::Input;
use super::reply::{Answer, Reply, to_json, with_standing};
use super::unsolved;
use crate::context::Context;
use crate::fault::{ExitCode, Fault};
use crate::judged::Judged;
use crate::pipeline::solve;
use crate::question::{Options, Question};
use crate::words::{Palette, styled};
use rotor_graph::{Exit, VertexId, quoted};
use serde::Deserialize;
use serde_json::json;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Does a particle from one vertex reach one sink?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decide {
    /// Where the particle starts.
    pub from: String,
    /// The sink in question.
    pub to: String,
}

impl Decide {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = input.read(context)?;
        let (from, to) = (read.vertex(&self.from)?, read.vertex(&self.to)?);
        if !read.instance.graph().is_sink(to) {
            let words = format!("{} is not a sink; name one with --to", quoted(&self.to));
            return Err(Fault::unfit(&read.name, words));
        }
        read.without_players()?;
        let solved = solve(&read.instance, Question::From(from), &Options::default(), context);
        let solution = solved.map_err(|error| unsolved(error, &read.name, context))?;
        let answer = solution.exits().any(|row| row.exit == Exit::Sink(to));
        let decided = solution.map(|_| Decided { from, to, answer });
        Ok(Reply::new(decided.sharing(Arc::clone(&read.instance))))
    }
}

struct Decided {
    from: VertexId,
    to: VertexId,
    answer: bool,
}

impl Answer for Judged<'static, Decided> {
    fn code(&self) -> ExitCode {
        if self.answer { ExitCode::Reaches } else { ExitCode::Misses }
    }

    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let [from, to] = [self.from, self.to].map(|u| self.instance().name(u));
        let object = json!({"schema": "arrival.decide/1", "from": from, "to": to, "answer": self.answer});
        to_json(out, &with_standing(object, self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let word = if self.answer { styled(palette.good, "yes") } else { styled(palette.bad, "no") };
        writeln!(out, "{word}")
    }
}
