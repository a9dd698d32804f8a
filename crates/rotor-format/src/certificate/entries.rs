//! Entries: how each part of a claim stands in JSON, read and written in one place.

use super::Reader;
use crate::document::{Fields, Node, Path, list, object, text, wrong_kind};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_graph::{
    Amounts, BlockReturns, Count, Exit, FlawRule, Flow, Instance, PairEntry, ReturnFlows, VertexId,
    VertexMap, parse_natural, quoted,
};
use serde::{Serialize, Serializer};
use std::fmt::Display;

/// A part of a claim as it stands in a certificate.
pub(super) trait Entry: Sized {
    /// What `node` says; none if it has a flaw, which is noted.
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self>;

    /// What it is if its key is missing; none if that is a flaw.
    fn if_missing() -> Option<Self> {
        None
    }

    /// Whether its key is left out.
    fn is_left_out(&self) -> bool {
        false
    }

    /// Writes it, with vertices by their names.
    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error>;
}

/// An entry that names the vertices of this instance.
pub(super) struct About<'c, T>(pub(super) &'c Instance, pub(super) &'c T);

impl<T: Entry> Serialize for About<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.1.write(self.0, serializer)
    }
}

impl Reader<'_> {
    /// The entry under `key`.
    pub(super) fn field<T: Entry>(&mut self, fields: &Fields<'_, '_>, key: &str) -> Option<T> {
        match fields.get(key) {
            Some(node) => T::read(node, &Path::Key(&fields.path, key), self),
            None => T::if_missing().or_else(|| fields.required(key, self.flaws).and(None)),
        }
    }

    /// The entries of a list, those with a flaw left out.
    pub(super) fn items<T: Entry>(&mut self, node: &Node<'_>, path: &Path<'_>) -> Option<Vec<T>> {
        let nodes = list(node, path, self.flaws)?.iter().enumerate();
        Some(nodes.filter_map(|(index, node)| T::read(node, &Path::Index(path, index), self)).collect())
    }

    /// Reads the entries of an object whose keys are vertices, each once; `put` takes those without a flaw.
    fn table<T: Entry>(
        &mut self,
        node: &Node<'_>,
        table: &Path<'_>,
        mut put: impl FnMut(VertexId, T),
    ) -> Option<Vec<VertexId>> {
        let entries = object(node, table, self.flaws)?;
        // A map for each table would be as large as the graph, however short the table.
        let mut seen = self.spare.pop().unwrap_or_else(|| self.filled(false));
        let mut listed = Vec::with_capacity(entries.len());
        for (name, node) in entries {
            let path = Path::Key(table, name);
            let entry = T::read(node, &path, self);
            let Some(u) = self.vertex(name, &path) else { continue };
            self.once(&mut seen, u, &path);
            listed.push(u);
            entry.into_iter().for_each(|entry| put(u, entry));
        }
        listed.iter().for_each(|&u| seen[u] = false);
        self.spare.push(seen);
        Some(listed)
    }

    /// Notes a flaw if `u` was `seen` before.
    pub(super) fn once(&mut self, seen: &mut VertexMap<bool>, u: VertexId, path: &Path<'_>) {
        if std::mem::replace(&mut seen[u], true) {
            let message = format!("vertex {} is listed a second time", quoted(self.instance.name(u)));
            self.note::<()>(path, FlawRule::ListedOnce, message, "list it once");
        }
    }

    /// A copy of `entry` for every vertex.
    pub(super) fn filled<T: Clone>(&self, entry: T) -> VertexMap<T> {
        VertexMap::filled(self.instance.graph().vertex_count(), entry)
    }
}

// Vertices

impl Entry for VertexId {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let name = text(node, path, reader.flaws)?;
        reader.vertex(name, path)
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(instance.name(*self))
    }
}

/// A set of vertices.
impl Entry for Vec<VertexId> {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        reader.set(node, path, &mut reader.filled(false))
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|&u| instance.name(u)))
    }
}

impl Reader<'_> {
    /// The vertices of a set, none of which was `seen` before.
    fn set(&mut self, node: &Node<'_>, path: &Path<'_>, seen: &mut VertexMap<bool>) -> Option<Vec<VertexId>> {
        let mut vertices = Vec::new();
        for (index, node) in list(node, path, self.flaws)?.iter().enumerate() {
            let path = Path::Index(path, index);
            let Some(u) = VertexId::read(node, &path, self) else { continue };
            self.once(seen, u, &path);
            vertices.push(u);
        }
        Some(vertices)
    }
}

