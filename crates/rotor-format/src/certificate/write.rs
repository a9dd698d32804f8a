//! Writing certificates.

use super::algebra::digits;
use super::tables::{BlockRows, FlowRows, decisions, pairs};
use super::{SCHEMA, algebra, instance_hash};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_graph::{Amounts, Claim, Exit, FlowClaim, FlowShape, Instance, VertexId, VertexMap};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::{self, Display};
use std::io::{self, Write};

/// A claim about an instance as a certificate, written as it is made and never held as text.
#[derive(Debug, Clone, Copy)]
pub struct Certificate<'c> {
    instance: &'c Instance,
    claim: &'c Claim,
}

impl<'c> Certificate<'c> {
    /// The certificate of `claim` about `instance`.
    pub fn of(instance: &'c Instance, claim: &'c Claim) -> Self {
        Self { instance, claim }
    }

    /// Writes it: one JSON object on one line. Time and output linear in the digits of the claim; memory for one number.
    pub fn write_to(self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &self)?;
        writeln!(out)
    }
}

/// `claim` about `instance` as a certificate: one JSON object on one line, all of it in memory.
pub fn write(instance: &Instance, claim: &Claim) -> String {
    let mut text = Vec::new();
    Certificate::of(instance, claim).write_to(&mut text).expect("memory takes every byte");
    String::from_utf8(text).expect("JSON is written in UTF-8")
}

impl Serialize for Certificate<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { instance, claim } = *self;
        let name = |u: VertexId| instance.name(u);
        let counts = |counts| Counts::<BigUint> { instance, counts };
        let traps = |traps| Lists { instance, lists: traps };
        let exits = |exits| Exits { instance, exits };
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("schema", SCHEMA)?;
        object.serialize_entry("kind", kind(claim))?;
        object.serialize_entry("instance", &instance_hash(instance))?;
        let steps = match claim {
            Claim::Flow(claim) => {
                write_flow(&mut object, instance, claim)?;
                claim.steps.as_ref()
            }
            Claim::SignedFlow(claim) => {
                write_flow(&mut object, instance, claim)?;
                None
            }
            Claim::Flows(claim) => {
                object.serialize_entry("traps", &traps(&claim.traps))?;
                object.serialize_entry("exits", &exits(&claim.exits))?;
                object.serialize_entry("flows", &FlowRows { instance, flows: &claim.flows })?;
                None
            }
            Claim::Forest(claim) => {
                object.serialize_entry("traps", &traps(&claim.traps))?;
                object.serialize_entry("exits", &exits(&claim.exits))?;
                object.serialize_entry("turns", &counts(&claim.turns))?;
                None
            }
            Claim::Blocks(claim) => {
                object.serialize_entry("traps", &traps(&claim.traps))?;
                object.serialize_entry("exits", &exits(&claim.exits))?;
                object.serialize_entry("blocks", &Lists { instance, lists: &claim.blocks })?;
                let returns = &claim.returns;
                object.serialize_entry("flows", &BlockRows { instance, returns, proofs: true })?;
                object.serialize_entry("last_departures", &counts(&claim.last_departures))?;
                None
            }
            Claim::Game(claim) => {
                object.serialize_entry("from", name(claim.from))?;
                object.serialize_entry("strategies", claim.strategies.name())?;
                object.serialize_entry("endless_value", &claim.endless_value)?;
                object.serialize_entry("value", &claim.value)?;
                object.serialize_entry("max", &decisions(instance, &claim.max))?;
                object.serialize_entry("min", &decisions(instance, &claim.min))?;
                object.serialize_entry("at_least", &pairs(instance, &claim.at_least))?;
                object.serialize_entry("more_than", &pairs(instance, &claim.more_than))?;
                None
            }
            Claim::Algebra(claim) => {
                algebra::write_entries(&mut object, instance, claim)?;
                None
            }
        };
        if let Some(steps) = steps {
            object.serialize_entry("steps", &steps.to_string())?;
        }
        object.end()
    }
}

