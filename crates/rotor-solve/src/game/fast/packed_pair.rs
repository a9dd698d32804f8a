//! Pairs of value and return flow in one machine word.

use rotor_graph::{Count, Natural, Pair};

/// A return flow in a machine word.
pub(super) type FlowWord = u64;
/// +∞.
pub(super) const INFINITE: FlowWord = FlowWord::MAX >> 1;
/// Flows below this can be turned once more without overflow.
const MOST: FlowWord = 1 << 62;

/// A [`Pair`] whose flow is small or infinite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackedPair(u64);

/// Why a sweep stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stopped {
    /// A flow does not fit.
    Large,
    /// There is a trap that was not cut.
    Trapped,
}

impl PackedPair {
    /// This value with the flow +∞.
    #[inline]
    pub(super) fn infinite(wins: bool) -> Self {
        Self(INFINITE << 1 | u64::from(wins))
    }

    /// This value with the flow 1.
    #[inline]
    pub(super) fn kept(wins: bool) -> Self {
        Self(1 << 1 | u64::from(wins))
    }

    /// This value with the flow of this many full turns past `multiplicity` arcs, and this many visits more, and one.
    #[inline]
    pub(super) fn passed(
        wins: bool,
        full_turns: FlowWord,
        multiplicity: u32,
        visits: u32,
    ) -> Result<Self, Stopped> {
        let turned = full_turns.checked_mul(multiplicity.into());
        let flow = turned.and_then(|turned| turned.checked_add(FlowWord::from(visits) + 1));
        match flow {
            Some(flow) if flow < MOST => Ok(Self(flow << 1 | u64::from(wins))),
            _ => Err(Stopped::Large),
        }
    }

    #[inline]
    pub(super) fn flow(self) -> FlowWord {
        self.0 >> 1
    }

    #[inline]
    pub(super) fn wins(self) -> bool {
        self.0 & 1 == 1
    }

    /// The same pair in exact numbers.
    pub(super) fn unpacked(self) -> Pair {
        let flow = match self.flow() {
            INFINITE => Count::Infinite,
            flow => Count::Finite(Natural::from(flow)),
        };
        Pair { wins: self.wins(), flow }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flow_is_packed_if_it_is_less_than_the_most() {
        let largest = PackedPair::passed(true, MOST - 2, 1, 0).unwrap();
        assert_eq!((largest.flow(), largest.wins()), (MOST - 1, true));
        for (full_turns, multiplicity, visits) in [(MOST - 2, 1, 1), (MOST, 1, 0), (MOST, u32::MAX, u32::MAX)]
        {
            assert_eq!(PackedPair::passed(false, full_turns, multiplicity, visits), Err(Stopped::Large));
        }
    }
}
