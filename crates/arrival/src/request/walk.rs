//! `walk`: plain simulation, forwards or back.

use super::fields::{Document, optional_digits, optional_number, wanted};
use super::hits::hits;
use super::input::{Input, Read};
use super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::solution_json::Traps;
use super::unsolved;
use crate::context::{Context, Host};
use crate::fault::{ExitCode, Fault};
use crate::judged::Judged;
use crate::play::decided;
use crate::walk::{WalkEnd, WalkError, WalkLength, WalkOptions, Walked, walk};
use crate::words::{Palette, display_name, in_steps, set, styled};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_format::certificate::{Certificate, Strategies, read_strategies};
use rotor_graph::{Claim, Exit, Instance, Rule, Stop, StrategySet, VertexId};
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Where does a walk lead?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Walk {
    /// Where the particle starts; by default where the file says.
    pub from: Option<String>,
    /// Whether every vertex on the way is listed.
    pub trace: bool,
    /// Stop after this many steps, which is then an answer that was stopped.
    #[serde(deserialize_with = "optional_number")]
    pub max_steps: Option<u64>,
    /// Make exactly this many steps.
    #[serde(deserialize_with = "optional_digits")]
    pub steps: Option<String>,
    /// Send this many particles, one after the other, and list their exits.
    #[serde(deserialize_with = "optional_digits")]
    pub hits: Option<String>,
    /// Undo steps, as far as it is certain where the particle came from.
    pub reverse: bool,
    /// Play the strategies of this answer or certificate.
    pub strategy: Option<Document>,
    /// Whether the graph with its final rotors comes with the answer.
    #[serde(rename = "final", deserialize_with = "wanted")]
    pub final_rotors: bool,
    /// Whether the certificate of a moment comes with the answer.
    #[serde(deserialize_with = "wanted")]
    pub certificate: bool,
    /// Whether the trace goes to the host while the walk is made, instead of into the answer.
    #[serde(skip)]
    pub stream: bool,
}

/// How many steps a reverse walk undoes unless told otherwise: in a trap it could go on for ever.
const REVERSE_STEPS: u64 = 1_000_000;

impl Walk {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        if self.certificate && (self.steps.is_none() || self.trace) {
            let words = "a walk made step by step needs no certificate; use --certificate only with --steps";
            return Err(Fault::Unfit(words.to_owned()));
        }
        let alone =
            [self.steps.is_some(), self.max_steps.is_some(), self.reverse, self.trace].contains(&true);
        if self.hits.is_some() && (alone || self.strategy.is_some()) {
            let words =
                "--hits cannot be combined with --steps, --max-steps, --reverse, --trace or --strategy";
            return Err(Fault::Unfit(words.to_owned()));
        }
        let mut read = input.read(context)?;
        let length = self.length(&read, context)?;
        let strategies = self.strategies(&read)?;
        let from = match (&self.from, &strategies) {
            (None, Some(strategies)) => strategies.from,
            (name, _) => read.start(name.as_deref())?,
        };
        if let Some(Strategies { max, min, .. }) = &strategies {
            let played = decided(&read.instance, from, [max, min]);
            read.instance = Arc::new(played.map_err(|error| Fault::unfit(&read.name, error))?);
        }
        if let Some(count) = &self.hits {
            return hits(&read, from, count, self.final_rotors, context);
        }
        let options = WalkOptions { length, trace: self.trace && self.stream };
        let walked = walk(&read.instance, from, &options, context).map_err(|error| match error {
            WalkError::Trace(error) => Fault::Unwritten { output: "the trace".to_owned(), error },
            WalkError::Solve(error) => unsolved(error, &read.name, context),
        })?;
        let walked = walked.sharing(Arc::clone(&read.instance));
        // What is walked to its end is the definition carried out, and needs none.
        let moment = if self.certificate && self.steps.is_some() { walked.moment() } else { None };
        let certificate = moment.map(|moment| Claim::Flow(moment.into()));
        Ok(Reply::new(WalkReply { walked, options, ask: self, rule: read.rule, certificate }))
    }

    fn length(&self, read: &Read, context: &mut Context<'_>) -> Result<WalkLength, Fault> {
        match (&self.steps, self.max_steps, self.reverse) {
            (Some(_), Some(_), _) | (Some(_), _, true) => {
                Err(Fault::Unfit("--steps cannot be combined with --max-steps or --reverse".to_owned()))
            }
            (Some(text), None, false) => {
                let steps = read.count(text, context)?;
                let steps = steps.to_biguint();
                steps.map(WalkLength::Exactly).ok_or_else(|| {
                    Fault::Unfit(format!("the number of steps cannot be negative: {text}; see --reverse"))
                })
            }
            (None, most, true) => Ok(WalkLength::Back(most.unwrap_or(REVERSE_STEPS))),
            (None, Some(most), false) => Ok(WalkLength::AtMost(most)),
            (None, None, false) => Ok(WalkLength::ToTheEnd),
        }
    }

    /// The strategies to play, if there are any.
    fn strategies(&self, read: &Read) -> Result<Option<Strategies>, Fault> {
        let Some(Document { name, bytes }) = &self.strategy else { return Ok(None) };
        if self.reverse {
            return Err(Fault::Unfit("--strategy cannot be combined with --reverse".to_owned()));
        }
        let strategies = read_strategies(bytes, &read.instance).map_err(|flaws| Fault::Flawed {
            input: name.clone(),
            source: bytes.clone(),
            flaws,
        })?;
        if strategies.set == StrategySet::Free && self.final_rotors {
            return Err(Fault::Unfit("free players leave no rotors to write; leave --final out".to_owned()));
        }
        Ok(Some(strategies))
    }
}

