//! Inputs: the bytes of an instance and how to read them, and the limits of a request.

use super::fields::{Counts, Named, NamesList, bytes, digits, seconds};
use crate::algebra::with_sinks;
use crate::context::Context;
use crate::fault::Fault;
use crate::question::Question;
use crate::timings::Stage;
use num_bigint::BigInt;
use rotor_format::{EdgeListOptions, InputFormat, ReadOptions, read};
use rotor_graph::{
    BadCount, FlawRule, Instance, Rule, Stop, Unread, VertexId, VertexMap, parse_count, quoted,
};
use serde::Deserialize;
use serde::de::Error as _;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;

macro_rules! figures {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), env!("ARRIVAL_FIGURES"), $name, ".rotor")))),*]
    };
}

/// The examples that come with the program, by name: the figures of the paper.
pub const EXAMPLES: &[(&str, &str)] = figures![
    "fig-rotor-routing",
    "fig-exponential-path-5",
    "fig-simple-path-4",
    "fig-calc-rn",
    "fig-revolving-example",
    "fig-simple-strategy",
    "fig-one-player",
    "fig-integer-game",
    "fig-no-equilibrium"
];

/// An instance as bytes, and how to read them.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// What it is called in messages; empty for an instance that came from no file.
    pub name: String,
    /// The instance itself, where the caller has it: then there are no bytes to read.
    pub instance: Option<Arc<Instance>>,
    /// Its bytes, in any format.
    pub bytes: Vec<u8>,
    /// How many bytes were left out because they were too many: then reading it is refused.
    pub omitted: u64,
    /// The format, where the content does not tell.
    pub format: Option<InputFormat>,
    /// The sinks of formats that do not declare them.
    pub sinks: Option<Vec<String>>,
    /// How the lines of an edge list are meant.
    pub edge_list: EdgeListOptions,
    /// The rule that the rotors were written for, where the input does not say.
    pub rule: Option<Rule>,
}

/// How many bytes an arc takes at least while a graph is read and used: two ids and a rotor's share.
const BYTES_PER_ARC: u64 = 16;

impl Input {
    /// A text in the `.rotor` format, or in any other whose content tells.
    pub fn text(text: impl Into<String>) -> Self {
        Self { name: "<request>".to_owned(), bytes: text.into().into_bytes(), ..Self::default() }
    }

    /// An instance that the caller has already.
    pub fn of(instance: Arc<Instance>) -> Self {
        Self { instance: Some(instance), ..Self::default() }
    }

    /// One of the [`EXAMPLES`].
    pub fn example(name: &str) -> Option<Self> {
        let (name, text) = EXAMPLES.iter().find(|(known, _)| *known == name)?;
        Some(Self { name: format!("{name}.rotor"), bytes: text.as_bytes().to_vec(), ..Self::default() })
    }

    /// Another input, still empty, to be read in the same way.
    pub(super) fn clone_options(&self) -> Self {
        let (name, bytes, sinks) = (String::new(), Vec::new(), self.sinks.clone());
        Self { name, instance: None, bytes, omitted: 0, sinks, ..*self }
    }

    /// Takes the keys of an input out of the body of a request; none if it names no instance.
    pub(super) fn take(body: &mut Map<String, Value>) -> Result<Option<Self>, serde_json::Error> {
        let [text, example] = ["text", "example"].map(|key| body.remove(key));
        let mut input = match (text, example) {
            (None, None) => return Ok(None),
            (Some(text), None) => Self::text(String::deserialize(text)?),
            (None, Some(example)) => {
                let name = String::deserialize(example)?;
                Self::example(&name).ok_or_else(|| {
                    let known: Vec<_> = EXAMPLES.iter().map(|(name, _)| *name).collect();
                    serde_json::Error::custom(format!(
                        "no example {}; there are {}",
                        quoted(&name),
                        known.join(", ")
                    ))
                })?
            }
            (Some(_), Some(_)) => {
                return Err(serde_json::Error::custom("give a text or an example, not both"));
            }
        };
        if let Some(format) = body.remove("format") {
            input.format = Some(named(&format)?);
        }
        if let Some(rule) = body.remove("rule") {
            input.rule = Some(named(&rule)?);
        }
        let mut is_on = |key: &str| body.remove(key).map_or(Ok(false), bool::deserialize);
        input.edge_list = EdgeListOptions {
            undirected: is_on("undirected")?,
            weights: is_on("weights")?,
            infer_sinks: is_on("infer-sinks")?,
        };
        if let Some(sinks) = body.remove("sinks") {
            input.sinks = Some(NamesList::deserialize(sinks)?.0);
        }
        Ok(Some(input))
    }

