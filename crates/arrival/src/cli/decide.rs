//! `arrival decide`: does the particle reach this sink?

use super::arguments::{Reading, Screen, Source, vertex};
use super::fault::{Fault, unfit};
use super::human::{BAD, GOOD, styled};
use super::solve::exit_from;
use super::writing::{print_json, to_stdout};
use clap::Args;
use rotor_graph::{Exit, quoted};
use serde_json::json;

/// Say whether a particle from one vertex reaches one sink: exit code 10 for yes, 20 for no
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival decide --example fig-rotor-routing --from u2 --to s2")]
pub(super) struct Decide {
    #[command(flatten)]
    source: Source,
    /// Where the particle starts
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    from: String,
    /// The sink in question
    #[arg(long, value_name = "SINK", allow_hyphen_values = true)]
    to: String,
    #[command(flatten)]
    reading: Reading,
}

impl Decide {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        let read = self.source.read(&self.reading)?;
        let to = vertex(&read.instance, &self.to)?;
        if !read.instance.graph().is_sink(to) {
            return Err(unfit(&read, &format!("{} is no sink; name one with --to", quoted(&self.to))));
        }
        if read.instance.player_count() > 0 {
            return Err(unfit(&read, "the file has players; `arrival solve` says what they can secure"));
        }
        let solution = exit_from(&read, &self.from, &self.reading.limits)?;
        let answer = solution.exits().any(|row| row.exit == Exit::Sink(to));
        if screen.json {
            let (from, to) = (&self.from, &self.to);
            print_json(&json!({"schema": "arrival.decide/1", "from": from, "to": to, "answer": answer}))?;
        } else {
            let word = if answer { styled(GOOD, "yes") } else { styled(BAD, "no") };
            to_stdout(|out| writeln!(out, "{word}"))?;
        }
        Ok(if answer { 10 } else { 20 })
    }
}
