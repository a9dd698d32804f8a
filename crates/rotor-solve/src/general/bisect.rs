//! Bisection: the departures of a few vertices, searched one inside the other.
//!
//! Hold a vertex c at y departures, as a sink that sends y particles out, and let the rest settle. Then
//! g(y) = f(x)(c) − y is the same whichever flow the rest settled in, because arrivals at sinks are; it falls by 0 or 1 when y grows by 1.
//! So the zero of g is found by galloping and bisecting, and there the whole is settled.

use super::expected_visits::Elimination;
use super::flow::Flow;
use super::guess::{eliminate, settle};
use crate::budget::{Budget, Outcome};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};

/// A vertex that is held while the rest settles, and what is known of g.
#[derive(Debug)]
struct Cut {
    vertex: usize,
    /// How often a particle on it is expected to leave it.
    visits: BigInt,
    /// y and g(y) > 0.
    low: Option<(BigInt, BigInt)>,
    /// y and g(y) < 0.
    high: Option<(BigInt, BigInt)>,
    probes: u32,
}

/// Makes the residuals of all vertices that are not `held` 0.
///
/// A vertex is cut whenever the rest does not settle by guesses: the one that what is left over is expected to
/// visit most. `elimination`, of all that is not held, is made when it is first needed. Time: polynomial for each
/// probe; the number of probes is bounded only by the product over nested cuts.
pub(crate) fn balance(
    flow: &mut Flow<'_>,
    held: &[bool],
    elimination: &mut Option<Elimination>,
    budget: &mut dyn Budget,
) -> Outcome<()> {
    if settle(flow, held, elimination, budget)? {
        return Ok(());
    }
    let mut held = held.to_vec();
    let mut cuts: Vec<Cut> = Vec::new();
    // The elimination of what is held by none of the first so many cuts, with the last of these cuts.
    let mut eliminations: Vec<(usize, Option<Elimination>)> = Vec::new();
    let mut settled = false;
    loop {
        if !settled {
            let above = eliminations[..cuts.len()].last_mut().map_or(&mut *elimination, |(_, above)| above);
            let above = match above {
                Some(elimination) => elimination,
                none => none.insert(eliminate(flow, &held, budget)?),
            };
            let cut = Cut::of(flow, &held, above, budget)?;
            held[cut.vertex] = true;
            if eliminations.get(cuts.len()).is_none_or(|&(vertex, _)| vertex != cut.vertex) {
                eliminations.truncate(cuts.len());
                eliminations.push((cut.vertex, None));
            }
            cuts.push(cut);
        } else if let Some(cut) = cuts.last_mut() {
            let gap = flow.residual(cut.vertex);
            if gap.is_zero() {
                held[cut.vertex] = false;
                cuts.pop();
                continue;
            }
            let here = flow.departures(cut.vertex);
            let next = cut.next(here.clone(), gap);
            flow.change(cut.vertex, &(next - here));
            flow.recount();
        } else {
            return Ok(());
        }
        settled = settle(flow, &held, &mut eliminations[cuts.len() - 1].1, budget)?;
    }
}

impl Cut {
    fn of(
        flow: &Flow<'_>,
        held: &[bool],
        elimination: &Elimination,
        budget: &mut dyn Budget,
    ) -> Outcome<Self> {
        let visits = elimination.visits(|v| flow.residual(v).into_parts().1, budget)?;
        let free = (0..held.len()).filter(|&v| !held[v]);
        let vertex = free
            .max_by(|&v, &w| visits.get(v).compare(visits.get(w)).then(w.cmp(&v)))
            .expect("what is held is settled");
        let one = |v: usize| if v == vertex { BigUint::one() } else { BigUint::zero() };
        let visits = elimination.visits(one, budget)?.get(vertex).round();
        Ok(Self { vertex, visits: BigInt::from(visits).max(BigInt::one()), low: None, high: None, probes: 0 })
    }

    /// Where to look for the zero of g next, `here` having turned out to be `gap` ≠ 0 away.
    fn next(&mut self, here: BigInt, gap: BigInt) -> BigInt {
        self.probes += 1;
        // Each probe in the dark goes four times as far as the one before.
        let far = (&gap * &self.visits) << (2 * (self.probes - 1));
        let in_the_dark = (&here + far).max(BigInt::zero());
        let end = if gap.is_positive() { &mut self.low } else { &mut self.high };
        *end = Some((here, gap));
        let (Some((low, above)), Some((high, below))) = (&self.low, &self.high) else { return in_the_dark };
        // g falls by at most 1 a step.
        let (least, most) = (low + above, high + below);
        let between = match self.probes % 3 {
            0 => (&least + &most) / 2,
            _ => low + (high - low) * above / (above - below),
        };
        between.clamp(least.clone(), most.max(least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Unlimited;
    use crate::general::part::{OUTSIDE, Part};
    use rotor_generate::{Dice, Series};
    use rotor_graph::{StoppingGraph, VertexMap, strong_components};

    #[test]
    fn bisection_settles_what_guesses_alone_do_not() {
        let mut stuck = 0;
        for seed in 0..40 {
            let series = Series { copies: 6, size: 50, ahead: false };
            let instance = series.build(&mut Dice::new(seed)).unwrap();
            let (graph, start) = (instance.graph(), instance.start().unwrap());
            let component =
                strong_components(graph, StoppingGraph::of(graph).active(), [start]).swap_remove(0);
            let mut place = VertexMap::filled(graph.vertex_count(), OUTSIDE);
            component.iter().enumerate().for_each(|(at, &u)| place[u] = at as u32);
            let part = Part::of(graph, instance.rotors(), &component, |v| place[v]);
            let supply = component.iter().map(|&u| BigUint::from(u32::from(u == start))).collect();
            let mut flow = Flow::new(&part, supply);
            let free = vec![false; part.len()];
            let mut elimination = None;
            if !settle(&mut flow, &free, &mut elimination, &mut Unlimited).unwrap() {
                stuck += 1;
                balance(&mut flow, &free, &mut elimination, &mut Unlimited).unwrap();
            }
            flow.recount();
            assert!((0..part.len()).all(|v| flow.residual(v).is_zero()), "seed {seed}");
        }
        assert!(stuck >= 5, "guesses were stuck on {stuck} of 40");
    }
}