    /// Reads the instance within the limits of `context`.
    pub fn read(self, context: &mut Context<'_>) -> Result<Read, Fault> {
        context.stage(Stage::Read);
        let stopped = |reason, context: &Context<'_>| Fault::Stopped { reason, known: context.known() };
        context.check_now().map_err(|reason| stopped(reason, context))?;
        if let Some(instance) = self.instance {
            let (rule, format) = (Rule::MoveThenTurn, InputFormat::Rotor);
            return Ok(Read { name: self.name, instance, rule, format });
        }
        let memory = context.memory();
        let size = self.bytes.len() as u64 + self.omitted;
        if size > memory {
            return Err(too_large(&self.name, size, memory));
        }
        let options = ReadOptions {
            format: self.format,
            sinks: self.sinks.as_deref(),
            edge_list: self.edge_list,
            rule: self.rule,
            most_arcs: memory / BYTES_PER_ARC,
            most_bytes: memory,
        };
        let read = read(&self.bytes, &options, &mut context.uncounted());
        match read {
            Ok(input) => {
                context.check_now().map_err(|reason| stopped(reason, context))?;
                let (instance, rule, format) = (Arc::new(input.instance), input.rule, input.format);
                Ok(Read { name: self.name, instance, rule, format })
            }
            Err(Unread::Flawed(flaws)) => Err(Fault::Flawed { input: self.name, source: self.bytes, flaws }),
            Err(Unread::Stopped(stop)) => Err(stopped(stop, context)),
        }
    }
}

fn named<T: Named>(value: &Value) -> Result<T, serde_json::Error> {
    T::named(&digits(value).unwrap_or_default()).map_err(serde_json::Error::custom)
}

/// The fault of an input of more bytes than may be used.
pub fn too_large(input: &str, size: u64, allowed: u64) -> Fault {
    let flaw = rotor_graph::Flaw {
        place: rotor_graph::Place::Whole,
        rule: FlawRule::Memory,
        message: format!("{size} bytes or more, and {allowed} may be used"),
        remedy: "allow more with --memory".to_owned(),
    };
    Fault::Flawed { input: input.to_owned(), source: Vec::new(), flaws: rotor_graph::Flaws::one(flaw) }
}

/// An instance that was read, and what is known of where it came from.
#[derive(Clone, Debug)]
pub struct Read {
    /// What the input is called in messages.
    pub name: String,
    /// The instance.
    pub instance: Arc<Instance>,
    /// The rule its rotors were written for.
    pub rule: Rule,
    /// The format it was in.
    pub format: InputFormat,
}

impl Read {
    /// The vertex called `name`; a fault that names some of those there are, otherwise.
    pub(super) fn vertex(&self, name: &str) -> Result<VertexId, Fault> {
        self.instance.vertex(name).ok_or_else(|| {
            let instance = &self.instance;
            let some: Vec<_> =
                instance.graph().vertices().take(5).map(|u| quoted(instance.name(u))).collect();
            let dots = if instance.graph().vertex_count() > 5 { ", …" } else { "" };
            let known = if some.is_empty() {
                "it has none".to_owned()
            } else {
                format!("it has {}{dots}", some.join(", "))
            };
            Fault::Unfit(format!("the instance has no vertex {}; {known}", quoted(name)))
        })
    }

