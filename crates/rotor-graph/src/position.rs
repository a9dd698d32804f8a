//! Positions: where a rotor stands in the cyclic order of its vertex's arcs.

/// The position of a rotor that stands at `position` of `degree` arcs, after `turns` turns. `degree` is positive.
pub fn position_after(position: u32, turns: u64, degree: u32) -> u32 {
    let degree = u64::from(degree);
    // In 64 bits: the position and what is left of the turns are both less than the degree, and their sum need not fit 32.
    ((u64::from(position) + turns % degree) % degree) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotor_comes_round_after_as_many_turns_as_it_has_arcs() {
        assert_eq!(
            (0..8).map(|turns| position_after(1, turns, 3)).collect::<Vec<_>>(),
            [1, 2, 0, 1, 2, 0, 1, 2]
        );
        assert_eq!(position_after(u32::MAX - 1, u64::from(u32::MAX) - 1, u32::MAX), u32::MAX - 2);
        assert_eq!(position_after(2, u64::MAX, 5), 2, "2⁶⁴ − 1 is a multiple of 5");
    }
}
