//! `arrival walk`: plain simulation.

use super::arguments::{Reading, Screen, Source, vertex};
use super::fault::{Fault, unfit};
use super::progress::Progress;
use super::reading::{Read, bytes_within, shown};
use super::writing::{aside, to_stdout, write_instance};
use crate::decided;
use crate::output::human::{called, set};
use crate::output::json::Traps;
use clap::Args;
use rotor_format::certificate::{Strategies, read_strategies};
use rotor_graph::{Exit, Instance, Past, ReverseWalk, RotorWalk, StoppingGraph, StrategySet, VertexId};
use rotor_solve::{Budget, OutOfBudget, Unlimited};
use serde_json::json;
use std::io::{self, Write};

/// Walk step by step, forwards or back
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival walk --example fig-rotor-routing --trace")]
pub(super) struct Walk {
    #[command(flatten)]
    source: Source,
    /// Where the particle starts; by default where the file says
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    from: Option<String>,
    /// Print every vertex on the way
    #[arg(long)]
    trace: bool,
    /// Stop after so many steps; in reverse a million unless given
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Undo steps instead, as far as it is certain where the particle came from
    #[arg(long)]
    reverse: bool,
    /// Play the strategies in this answer of `arrival solve --json`, or in the certificate of a game
    #[arg(long, value_name = "ANSWER", conflicts_with = "reverse")]
    strategy: Option<String>,
    /// Write the graph with its final rotors to this file
    #[arg(long = "final", value_name = "OUT")]
    final_file: Option<String>,
    #[command(flatten)]
    reading: Reading,
}

/// How many steps are made between two looks at the clock: fewer if each is shown.
const STRIDE: u64 = 1 << 24;
const SHOWN_STRIDE: u64 = 1 << 16;
/// How many steps a reverse walk undoes unless told otherwise: in a trap it could go on for ever.
const REVERSE_STEPS: u64 = 1_000_000;

/// How a walk ended.
struct End {
    at: VertexId,
    steps: u64,
    /// In words; with a reason if it was cut short.
    outcome: Outcome,
    after: Instance,
}

enum Outcome {
    Halted(Exit),
    Cut(OutOfBudget),
    Beginning,
    Unclear(u32),
}