    /// The vertex called `name`, which must not be a sink.
    pub(super) fn inner_vertex(&self, name: &str) -> Result<VertexId, Fault> {
        let u = self.vertex(name)?;
        if self.instance.graph().is_sink(u) {
            return Err(Fault::unfit(&self.name, format!("{} is a sink: it has no rotor", quoted(name))));
        }
        Ok(u)
    }

    /// The vertex called `name`, or else the start of the file, which some questions need.
    pub(super) fn start(&self, name: Option<&str>) -> Result<VertexId, Fault> {
        match name {
            Some(name) => self.vertex(name),
            None => self
                .instance
                .start()
                .ok_or_else(|| Fault::unfit(&self.name, "the file names no start; give one with --from")),
        }
    }

    /// A number of particles, chips or steps, as people write it.
    pub(super) fn count(&self, text: &str, context: &mut Context<'_>) -> Result<BigInt, Fault> {
        let most = context.memory();
        let count = parse_count(text, most, &mut context.uncounted());
        count.map_err(|error| match error {
            BadCount::Stopped(reason) => Fault::Stopped { reason, known: context.known() },
            BadCount::TooLarge { .. } => Fault::Stopped { reason: Stop::Memory, known: error.to_string() },
            BadCount::NotANumber(_) => Fault::unfit(&self.name, error),
        })
    }

    /// The numbers on all vertices, in time linear in their size (F6).
    pub(super) fn counts(
        &self,
        counts: &Counts,
        context: &mut Context<'_>,
    ) -> Result<VertexMap<BigInt>, Fault> {
        let index = self.instance.names().index();
        let mut all = VertexMap::filled(self.instance.graph().vertex_count(), BigInt::ZERO);
        for (name, text) in &counts.0 {
            let u = index.get(name).map_or_else(|| self.vertex(name), Ok)?;
            all[u] += self.count(text, context)?;
        }
        Ok(all)
    }

    /// The vertices of these names.
    pub(super) fn vertices(&self, NamesList(names): &NamesList) -> Result<Vec<VertexId>, Fault> {
        names.iter().map(|name| self.vertex(name)).collect()
    }

    /// The same instance with some more vertices as sinks.
    pub(super) fn with_sinks(self, sinks: &NamesList) -> Result<Self, Fault> {
        if sinks.0.is_empty() {
            return Ok(self);
        }
        let instance = Arc::new(with_sinks(&self.instance, &self.vertices(sinks)?));
        Ok(Self { instance, ..self })
    }

    /// The start that was named, else that of the file, else all.
    pub(super) fn question(&self, from: Option<&str>, all: bool) -> Result<Question, Fault> {
        let start = match from {
            Some(name) => Some(self.vertex(name)?),
            None => self.instance.start().filter(|_| !all),
        };
        Ok(start.map_or(Question::All, Question::From))
    }

    /// Refuses an instance with players, where only rotors make sense.
    pub(super) fn without_players(&self) -> Result<(), Fault> {
        match self.instance.player_count() {
            0 => Ok(()),
            _ => Err(Fault::unfit(
                &self.name,
                "the file has players; `arrival solve` says what they can secure",
            )),
        }
    }
}

/// Limits that a request sets itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The time it may take, reading included.
    pub timeout: Option<Duration>,
    /// The bytes it may use.
    pub memory: Option<u64>,
}

impl Limits {
    pub(super) fn take(body: &mut Map<String, Value>) -> Result<Self, serde_json::Error> {
        let mut text = |key: &str| body.remove(key).map(|value| digits(&value).unwrap_or_default());
        let (timeout, memory) = (text("timeout"), text("memory"));
        let wrong = serde_json::Error::custom::<String>;
        Ok(Self {
            timeout: timeout.map(|text| seconds(&text)).transpose().map_err(wrong)?,
            memory: memory.map(|text| bytes(&text)).transpose().map_err(wrong)?,
        })
    }

    /// Lowers the limits of `context` to these.
    pub fn apply(self, context: &mut Context<'_>) {
        if let Some(timeout) = self.timeout {
            context.limit_time(timeout);
        }
        if let Some(memory) = self.memory {
            context.limit_memory(memory);
        }
    }
}
