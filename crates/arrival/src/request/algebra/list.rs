//! `list`: recurrent and superstable chips, spanning forests, unicycles, one after the other.

use super::{inner, read_with};
use crate::context::Context;
use crate::fault::{ExitCode, Fault};
use crate::judged::Judged;
use crate::listing::{ListError, Listed, list};
use crate::request::fields::{Named, NamesList, by_name, number};
use crate::request::input::{Input, Read};
use crate::request::reply::{Answer, Reply, to_json, with_standing, write_standing};
use crate::request::unsolved;
use crate::words::{Palette, display_name, grouped, styled};
use rotor_graph::{Instance, Listing, Stop, Tick, Traps, VertexId, VertexMap, amount};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Which members does a set have?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct List {
    /// What is listed.
    #[serde(deserialize_with = "by_name")]
    pub kind: Listing,
    /// The most members to list.
    #[serde(deserialize_with = "number")]
    pub limit: u64,
    /// A vertex of the trap whose unicycles are listed, if there are several.
    pub from: Option<String>,
    /// More vertices to take as sinks.
    pub sink: NamesList,
    /// Whether members go to the host as they are found, instead of into the answer.
    #[serde(skip)]
    pub stream: bool,
}

impl List {
    /// The most members that are listed unless told otherwise.
    pub const LIMIT: u64 = 100;
}

impl Default for List {
    fn default() -> Self {
        let (kind, limit) = (Listing::Recurrent, Self::LIMIT);
        Self { kind, limit, from: None, sink: NamesList::default(), stream: false }
    }
}

impl Named for Listing {
    fn named(name: &str) -> Result<Self, String> {
        Self::from_name(name)
            .ok_or_else(|| format!("what can be listed is {}", Self::ALL.map(Self::name).join(", ")))
    }
}

impl List {
    pub(in crate::request) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = read_with(input, &self.sink, context)?;
        let trap = self.trap(&read)?;
        let (mut kept, instance) = (Vec::new(), &read.instance);
        let bytes = 4 * instance.graph().vertex_count() as u64 + 24;
        let mut show = |member: VertexMap<u32>, context: &mut Context<'_>| {
            if self.stream {
                return context.row(&in_a_line(instance, self.kind, &member)).map_err(ListError::Write);
            }
            kept.push(member);
            context.reserve(bytes * kept.len() as u64).map_err(|reason| ListError::Solve(reason.into()))
        };
        let listed = list(instance, self.kind, trap.as_deref(), self.limit, &mut show, context);
        let listed = listed.map_err(|error| match error {
            ListError::Write(error) => Fault::Unwritten { output: "the list".to_owned(), error },
            ListError::Solve(error) => unsolved(error, &read.name, context),
        })?;
        let listed = listed.sharing(Arc::clone(&read.instance));
        Ok(Reply::new(ListReply { listed, members: kept }))
    }

    /// The trap whose unicycles are asked for.
    fn trap(&self, read: &Read) -> Result<Option<Vec<VertexId>>, Fault> {
        if self.kind != Listing::Unicycles {
            return match &self.from {
                None => Ok(None),
                Some(_) => Err(Fault::Unfit("--from names a trap, which only unicycles have".to_owned())),
            };
        }
        let traps = Traps::of(read.instance.graph());
        let found = match &self.from {
            None if traps.members().len() == 1 => Some(0),
            None => None,
            Some(name) => traps.trap_of(read.vertex(name)?),
        };
        let words = match (found, traps.members().len()) {
            (Some(trap), _) => return Ok(Some(traps.members()[trap].clone())),
            (None, 0) => "the graph has no trap, so it has no unicycles",
            (None, _) if self.from.is_some() => "that vertex lies in no trap; name one that does with --from",
            (None, _) => "the graph has several traps; name a vertex of one with --from",
        };
        Err(Fault::unfit(&read.name, words))
    }
}

struct ListReply {
    listed: Judged<'static, Listed>,
    members: Vec<VertexMap<u32>>,
}

/// The vertices that a member speaks of.
fn spoken_of(instance: &Instance, kind: Listing) -> impl Iterator<Item = VertexId> + '_ {
    let traps = (kind == Listing::Unicycles).then(|| Traps::of(instance.graph()));
    inner(instance).filter(move |&u| traps.as_ref().is_none_or(|traps| traps.trap_of(u).is_some()))
}

/// `a=1 b=0`, or `a->b b->s`, the position with it where several arcs have that head.
fn in_a_line(instance: &Instance, kind: Listing, member: &VertexMap<u32>) -> String {
    let graph = instance.graph();
    let mut line = String::new();
    for u in spoken_of(instance, kind) {
        let gap = if line.is_empty() { "" } else { " " };
        let (name, entry) = (display_name(instance, u), member[u]);
        let written = if kind.is_of_chips() {
            write!(line, "{gap}{name}={entry}")
        } else {
            let head = graph.heads(u)[entry as usize];
            let parallel = graph.heads(u).iter().filter(|&&v| v == head).count() > 1;
            let arc = if parallel { format!(" (arc {entry})") } else { String::new() };
            write!(line, "{gap}{name}->{}{arc}", display_name(instance, head))
        };
        written.expect("a string takes all text");
    }
    line
}

impl ListReply {
    fn member(&self, member: &VertexMap<u32>) -> Value {
        let (instance, kind) = (self.listed.instance(), self.listed.listing);
        let entry = |u: VertexId| {
            let value = match kind.is_of_chips() {
                true => Value::from(member[u].to_string()),
                false => {
                    let head = instance.graph().heads(u)[member[u] as usize];
                    json!({"arc": member[u], "head": instance.name(head)})
                }
            };
            (instance.name(u).to_owned(), value)
        };
        Value::Object(spoken_of(instance, kind).map(entry).collect::<Map<_, _>>())
    }
}

impl Answer for ListReply {
    fn code(&self) -> ExitCode {
        match self.listed.ended {
            None => ExitCode::Done,
            Some(Stop::Interrupted) => ExitCode::Interrupted,
            Some(_) => ExitCode::OutOfBudget,
        }
    }

    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let listed = &self.listed;
        let members: Vec<_> = self.members.iter().map(|member| self.member(member)).collect();
        let mut object = json!({"schema": "arrival.list/1", "kind": listed.listing.name(),
            "count": listed.members.to_string(), "complete": listed.is_complete, "members": members});
        if let Some(reason) = listed.ended {
            object["ended"] = Value::from(reason.to_string());
        }
        to_json(out, &with_standing(object, listed))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (listed, instance) = (&self.listed, self.listed.instance());
        for member in &self.members {
            writeln!(out, "{}", in_a_line(instance, listed.listing, member))?;
        }
        let count = styled(palette.answer, grouped(&listed.members.to_string()));
        match listed.is_complete {
            true => writeln!(out, "{count} in all")?,
            false => writeln!(out, "{count} listed; there may be more")?,
        }
        write_standing(
            out,
            palette,
            listed,
            match listed.is_complete {
                true => "every one of them, and that there are no others",
                false => "every one of them",
            },
        )
    }

    fn remark(&self, _: bool) -> Option<String> {
        let members = amount(self.listed.members, "member", "members");
        self.listed.ended.map(|reason| format!("stopped after {members} ({reason})"))
    }
}
