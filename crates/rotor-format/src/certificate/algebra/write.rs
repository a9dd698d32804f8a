//! Writing certificates of the algebra.

use super::relations::Written;
use crate::certificate::named::{Counts, Lists, Names};
use num_bigint::BigInt;
use num_traits::Zero;
use rotor_graph::{
    AlgebraClaim, ClassClaim, GroupClaim, Instance, MomentClaim, OtherClass, TourClaim, VertexId, VertexMap,
};
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use std::fmt::Display;

pub(in crate::certificate) fn kind(claim: &AlgebraClaim) -> &'static str {
    match claim {
        AlgebraClaim::Group(_) => "group",
        AlgebraClaim::Class(_) => "class",
        AlgebraClaim::Stabilisation(_) => "stabilise",
        AlgebraClaim::Identity(_) => "identity",
        AlgebraClaim::Harmonic(_) => "harmonic",
        AlgebraClaim::SignedRoute(_) => "route",
        AlgebraClaim::Moment(_) => "moment",
        AlgebraClaim::Tour(_) => "tour",
    }
}

/// Writes all that a claim says, after `schema`, `kind` and `instance`.
pub(in crate::certificate) fn write_entries<M: SerializeMap>(
    object: &mut M,
    instance: &Instance,
    claim: &AlgebraClaim,
) -> Result<(), M::Error> {
    match claim {
        AlgebraClaim::Group(claim) => write_group(object, instance, claim),
        AlgebraClaim::Class(ClassClaim { group, element, other }) => {
            write_group(object, instance, group)?;
            object.serialize_entry("element", &digits(element))?;
            match other {
                Some(other) => object.serialize_entry("other", &Other { instance, other }),
                None => Ok(()),
            }
        }
        AlgebraClaim::Stabilisation(claim) => {
            object.serialize_entry("start", &Counts { instance, counts: &claim.start })?;
            object.serialize_entry("traps", &Lists { instance, lists: &claim.traps })?;
            object.serialize_entry("firings", &Counts { instance, counts: &claim.firings })?;
            object.serialize_entry("chips", &Counts { instance, counts: &claim.chips })?;
            object.serialize_entry("sinks", &Counts { instance, counts: &claim.sinks })?;
            object.serialize_entry("trapped", &digits(&claim.trapped))?;
            object.serialize_entry("recurrent", &claim.recurrent)?;
            object.serialize_entry("script", &Counts { instance, counts: &claim.script })
        }
        AlgebraClaim::Identity(claim) => {
            object.serialize_entry("traps", &Lists { instance, lists: &claim.traps })?;
            object.serialize_entry("chips", &Counts { instance, counts: &claim.chips })?;
            object.serialize_entry("firings", &Counts { instance, counts: &claim.firings })?;
            object.serialize_entry("script", &Counts { instance, counts: &claim.script })
        }
        AlgebraClaim::Harmonic(claim) => {
            object.serialize_entry("from", instance.name(claim.from))?;
            object.serialize_entry("traps", &Lists { instance, lists: &claim.traps })?;
            object.serialize_entry("uses", &Counts { instance, counts: &claim.uses })?;
            object.serialize_entry("sinks", &Counts { instance, counts: &claim.sinks })?;
            object.serialize_entry("trapped", &digits(&claim.trapped))?;
            object.serialize_entry("denominator", &claim.denominator.to_string())
        }
        AlgebraClaim::SignedRoute(claim) => {
            object.serialize_entry("particles", &Counts { instance, counts: &claim.particles })?;
            object.serialize_entry("traps", &Lists { instance, lists: &claim.traps })?;
            object.serialize_entry("departures", &Counts { instance, counts: &claim.departures })?;
            object.serialize_entry("sinks", &Counts { instance, counts: &claim.sinks })?;
            object.serialize_entry("trapped", &digits(&claim.trapped))
        }
        AlgebraClaim::Moment(MomentClaim { from, at, departures }) => {
            object.serialize_entry("from", instance.name(*from))?;
            object.serialize_entry("at", instance.name(*at))?;
            object.serialize_entry("departures", &Counts { instance, counts: departures })
        }
        AlgebraClaim::Tour(TourClaim { trap, entry, before, periods, cover }) => {
            object.serialize_entry("from", instance.name(entry.from))?;
            object.serialize_entry("trap", &Names { instance, list: trap })?;
            object.serialize_entry("entry", &Moment { instance, moment: entry })?;
            for (key, moment) in [("before", before), ("cover", cover)] {
                if let Some(moment) = moment {
                    object.serialize_entry(key, &Moment { instance, moment })?;
                }
            }
            object.serialize_entry("periods", &Counts { instance, counts: periods })
        }
    }
}

