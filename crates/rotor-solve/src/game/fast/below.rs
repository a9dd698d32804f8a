//! The sweep from the leaves: what every vertex is good for, seen from its parent.

use super::choice::Counters;
use super::code::Code;
use super::layout::{Layout, Place};
use super::packed_pair::{INFINITE, PackedPair, Stopped};
use crate::game::preference::wanted_by;
use std::ops::Range;

/// A binary game on a layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binary {
    /// The least rank of a worth with which Max wins.
    pub(super) least_rank: u32,
    /// Whether Max wins a play that never exits.
    pub(super) endless_wins: bool,
}

/// The parent among the neighbours of a vertex.
pub(super) const PARENT: usize = 0;

/// Finds the pairs of the arcs from their parents to the vertices in `places`, a whole piece, and notes the position of
/// the best initial arc of every owned vertex at which one is better than another or may be.
///
/// `won` tells who wins from the places of earlier pieces. Time O(|A|).
pub(super) fn from_below(
    layout: &Layout,
    places: Range<usize>,
    binary: Binary,
    won: &[bool],
    below: &mut [PackedPair],
    mut note: impl FnMut(usize, u32),
) -> Result<(), Stopped> {
    let mut counters = Counters::default();
    for at in places.rev() {
        let place = layout.place(at);
        let (start, pair) = match secured(&place, binary, won, &below[place.first_child..], &mut counters)? {
            Some(secured) => secured,
            None if place.shape.to_parent => (NONE, PackedPair::infinite(binary.endless_wins)),
            None => return Err(Stopped::Trapped),
        };
        below[at] = pair;
        note(at, start);
    }
    Ok(())
}

/// No initial arc is better than another.
pub(super) const NONE: u32 = u32::MAX;

/// What the owner of a vertex secures, and by which initial arc; none if everything but the parent always sends the
/// particle back.
#[inline]
fn secured(
    place: &Place<'_>,
    binary: Binary,
    won: &[bool],
    children: &[PackedPair],
    counters: &mut Counters,
) -> Result<Option<(u32, PackedPair)>, Stopped> {
    let wins = |code: Code| {
        if code.ends() { code.wins(binary.least_rank, won) } else { children[code.number() - 1].wins() }
    };
    let flow_of =
        |neighbour: usize| if neighbour == PARENT { INFINITE } else { children[neighbour - 1].flow() };
    let Some(mut turned) = counters.turn(place, flow_of) else { return Ok(None) };
    match wanted_by(place.owner) {
        None => {
            let last = place.arcs[turned.last_departure(place.arcs.iter())];
            Ok(Some((NONE, turned.pair_from(PARENT, wins(last))?)))
        }
        Some(wanted) => {
            let window = turned.best(place.arcs, wanted, Some(PARENT), wins);
            Ok(Some((window.start, turned.pair(window, Some(PARENT))?)))
        }
    }
}
