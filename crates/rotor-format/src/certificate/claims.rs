//! Claims: each kind as a list of its fields, from which its reader, its writer and its keys follow.

use super::Reader;
use super::entries::{About, Entry, Number};
use crate::document::{Fields, Node, Path, wrong_kind};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use rotor_graph::{
    AlgebraClaim, Amounts, BlockReturns, BlocksClaim, Claim, ClassClaim, FlawRule, FlowClaim, FlowShape,
    FlowsClaim, ForestClaim, GameClaim, GroupClaim, HarmonicClaim, IdentityClaim, Instance, KeptProof,
    Moment, OtherClass, Pair, PairEntry, Relations, StabilisationClaim, TourClaim, VertexId, VertexMap,
};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// What stands in an object: keys in their order, each for one entry.
pub(super) trait Object: Sized {
    /// Its keys, in the order in which they are written.
    const KEYS: &'static [Key];

    /// What the object says; none if there is a flaw.
    fn read_fields(fields: &Fields<'_, '_>, reader: &mut Reader<'_>) -> Option<Self>;

    /// Writes the entry under `key`.
    fn write_field<M: SerializeMap>(&self, key: Key, to: &mut Writer<'_, M>) -> Result<(), M::Error>;

    /// Writes the entries under these keys.
    fn write_fields<M: SerializeMap>(&self, keys: &[Key], to: &mut Writer<'_, M>) -> Result<(), M::Error> {
        keys.iter().try_for_each(|key| self.write_field(key, to))
    }
}

/// A key of an object.
pub(super) type Key = &'static str;

/// Writes an object, with vertices of the instance by their names.
pub(super) struct Writer<'i, M> {
    pub(super) instance: &'i Instance,
    pub(super) object: M,
}

impl<M: SerializeMap> Writer<'_, M> {
    /// Writes an entry, unless it is left out.
    pub(super) fn entry<T: Entry>(&mut self, key: Key, entry: &T) -> Result<(), M::Error> {
        if entry.is_left_out() { Ok(()) } else { self.plain(key, &About(self.instance, entry)) }
    }

    /// Writes what names no vertex.
    pub(super) fn plain<T: Serialize>(&mut self, key: Key, value: &T) -> Result<(), M::Error> {
        self.object.serialize_entry(key, value)
    }
}

/// Structs whose fields are the entries of an object.
macro_rules! objects {
    ($($name:ident { $($key:literal: $field:ident,)* })*) => {$(
        impl Object for $name {
            const KEYS: &'static [Key] = &[$($key),*];

            fn read_fields(fields: &Fields<'_, '_>, reader: &mut Reader<'_>) -> Option<Self> {
                $(let $field = reader.field(fields, $key);)*
                Some(Self { $($field: $field?),* })
            }

            fn write_field<M: SerializeMap>(&self, key: Key, to: &mut Writer<'_, M>) -> Result<(), M::Error> {
                match key {
                    $($key => to.entry(key, &self.$field),)*
                    _ => Ok(()),
                }
            }
        }
    )*};
}

objects! {
    FlowsClaim { "traps": traps, "exits": exits, "flows": flows, }
    ForestClaim { "traps": traps, "exits": exits, "turns": turns, }
    BlocksClaim {
        "traps": traps,
        "exits": exits,
        "blocks": blocks,
        "flows": returns,
        "last_departures": last_departures,
    }
    GameClaim {
        "from": from,
        "strategies": strategies,
        "endless_value": endless_value,
        "value": value,
        "max": max,
        "min": min,
        "at_least": at_least,
        "more_than": more_than,
    }
    Relations { "images": images, "multiples": multiples, }
    OtherClass { "rotors": rotors, "element": element, "chips": chips, }
    StabilisationClaim {
        "start": start,
        "traps": traps,
        "firings": firings,
        "chips": chips,
        "sinks": sinks,
        "trapped": trapped,
        "recurrent": recurrent,
        "script": script,
    }
    IdentityClaim { "traps": traps, "chips": chips, "firings": firings, "script": script, }
    HarmonicClaim {
        "from": from,
        "traps": traps,
        "uses": uses,
        "sinks": sinks,
        "trapped": trapped,
        "denominator": denominator,
    }
}

impl Object for GroupClaim {
    const KEYS: &'static [Key] = &["factors", "coordinates", "generators", "traps", "periods", "relations"];

