//! `route --rounds`: all particles move at once, that many times.

use super::input::Read;
use super::reply::{Answer, Reply, to_json};
use super::unsolved;
use crate::context::Context;
use crate::fault::Fault;
use crate::timings::Stage;
use crate::words::{Palette, display_name, grouped, write_table};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_algebra::Rounds;
use rotor_graph::{Instance, Rule, VertexId, VertexMap};
use serde_json::{Map, json};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// What stands where after `rounds` rounds, and the graph that is left behind if that is wanted.
pub(super) fn rounds(
    read: &Read,
    particles: &VertexMap<BigUint>,
    rounds: &str,
    final_rotors: bool,
    context: &mut Context<'_>,
) -> Result<Reply, Fault> {
    let wanted = read.count(rounds, context)?;
    // More rounds than a machine word counts are more than can be made one by one.
    let wanted = match wanted.to_biguint() {
        Some(wanted) => wanted.to_u64().unwrap_or(u64::MAX),
        None => return Err(Fault::Unfit(format!("not a number of rounds: {rounds}"))),
    };
    context.stage(Stage::Solve);
    let (graph, rotors) = (read.instance.graph(), read.instance.rotors());
    let made = rotor_algebra::rounds(graph, rotors, particles, wanted, context);
    let made = made.map_err(|reason| unsolved(reason.into(), &read.name, context))?;
    let instance = Arc::clone(&read.instance);
    Ok(Reply::new(RoundsReply { instance, made, wanted, final_rotors, rule: read.rule }))
}

struct RoundsReply {
    instance: Arc<Instance>,
    made: Rounds,
    wanted: u64,
    final_rotors: bool,
    rule: Rule,
}

impl Answer for RoundsReply {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (instance, particles) = (&self.instance, &self.made.particles);
        let standing = |sinks: bool| {
            let entry = |u: VertexId| (instance.name(u).to_owned(), particles[u].to_string().into());
            let graph = instance.graph();
            graph.vertices().filter(|&u| graph.is_sink(u) == sinks).map(entry).collect::<Map<_, _>>()
        };
        to_json(
            out,
            &json!({"schema": "arrival.rounds/1", "rounds": self.wanted.to_string(),
                "moving_rounds": self.made.rounds.to_string(), "particles": standing(false),
                "sinks": standing(true)}),
        )
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (instance, particles) = (&self.instance, &self.made.particles);
        let used = |u: &VertexId| particles[*u] != BigUint::ZERO;
        let row = |u: VertexId| {
            let sink = if instance.graph().is_sink(u) { "sink " } else { "" };
            vec![format!("{sink}{}", display_name(instance, u)), grouped(&particles[u].to_string())]
        };
        write_table(out, palette, &["vertex", "particles"], || {
            instance.graph().vertices().filter(used).map(row)
        })?;
        if self.made.rounds < self.wanted {
            writeln!(
                out,
                "all particles have reached sinks after {} rounds",
                grouped(&self.made.rounds.to_string())
            )?;
        }
        Ok(())
    }

    fn after(&self) -> Option<(Cow<'_, Instance>, Rule)> {
        let after = || Instance::clone(&self.instance).with_rotors(self.made.rotors.clone());
        self.final_rotors.then(|| (Cow::Owned(after()), self.rule))
    }
}
