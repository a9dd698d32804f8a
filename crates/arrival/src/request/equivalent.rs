//! `equivalent`: do two configurations of one graph belong to the same class?

use super::fields::Document;
use super::input::{Input, Read};
use super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::unsolved;
use crate::context::Context;
use crate::fault::{ExitCode, Fault};
use crate::forest::{Equivalence, equivalent};
use crate::judged::Judged;
use crate::words::{Palette, styled};
use rotor_graph::Traps;
use serde::Deserialize;
use serde_json::json;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Do two configurations belong to the same class?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalent {
    /// The same graph with other rotors, read as the first one is.
    pub second: Document,
}

impl Equivalent {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let Document { name, bytes } = self.second;
        let second = Input { name, bytes, ..input.clone_options() };
        let (first, second) = (input.read(context)?, second.read(context)?);
        same_graph(&first, &second)?;
        let found = equivalent(&first.instance, second.instance.rotors(), context);
        let found = found.map_err(|error| unsolved(error, &first.name, context))?;
        Ok(Reply::new(found.sharing(Arc::clone(&first.instance))))
    }
}

/// Refuses two instances that differ in more than their rotors.
pub(super) fn same_graph(first: &Read, second: &Read) -> Result<(), Fault> {
    let same = first.instance.graph() == second.instance.graph()
        && first.instance.names() == second.instance.names();
    if same {
        return Ok(());
    }
    let words = format!("not the same graph as {}; only the rotors may differ", first.name);
    Err(Fault::unfit(&second.name, words))
}

impl Answer for Judged<'static, Equivalence> {
    fn code(&self) -> ExitCode {
        if self.is_equivalent { ExitCode::Done } else { ExitCode::No }
    }

    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let Equivalence { is_equivalent, solver } = **self;
        let object = json!({"schema": "arrival.equivalent/1", "solver": solver, "equivalent": is_equivalent});
        to_json(out, &with_standing(object, self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let word = match self.is_equivalent {
            true => styled(palette.good, "equivalent"),
            false => styled(palette.bad, "not equivalent"),
        };
        writeln!(out, "{word}")?;
        let proof = match Traps::of(self.instance().graph()).is_empty() {
            true => "the destination forests of both",
            false => "the destination forests of both, and the classes of rotors inside traps",
        };
        write_standing(out, palette, self, proof)
    }
}