    fn read_fields(fields: &Fields<'_, '_>, reader: &mut Reader<'_>) -> Option<Self> {
        let factors: Option<Vec<BigUint>> = reader.field(fields, "factors");
        let coordinates: Option<Vec<(VertexId, Vec<BigInt>)>> = reader.field(fields, "coordinates");
        let generators = reader.field(fields, "generators");
        let traps = reader.field(fields, "traps");
        let (periods, relations) = (reader.field(fields, "periods"), reader.field(fields, "relations"));
        // A vertex that is not listed has zeros.
        let factors = factors?;
        let mut homomorphism = reader.filled(vec![BigInt::zero(); factors.len()]);
        coordinates?.into_iter().for_each(|(u, image)| homomorphism[u] = image);
        let (generators, traps, periods) = (generators?, traps?, periods?);
        Some(Self { factors, homomorphism, generators, traps, periods, relations: relations? })
    }

    fn write_field<M: SerializeMap>(&self, key: Key, to: &mut Writer<'_, M>) -> Result<(), M::Error> {
        match key {
            "factors" => to.entry(key, &self.factors),
            "coordinates" => {
                // A false claim may say more of a sink, and must not become true by being written.
                let zeros = vec![BigInt::zero(); self.factors.len()];
                let is_said = |(u, image): &(VertexId, &Vec<BigInt>)| {
                    !to.instance.graph().is_sink(*u) || **image != zeros
                };
                let images = self.homomorphism.iter().filter(is_said).map(|(u, image)| (u, image.clone()));
                to.entry(key, &images.collect::<Vec<_>>())
            }
            "generators" => to.entry(key, &self.generators),
            "traps" => to.entry(key, &self.traps),
            "periods" => to.entry(key, &self.periods),
            _ => to.entry(key, &self.relations),
        }
    }
}

/// The group, and what is said of classes in it.
impl Object for ClassClaim {
    const KEYS: &'static [Key] =
        &["factors", "coordinates", "generators", "traps", "periods", "relations", "element", "other"];

    fn read_fields(fields: &Fields<'_, '_>, reader: &mut Reader<'_>) -> Option<Self> {
        let group = GroupClaim::read_fields(fields, reader);
        let (element, other) = (reader.field(fields, "element"), reader.field(fields, "other"));
        Some(Self { group: group?, element: element?, other: other? })
    }

    fn write_field<M: SerializeMap>(&self, key: Key, to: &mut Writer<'_, M>) -> Result<(), M::Error> {
        match key {
            "element" => to.entry(key, &self.element),
            "other" => to.entry(key, &self.other),
            _ => self.group.write_field(key, to),
        }
    }
}

/// All moments of a tour are of the walk from its start.
impl Object for TourClaim {
    const KEYS: &'static [Key] = &["from", "trap", "entry", "before", "cover", "periods"];

    fn read_fields(fields: &Fields<'_, '_>, reader: &mut Reader<'_>) -> Option<Self> {
        reader.from = reader.field(fields, "from");
        let (trap, entry) = (reader.field(fields, "trap"), reader.field(fields, "entry"));
        let (before, cover) = (reader.field(fields, "before"), reader.field(fields, "cover"));
        let periods = reader.field(fields, "periods");
        Some(Self { trap: trap?, entry: entry?, before: before?, periods: periods?, cover: cover? })
    }

    fn write_field<M: SerializeMap>(&self, key: Key, to: &mut Writer<'_, M>) -> Result<(), M::Error> {
        match key {
            "from" => to.entry(key, &self.entry.from),
            "trap" => to.entry(key, &self.trap),
            "entry" => to.entry(key, &self.entry),
            "before" => to.entry(key, &self.before),
            "cover" => to.entry(key, &self.cover),
            _ => to.entry(key, &self.periods),
        }
    }
}

/// A moment of a walk whose start is known.
impl Object for Moment {
    const KEYS: &'static [Key] = &["at", "departures"];

    fn read_fields(fields: &Fields<'_, '_>, reader: &mut Reader<'_>) -> Option<Self> {
        let (at, departures) = (reader.field(fields, "at"), reader.field(fields, "departures"));
        Some(Self { from: reader.from?, at: at?, departures: departures? })
    }

    fn write_field<M: SerializeMap>(&self, key: Key, to: &mut Writer<'_, M>) -> Result<(), M::Error> {
        match key {
            "at" => to.entry(key, &self.at),
            _ => to.entry(key, &self.departures),
        }
    }
}