struct WalkReply {
    walked: Judged<'static, Walked>,
    options: WalkOptions,
    ask: Walk,
    rule: Rule,
    certificate: Option<Claim>,
}

impl WalkReply {
    fn object(&self) -> Value {
        let (walked, instance) = (&self.walked, self.walked.instance());
        let [from, at] = [walked.from, walked.at].map(|u| instance.name(u));
        let steps = walked.steps.to_string();
        if self.ask.reverse {
            let senders = match &walked.end {
                WalkEnd::Beginning => json!(0),
                WalkEnd::Unclear(senders) => json!(senders.len()),
                _ => json!(null),
            };
            let stopped = !matches!(walked.end, WalkEnd::Stopped(_));
            return json!({"schema": "arrival.walk/1", "from": from, "reverse": true, "at": at, "steps": steps,
                          "stopped": stopped, "senders": senders});
        }
        let exit = matches!(walked.end, WalkEnd::Halted(Exit::Sink(_))).then_some(at);
        let stopped = matches!(walked.end, WalkEnd::Halted(_));
        let mut object = json!({"schema": "arrival.walk/1", "from": from, "exit": exit, "at": at, "steps": steps,
                                "stopped": stopped});
        if self.ask.steps.is_some() && !self.ask.trace {
            object = with_standing(object, walked);
        }
        if let WalkEnd::Halted(Exit::Trap(trap)) = walked.end {
            object["trap"] = json!(trap);
            object["traps"] = json!(Traps(instance, &walked.traps));
        }
        object
    }
}

