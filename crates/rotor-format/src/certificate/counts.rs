//! Counts by vertex and lists of numbers, read from a certificate.

use super::lookup::Lookup;
use crate::document::{Node, Path};
use crate::fields::{Fields, object, text};
use num_traits::Zero;
use rotor_graph::{FlawList, VertexMap};

/// Reads a number from its digits, or notes why it cannot be read.
pub(super) type ReadNumber<T> = fn(&str, &Path<'_>, &mut FlawList) -> Option<T>;

/// The numbers under `key`, a list.
pub(super) fn digits_list<T: Zero>(
    top: &Fields<'_, '_>,
    key: &str,
    number: ReadNumber<T>,
    flaws: &mut FlawList,
) -> Option<Vec<T>> {
    let path = Path::Key(&top.path, key);
    let mut numbers = Vec::new();
    for (index, node) in top.required_list(key, flaws)?.iter().enumerate() {
        let path = Path::Index(&path, index);
        let read = text(node, &path, flaws).and_then(|digits| number(digits, &path, flaws));
        numbers.push(read.unwrap_or_else(T::zero));
    }
    Some(numbers)
}

/// The numbers by vertex under `key`; a vertex that is not listed has 0.
pub(super) fn read_counts<T: Zero + Clone>(
    top: &Fields<'_, '_>,
    key: &str,
    number: ReadNumber<T>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<VertexMap<T>> {
    counts_in(top.required(key, flaws)?, &Path::Key(&top.path, key), number, lookup, flaws)
}

/// The numbers by vertex in `node`.
pub(super) fn counts_in<T: Zero + Clone>(
    node: &Node<'_>,
    table_path: &Path<'_>,
    number: ReadNumber<T>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<VertexMap<T>> {
    let entries = object(node, table_path, flaws)?;
    let mut counts = lookup.filled(T::zero());
    let mut seen = lookup.filled(false);
    for (name, node) in entries {
        let path = Path::Key(table_path, name);
        let count = text(node, &path, flaws).and_then(|digits| number(digits, &path, flaws));
        let Some(u) = lookup.vertex(name, &path, flaws) else { continue };
        lookup.once(&mut seen, u, &path, flaws);
        counts[u] = count.unwrap_or_else(T::zero);
    }
    Some(counts)
}