/// What is claimed of a vertex and a block; the last three keys are those of its proof.
impl Object for BlockReturns {
    const KEYS: &'static [Key] = &["from", "block", "flow", "deadline", "returned", "halts", "kept"];

    fn read_fields(fields: &Fields<'_, '_>, reader: &mut Reader<'_>) -> Option<Self> {
        let vertex = reader.field(fields, "from");
        let block = match fields.required("block", reader.flaws)? {
            // Numbers of JSON are exact below 2⁵³, whatever a word of this machine holds.
            Node::Integer(number) if *number < 1 << 53 => usize::try_from(*number).ok(),
            _ => None,
        };
        if block.is_none() {
            let (path, message) = (Path::Key(&fields.path, "block"), "not the number of a block".to_owned());
            reader.note::<()>(&path, FlawRule::BlockListed, message, "count the list `blocks` from 0");
        }
        let (flow, deadline) = (reader.field(fields, "flow"), reader.field(fields, "deadline"));
        let proof = if Self::KEYS[4..].iter().any(|key| fields.get(key).is_some()) {
            let halts = reader.field(fields, "halts");
            let [returned, kept] = ["returned", "kept"].map(|key| reader.field(fields, key));
            Some(KeptProof { returned: returned?, halts: halts?, kept: kept? })
        } else {
            None
        };
        Some(Self { vertex: vertex?, block: block?, flow: flow?, deadline: deadline?, proof })
    }

    fn write_field<M: SerializeMap>(&self, key: Key, to: &mut Writer<'_, M>) -> Result<(), M::Error> {
        match (key, &self.proof) {
            ("from", _) => to.entry(key, &self.vertex),
            ("block", _) => to.plain(key, &self.block),
            ("flow", _) => to.entry(key, &self.flow),
            ("deadline", _) => to.entry(key, &self.deadline),
            ("returned", Some(proof)) => to.entry(key, &proof.returned),
            ("halts", Some(proof)) => to.entry(key, &proof.halts),
            ("kept", Some(proof)) => to.entry(key, &proof.kept),
            _ => Ok(()),
        }
    }
}

impl Object for PairEntry {
    const KEYS: &'static [Key] = &["from", "to", "value", "flow"];

    fn read_fields(fields: &Fields<'_, '_>, reader: &mut Reader<'_>) -> Option<Self> {
        let [from, to] = ["from", "to"].map(|key| reader.field(fields, key));
        let wins = fields.required("value", reader.flaws).and_then(|node| match node {
            Node::Integer(0) => Some(false),
            Node::Integer(1) => Some(true),
            _ => wrong_kind(node, &Path::Key(&fields.path, "value"), "0 or 1", reader.flaws),
        });
        let flow = reader.field(fields, "flow");
        Some(Self { from: from?, to: to?, pair: Pair { wins: wins?, flow: flow? } })
    }

    fn write_field<M: SerializeMap>(&self, key: Key, to: &mut Writer<'_, M>) -> Result<(), M::Error> {
        match key {
            "from" => to.entry(key, &self.from),
            "to" => to.entry(key, &self.to),
            "value" => to.plain(key, &u8::from(self.pair.wins)),
            _ => to.entry(key, &self.pair.flow),
        }
    }
}

/// Objects that are entries of others.
macro_rules! nested {
    ($($name:ident,)*) => {$(
        impl Entry for $name {
            fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
                let fields = Fields::of(node, *path, Self::KEYS, reader.flaws)?;
                Self::read_fields(&fields, reader)
            }

            fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
                let mut to = Writer { instance, object: serializer.serialize_map(None)? };
                self.write_fields(Self::KEYS, &mut to)?;
                to.object.end()
            }
        }
    )*};
}

nested! { Relations, OtherClass, Moment, BlockReturns, PairEntry, }

// Flows: their keys are names for what they supply and what stays

const WALK: &[&str] = &["from", "exit", "departures", "steps"];
const TRAP: &[&str] = &["from", "trap", "departures", "steps"];
const MOMENT: &[&str] = &["from", "at", "departures"];
const ROUTE: &[&str] = &["particles", "traps", "departures", "sinks", "trapped", "steps"];

