//! Annihilation: routing what is left over until it leaves, or meets what is missing.

use super::pseudo_flow::PseudoFlow;
use rotor_graph::{Stop, Tick};

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
/// A bulk step empties a vertex: Time O(d(v)) each, besides O(|V|). What is left over, in absolute value, never grows.
pub(crate) fn annihilate(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    sign: Sign,
    most: u64,
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    let Some(mut left_over) = LeftOver::of(flow, held) else { return Ok(()) };
    tick.tick(left_over.route(flow, held, sign, most))
}

/// Where something is left over on vertices that are not held.
#[derive(Debug)]
pub(crate) struct LeftOver {
    vertices: Vec<u32>,
    /// Scratch: which vertices are in the present wave, or in the next one.
    waiting: Vec<bool>,
}

impl LeftOver {
    /// All that is left over, if residuals are small. Time O(|V|).
    pub(crate) fn of(flow: &PseudoFlow<'_>, held: &[bool]) -> Option<Self> {
        let residuals = flow.small_residuals(held)?;
        // In a region the least visited vertices stand last: begun there, what is left over merges on its way down.
        let is_left = |&v: &usize| !held[v] && residuals[v] != 0;
        let vertices = (0..held.len()).rev().filter(is_left).map(|v| v as u32).collect();
        Some(Self { vertices, waiting: vec![false; held.len()] })
    }

    /// How many particles and holes these are.
    pub(crate) fn count(&self, flow: &PseudoFlow<'_>) -> u64 {
        self.vertices.iter().map(|&v| flow.word(v as usize).unsigned_abs()).sum()
    }

    /// Routes all of one sign, in waves, for at most `most` steps. Returns what that costs.
    pub(crate) fn route(&mut self, flow: &mut PseudoFlow<'_>, held: &[bool], sign: Sign, most: u64) -> u64 {
        let part = flow.part();
        let is_of = |flow: &PseudoFlow<'_>, v: u32| sign.of(flow.word(v as usize));
        let (mut wave, mut others): (Vec<u32>, Vec<u32>) =
            self.vertices.iter().partition(|&&v| is_of(flow, v));
        wave.iter().for_each(|&v| self.waiting[v as usize] = true);
        let (mut next, mut steps, mut price) = (Vec::new(), 0, 0);
        while !wave.is_empty() && steps < most {
            for (at, &v) in wave.iter().enumerate() {
                if steps == most {
                    next.extend_from_slice(&wave[at..]);
                    break;
                }
                let v = v as usize;
                self.waiting[v] = false;
                let left_over = flow.word(v);
                if !sign.of(left_over) {
                    continue;
                }
                steps += 1;
                // A few words of the vertex, and of each head that gets something.
                price += 3 + left_over.unsigned_abs().min(part.degree(v).into());
                let waiting = &mut self.waiting;
                flow.shift_telling(v, left_over, |head, residual| {
                    let w = head as usize;
                    if sign.of(residual) && !held[w] && !waiting[w] {
                        waiting[w] = true;
                        next.push(head);
                    }
                });
            }
            wave.clear();
            std::mem::swap(&mut wave, &mut next);
        }
        wave.iter().for_each(|&v| self.waiting[v as usize] = false);
        // A vertex on which holes were may have become one of the wave, and is in both lists then.
        wave.retain(|&v| is_of(flow, v));
        others.retain(|&v| flow.word(v as usize) != 0 && !is_of(flow, v));
        wave.append(&mut others);
        self.vertices = wave;
        price
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::part::Part;
    use num_bigint::BigUint;
    use rotor_generate::{Dice, small_graph};
    use rotor_graph::Limit;
    use rotor_graph::parse;

    /// What is left over on a, b, c, d when two particles on a, and holes on c and d, are routed as `sign` and `most` have
    /// it; and how many operations that took: three for each vertex, and its arcs that were used.
    fn routed(sign: Sign, held: [bool; 4], most: u64) -> ([i64; 4], u64) {
        let (part, _) = Part::of_active(&parse("a: b\nb: c\nc: d s\nd: s\nsink s").unwrap());
        let mut flow = PseudoFlow::new(&part, [2u32, 0, 0, 0].map(BigUint::from).to_vec());
        flow.shift(2, 1);
        flow.shift(3, 2);
        assert_eq!(flow.small_residuals(&held).unwrap(), [2, 0, -1, -1]);
        let mut tick = Limit(1_000);
        annihilate(&mut flow, &held, sign, most, &mut tick).unwrap();
        let left: Vec<i64> = flow.small_residuals(&held).unwrap().to_vec();
        (left.try_into().unwrap(), 1_000 - tick.0)
    }

    #[test]
    fn particles_are_routed_until_they_leave_or_fill_a_hole() {
        assert_eq!(routed(Sign::Particles, [false; 4], 100), ([0, 0, 0, -1], 12));
        assert_eq!(routed(Sign::Particles, [false; 4], 2), ([0, 0, 1, -1], 8));
        assert_eq!(routed(Sign::Particles, [false, true, false, false], 100), ([0, 2, -1, -1], 4));
    }

    #[test]
    fn holes_are_routed_and_particles_stay_where_they_are() {
        // The departure of c that is taken back led to d.
        assert_eq!(routed(Sign::Holes, [false; 4], 100), ([2, 0, 0, 0], 12));
        assert_eq!(routed(Sign::Holes, [false, false, true, false], 100), ([2, 0, -1, 0], 4));
    }

    #[test]
    fn what_is_left_over_stays_listed_and_does_not_become_more() {
        let mut dice = Dice::new(154);
        let [mut stopped, mut empty] = [0; 2];
        for _ in 0..4_000 {
            let (part, _) = Part::of_active(&small_graph(&mut dice));
            let supply = (0..part.len()).map(|_| dice.below(5).into()).collect();
            let mut flow = PseudoFlow::new(&part, supply);
            let some: Vec<_> = (0..part.len()).map(|v| (v, dice.below(6).into())).collect();
            flow.apply(some.into_iter());
            let held: Vec<bool> = (0..part.len()).map(|_| dice.chance(0.2)).collect();
            let mut left = LeftOver::of(&flow, &held).unwrap();
            for sign in [Sign::Particles, Sign::Holes, Sign::Particles] {
                let (before, most) = (left.count(&flow), u64::from(dice.below(12)));
                left.route(&mut flow, &held, sign, most);
                flow.recount();
                let again = LeftOver::of(&flow, &held).unwrap();
                left.vertices.sort_unstable_by(|v, w| w.cmp(v));
                assert_eq!(left.vertices, again.vertices, "{part:?}");
                assert!(left.count(&flow) <= before && !left.waiting.contains(&true));
                stopped += u32::from(left.vertices.iter().any(|&v| sign.of(flow.word(v as usize))));
                empty += u32::from(left.vertices.is_empty());
            }
        }
        assert!(stopped > 1_000 && empty > 1_000, "{stopped} {empty}");
    }
}
