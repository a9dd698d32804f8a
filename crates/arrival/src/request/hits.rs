//! `walk --hits`: the exits of particles sent one after the other.

use super::input::Read;
use super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::unsolved;
use crate::context::Context;
use crate::fault::{ExitCode, Fault};
use crate::hits::{self, HittingSequence};
use crate::judged::Judged;
use crate::words::{Palette, display_name, grouped, set, write_table};
use num_bigint::BigUint;
use rotor_graph::{Exit, Instance, Rule, Stop, VertexId, amount};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// The exits of `count` particles from `from`, and the graph they leave behind if that is wanted.
pub(super) fn hits(
    read: &Read,
    from: VertexId,
    count: &str,
    final_rotors: bool,
    context: &mut Context<'_>,
) -> Result<Reply, Fault> {
    let particles = read.count(count, context)?.to_biguint();
    let particles = particles.ok_or_else(|| Fault::Unfit(format!("not a number of particles: {count}")))?;
    let sequence = hits::hits(&read.instance, from, &particles, context);
    let sequence = sequence.map_err(|error| unsolved(error, &read.name, context))?;
    let sequence = sequence.sharing(Arc::clone(&read.instance));
    Ok(Reply::new(HitsReply { sequence, final_rotors, rule: read.rule }))
}

struct HitsReply {
    sequence: Judged<'static, HittingSequence>,
    final_rotors: bool,
    rule: Rule,
}

impl HitsReply {
    fn sent(&self) -> BigUint {
        self.sequence.runs.iter().map(|(_, count)| count).sum()
    }
}

impl Answer for HitsReply {
    fn code(&self) -> ExitCode {
        match self.sequence.ended {
            None => ExitCode::Done,
            Some(Stop::Interrupted) => ExitCode::Interrupted,
            Some(_) => ExitCode::OutOfBudget,
        }
    }

    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (sequence, instance) = (&self.sequence, self.sequence.instance());
        let run = |(exit, count): &(Exit, BigUint)| {
            let (exit, trap) = match exit {
                Exit::Sink(sink) => (Some(instance.name(*sink)), None),
                Exit::Trap(trap) => (None, Some(*trap)),
            };
            let mut run = json!({"exit": exit, "count": count.to_string()});
            if let Some(trap) = trap {
                run["trap"] = json!(trap);
            }
            run
        };
        let traps: Vec<Vec<_>> =
            sequence.traps.iter().map(|trap| trap.iter().map(|&u| instance.name(u)).collect()).collect();
        let mut object = json!({"schema": "arrival.hits/1", "from": instance.name(sequence.from),
            "hits": self.sent().to_string(), "runs": sequence.runs.iter().map(run).collect::<Vec<_>>(),
            "traps": traps, "complete": sequence.ended.is_none()});
        if let Some(period) = &sequence.class_period {
            object["class_period"] = Value::from(period.to_string());
        }
        if let Some(reason) = sequence.ended {
            object["ended"] = Value::from(reason.to_string());
        }
        // Walks made step by step are the definition.
        to_json(out, &if sequence.is_checked() { with_standing(object, sequence) } else { object })
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (sequence, instance) = (&self.sequence, self.sequence.instance());
        let end = |exit: &Exit| match exit {
            Exit::Sink(sink) => display_name(instance, *sink).into_owned(),
            Exit::Trap(trap) => format!("trap {}", set(instance, &sequence.traps[*trap])),
        };
        let row = |(exit, count): &(Exit, BigUint)| vec![end(exit), grouped(&count.to_string())];
        write_table(out, palette, &["exit", "particles in a row"], || sequence.runs.iter().map(row))?;
        if let Some(period) = &sequence.class_period {
            let period = grouped(&period.to_string());
            writeln!(
                out,
                "the exits repeat themselves: their period divides {period}, the order of a chip here"
            )?;
        }
        write_standing(out, palette, sequence, "the flows of the particles that were not walked")
    }

    fn remark(&self, _: bool) -> Option<String> {
        let reason = self.sequence.ended?;
        let sent = amount(grouped(&self.sent().to_string()), "particle", "particles");
        Some(format!("stopped after {sent} ({reason})"))
    }

    fn after(&self) -> Option<(Cow<'_, Instance>, Rule)> {
        let after = || self.sequence.instance().clone().with_rotors(self.sequence.rotors.clone());
        self.final_rotors.then(|| (Cow::Owned(after()), self.rule))
    }
}