fn write_group<M: SerializeMap>(
    object: &mut M,
    instance: &Instance,
    claim: &GroupClaim,
) -> Result<(), M::Error> {
    let GroupClaim { factors, homomorphism, generators, traps, periods, relations } = claim;
    object.serialize_entry("factors", &digits(factors))?;
    object.serialize_entry(
        "coordinates",
        &Coordinates { instance, factors: factors.len(), of: homomorphism },
    )?;
    object.serialize_entry("generators", &Generators { instance, generators })?;
    object.serialize_entry("traps", &Lists { instance, lists: traps })?;
    object.serialize_entry("periods", &Counts { instance, counts: periods })?;
    match relations {
        None => Ok(()),
        Some(relations) => object.serialize_entry("relations", &Written { instance, relations }),
    }
}

/// Numbers, as their digits.
pub(in crate::certificate) fn digits<T: Display>(numbers: &[T]) -> Vec<String> {
    numbers.iter().map(ToString::to_string).collect()
}

/// The coordinates of every vertex, but for sinks with as many zeros as there are factors: a false claim may say more of a sink,
/// and must not become true by being written.
struct Coordinates<'c> {
    instance: &'c Instance,
    factors: usize,
    of: &'c VertexMap<Vec<BigInt>>,
}

impl Serialize for Coordinates<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let graph = self.instance.graph();
        let is_zero = |entries: &[BigInt]| entries.len() == self.factors && entries.iter().all(Zero::is_zero);
        let listed = self.of.iter().filter(|&(u, entries)| !graph.is_sink(u) || !is_zero(entries));
        serializer.collect_map(listed.map(|(u, entries)| (self.instance.name(u), digits(entries))))
    }
}

/// The chips of every generator.
struct Generators<'c> {
    instance: &'c Instance,
    generators: &'c [VertexMap<BigInt>],
}

impl Serialize for Generators<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.generators.len()))?;
        for counts in self.generators {
            list.serialize_element(&Counts { instance: self.instance, counts })?;
        }
        list.end()
    }
}

/// Another configuration and its class.
struct Other<'c> {
    instance: &'c Instance,
    other: &'c OtherClass,
}

impl Serialize for Other<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { instance, other: OtherClass { rotors, element, chips } } = *self;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("rotors", &Positions { instance, rotors })?;
        object.serialize_entry("element", &digits(element))?;
        object.serialize_entry("chips", &Counts { instance, counts: chips })?;
        object.end()
    }
}

/// The positions of rotors that are not on their first arcs.
struct Positions<'c> {
    instance: &'c Instance,
    rotors: &'c VertexMap<u32>,
}

impl Serialize for Positions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let turned = self.rotors.iter().filter(|(_, position)| **position > 0);
        serializer.collect_map(turned.map(|(u, position)| (self.instance.name(u), position)))
    }
}

/// A moment of a walk whose start is known.
struct Moment<'c> {
    instance: &'c Instance,
    moment: &'c MomentClaim,
}

impl Serialize for Moment<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |u: VertexId| self.instance.name(u);
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("at", name(self.moment.at))?;
        let departures = Counts { instance: self.instance, counts: &self.moment.departures };
        object.serialize_entry("departures", &departures)?;
        object.end()
    }
}
