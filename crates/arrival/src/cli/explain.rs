//! `arrival explain`: in words, why the particle ends where it does.

use super::arguments::{Reading, Screen, Source, vertex};
use super::fault::{Fault, unfit};
use super::solve::{solve_fault, strategy_set, value};
use super::writing::{print_json, to_stdout};
use crate::{Options, explain_within};
use clap::Args;
use rotor_graph::{StrategySet, Value};

/// Say why the particle ends where it does
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival explain --example fig-calc-rn --from u0")]
pub(super) struct Explain {
    #[command(flatten)]
    source: Source,
    /// Where the particle starts; by default where the file says
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    from: Option<String>,
    /// What the players of a game decide: the initial arc, the rotor order, or the arc at every visit
    #[arg(long, value_name = "SET", value_parser = strategy_set, default_value = "start")]
    strategies: StrategySet,
    /// What a play that never exits is worth
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = value())]
    endless_value: Value,
    #[command(flatten)]
    reading: Reading,
}

impl Explain {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        let read = self.source.read(&self.reading)?;
        let instance = &read.instance;
        let from = match &self.from {
            Some(name) => vertex(instance, name)?,
            None => instance
                .start()
                .ok_or_else(|| unfit(&read, "the file names no start; give one with --from"))?,
        };
        let (strategies, endless_value) = (self.strategies, self.endless_value);
        let options = Options { strategies, endless_value, ..Options::default() };
        let mut limits = self.reading.limits.start_at(read.started);
        let explained = explain_within(instance, from, &options, &mut limits);
        let explanation = explained.map_err(|error| solve_fault(error, &limits))?;
        drop(limits);
        if screen.json {
            print_json(&explanation.json())?;
        } else {
            to_stdout(|out| write!(out, "{}", explanation.text()))?;
        }
        Ok(0)
    }
}
