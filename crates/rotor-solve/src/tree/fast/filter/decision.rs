//! What is found out about a vertex, and which way it is left for good as far as intervals tell.

use super::super::halt::Halt;
use super::super::layout::Layout;
use super::interval::Interval;

/// What a vertex shows to its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Below<const BITS: u32> {
    /// r(p, u).
    pub(super) flow: Interval<BITS>,
    /// The arc to the child by which u is left for good if p sends everything back; [`PARENT`](super::super::layout::PARENT) if there is none.
    pub(super) head: u32,
    /// Where a particle that stays below ends.
    pub(super) end: Halt,
}

/// Which way a vertex is left for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// Not decided yet.
    Open,
    /// By an arc to its parent.
    Up,
    /// By the arc that it is left by if its parent sends everything back.
    Down,
}

/// What the sweep from the roots knows so far.
pub(super) struct DownwardSweep<'l, const BITS: u32> {
    pub(super) layout: &'l Layout,
    pub(super) below: &'l [Below<BITS>],
    /// r(u, p) of every vertex u with parent p; +∞ if u is the head of p's last departure, and so left downwards.
    pub(super) above: Vec<Interval<BITS>>,
    pub(super) ways: Vec<Way>,
}

impl<const BITS: u32> DownwardSweep<'_, BITS> {
    /// The way of a vertex, given r(u, p), as far as intervals tell.
    #[inline]
    pub(super) fn decide(&self, at: usize, above: Interval<BITS>) -> Way {
        let below = self.below[at].flow;
        if above.is_less_than(below) {
            Way::Up
        } else if below.number() == Some(1) || above.is_at_least(below) {
            Way::Down
        } else {
            Way::Open
        }
    }
}
