//! Where a particle halts, in one word.

use rotor_graph::{Exit, VertexId};

// Three bits of a word tell sinks, traps and places apart: a layout leaves that many.
const PLACE: u32 = 1 << 31;
const TRAP: u32 = 1 << 30;
const INSIDE: u32 = 1 << 29;

/// Where a particle is for good: on a sink, in a trap, or wherever a place of an earlier piece leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Halt(u32);

impl Halt {
    /// Nowhere, or not known yet.
    pub(super) const NOWHERE: Self = Self(u32::MAX);

    /// On this sink.
    pub(super) fn sink(v: VertexId) -> Self {
        Self(v.raw())
    }

    /// In the trap of this number.
    pub(super) fn trap(number: usize) -> Self {
        Self(number as u32 | TRAP)
    }

    /// In the trap of this number, and there from the start.
    pub(super) fn inside(number: usize) -> Self {
        Self(number as u32 | TRAP | INSIDE)
    }

    /// Where a particle on this place of an earlier piece halts.
    pub(super) fn like(place: u32) -> Self {
        Self(place | PLACE)
    }

    /// The place that decides, if it is another one.
    #[inline]
    fn place(self) -> Option<usize> {
        (self.0 & PLACE != 0 && self != Self::NOWHERE).then_some((self.0 & !PLACE) as usize)
    }

    /// Looks up where places lead to.
    #[inline]
    pub(super) fn resolved(self, halt_of: impl Fn(usize) -> Self) -> Self {
        self.place().map_or(self, |place| Self(halt_of(place).0 & !INSIDE))
    }

    /// The same for a particle that comes from elsewhere.
    #[inline]
    pub(super) fn entered(self) -> Self {
        Self(self.0 & !INSIDE)
    }

    /// Whether the particle is inside a trap from the start.
    #[inline]
    pub(super) fn is_inside(self) -> bool {
        self.0 & (PLACE | INSIDE) == INSIDE
    }

    /// The number of the trap, if it is one.
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
