//! Annihilation: routing what is left over until it leaves, or meets what is missing.

use super::pseudo_flow::PseudoFlow;
use crate::budget::{Budget, Outcome};
use std::collections::VecDeque;

/// Particles, or the holes that departures without an arrival leave behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    Particles,
    Holes,
}

impl Sign {
    fn of(self, residual: i64) -> bool {
        match self {
            Self::Particles => residual > 0,
            Self::Holes => residual < 0,
        }
    }
}

/// Routes all that is left over of one sign on the vertices that are not `held`, in bulk, for at most `most` steps; the
/// other sign stays where it is (both at once can chase each other for ever). The residuals must be small.
///
/// A bulk step empties a vertex: Time O(d(v)) each. What is left over, in absolute value, never grows.
pub(crate) fn annihilate(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    sign: Sign,
    most: u64,
    budget: &mut dyn Budget,
) -> Outcome<()> {
    let part = flow.part();
    let Some(residuals) = flow.small_residuals(held) else { return Ok(()) };
    let mut queue: VecDeque<u32> =
        (0..part.len()).filter(|&v| !held[v] && sign.of(residuals[v])).map(|v| v as u32).collect();
    let mut waiting = vec![false; part.len()];
    queue.iter().for_each(|&v| waiting[v as usize] = true);
    let (mut steps, mut arcs) = (0, 0);
    while let Some(v) = queue.pop_front() {
        if steps == most {
            break;
        }
        let v = v as usize;
        waiting[v] = false;
        let left_over = flow.small_residuals(held).map_or(0, |residuals| residuals[v]);
        if !sign.of(left_over) {
            continue;
        }
        steps += 1;
        arcs += 2 + u64::from(part.degree(v));
        flow.shift(v, left_over);
        let residuals = flow.small_residuals(held).unwrap_or(&[]);
        for &head in part.heads(v) {
            let Some(&residual) = residuals.get(head as usize) else { continue };
            if sign.of(residual) && !held[head as usize] && !waiting[head as usize] {
                waiting[head as usize] = true;
                queue.push_back(head);
            }
        }
    }
    budget.spend(arcs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Operations;
    use crate::general::part::Part;
    use num_bigint::BigUint;
    use rotor_graph::parse;

    /// What is left over on a, b, c, d when two particles on a, and holes on c and d, are routed as `sign` and `most` have
    /// it; and how many operations that took: two and its arcs for each vertex.
    fn routed(sign: Sign, held: [bool; 4], most: u64) -> ([i64; 4], u64) {
        let (part, _) = Part::of_active(&parse("a: b\nb: c\nc: d s\nd: s\nsink s").unwrap());
        let mut flow = PseudoFlow::new(&part, [2u32, 0, 0, 0].map(BigUint::from).to_vec());
        flow.shift(2, 1);
        flow.shift(3, 2);
        assert_eq!(flow.small_residuals(&held).unwrap(), [2, 0, -1, -1]);
        let mut budget = Operations(1_000);
        annihilate(&mut flow, &held, sign, most, &mut budget).unwrap();
        let left: Vec<i64> = flow.small_residuals(&held).unwrap().to_vec();
        (left.try_into().unwrap(), 1_000 - budget.0)
    }

    #[test]
    fn particles_are_routed_until_they_leave_or_fill_a_hole() {
        assert_eq!(routed(Sign::Particles, [false; 4], 100), ([0, 0, 0, -1], 10));
        assert_eq!(routed(Sign::Particles, [false; 4], 2), ([0, 0, 1, -1], 6));
        assert_eq!(routed(Sign::Particles, [false, true, false, false], 100), ([0, 2, -1, -1], 3));
    }

    #[test]
    fn holes_are_routed_and_particles_stay_where_they_are() {
        // The departure of c that is taken back led to d.
        assert_eq!(routed(Sign::Holes, [false; 4], 100), ([2, 0, 0, 0], 7));
        assert_eq!(routed(Sign::Holes, [false, false, true, false], 100), ([2, 0, -1, 0], 3));
    }
}
