//! Codes: what a vertex is while the layout is made, and where an arc leads once it is.

use rotor_graph::{Owner, Player};

const HALTS: u32 = 1 << 31;
const SECOND: u32 = 1 << 30;

/// Places, and ranks of worths, must stay below this.
pub(super) const MOST_VERTICES: usize = SECOND as usize;

/// What is known of a vertex: its place, its owner while it has none, or what it is worth to halt there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known(u32);

/// [`Known`], told apart.
pub(super) enum Sort {
    Placed(u32),
    Unseen(Owner),
    /// With the rank of its worth.
    Halts(u32),
}

impl Known {
    pub(super) fn halts(rank: usize) -> Self {
        Self(HALTS | rank as u32)
    }

    pub(super) fn unseen(owner: Owner) -> Self {
        let owner = match owner {
            Owner::Rotor => 0,
            Owner::Player(Player::Max) => 1,
            Owner::Player(Player::Min) => 2,
        };
        Self(HALTS | SECOND | owner)
    }

    pub(super) fn placed(place: usize) -> Self {
        Self(place as u32)
    }

    #[inline]
    pub(super) fn sort(self) -> Sort {
        let rest = self.0 & !(HALTS | SECOND);
        match (self.0 & HALTS != 0, self.0 & SECOND != 0) {
            (false, _) => Sort::Placed(self.0),
            (true, false) => Sort::Halts(rest),
            (true, true) => Sort::Unseen(match rest {
                0 => Owner::Rotor,
                1 => Owner::Player(Player::Max),
                _ => Owner::Player(Player::Min),
            }),
        }
    }
}

/// Where an arc leads, seen from its tail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Code(u32);

impl Code {
    /// To the parent.
    pub(super) const PARENT: Self = Self(0);
    /// Back to its tail.
    pub(super) const LOOP: Self = Self(SECOND);

    /// To the child of this number, counted from 1.
    pub(super) fn child(number: u32) -> Self {
        Self(number)
    }

    /// To a vertex on which the particle halts, whose worth has this rank.
    pub(super) fn halts(rank: u32) -> Self {
        Self(HALTS | rank)
    }

    /// To this place of an earlier piece, from which the particle does not come back.
    pub(super) fn leaves(place: u32) -> Self {
        Self(HALTS | SECOND | place)
    }

    /// Whether a particle never comes back along it.
    #[inline]
    pub(super) fn ends(self) -> bool {
        self.0 & HALTS != 0
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
        let rest = self.0 & !(HALTS | SECOND);
        if self.0 & SECOND == 0 { rest >= least_rank } else { won[rest as usize] }
    }
}
