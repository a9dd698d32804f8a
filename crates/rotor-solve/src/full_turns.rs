//! Full turns: how often a rotor goes round before a given visit of one of its heads.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_graph::Natural;

/// A number of visits that is at least 1, in a machine word or of any size.
pub(crate) trait Visits {
    /// The type of the numbers computed from it.
    type Number;
    /// One visit fewer.
    fn minus_one(self) -> Self::Number;
    /// Quotient and remainder of a number by a divisor that is not 0.
    fn div_rem(number: Self::Number, divisor: u32) -> (Self::Number, u32);
}

/// After how many full turns a rotor makes visit number `visit` of a head with `multiplicity` arcs, and by which of
/// these, counted from 1: ⌊(r − 1)/m⌋ and (r − 1) mod m + 1.
///
/// With r the return flow of the head, these are the turns that the rotor makes in full before this head keeps the
/// particle. [ACD22, `alg:ImprovedRoutine`] divides r itself: erratum E1.
#[inline]
pub(crate) fn full_turns<V: Visits>(visit: V, multiplicity: u32) -> (V::Number, u32) {
    let before = visit.minus_one();
    // Most heads have one arc, and a division is what the routine would wait for.
    if multiplicity == 1 {
        return (before, 1);
    }
    let (turns, passed) = V::div_rem(before, multiplicity);
    (turns, passed + 1)
}

impl Visits for u32 {
    type Number = Self;

    #[inline]
    fn minus_one(self) -> Self {
        self - 1
    }

    #[inline]
    fn div_rem(number: Self, divisor: u32) -> (Self, u32) {
        (number / divisor, number % divisor)
    }
}

impl Visits for u64 {
    type Number = Self;

    #[inline]
    fn minus_one(self) -> Self {
        self - 1
    }

    #[inline]
    fn div_rem(number: Self, divisor: u32) -> (Self, u32) {
        // Flows are small as a rule, and a division of 32 bits takes a fraction of one of 64.
        match u32::try_from(number) {
            Ok(number) => ((number / divisor).into(), number % divisor),
            Err(_) => (number / Self::from(divisor), (number % Self::from(divisor)) as u32),
        }
    }
}

impl Visits for &Natural {
    type Number = Natural;

    #[inline]
    fn minus_one(self) -> Natural {
        self - 1u32
    }

    #[inline]
    fn div_rem(number: Natural, divisor: u32) -> (Natural, u32) {
        number.div_rem(divisor)
    }
}

impl Visits for &BigUint {
    type Number = BigUint;

    fn minus_one(self) -> BigUint {
        self - 1u32
    }

    fn div_rem(number: BigUint, divisor: u32) -> (BigUint, u32) {
        let remainder = (&number % divisor).to_u32().expect("a remainder is less than the divisor");
        (number / divisor, remainder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_visit_of_a_turn_belongs_to_that_turn() {
        for (visit, multiplicity, turns, arc) in
            [(1u32, 3, 0u32, 1), (3, 3, 0, 3), (4, 3, 1, 1), (7, 1, 6, 1)]
        {
            assert_eq!(full_turns(visit, multiplicity), (turns, arc));
            assert_eq!(full_turns(u64::from(visit), multiplicity), (turns.into(), arc));
            assert_eq!(full_turns(&Natural::from(visit), multiplicity), (turns.into(), arc));
            assert_eq!(full_turns(&BigUint::from(visit), multiplicity), (turns.into(), arc));
        }
        assert_eq!(full_turns(1u64 << 40, 1 << 20), ((1 << 20) - 1, 1 << 20));
    }
}
