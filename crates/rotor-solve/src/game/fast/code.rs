//! Codes: where an arc leads, seen from its tail, in one word.

use crate::tree::layout::Step;

const ENDS: u32 = 1 << 31;
const SECOND: u32 = 1 << 30;

/// Where an arc leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Code(u32);

impl From<Step> for Code {
    #[inline]
    fn from(step: Step) -> Self {
        match step {
            Step::Parent => Self::PARENT,
            Step::Child(number) => Self(number),
            Step::Loop => Self::LOOP,
            Step::Halts(rank) => Self(ENDS | rank),
            Step::Leaves(place) => Self(ENDS | SECOND | place),
        }
    }
}

impl Code {
    /// To the parent.
    pub(super) const PARENT: Self = Self(0);
    /// Back to its tail.
    pub(super) const LOOP: Self = Self(SECOND);

    /// Whether a particle never comes back along it.
    #[inline]
    pub(super) fn ends(self) -> bool {
        self.0 & ENDS != 0
    }

    /// Whether it leads to the parent or to a child.
    #[inline]
    pub(super) fn is_neighbour(self) -> bool {
        self.0 < SECOND
    }

    /// 0 for the parent, the number of a child; no meaning for other arcs.
    #[inline]
    pub(super) fn number(self) -> usize {
        self.0 as usize
    }

    /// For an arc that ends: whether Max wins there, if that takes this rank and if the places of earlier pieces are
    /// won or not.
    #[inline]
    pub(super) fn wins(self, least_rank: u32, won: &[bool]) -> bool {
        let rest = self.0 & !(ENDS | SECOND);
        if self.0 & SECOND == 0 { rest >= least_rank } else { won[rest as usize] }
    }
}
