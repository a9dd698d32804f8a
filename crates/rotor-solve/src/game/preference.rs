//! Preference: which of two pairs the owner of a vertex likes better.

use rotor_graph::{Owner, Player};

/// The value that the owner of a vertex wants in a binary game; none if it is a rotor.
pub(crate) fn wanted_by(owner: Owner) -> Option<bool> {
    match owner {
        Owner::Rotor => None,
        Owner::Player(player) => Some(player == Player::Max),
    }
}

/// The best end seen so far: the wanted value with the fewest visits of the parent, or else the other value with the
/// most [ACD22, `lem:propag_val`]. Of equally good ones the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestStart {
    wanted: bool,
    best: Option<StartEnd>,
}

/// What a start comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StartEnd {
    /// The start.
    pub(crate) start: usize,
    /// Whether Max wins where the particle stays.
    pub(crate) wins: bool,
    /// How often the parent is passed after the full turns and before.
    pub(crate) passed: u32,
}

impl BestStart {
    /// Nothing seen yet by an owner that wants this value.
    pub(crate) fn wanting(wanted: bool) -> Self {
        Self { wanted, best: None }
    }

    /// Looks at one more end. As printed, the fewest visits so far are 0 before any start was seen: erratum E4.
    pub(crate) fn see(&mut self, end: StartEnd) {
        let better = |best: StartEnd| match (end.wins == self.wanted, best.wins == self.wanted) {
            (true, true) => end.passed < best.passed,
            (false, false) => end.passed > best.passed,
            (wanted, _) => wanted,
        };
        if self.best.is_none_or(better) {
            self.best = Some(end);
        }
    }

    /// The best end, if any was seen.
    pub(crate) fn best(&self) -> Option<StartEnd> {
        self.best
    }
}