fn read_flow<N: Number + Entry + One>(
    shape: FlowShape,
    fields: &Fields<'_, '_>,
    reader: &mut Reader<'_>,
) -> Option<FlowClaim<N>> {
    let one = |u: Option<VertexId>| u.map(Amounts::one);
    let (mut supply, mut stays) = (None, Some(Amounts::default()));
    let (mut traps, mut trapped) = (Some(Vec::new()), Some(Vec::new()));
    let (mut departures, mut steps) = (None, Some(None));
    let keys = match shape {
        FlowShape::Walk => WALK,
        FlowShape::Trap => TRAP,
        FlowShape::Moment => MOMENT,
        FlowShape::Route => ROUTE,
    };
    for &key in keys {
        match key {
            "from" => supply = one(reader.field(fields, key)),
            "exit" | "at" => stays = one(reader.field(fields, key)),
            "trap" => {
                (traps, trapped) = (reader.field(fields, key).map(|trap| vec![trap]), Some(vec![N::one()]));
            }
            "particles" => supply = reader.field(fields, key),
            "traps" => traps = reader.field(fields, key),
            "departures" => departures = reader.field(fields, key),
            "sinks" => stays = reader.field(fields, key),
            "trapped" => trapped = reader.field(fields, key),
            _ => steps = reader.field(fields, key),
        }
    }
    Some(FlowClaim {
        shape,
        supply: supply?,
        traps: traps?,
        departures: departures?,
        stays: stays?,
        trapped: trapped?,
        steps: steps?,
    })
}

fn write_flow<N: Number + Entry + One + PartialEq, M: SerializeMap>(
    claim: &FlowClaim<N>,
    keys: &[Key],
    to: &mut Writer<'_, M>,
) -> Result<(), M::Error> {
    let instance = to.instance;
    let only = |amounts: &Amounts<N>| amounts.only().map(|u| instance.name(u));
    keys.iter().try_for_each(|&key| match key {
        "from" => to.plain(key, &only(&claim.supply)),
        "exit" | "at" => to.plain(key, &only(&claim.stays)),
        "trap" => to.entry(key, &claim.traps.first().cloned().unwrap_or_default()),
        "particles" => to.entry(key, &claim.supply),
        "traps" => to.entry(key, &claim.traps),
        "departures" => to.entry(key, &claim.departures),
        "sinks" => to.entry(key, &claim.stays),
        "trapped" => to.entry(key, &claim.trapped),
        _ => to.entry(key, &claim.steps),
    })
}

/// Many particles; if some number is negative, with antiparticles among them.
fn read_route(fields: &Fields<'_, '_>, reader: &mut Reader<'_>) -> Option<Claim> {
    let claim = read_flow::<BigInt>(FlowShape::Route, fields, reader)?;
    if let Some(unsigned) = unsigned(&claim) {
        return Some(Claim::Flow(unsigned));
    }
    if claim.steps.is_some() {
        let path = Path::Key(&fields.path, "steps");
        let message = "the steps of antiparticles are not a number that can be proved".to_owned();
        reader.note::<()>(&path, FlawRule::RouteSteps, message, "leave `steps` out");
    }
    Some(Claim::SignedFlow(claim))
}

/// The same without antiparticles, if no number is negative.
fn unsigned(claim: &FlowClaim<BigInt>) -> Option<FlowClaim> {
    let all = |counts: &[BigInt]| counts.iter().map(BigInt::to_biguint).collect::<Option<Vec<_>>>();
    let listed = |amounts: &Amounts<BigInt>| {
        let mut unsigned = Amounts::default();
        for (u, count) in amounts.iter() {
            unsigned.set(u, count.to_biguint()?);
        }
        Some(unsigned)
    };
    Some(FlowClaim {
        shape: claim.shape,
        supply: listed(&claim.supply)?,
        traps: claim.traps.clone(),
        departures: VertexMap::from_vec(all(claim.departures.as_slice())?),
        stays: listed(&claim.stays)?,
        trapped: all(&claim.trapped)?,
        steps: claim.steps.clone(),
    })
}

// Kinds

/// A kind of certificate.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// Its keys after `schema`, `kind` and `instance`.
    pub(super) keys: &'static [Key],
    pub(super) read: Read,
}