impl Walk {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        let mut read = self.source.read(&self.reading)?;
        let strategies = self.strategies(&read)?;
        let from = match (&self.from, &strategies) {
            (Some(name), _) => vertex(&read.instance, name)?,
            (None, Some(strategies)) => strategies.from,
            (None, None) => read
                .instance
                .start()
                .ok_or_else(|| unfit(&read, "the file names no start; give one with --from"))?,
        };
        if let Some(Strategies { max, min, .. }) = &strategies {
            read.instance = decided(&read.instance, from, [max, min])
                .map_err(|error| Fault::Usage(format!("{}: {error}", read.name)))?;
        }
        let stopping = StoppingGraph::of(read.instance.graph());
        let most = self.max_steps.unwrap_or(if self.reverse { REVERSE_STEPS } else { u64::MAX });
        let mut limits = self.reading.limits.start_at(read.started);
        let end = if self.trace && !screen.json {
            to_stdout(|out| {
                let name = |u| called(&read.instance, u);
                let mut gap = "";
                let end = self.walk(&read, &stopping, from, most, &mut limits, &mut |u| {
                    write!(out, "{}{}", std::mem::replace(&mut gap, " "), name(u))
                })?;
                writeln!(out).map(|()| end)
            })?
        } else {
            let _progress = Progress::start(screen, "walking");
            self.walk(&read, &stopping, from, most, &mut limits, &mut |_| Ok(())).map_err(Fault::stdout)?
        };
        drop(limits);
        if let Some(file) = &self.final_file {
            write_instance(file, &end.after, read.rule, None)?;
        }
        to_stdout(|out| {
            if screen.json {
                self.json(out, &read, &stopping, from, &end)
            } else {
                words(out, &read, &stopping, from, &end)
            }
        })?;
        match end.outcome {
            Outcome::Cut(OutOfBudget::Interrupted) => Ok(130),
            Outcome::Cut(reason) => {
                if !screen.quiet {
                    let at = called(&read.instance, end.at);
                    aside(format_args!("arrival: {reason} after {} steps, at {at}", end.steps));
                }
                Ok(3)
            }
            _ => Ok(0),
        }
    }

    /// The strategies to play, if there are any.
    fn strategies(&self, read: &Read) -> Result<Option<Strategies>, Fault> {
        let Some(file) = &self.strategy else { return Ok(None) };
        let source = bytes_within(file, self.reading.limits.memory())?;
        let strategies = match read_strategies(&source, &read.instance) {
            Ok(strategies) => strategies,
            Err(flaws) => {
                return Err(Fault::Flawed { file: shown(file).to_owned(), source, flaws });
            }
        };
        if strategies.set == StrategySet::Free && self.final_file.is_some() {
            return Err(Fault::Usage("free players leave no rotors to write; leave --final out".to_owned()));
        }
        Ok(Some(strategies))
    }

    /// Walks `most` steps at most; if a trace is wanted, shows every vertex to `visit`.
    fn walk(
        &self,
        read: &Read,
        stopping: &StoppingGraph<'_>,
        from: VertexId,
        most: u64,
        budget: &mut dyn Budget,
        visit: &mut dyn FnMut(VertexId) -> io::Result<()>,
    ) -> io::Result<End> {
        if self.reverse {
            self.backwards(read, from, most, budget, visit)
        } else {
            self.forwards(read, stopping, from, most, budget, visit)
        }
    }

    fn forwards(
        &self,
        read: &Read,
        stopping: &StoppingGraph<'_>,
        from: VertexId,
        most: u64,
        budget: &mut dyn Budget,
        visit: &mut dyn FnMut(VertexId) -> io::Result<()>,
    ) -> io::Result<End> {
        let instance = &read.instance;
        let mut walk = RotorWalk::new(stopping, instance.rotors(), from);
        visit(from)?;
        let outcome = loop {
            if let Some(exit) = stopping.exit_at(walk.particle()) {
                break Outcome::Halted(exit);
            }
            if walk.steps() >= most {
                break Outcome::Cut(OutOfBudget::Operations);
            }
            let stride = if self.trace { SHOWN_STRIDE } else { STRIDE }.min(most - walk.steps());
            if let Err(reason) = budget.spend(stride) {
                break Outcome::Cut(reason);
            }
            if self.trace {
                for _ in 0..stride {
                    if walk.step().is_none() {
                        break;
                    }
                    visit(walk.particle())?;
                }
            } else {
                walk.run(stride);
            }
        };
        let after = instance.clone().with_rotors(walk.rotors());
        Ok(End { at: walk.particle(), steps: walk.steps(), outcome, after })
    }

    fn backwards(
        &self,
        read: &Read,
        from: VertexId,
        most: u64,
        budget: &mut dyn Budget,
        visit: &mut dyn FnMut(VertexId) -> io::Result<()>,
    ) -> io::Result<End> {
        let instance = &read.instance;
        let mut walk = ReverseWalk::new(instance.graph(), instance.rotors().clone(), from);
        visit(from)?;
        let outcome = loop {
            match walk.past() {
                Past::Beginning => break Outcome::Beginning,
                Past::Unclear(senders) => break Outcome::Unclear(senders),
                Past::From(_) if walk.steps() >= most => break Outcome::Cut(OutOfBudget::Operations),
                Past::From(_) => {}
            }
            if let Err(reason) = budget.spend(1) {
                break Outcome::Cut(reason);
            }
            walk.step_back();
            visit(walk.particle())?;
        };
        let after = instance.clone().with_rotors(walk.rotors().clone());
        Ok(End { at: walk.particle(), steps: walk.steps(), outcome, after })
    }

    fn json(
        &self,
        out: &mut dyn Write,
        read: &Read,
        stopping: &StoppingGraph<'_>,
        from: VertexId,
        end: &End,
    ) -> io::Result<()> {
        let instance = &read.instance;
        let (start, at) = (instance.name(from), instance.name(end.at));
        let steps = end.steps.to_string();
        let mut object = if self.reverse {
            let senders = match end.outcome {
                Outcome::Beginning => json!(0),
                Outcome::Unclear(senders) => json!(senders),
                _ => json!(null),
            };
            let stopped = !matches!(end.outcome, Outcome::Cut(_));
            json!({"schema": "arrival.walk/1", "from": start, "reverse": true, "at": at, "steps": steps,
                   "stopped": stopped, "senders": senders})
        } else {
            let exit = matches!(end.outcome, Outcome::Halted(Exit::Sink(_))).then_some(at);
            let stopped = matches!(end.outcome, Outcome::Halted(_));
            json!({"schema": "arrival.walk/1", "from": start, "exit": exit, "steps": steps, "stopped": stopped})
        };
        match end.outcome {
            Outcome::Halted(Exit::Trap(trap)) => {
                object["trap"] = json!(trap);
                object["traps"] = json!(Traps(instance, stopping.traps().members()));
            }
            Outcome::Cut(_) => object["at"] = json!(at),
            _ => {}
        }
        let text = object.to_string();
        if !self.trace {
            return writeln!(out, "{text}");
        }
        write!(out, "{},\"trace\":[", text.trim_end_matches('}'))?;
        // The same steps are made a second time: a trace can be longer than the memory.
        let mut gap = "";
        self.walk(read, stopping, from, end.steps, &mut Unlimited, &mut |u| {
            write!(out, "{}{}", std::mem::replace(&mut gap, ","), json!(instance.name(u)))
        })?;
        writeln!(out, "]}}")
    }
}

/// How the walk ended, in one line.
fn words(
    out: &mut dyn Write,
    read: &Read,
    stopping: &StoppingGraph<'_>,
    from: VertexId,
    end: &End,
) -> io::Result<()> {
    let instance = &read.instance;
    let (from, at) = (called(instance, from), called(instance, end.at));
    let steps = crate::output::human::in_steps(&end.steps.into());
    match end.outcome {
        Outcome::Halted(Exit::Sink(_)) => writeln!(out, "{from} exits at {at} after {steps}"),
        Outcome::Halted(Exit::Trap(trap)) => {
            let trap = set(instance, &stopping.traps().members()[trap]);
            writeln!(out, "{from} never exits: trapped in {trap} after {steps}")
        }
        Outcome::Cut(_) => writeln!(out, "{from} is at {at} after {steps}"),
        Outcome::Beginning => writeln!(out, "{from} came from {at}, {steps} ago; no step leads there"),
        Outcome::Unclear(senders) => {
            writeln!(out, "{from} came from {at}, {steps} ago; {senders} different steps lead there")
        }
    }
}