/// Traps, or blocks: a vertex lies in one trap, but it may lie in several blocks, and even twice in one that is none.
impl Entry for Vec<Vec<VertexId>> {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let mut seen = reader.filled(false);
        let are_traps = matches!(path, Path::Key(_, "traps"));
        let mut sets = Vec::new();
        for (index, node) in list(node, path, reader.flaws)?.iter().enumerate() {
            let path = Path::Index(path, index);
            let set = match are_traps {
                true => reader.set(node, &path, &mut seen),
                false => reader.items(node, &path),
            };
            // One with a flaw is empty, so that the numbers of the others keep their meaning.
            sets.push(set.unwrap_or_default());
        }
        if are_traps {
            reader.traps = sets.len();
        }
        Some(sets)
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|set| About(instance, set)))
    }
}

// Counts: decimal strings

/// A number that stands in a string.
pub(super) trait Number: Clone + Display + Zero {
    /// How it is to be written.
    const REMEDY: &'static str;
    fn of_digits(digits: &str) -> Option<Self>;
}

impl Number for BigUint {
    const REMEDY: &'static str = "write decimal digits only";

    fn of_digits(digits: &str) -> Option<Self> {
        parse_natural(digits)
    }
}

impl Number for BigInt {
    const REMEDY: &'static str = "write decimal digits, with a minus sign before them if it is negative";

    fn of_digits(digits: &str) -> Option<Self> {
        match digits.strip_prefix('-') {
            Some(unsigned) => parse_natural(unsigned).map(|number| -Self::from(number)),
            None => parse_natural(digits).map(Self::from),
        }
    }
}

/// The number in a string.
fn number<T>(
    node: &Node<'_>,
    path: &Path<'_>,
    reader: &mut Reader<'_>,
    of_digits: impl Fn(&str) -> Option<T>,
    remedy: &str,
) -> Option<T> {
    let digits = text(node, path, reader.flaws)?;
    let not_a_count = || format!("{} is not a count", quoted(digits));
    of_digits(digits).or_else(|| reader.note(path, FlawRule::Count, not_a_count(), remedy))
}

macro_rules! numbers {
    ($($number:ty: $of_digits:expr, $remedy:expr;)*) => {$(
        impl Entry for $number {
            fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
                number(node, path, reader, $of_digits, $remedy)
            }

            fn write<S: Serializer>(&self, _: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

numbers! {
    BigUint: <Self as Number>::of_digits, Self::REMEDY;
    BigInt: <Self as Number>::of_digits, Self::REMEDY;
    Count: |digits| digits.parse().ok(), "write decimal digits, or inf";
}

/// Numbers by vertex; those that are 0 are left out.
impl<T: Number + Entry> Entry for VertexMap<T> {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let mut counts = reader.filled(T::zero());
        reader.table(node, path, |u, count| counts[u] = count)?;
        Some(counts)
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        let used = self.iter().filter(|(_, count)| !count.is_zero());
        serializer.collect_map(used.map(|(u, count)| (instance.name(u), count.to_string())))
    }
}

/// The same, of a few vertices.
impl<T: Number + Entry> Entry for Amounts<T> {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        VertexMap::read(node, path, reader).map(Self::from)
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(u, count)| (instance.name(u), count.to_string())))
    }
}

/// Numbers in a list.
impl<T: Number + Entry> Entry for Vec<T> {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        reader.items(node, path)
    }

    fn write<S: Serializer>(&self, _: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(ToString::to_string))
    }
}

/// Entries of some vertices, as they are listed.
impl<T: Entry> Entry for Vec<(VertexId, T)> {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let mut listed = Vec::new();
        reader.table(node, path, |u, entry| listed.push((u, entry)))?;
        Some(listed)
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(u, entry)| (instance.name(*u), About(instance, entry))))
    }
}

/// Entries in a list.
macro_rules! lists {
    ($($item:ty,)*) => {$(
        impl Entry for Vec<$item> {
            fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
                reader.items(node, path)
            }

            fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter().map(|item| About(instance, item)))
            }
        }
    )*};
}

lists! {
    VertexMap<BigInt>,
    Vec<(VertexId, BigInt)>,
    BlockReturns,
    PairEntry,
}

/// What may be left out.
impl<T: Entry> Entry for Option<T> {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        T::read(node, path, reader).map(Some)
    }

    fn if_missing() -> Option<Self> {
        Some(None)
    }

    fn is_left_out(&self) -> bool {
        self.is_none()
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(entry) => entry.write(instance, serializer),
            None => serializer.serialize_none(),
        }
    }
}

