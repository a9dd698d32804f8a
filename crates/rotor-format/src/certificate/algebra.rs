//! Certificates of the algebra: groups, classes, chips, probabilities and tours.

use super::read::{read_trap, read_traps};
use super::write::{Counts, Lists, Names};
use super::{Lookup, counts_in, digits_list, natural, read_counts, signed};
use crate::document::{CollectFlaws, Fields, Node, Path, list, object, text, wrong_kind};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_graph::{
    AlgebraClaim, ClassClaim, Firings, Flaw, FlawList, FlawRule, GroupClaim, HarmonicClaim, IdentityClaim,
    Instance, Moment, OtherClass, Relations, StabilisationClaim, TourClaim, VertexId, VertexMap, quoted,
};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use std::fmt::Display;

/// The kinds that no other module reads.
pub(super) const KINDS: &[&str] = &["group", "class", "stabilise", "identity", "harmonic", "moment", "tour"];

// Reading

/// The keys of a kind after `schema`, `kind` and `instance`; none if it is not a kind of the algebra's own.
pub(in crate::certificate) fn keys(kind: &str) -> Option<&'static [&'static str]> {
    Some(match kind {
        "group" => &["factors", "coordinates", "generators", "traps", "periods", "relations"],
        "class" => {
            &["factors", "coordinates", "generators", "traps", "periods", "relations", "element", "other"]
        }
        "stabilise" => &["start", "traps", "firings", "chips", "sinks", "trapped", "recurrent", "script"],
        "identity" => &["traps", "chips", "firings", "script"],
        "harmonic" => &["from", "traps", "uses", "sinks", "trapped", "denominator"],
        "tour" => &["from", "trap", "entry", "before", "cover", "periods"],
        _ => return None,
    })
}

