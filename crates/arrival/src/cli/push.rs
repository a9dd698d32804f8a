//! `arrival push`: one cycle push.

use super::arguments::{Reading, Screen, Source, vertex};
use super::fault::{Fault, unfit};
use super::writing::{print_json, to_stdout, write_instance};
use crate::output::human::called;
use clap::Args;
use rotor_graph::quoted;
use rotor_solve::push::{cycle_before, cycle_through, push, reverse_push};
use serde_json::json;

/// Push the cycle of rotors through a vertex, and print the graph after it
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival push --example fig-rotor-routing --cycle u0")]
pub(super) struct Push {
    #[command(flatten)]
    source: Source,
    /// A vertex on the cycle
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    cycle: String,
    /// Undo a push: turn the rotors of the cycle back
    #[arg(long)]
    reverse: bool,
    /// Write the graph after the push to this file
    #[arg(short, long, value_name = "OUT")]
    output: Option<String>,
    #[command(flatten)]
    reading: Reading,
}

impl Push {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        let read = self.source.read(&self.reading)?;
        let (instance, graph) = (&read.instance, read.instance.graph());
        let u = vertex(instance, &self.cycle)?;
        let mut rotors = instance.rotors().clone();
        let cycle =
            if self.reverse { cycle_before(graph, &rotors, u) } else { cycle_through(graph, &rotors, u) };
        let Some(cycle) = cycle else {
            let how = if self.reverse { "rotors turned back" } else { "rotors" };
            return Err(unfit(
                &read,
                &format!("no cycle of {how} runs through {}; name a vertex of one", quoted(&self.cycle)),
            ));
        };
        if self.reverse {
            reverse_push(graph, &mut rotors, &cycle);
        } else {
            push(graph, &mut rotors, &cycle);
        }
        let after = instance.clone().with_rotors(rotors);
        if let Some(file) = &self.output {
            write_instance(file, &after, read.rule, None)?;
        }
        let words: Vec<_> = cycle.vertices().iter().map(|&v| called(instance, v)).collect();
        let text = after.written_for(read.rule).to_string();
        if screen.json {
            let names: Vec<_> = cycle.vertices().iter().map(|&v| instance.name(v)).collect();
            print_json(&json!({"schema": "arrival.push/1", "cycle": names, "text": text}))?;
        } else if self.output.is_some() {
            to_stdout(|out| writeln!(out, "pushed {}", words.join(" -> ")))?;
        } else {
            to_stdout(|out| write!(out, "# pushed {}\n{text}", words.join(" -> ")))?;
        }
        Ok(0)
    }
}
