//! Identifiers of vertices and arcs, and maps keyed by vertices.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A vertex of a [`Multigraph`](crate::Multigraph), numbered in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexId(u32);

/// An arc of a [`Multigraph`](crate::Multigraph); the arcs of a vertex are consecutive, in rotor order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArcId(u32);

impl VertexId {
    /// The vertex number `index`.
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// Its number, for indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number as stored.
    pub const fn raw(self) -> u32 {
        self.0
    }
}

impl ArcId {
    /// No arc at all: what the rotor of a sink holds. Graphs have at most 2³² − 2 arcs, so no arc has this number.
    pub const NONE: Self = Self(u32::MAX);

    /// The arc number `index`.
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// Its number, for indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number as stored.
    pub const fn raw(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for VertexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Debug for ArcId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE { f.write_str("a∅") } else { write!(f, "a{}", self.0) }
    }
}

/// One `T` for every vertex.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VertexMap<T>(Vec<T>);

impl<T> VertexMap<T> {
    /// The map with these entries, in vertex order.
    pub fn from_vec(entries: Vec<T>) -> Self {
        Self(entries)
    }

    /// The map that sends each of `vertices` vertices to a copy of `entry`.
    pub fn filled(vertices: usize, entry: T) -> Self
    where
        T: Clone,
    {
        Self(vec![entry; vertices])
    }

    /// How many vertices it has an entry for.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entry of `u`, if `u` is one of its vertices.
    pub fn get(&self, u: VertexId) -> Option<&T> {
        self.0.get(u.index())
    }

    /// Vertices with their entries, in vertex order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (VertexId, &T)> + ExactSizeIterator {
        self.0.iter().enumerate().map(|(index, entry)| (VertexId(index as u32), entry))
    }

    /// The entries in vertex order.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// The entries in vertex order, to change.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T> Index<VertexId> for VertexMap<T> {
    type Output = T;
    #[inline]
    fn index(&self, u: VertexId) -> &T {
        &self.0[u.index()]
    }
}

impl<T> IndexMut<VertexId> for VertexMap<T> {
    #[inline]
    fn index_mut(&mut self, u: VertexId) -> &mut T {
        &mut self.0[u.index()]
    }
}