type Read = fn(&Fields<'_, '_>, &mut Reader<'_>) -> Option<Claim>;

const fn kind(name: &'static str, keys: &'static [Key], read: Read) -> Kind {
    Kind { name, keys, read }
}

/// All kinds.
pub(super) const KINDS: [Kind; 14] = [
    kind("walk", WALK, |top, reader| read_flow(FlowShape::Walk, top, reader).map(Claim::Flow)),
    kind("trap", TRAP, |top, reader| read_flow(FlowShape::Trap, top, reader).map(Claim::Flow)),
    kind("flows", FlowsClaim::KEYS, |top, reader| Object::read_fields(top, reader).map(Claim::Flows)),
    kind("forest", ForestClaim::KEYS, |top, reader| Object::read_fields(top, reader).map(Claim::Forest)),
    kind("blocks", BlocksClaim::KEYS, |top, reader| Object::read_fields(top, reader).map(Claim::Blocks)),
    kind("route", ROUTE, read_route),
    kind("game", GameClaim::KEYS, |top, reader| Object::read_fields(top, reader).map(Claim::Game)),
    kind("group", GroupClaim::KEYS, |top, reader| algebra(AlgebraClaim::Group, top, reader)),
    kind("class", ClassClaim::KEYS, |top, reader| algebra(AlgebraClaim::Class, top, reader)),
    kind("stabilise", StabilisationClaim::KEYS, |top, reader| {
        algebra(AlgebraClaim::Stabilisation, top, reader)
    }),
    kind("identity", IdentityClaim::KEYS, |top, reader| algebra(AlgebraClaim::Identity, top, reader)),
    kind("harmonic", HarmonicClaim::KEYS, |top, reader| algebra(AlgebraClaim::Harmonic, top, reader)),
    kind("moment", MOMENT, |top, reader| read_flow(FlowShape::Moment, top, reader).map(Claim::Flow)),
    kind("tour", TourClaim::KEYS, |top, reader| algebra(AlgebraClaim::Tour, top, reader)),
];

fn algebra<T: Object>(
    of: fn(T) -> AlgebraClaim,
    top: &Fields<'_, '_>,
    reader: &mut Reader<'_>,
) -> Option<Claim> {
    T::read_fields(top, reader).map(|claim| Claim::Algebra(Box::new(of(claim))))
}

/// Writes the entries of a claim under these keys.
pub(super) fn write_claim<M: SerializeMap>(
    claim: &Claim,
    keys: &[Key],
    to: &mut Writer<'_, M>,
) -> Result<(), M::Error> {
    match claim {
        Claim::Flow(claim) => write_flow(claim, keys, to),
        Claim::SignedFlow(claim) => write_flow(claim, keys, to),
        Claim::Flows(claim) => claim.write_fields(keys, to),
        Claim::Forest(claim) => claim.write_fields(keys, to),
        Claim::Blocks(claim) => claim.write_fields(keys, to),
        Claim::Game(claim) => claim.write_fields(keys, to),
        Claim::Algebra(claim) => match &**claim {
            AlgebraClaim::Group(claim) => claim.write_fields(keys, to),
            AlgebraClaim::Class(claim) => claim.write_fields(keys, to),
            AlgebraClaim::Stabilisation(claim) => claim.write_fields(keys, to),
            AlgebraClaim::Identity(claim) => claim.write_fields(keys, to),
            AlgebraClaim::Harmonic(claim) => claim.write_fields(keys, to),
            AlgebraClaim::Tour(claim) => claim.write_fields(keys, to),
        },
    }
}

/// The kind of a claim.
pub(super) fn kind_of(claim: &Claim) -> Kind {
    let name = match claim {
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
        Claim::Algebra(claim) => match &**claim {
            AlgebraClaim::Group(_) => "group",
            AlgebraClaim::Class(_) => "class",
            AlgebraClaim::Stabilisation(_) => "stabilise",
            AlgebraClaim::Identity(_) => "identity",
            AlgebraClaim::Harmonic(_) => "harmonic",
            AlgebraClaim::Tour(_) => "tour",
        },
    };
    KINDS.into_iter().find(|kind| kind.name == name).expect("every kind is in the list")
}

/// All rows about blocks and their vertices, without their proofs, as they stand in answers.
#[derive(Debug, Clone, Copy)]
pub struct BlockRows<'c> {
    /// The instance, for its names.
    pub instance: &'c Instance,
    /// The rows.
    pub returns: &'c [BlockReturns],
}

impl Serialize for BlockRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Row<'c>(&'c Instance, &'c BlockReturns);
        impl Serialize for Row<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut to = Writer { instance: self.0, object: serializer.serialize_map(None)? };
                self.1.write_fields(&BlockReturns::KEYS[..4], &mut to)?;
                to.object.end()
            }
        }
        serializer.collect_seq(self.returns.iter().map(|row| Row(self.instance, row)))
    }
}
