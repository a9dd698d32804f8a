//! Division: a vertex whose particles come back only by its loops.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

/// How often a vertex is left until `arrived` particles have gone elsewhere, loops bringing back the others.
///
/// `is_loop` says for each arc, from the rotor on, whether it is a loop; `degree` is their number. If all of them are,
/// none leaves. Time O(d) operations, one of them a division of `arrived` by a word.
pub(crate) fn leave_alone(
    degree: u32,
    is_loop: impl Iterator<Item = bool> + Clone,
    arrived: &BigUint,
) -> BigUint {
    let away = is_loop.clone().filter(|is_loop| !is_loop).count();
    if arrived.is_zero() || away == 0 {
        return BigUint::zero();
    }
    let (full_turns, rest) = (arrived - 1u32).div_rem(&away.into());
    let rest = rest.to_usize().expect("a remainder by a number of arcs is one");
    let last = is_loop.enumerate().filter(|(_, is_loop)| !is_loop).nth(rest);
    let (last, _) = last.expect("there are more arcs that lead away than the remainder by their number");
    full_turns * degree + last + 1u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::shares;

    #[test]
    fn as_many_leave_for_good_as_arrived() {
        let patterns: [&[bool]; 5] =
            [&[false], &[true, false], &[false, true, true], &[true, false, true, false], &[true]];
        for pattern in patterns {
            let degree = pattern.len() as u32;
            for arrived in 0..20u32 {
                let leaving = leave_alone(degree, pattern.iter().copied(), &arrived.into());
                let shares: Vec<BigUint> = shares(degree, &leaving).collect();
                assert_eq!(shares.iter().sum::<BigUint>(), leaving);
                let away: BigUint = shares
                    .iter()
                    .zip(pattern)
                    .filter(|(_, is_loop)| !**is_loop)
                    .map(|(share, _)| share)
                    .sum();
                let gone = if pattern == [true] { 0 } else { arrived };
                assert_eq!(away, gone.into(), "{arrived} particles, loops {pattern:?}");
            }
        }
    }

    #[test]
    fn the_last_departure_leads_away() {
        let leaving = leave_alone(3, [false, true, true].into_iter(), &BigUint::from(2u32));
        assert_eq!(leaving, 4u32.into(), "away, two loops, away; the next loops are not taken");
    }
}
