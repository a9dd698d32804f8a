//! Vertices by their names, in sentences and in JSON.

use num_traits::Zero;
use rotor_graph::{Instance, VertexId, VertexMap};
use serde::Serialize;
use serde::ser::Serializer;
use std::fmt::{self, Display};

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

    /// Vertices with counts that are not 0.
    pub(super) fn counts<'v, T: fmt::Display + Zero>(
        self,
        counts: &'v VertexMap<T>,
    ) -> impl Iterator<Item = String> + use<'c, 'v, T> {
        let used = counts.iter().filter(|(_, count)| !count.is_zero());
        used.map(move |(u, count)| format!("{count} {}", self.name(u)))
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