impl Answer for WalkReply {
    fn code(&self) -> ExitCode {
        match self.walked.end {
            WalkEnd::Stopped(Stop::Interrupted) => ExitCode::Interrupted,
            WalkEnd::Stopped(_) => ExitCode::OutOfBudget,
            _ => ExitCode::Done,
        }
    }

    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let object = self.object();
        if !self.ask.trace {
            return to_json(out, &object);
        }
        write!(out, "{{")?;
        for (key, value) in object.as_object().into_iter().flatten() {
            write!(out, "{}:{value},", Value::from(key.as_str()))?;
        }
        write!(out, "\"trace\":[")?;
        // The same steps are made a second time: a trace can be longer than the memory.
        let steps = &self.walked.steps;
        // What was walked step by step has a number of steps that a machine word counts.
        let counted = steps.to_u64().unwrap_or(u64::MAX);
        let length = match self.options.length {
            WalkLength::Exactly(_) => WalkLength::Exactly(steps.clone()),
            WalkLength::Back(_) => WalkLength::Back(counted),
            WalkLength::ToTheEnd | WalkLength::AtMost(_) => WalkLength::AtMost(counted),
        };
        let mut trace = JsonTrace { out, gap: "" };
        let options = WalkOptions { length, trace: true };
        let walked = walk(self.walked.instance(), self.walked.from, &options, &mut Context::new(&mut trace));
        walked.map_err(|error| match error {
            WalkError::Trace(error) => error,
            WalkError::Solve(error) => io::Error::other(error),
        })?;
        write!(out, "]}}")
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (walked, instance) = (&self.walked, self.walked.instance());
        if self.options.trace {
            writeln!(out)?;
        }
        let [from, at] = [walked.from, walked.at].map(|u| display_name(instance, u));
        let steps = in_steps(&walked.steps);
        match &walked.end {
            WalkEnd::Halted(Exit::Sink(_)) => {
                writeln!(out, "{from} exits at {} after {steps}", styled(palette.answer, at))
            }
            WalkEnd::Halted(Exit::Trap(trap)) => {
                let trap = set(instance, &walked.traps[*trap]);
                writeln!(
                    out,
                    "{from} {}: trapped in {trap} after {steps}",
                    styled(palette.answer, "never exits")
                )
            }
            WalkEnd::Complete | WalkEnd::Stopped(_) if !self.ask.reverse => {
                writeln!(out, "the particle from {from} is at {} after {steps}", styled(palette.answer, at))?;
                write_standing(out, palette, walked, "the departures of every vertex until then")
            }
            WalkEnd::Complete | WalkEnd::Stopped(_) => {
                writeln!(out, "the particle on {from} was on {} {steps} ago", styled(palette.answer, at))
            }
            WalkEnd::Beginning => {
                let at = styled(palette.answer, at);
                writeln!(out, "the particle on {from} was on {at} {steps} ago; no step leads there")
            }
            WalkEnd::Unclear(senders) => {
                if walked.steps > BigUint::ZERO {
                    writeln!(out, "the particle on {from} was on {at} {steps} ago")?;
                }
                let senders = one_of(instance, senders);
                writeln!(out, "cannot step back from {at}: the particle may have come from {senders}")
            }
        }
    }

    fn remark(&self, _: bool) -> Option<String> {
        let WalkEnd::Stopped(reason) = self.walked.end else { return None };
        let at = display_name(self.walked.instance(), self.walked.at);
        let steps = in_steps(&self.walked.steps);
        let limit = match (reason, self.ask.max_steps) {
            (Stop::Operations, Some(most)) => format!("limit: --max-steps {most}"),
            (Stop::Operations, None) => format!("limit: {REVERSE_STEPS} steps back, or --max-steps"),
            (reason, _) => reason.to_string(),
        };
        Some(format!("stopped after {steps} at {at} ({limit})"))
    }

    fn certificate(&self) -> Option<Certificate<'_>> {
        self.certificate.as_ref().map(|claim| Certificate::of(self.walked.instance(), claim))
    }

    fn after(&self) -> Option<(Cow<'_, Instance>, Rule)> {
        self.ask.final_rotors.then(|| (Cow::Owned(self.walked.after()), self.rule))
    }
}

/// `u0 or u2`, `u0, u1 or u2`; of many the first few.
fn one_of(instance: &Instance, vertices: &[VertexId]) -> String {
    const NAMED: usize = 5;
    let more = vertices.len().saturating_sub(NAMED);
    let mut names: Vec<_> =
        vertices.iter().take(NAMED).map(|&u| display_name(instance, u).into_owned()).collect();
    let last = if more > 0 { Some(format!("{more} others")) } else { names.pop() };
    format!("{} or {}", names.join(", "), last.unwrap_or_default())
}

/// Writes the vertices of a walk into a JSON list.
struct JsonTrace<'o> {
    out: &'o mut dyn Write,
    gap: &'static str,
}

impl Host for JsonTrace<'_> {
    fn visit(&mut self, name: &str) -> io::Result<()> {
        self.out.write_all(std::mem::replace(&mut self.gap, ",").as_bytes())?;
        to_json(self.out, &name)
    }
}
