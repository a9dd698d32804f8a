//! Relations of a group in a certificate: firings by vertex, read and written.

use crate::certificate::lookup::{Lookup, signed};
use crate::document::{Node, Path};
use crate::fields::{Fields, object, text};
use num_traits::Zero;
use rotor_graph::{Firings, FlawList, Instance, Relations, VertexId, VertexMap};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

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
