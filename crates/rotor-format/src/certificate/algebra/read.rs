//! Reading certificates of the algebra.

use super::relations::read_relations;
use crate::certificate::all_exits::read_traps;
use crate::certificate::counts::{counts_in, digits_list, read_counts};
use crate::certificate::lookup::{Lookup, natural, signed};
use crate::document::{Node, Path};
use crate::fields::{CollectFlaws, Fields, list, object, text, wrong_kind};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_graph::FlawRule;
use rotor_graph::{
    AlgebraClaim, ClassClaim, Flaw, FlawList, GroupClaim, HarmonicClaim, IdentityClaim, Instance,
    MomentClaim, OtherClass, StabilisationClaim, TourClaim, VertexId, VertexMap, quoted,
};

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
        "moment" => &["from", "at", "departures"],
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
        "moment" => read_moment(top, lookup, flaws).map(AlgebraClaim::Moment),
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

fn read_moment(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<MomentClaim> {
    let from = lookup.under(top, "from", flaws);
    let at = lookup.under(top, "at", flaws);
    let departures = read_counts(top, "departures", natural, lookup, flaws);
    Some(MomentClaim { from: from?, at: at?, departures: departures? })
}

fn read_tour(top: &Fields<'_, '_>, lookup: &Lookup<'_>, flaws: &mut FlawList) -> Option<TourClaim> {
    let from = lookup.under(top, "from", flaws);
    let trap = top.required("trap", flaws).and_then(|node| {
        lookup.vertices(node, &Path::Key(&top.path, "trap"), &mut lookup.filled(false), flaws)
    });
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
) -> Option<MomentClaim> {
    let fields = Fields::of(node, path, &["at", "departures"], flaws)?;
    let at = lookup.under(&fields, "at", flaws);
    let departures = read_counts(&fields, "departures", natural, lookup, flaws);
    Some(MomentClaim { from: from?, at: at?, departures: departures? })
}
