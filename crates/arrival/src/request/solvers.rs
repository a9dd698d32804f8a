//! `solvers`: who solves what, at what cost, by whose theorem.

use super::reply::{Answer, Reply, to_json};
use crate::context::Context;
use crate::fault::Fault;
use crate::words::{Palette, write_table};
use rotor_solve::Solver;
use rotor_solve::registry::SOLVERS;
use serde::Deserialize;
use serde_json::json;
use std::io::{self, Write};
use std::time::Duration;

/// Which solvers are there?
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solvers {}

impl Solvers {
    pub(super) fn answer(self, _: &mut Context<'_>) -> Result<Reply, Fault> {
        Ok(Reply::new(List))
    }
}

/// The registry, as an answer.
struct List;

impl Answer for List {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let entry = |solver: &Solver| {
            let accepts: Vec<_> = solver.classes.iter().map(|class| class.name()).collect();
            let answers: Vec<_> = solver.tasks.iter().map(|task| task.words()).collect();
            json!({"id": solver.id, "does": solver.sentence, "accepts": accepts, "answers": answers,
                   "cost": solver.cost, "source": solver.source})
        };
        let solvers: Vec<_> = SOLVERS.iter().map(entry).collect();
        to_json(out, &json!({"schema": "arrival.solvers/1", "solvers": solvers}))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let row = |solver: &Solver| {
            let [id, does, cost, source] =
                [solver.id, solver.sentence, solver.cost, solver.source].map(str::to_owned);
            vec![id, does, solver.graphs(), solver.questions(), cost, source]
        };
        let headings = ["solver", "does", "graphs", "answers", "cost", "source"];
        write_table(out, palette, &headings, || SOLVERS.iter().map(row))
    }
}
