//! Where a particle halts, in one word.

use rotor_graph::{Exit, VertexId};

/// Two bits of a word tell sinks, traps and places apart.
pub(super) const MOST_VERTICES: usize = 1 << 30;

const TRAP: u32 = 1 << 30;
const PLACE: u32 = 1 << 31;
const INSIDE: u32 = 1 << 31;

/// Where the particle is for good once it gets there: a sink, a trap, or whatever place of an earlier piece it enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct End(u32);

impl End {
    /// Nowhere: every arc leads to a neighbour that may send the particle back.
    pub(super) const NOWHERE: Self = Self(u32::MAX);

    pub(super) fn sink(v: VertexId) -> Self {
        Self(v.raw())
    }

    pub(super) fn trap(number: usize) -> Self {
        Self(number as u32 | TRAP)
    }

    pub(super) fn place(at: u32) -> Self {
        Self(at | PLACE)
    }

    /// Where a particle halts that gets there, given where those on places of earlier pieces halt.
    #[inline]
    pub(super) fn halt(self, halts: &[Halt]) -> Halt {
        if self.0 & PLACE == 0 { Halt(self.0) } else { halts[(self.0 & !PLACE) as usize].outside() }
    }
}

/// Where a particle halts: on a sink or in a trap; and whether it is inside that trap from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Halt(u32);

impl Halt {
    /// Not known yet.
    pub(super) const UNKNOWN: Self = Self(u32::MAX);

    /// On this sink.
    pub(super) fn sink(v: u32) -> Self {
        Self(v)
    }

    /// In this trap, from the start.
    pub(super) fn inside(trap: usize) -> Self {
        Self(trap as u32 | TRAP | INSIDE)
    }

    fn outside(self) -> Self {
        Self(self.0 & !INSIDE)
    }

    /// Whether the particle is inside a trap from the start.
    #[inline]
    pub(super) fn is_inside(self) -> bool {
        self.0 & INSIDE != 0
    }

    /// The trap, if it is one.
    #[inline]
    pub(super) fn as_trap(self) -> Option<usize> {
        (self.0 & TRAP != 0).then_some((self.0 & !(TRAP | INSIDE)) as usize)
    }

    /// As a noun of the graph.
    #[inline]
    pub(super) fn exit(self) -> Exit {
        self.as_trap().map_or(Exit::Sink(VertexId::new(self.0)), Exit::Trap)
    }

    /// The same place under another number of its trap.
    pub(super) fn renumbered(self, trap: u32) -> Self {
        Self(trap | (self.0 & (TRAP | INSIDE)))
    }
}
