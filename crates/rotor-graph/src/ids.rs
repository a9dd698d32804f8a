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

// Positions: where a rotor stands in the cyclic order of its vertex's arcs.

/// The position of a rotor that stands at `position` of `degree` arcs, after `turns` turns. `degree` is positive.
pub fn position_after(position: u32, turns: u64, degree: u32) -> u32 {
    let degree = u64::from(degree);
    // In 64 bits: the position and what is left of the turns are both less than the degree, and their sum need not fit 32.
    ((u64::from(position) + turns % degree) % degree) as u32
}

// A hint to the processor that some memory will be needed soon.

/// Prefetches the entry `index` of `slice`; does nothing where there is no such instruction.
#[inline]
#[allow(unsafe_code, reason = "the intrinsic reads nothing and cannot fault")]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(entry) = slice.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint; the address is that of a live entry all the same.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(entry).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotor_comes_round_after_as_many_turns_as_it_has_arcs() {
        assert_eq!(
            (0..8).map(|turns| position_after(1, turns, 3)).collect::<Vec<_>>(),
            [1, 2, 0, 1, 2, 0, 1, 2]
        );
        assert_eq!(position_after(u32::MAX - 1, u64::from(u32::MAX) - 1, u32::MAX), u32::MAX - 2);
        assert_eq!(position_after(2, u64::MAX, 5), 2, "2⁶⁴ − 1 is a multiple of 5");
    }
}
