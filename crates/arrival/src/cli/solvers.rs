//! `arrival solvers`: who solves what, at what cost, by whose theorem.

use super::arguments::Screen;
use super::fault::Fault;
use super::human::write_table;
use super::writing::{print_json, to_stdout};
use clap::Args;
use rotor_solve::registry::SOLVERS;
use serde_json::json;

/// List the solvers: what each accepts and answers, at what cost
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival solvers")]
pub(super) struct Solvers {}

impl Solvers {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        if screen.json {
            let entry = |solver: &rotor_solve::Solver| {
                let accepts: Vec<_> = solver.accepts.iter().map(|class| class.name()).collect();
                let answers: Vec<_> = solver.answers().map(|task| task.words()).collect();
                json!({"id": solver.id, "does": solver.sentence, "accepts": accepts, "answers": answers,
                       "cost": solver.cost, "source": solver.source})
            };
            let solvers: Vec<_> = SOLVERS.iter().map(entry).collect();
            print_json(&json!({"schema": "arrival.solvers/1", "solvers": solvers}))?;
        } else {
            let row = |solver: &rotor_solve::Solver| {
                let [id, does, cost, source] =
                    [solver.id, solver.sentence, solver.cost, solver.source].map(str::to_owned);
                vec![id, does, solver.graphs(), solver.questions(), cost, source]
            };
            let headings = ["solver", "does", "graphs", "answers", "cost", "source"];
            to_stdout(|out| write_table(out, &headings, || SOLVERS.iter().map(row)))?;
        }
        Ok(0)
    }
}