/// What a flow claims, but for its steps.
fn write_flow<N: Display + One + PartialEq + Zero, M: SerializeMap>(
    object: &mut M,
    instance: &Instance,
    claim: &FlowClaim<N>,
) -> Result<(), M::Error> {
    let FlowClaim { shape, supply, traps, departures, stays, trapped, .. } = claim;
    let [supplied, staying] = [supply, stays].map(|amounts| Listed { instance, amounts });
    let only = |amounts: &Amounts<N>| amounts.only().map(|u| instance.name(u));
    match shape {
        FlowShape::Route => {
            object.serialize_entry("particles", &supplied)?;
            object.serialize_entry("traps", &Lists { instance, lists: traps })?;
        }
        _ => object.serialize_entry("from", &only(supply))?,
    }
    match shape {
        FlowShape::Walk => object.serialize_entry("exit", &only(stays))?,
        FlowShape::Moment => object.serialize_entry("at", &only(stays))?,
        FlowShape::Trap => {
            let list = traps.first().map_or(&[][..], |trap| trap);
            object.serialize_entry("trap", &Names { instance, list })?;
        }
        FlowShape::Route => {}
    }
    object.serialize_entry("departures", &Counts { instance, counts: departures })?;
    if *shape == FlowShape::Route {
        object.serialize_entry("sinks", &staying)?;
        object.serialize_entry("trapped", &digits(trapped))?;
    }
    Ok(())
}

pub(super) fn kind(claim: &Claim) -> &'static str {
    match claim {
        Claim::Flow(FlowClaim { shape, .. }) | Claim::SignedFlow(FlowClaim { shape, .. }) => match shape {
            FlowShape::Walk => "walk",
            FlowShape::Trap => "trap",
            FlowShape::Moment => "moment",
            FlowShape::Route => "route",
        },
        Claim::Flows(_) => "flows",
        Claim::Forest(_) => "forest",
        Claim::Blocks(_) => "blocks",
        Claim::Game(_) => "game",
        Claim::Algebra(claim) => algebra::kind(claim),
    }
}

/// The exit of every vertex, in vertex order.
struct Exits<'c> {
    instance: &'c Instance,
    exits: &'c VertexMap<Exit>,
}

impl Serialize for Exits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum End<'c> {
            Sink(&'c str),
            Trap { trap: usize },
        }
        let end = |exit: &Exit| match *exit {
            Exit::Sink(sink) => End::Sink(self.instance.name(sink)),
            Exit::Trap(trap) => End::Trap { trap },
        };
        serializer.collect_map(self.exits.iter().map(|(u, exit)| (self.instance.name(u), end(exit))))
    }
}

// Vertices by their names, in sentences and in JSON

/// The counts that are not 0, in vertex order.
pub(super) struct Counts<'c, T> {
    pub(super) instance: &'c Instance,
    pub(super) counts: &'c VertexMap<T>,
}

impl<T: Display + Zero> Serialize for Counts<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let used = self.counts.iter().filter(|(_, count)| !count.is_zero());
        serializer.collect_map(used.map(|(u, count)| (self.instance.name(u), count.to_string())))
    }
}

/// Numbers of a few vertices.
pub(super) struct Listed<'c, T> {
    pub(super) instance: &'c Instance,
    pub(super) amounts: &'c Amounts<T>,
}

impl<T: Display + Zero> Serialize for Listed<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let listed = self.amounts.iter();
        serializer.collect_map(listed.map(|(u, count)| (self.instance.name(u), count.to_string())))
    }
}

/// Some vertices.
pub(super) struct Names<'c> {
    pub(super) instance: &'c Instance,
    pub(super) list: &'c [VertexId],
}

impl Serialize for Names<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.list.iter().map(|&u| self.instance.name(u)))
    }
}

/// Lists of vertices.
pub(super) struct Lists<'c> {
    pub(super) instance: &'c Instance,
    pub(super) lists: &'c [Vec<VertexId>],
}

impl Serialize for Lists<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.lists.iter().map(|list| Names { instance: self.instance, list }))
    }
}

/// Vertices in sentences about an instance.
#[derive(Clone, Copy)]
pub(super) struct Wording<'c> {
    pub(super) instance: &'c Instance,
}

impl<'c> Wording<'c> {
    pub(super) fn name(self, u: VertexId) -> impl fmt::Display + use<'c> {
        self.instance.name(u).escape_debug()
    }

    pub(super) fn set(self, vertices: &[VertexId]) -> String {
        format!("{{{}}}", listed(vertices.iter().map(|&u| self.name(u).to_string())))
    }

    /// Vertices with counts that are not 0, and `between` the count and the vertex.
    pub(super) fn counts<'v, T: Display + Zero + 'v>(
        self,
        counts: impl Iterator<Item = (VertexId, &'v T)>,
        between: &str,
    ) -> impl Iterator<Item = String> {
        let used = counts.filter(|(_, count)| !count.is_zero());
        used.map(move |(u, count)| format!("{count} {between} {}", self.name(u)))
    }
}

/// The first few of some words.
pub(super) fn listed(words: impl Iterator<Item = String>) -> String {
    const MOST: usize = 8;
    let mut words = words.peekable();
    let mut list: Vec<String> = words.by_ref().take(MOST).collect();
    let more = words.count();
    if more > 0 {
        list.push(format!("and {more} more"));
    }
    list.join(", ")
}