impl Entry for bool {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        match node {
            Node::Bool(yes) => Some(*yes),
            _ => wrong_kind(node, path, "true or false", reader.flaws),
        }
    }

    fn write<S: Serializer>(&self, _: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*self)
    }
}

// For all starts: exits, return flows, blocks

/// The exit of every vertex, once it is known how many traps there are.
impl Entry for VertexMap<Exit> {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let mut exits = reader.filled(None);
        let mut is_listed = reader.filled(false);
        let listed = reader.table(node, path, |u, exit| exits[u] = Some(exit))?;
        listed.into_iter().for_each(|u| is_listed[u] = true);
        for (u, _) in is_listed.iter().filter(|(_, is_listed)| !**is_listed) {
            let message = format!("the exit of vertex {} is missing", quoted(reader.instance.name(u)));
            reader.note::<()>(path, FlawRule::EveryExit, message, "list the exit of every vertex");
        }
        exits.as_slice().iter().copied().collect::<Option<Vec<_>>>().map(Self::from_vec)
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(u, exit)| (instance.name(u), About(instance, exit))))
    }
}

impl Entry for Exit {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        match node {
            Node::Text(sink) => reader.vertex(sink, path).map(Self::Sink),
            Node::Object(_) => {
                let fields = Fields::of(node, *path, &["trap"], reader.flaws)?;
                let (node, path) = (fields.required("trap", reader.flaws)?, Path::Key(&fields.path, "trap"));
                let &Node::Integer(trap) = node else {
                    return wrong_kind(node, &path, "an integer", reader.flaws);
                };
                let known = usize::try_from(trap).ok().filter(|&trap| trap < reader.traps);
                known.map(Self::Trap).or_else(|| {
                    let message = format!("trap {trap} of {}", reader.traps);
                    reader.note(&path, FlawRule::TrapListed, message, "count the list `traps` from 0")
                })
            }
            _ => wrong_kind(node, path, "the name of a sink or an object", reader.flaws),
        }
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Sink(sink) => sink.write(instance, serializer),
            Self::Trap(trap) => serializer.collect_map([("trap", trap)]),
        }
    }
}

/// All rows, each under the vertex it starts from; rows are written as they are made, not held.
impl Entry for ReturnFlows {
    fn read(node: &Node<'_>, path: &Path<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let nodes = list(node, path, reader.flaws)?;
        let mut rows = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let Some(row) = Fields::of(node, Path::Index(path, index), &["from", "to", "flow"], reader.flaws)
            else {
                continue;
            };
            let [from, to] = ["from", "to"].map(|key| reader.field::<VertexId>(&row, key));
            let flow = reader.field::<Count>(&row, "flow");
            if let (Some(from), Some(to), Some(flow)) = (from, to, flow) {
                rows.push((from, to, index, flow));
            }
        }
        let mut arcs: Vec<_> = rows.iter().map(|&(from, to, index, _)| (from, to, index)).collect();
        arcs.sort_unstable();
        for pair in arcs.windows(2).filter(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
            let (from, to, index) = pair[1];
            let [from, to] = [from, to].map(|u| quoted(reader.instance.name(u)));
            let message = format!("the return flow from {from} to {to} is listed a second time");
            reader.note::<()>(&Path::Index(path, index), FlawRule::ListedOnce, message, "list it once");
        }
        rows.sort_by_key(|&(from, ..)| from);
        let mut flows = Self::default();
        let mut rows = rows.into_iter().peekable();
        for u in reader.instance.graph().vertices() {
            let own = || rows.next_if(|&(from, ..)| from == u).map(|(_, to, _, flow)| (to, flow));
            flows.push_vertex(std::iter::from_fn(own));
        }
        Some(flows)
    }

    fn write<S: Serializer>(&self, instance: &Instance, serializer: S) -> Result<S::Ok, S::Error> {
        FlowRows { instance, flows: self }.serialize(serializer)
    }
}

/// All return flows of an instance, row by row; rows are written as they are made, not held.
#[derive(Debug, Clone, Copy)]
pub struct FlowRows<'c> {
    /// The instance, for its names.
    pub instance: &'c Instance,
    /// Its flows.
    pub flows: &'c ReturnFlows,
}

impl Serialize for FlowRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct FlowEntry<'c> {
            from: &'c str,
            to: &'c str,
            flow: String,
        }
        let Self { instance, flows } = *self;
        let rows = instance.graph().vertices().flat_map(|u| {
            let row = move |(v, flow): (VertexId, Flow<'_>)| FlowEntry {
                from: instance.name(u),
                to: instance.name(v),
                flow: flow.to_string(),
            };
            flows.of(u).map(row)
        });
        serializer.collect_seq(rows)
    }
}