/// The claim of a certificate of this kind, one of [`KINDS`](super::KINDS).
pub(in crate::certificate) fn read(
    kind: &str,
    top: &Fields<'_, '_>,
    instance: &Instance,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<AlgebraClaim> {
    match kind {
        "group" => read_group(top, lookup, flaws).map(AlgebraClaim::Group),
        "class" => read_class(top, instance, lookup, flaws).map(AlgebraClaim::Class),
        "stabilise" => read_stabilisation(top, lookup, flaws).map(AlgebraClaim::Stabilisation),
        "identity" => read_identity(top, lookup, flaws).map(AlgebraClaim::Identity),
        "harmonic" => read_harmonic(top, lookup, flaws).map(AlgebraClaim::Harmonic),
        _ => read_tour(top, lookup, flaws).map(AlgebraClaim::Tour),
    }
}

fn read_group(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<GroupClaim> {
    let factors = digits_list(top, "factors", natural, flaws);
    let count = factors.as_ref().map_or(0, Vec::len);
    let homomorphism = read_coordinates(top, count, lookup, flaws);
    let path = Path::Key(&top.path, "generators");
    let generators: Vec<_> = top
        .required_list("generators", flaws)
        .unwrap_or_default()
        .iter()
        .enumerate()
        .map(|(index, node)| counts_in(node, &Path::Index(&path, index), signed, lookup, flaws))
        .collect();
    let traps = read_traps(top, lookup, flaws);
    let periods = read_counts(top, "periods", natural, lookup, flaws);
    let relations = match top.get("relations") {
        None => None,
        Some(node) => Some(read_relations(node, Path::Key(&top.path, "relations"), lookup, flaws)?),
    };
    let (factors, homomorphism) = (factors?, homomorphism?);
    let generators = generators.into_iter().collect::<Option<_>>()?;
    Some(GroupClaim { factors, homomorphism, generators, traps, periods: periods?, relations })
}

/// Lists of coordinates by vertex, as many as there are factors; a vertex that is not listed has zeros.
fn read_coordinates(
    top: &Fields<'_, '_>,
    factors: usize,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<VertexMap<Vec<BigInt>>> {
    let table_path = Path::Key(&top.path, "coordinates");
    let entries = object(top.required("coordinates", flaws)?, &table_path, flaws)?;
    let mut coordinates = lookup.filled(vec![BigInt::zero(); factors]);
    let mut seen = lookup.filled(false);
    for (name, node) in entries {
        let path = Path::Key(&table_path, name);
        let read = list(node, &path, flaws).map(|nodes| {
            let number = |(index, node)| {
                let path = Path::Index(&path, index);
                text(node, &path, flaws).and_then(|digits| signed(digits, &path, flaws)).unwrap_or_default()
            };
            nodes.iter().enumerate().map(number).collect()
        });
        let Some(u) = lookup.vertex(name, &path, flaws) else { continue };
        lookup.once(&mut seen, u, &path, flaws);
        coordinates[u] = read.unwrap_or_default();
    }
    Some(coordinates)
}

fn read_class(
    top: &Fields<'_, '_>,
    instance: &Instance,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<ClassClaim> {
    let group = read_group(top, lookup, flaws);
    let element = digits_list(top, "element", signed, flaws);
    let other = match top.get("other") {
        None => None,
        Some(node) => Some(read_other(node, Path::Key(&top.path, "other"), instance, lookup, flaws)?),
    };
    Some(ClassClaim { group: group?, element: element?, other })
}

fn read_other(
    node: &Node<'_>,
    path: Path<'_>,
    instance: &Instance,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<OtherClass> {
    let fields = Fields::of(node, path, &["rotors", "element", "chips"], flaws)?;
    let element = digits_list(&fields, "element", signed, flaws);
    let chips = read_counts(&fields, "chips", signed, lookup, flaws);
    let table_path = Path::Key(&fields.path, "rotors");
    let entries = object(fields.required("rotors", flaws)?, &table_path, flaws)?;
    let mut rotors = lookup.filled(0);
    let mut seen = lookup.filled(false);
    for (name, node) in entries {
        let path = Path::Key(&table_path, name);
        let Some(u) = lookup.vertex(name, &path, flaws) else { continue };
        lookup.once(&mut seen, u, &path, flaws);
        let &Node::Integer(position) = node else {
            wrong_kind::<()>(node, &path, "an integer", flaws);
            continue;
        };
        let degree = instance.graph().out_degree(u);
        let known = u32::try_from(position).ok().filter(|&position| position < degree);
        if known.is_none() {
            flaws.note(|| Flaw {
                place: path.place(),
                rule: FlawRule::Position,
                message: format!("vertex {} has no arc {position}", quoted(name)),
                remedy: "count the arcs of a vertex from 0".to_owned(),
            });
        }
        rotors[u] = known.unwrap_or(0);
    }
    Some(OtherClass { rotors, element: element?, chips: chips? })
}

fn read_stabilisation(
    top: &Fields<'_, '_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<StabilisationClaim> {
    let start = read_counts(top, "start", signed, lookup, flaws);
    let traps = read_traps(top, lookup, flaws);
    let firings = read_counts(top, "firings", natural, lookup, flaws);
    let chips = read_counts(top, "chips", signed, lookup, flaws);
    let sinks = read_counts(top, "sinks", signed, lookup, flaws);
    let trapped = digits_list(top, "trapped", signed, flaws);
    let recurrent = match top.required("recurrent", flaws) {
        Some(&Node::Bool(recurrent)) => Some(recurrent),
        Some(node) => wrong_kind(node, &Path::Key(&top.path, "recurrent"), "true or false", flaws),
        None => None,
    };
    let script = read_counts(top, "script", natural, lookup, flaws);
    Some(StabilisationClaim {
        start: start?,
        traps,
        firings: firings?,
        chips: chips?,
        sinks: sinks?,
        trapped: trapped?,
        recurrent: recurrent?,
        script: script?,
    })
}

fn read_identity(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<IdentityClaim> {
    let traps = read_traps(top, lookup, flaws);
    let chips = read_counts(top, "chips", signed, lookup, flaws);
    let firings = read_counts(top, "firings", signed, lookup, flaws);
    let script = read_counts(top, "script", natural, lookup, flaws);
    Some(IdentityClaim { traps, chips: chips?, firings: firings?, script: script? })
}

fn read_harmonic(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<HarmonicClaim> {
    let from = lookup.under(top, "from", flaws);
    let traps = read_traps(top, lookup, flaws);
    let uses = read_counts(top, "uses", natural, lookup, flaws);
    let sinks = read_counts(top, "sinks", natural, lookup, flaws);
    let trapped = digits_list(top, "trapped", natural, flaws);
    let denominator = top.required_text("denominator", flaws);
    let path = Path::Key(&top.path, "denominator");
    let denominator: Option<BigUint> = denominator.and_then(|digits| natural(digits, &path, flaws));
    Some(HarmonicClaim {
        from: from?,
        traps,
        uses: uses?,
        sinks: sinks?,
        trapped: trapped?,
        denominator: denominator?,
    })
}

fn read_tour(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<TourClaim> {
    let from = lookup.under(top, "from", flaws);
    let trap = read_trap(top, lookup, flaws);
    let entry = top
        .required("entry", flaws)
        .and_then(|node| moment_in(node, Path::Key(&top.path, "entry"), from, lookup, flaws));
    let [before, cover] = ["before", "cover"]
        .map(|key| top.get(key).map(|node| moment_in(node, Path::Key(&top.path, key), from, lookup, flaws)));
    let periods = read_counts(top, "periods", natural, lookup, flaws);
    // A moment that is there and cannot be read is not the same as none.
    let (before, cover) =
        (before.map_or(Some(None), |read| read.map(Some)), cover.map_or(Some(None), |read| read.map(Some)));
    Some(TourClaim { trap: trap?, entry: entry?, before: before?, periods: periods?, cover: cover? })
}

fn moment_in(
    node: &Node<'_>,
    path: Path<'_>,
    from: Option<VertexId>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<Moment> {
    let fields = Fields::of(node, path, &["at", "departures"], flaws)?;
    let at = lookup.under(&fields, "at", flaws);
    let departures = read_counts(&fields, "departures", natural, lookup, flaws);
    Some(Moment { from: from?, at: at?, departures: departures? })
}

// Relations of a group: firings by vertex

/// The relations in `node`.
pub(super) fn read_relations(
    node: &Node<'_>,
    path: Path<'_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<Relations> {
    let fields = Fields::of(node, path, &["images", "multiples"], flaws)?;
    // One map for all tables: a map for each would be as large as the graph, however short the table.
    let mut seen = lookup.filled(false);
    let images = read_images(&fields, &mut seen, lookup, flaws);
    let path = Path::Key(&fields.path, "multiples");
    let multiples = fields.required_list("multiples", flaws).map(|nodes| {
        let firings =
            |(index, node)| read_firings(node, &Path::Index(&path, index), &mut seen, lookup, flaws);
        nodes.iter().enumerate().map(firings).map(Option::unwrap_or_default).collect()
    });
    Some(Relations { images: images?, multiples: multiples? })
}

/// The firings of every vertex that has some.
fn read_images(
    fields: &Fields<'_, '_>,
    seen: &mut VertexMap<bool>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<Vec<(VertexId, Firings)>> {
    let table_path = Path::Key(&fields.path, "images");
    let (mut images, mut listed) = (Vec::new(), lookup.filled(false));
    for (name, node) in object(fields.required("images", flaws)?, &table_path, flaws)? {
        let path = Path::Key(&table_path, name);
        let firings = read_firings(node, &path, seen, lookup, flaws);
        let Some(u) = lookup.vertex(name, &path, flaws) else { continue };
        lookup.once(&mut listed, u, &path, flaws);
        images.push((u, firings.unwrap_or_default()));
    }
    Some(images)
}

/// The firings in `node`, zeros left out; `seen` is false everywhere before and after.
fn read_firings(
    node: &Node<'_>,
    table_path: &Path<'_>,
    seen: &mut VertexMap<bool>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<Firings> {
    let mut firings = Vec::new();
    for (name, node) in object(node, table_path, flaws)? {
        let path = Path::Key(table_path, name);
        let count = text(node, &path, flaws).and_then(|digits| signed(digits, &path, flaws));
        let Some(u) = lookup.vertex(name, &path, flaws) else { continue };
        lookup.once(seen, u, &path, flaws);
        firings.push((u, count.unwrap_or_default()));
    }
    firings.iter().for_each(|&(u, _)| seen[u] = false);
    firings.retain(|(_, count)| !count.is_zero());
    Some(firings)
}

/// Relations, with vertices by name.
pub(super) struct Written<'c> {
    pub(super) instance: &'c Instance,
    pub(super) relations: &'c Relations,
}

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { instance, relations: Relations { images, multiples } } = *self;
        let table = |firings: &Firings| {
            let digits = firings.iter().map(|(u, count)| (instance.name(*u), count.to_string()));
            Table(digits.collect())
        };
        let images = images.iter().map(|(u, firings)| (instance.name(*u), table(firings)));
        let mut object = serializer.serialize_map(Some(2))?;
        object.serialize_entry("images", &Table(images.collect()))?;
        object.serialize_entry("multiples", &multiples.iter().map(table).collect::<Vec<_>>())?;
        object.end()
    }
}

/// An object with these entries, in their order.
struct Table<'c, T>(Vec<(&'c str, T)>);

impl<T: Serialize> Serialize for Table<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, entry)| (name, entry)))
    }
}

// Writing

pub(in crate::certificate) fn kind(claim: &AlgebraClaim) -> &'static str {
    match claim {
        AlgebraClaim::Group(_) => "group",
        AlgebraClaim::Class(_) => "class",
        AlgebraClaim::Stabilisation(_) => "stabilise",
        AlgebraClaim::Identity(_) => "identity",
        AlgebraClaim::Harmonic(_) => "harmonic",
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
        AlgebraClaim::Tour(TourClaim { trap, entry, before, periods, cover }) => {
            object.serialize_entry("from", instance.name(entry.from))?;
            object.serialize_entry("trap", &Names { instance, list: trap })?;
            object.serialize_entry("entry", &WrittenMoment { instance, moment: entry })?;
            for (key, moment) in [("before", before), ("cover", cover)] {
                if let Some(moment) = moment {
                    object.serialize_entry(key, &WrittenMoment { instance, moment })?;
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
struct WrittenMoment<'c> {
    instance: &'c Instance,
    moment: &'c Moment,
}

impl Serialize for WrittenMoment<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |u: VertexId| self.instance.name(u);
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("at", name(self.moment.at))?;
        let departures = Counts { instance: self.instance, counts: &self.moment.departures };
        object.serialize_entry("departures", &departures)?;
        object.end()
    }
}
