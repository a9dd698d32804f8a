//! The return flow of a block: how often a vertex sends the particle into it until it does not come back.
//!
//! Until something stays, an arc that leaves the block is a loop with a delay. So the particles that c has sent into B
//! are a run of many particles in B − c, with c as a sink and arcs out of B as loops, and the next one is kept exactly if
//! some v gets to its deadline, the departure at which it sends the particle out of B for good, or if the particle enters
//! a part of B from which no way leads back to c. That is a deadline too: the first use of an arc into such a part.

use crate::budget::{Budget, Outcome};
use crate::general::averages::Averages;
use crate::general::bisect::balance;
use crate::general::division::shares;
use crate::general::flow::Flow;
use crate::general::least_flow::make_least;
use crate::general::part::{OUTSIDE, Part};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

/// A block as one of its vertices sees it.
#[derive(Debug)]
pub(crate) struct Sent {
    /// The vertices that a particle gets to and from which it can come back; whatever leads back leads outside.
    pub(crate) part: Part,
    /// Where the arcs of c into the block lead, from its rotor on: vertices of the part, or [`OUTSIDE`] where it is kept.
    pub(crate) into: Vec<u32>,
    /// For each vertex, all of which are reached, the number of the departure with which it keeps the particle.
    pub(crate) deadlines: Vec<Option<BigUint>>,
}

impl Sent {
    /// r(c, B); nothing if the particle always comes back, or is never sent.
    ///
    /// Time: a short walk, and if that is not enough O(log r) runs of many particles in B − c, few if averages are right.
    pub(crate) fn return_flow(&self, budget: &mut dyn Budget) -> Outcome<Option<BigUint>> {
        self.return_flow_after(16 * self.part.arc_count() as u64 + 200, budget)
    }

    /// The same, with a walk of at most so many steps.
    fn return_flow_after(&self, steps: u64, budget: &mut dyn Budget) -> Outcome<Option<BigUint>> {
        let kept_at_once = self.into.iter().position(|&head| head == OUTSIDE);
        if self.into.is_empty() || kept_at_once.is_none() && self.deadlines.iter().all(Option::is_none) {
            return Ok(None);
        }
        let sent = match self.walk(steps, budget)? {
            Walked::Kept(flow) => return Ok(Some(flow.into())),
            Walked::Returned(sent) => BigUint::from(sent),
        };
        let free = vec![false; self.part.len()];
        let bits = self.deadlines.iter().flatten().map(BigUint::bits).max().unwrap_or(0);
        let mut averages = Some(Averages::of_many(&self.part, &free, bits, budget)?);
        // `low` are not kept, `high` are.
        let (mut low, mut high) = (sent, kept_at_once.map(|at| BigUint::from(at + 1)));
        let guess = self.guess(averages.as_ref(), budget)?;
        // Averages are right up to roundings at each arc.
        let mut margin = BigUint::from(self.part.arc_count() + 2);
        while high.is_none() {
            let next = (&guess + &margin).max(&low + 1u32);
            if self.is_kept(&next, &mut averages, budget)? {
                high = Some(next)
            } else {
                low = next
            }
            margin <<= 2u32;
        }
        let mut high = high.unwrap_or_default();
        // The other end of the bracket.
        let mut margin = BigUint::from(self.part.arc_count() + 2);
        while guess > &low + &margin {
            let next = &guess - &margin;
            if next < high {
                if !self.is_kept(&next, &mut averages, budget)? {
                    low = next;
                    break;
                }
                high = next;
            }
            margin <<= 2u32;
        }
        while &low + 1u32 < high {
            let middle = (&low + &high) >> 1u32;
            if self.is_kept(&middle, &mut averages, budget)? { high = middle } else { low = middle }
        }
        Ok(Some(high))
    }

    /// Walks particles one by one, for at most so many steps.
    fn walk(&self, most: u64, budget: &mut dyn Budget) -> Outcome<Walked> {
        let n = self.part.len();
        let mut left = vec![0u64; n];
        let mut position = vec![0u32; n];
        let (mut steps, mut sent) = (0, 0u64);
        let kept = 'kept: loop {
            let head = self.into[(sent % self.into.len() as u64) as usize];
            if head == OUTSIDE {
                break true;
            }
            let mut v = head as usize;
            loop {
                steps += 1;
                left[v] += 1;
                if self.deadlines[v].as_ref().is_some_and(|deadline| *deadline <= left[v].into()) {
                    break 'kept true;
                }
                let row = self.part.heads(v);
                let head = row[position[v] as usize];
                position[v] = if position[v] as usize + 1 == row.len() { 0 } else { position[v] + 1 };
                match head {
                    OUTSIDE => break,
                    head => v = head as usize,
                }
                if steps > most {
                    break 'kept false;
                }
            }
            sent += 1;
            if steps > most {
                break false;
            }
        };
        budget.spend(steps)?;
        Ok(if kept { Walked::Kept(sent + 1) } else { Walked::Returned(sent) })
    }

    /// How many particles it takes on average until some vertex gets to its deadline.
    fn guess(&self, averages: Option<&Averages>, budget: &mut dyn Budget) -> Outcome<BigUint> {
        let Some(averages) = averages else { return Ok(BigUint::one()) };
        let mut once = vec![0u32; self.part.len()];
        self.into.iter().filter(|&&head| head != OUTSIDE).for_each(|&head| once[head as usize] += 1);
        let mut visits = averages.visits(|v| once[v].into(), budget)?;
        let mut least: Option<BigUint> = None;
        for (v, deadline) in self.deadlines.iter().enumerate() {
            let Some(deadline) = deadline else { continue };
            // So many bits of the visits are whole that the quotient is right to units.
            let up = deadline.bits() + 64;
            visits.scale(v, up as i64);
            let often = visits.get(v).round();
            if !often.is_zero() {
                let sent = ((deadline * self.into.len()) << up) / often;
                least = Some(least.map_or(sent.clone(), |least| least.min(sent)));
            }
        }
        Ok(least.unwrap_or_else(BigUint::one))
    }

    /// Whether one of the first `sent` particles is kept.
    fn is_kept(
        &self,
        sent: &BigUint,
        averages: &mut Option<Averages>,
        budget: &mut dyn Budget,
    ) -> Outcome<bool> {
        let mut supply = vec![BigUint::zero(); self.part.len()];
        let degree = self.into.len().to_u32().expect("a row has fewer arcs than the graph");
        for (&head, share) in self.into.iter().zip(shares(degree, sent)) {
            match head {
                OUTSIDE if share.is_zero() => {}
                OUTSIDE => return Ok(true),
                head => supply[head as usize] += share,
            }
        }
        let mut flow = Flow::new(&self.part, supply);
        balance(&mut flow, &vec![false; self.part.len()], averages, budget)?;
        let is_late = |flow: &Flow<'_>| {
            let late = |(v, deadline): (usize, &Option<BigUint>)| {
                deadline.as_ref().is_some_and(|deadline| flow.departures(v) >= BigInt::from(deadline.clone()))
            };
            self.deadlines.iter().enumerate().any(late)
        };
        // Any flow is at least the run.
        if !is_late(&flow) {
            return Ok(false);
        }
        make_least(&mut flow, budget)?;
        Ok(is_late(&flow))
    }
}

/// What a short walk has shown.
enum Walked {
    /// The particle of this number is kept.
    Kept(u64),
    /// So many came back.
    Returned(u64),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Unlimited;
    use rotor_generate::Dice;

    /// A part of a few vertices, all of which are reached and lead back, with deadlines.
    fn random(dice: &mut Dice) -> Sent {
        let n = dice.between(1..=5);
        let row = |v: u32, dice: &mut Dice| {
            let mut row: Vec<u32> = (0..dice.below(5)).map(|_| dice.below(n)).collect();
            // Every vertex is reached.
            row.extend([(v + 1) % n, OUTSIDE]);
            dice.shuffle(&mut row);
            row
        };
        let rows: Vec<_> = (0..n).map(|v| row(v, dice)).collect();
        let mut into: Vec<u32> = (0..dice.between(1..=4)).map(|_| dice.below(n)).collect();
        if dice.chance(0.1) {
            into.push(OUTSIDE);
        }
        let deadline = |_| dice.chance(0.6).then(|| BigUint::from(1 + dice.below(3_000)));
        let deadlines = (0..n).map(deadline).collect();
        Sent { part: Part::from_rows(&rows), into, deadlines }
    }

    #[test]
    fn runs_of_many_particles_find_the_flow_that_walking_one_by_one_finds() {
        let mut dice = Dice::new(86);
        let (mut large, mut endless) = (0, 0);
        for _ in 0..3_000 {
            let sent = random(&mut dice);
            let by_runs = sent.return_flow_after(0, &mut Unlimited).unwrap();
            let mut steps = 1_000_000;
            if sent.deadlines.iter().all(Option::is_none) {
                steps = 0;
            }
            let by_walk = sent.return_flow_after(steps, &mut Unlimited).unwrap();
            assert_eq!(by_runs, by_walk, "{sent:?}");
            large += u32::from(by_runs.as_ref().is_some_and(|flow| *flow > BigUint::from(50u32)));
            endless += u32::from(by_runs.is_none());
        }
        assert!(large > 500 && endless > 10, "{large} large flows, {endless} infinite");
    }

    #[test]
    fn the_flow_of_a_huge_deadline_is_right_to_the_last_particle() {
        let mut dice = Dice::new(87);
        for _ in 0..200 {
            let mut sent = random(&mut dice);
            sent.into.retain(|&head| head != OUTSIDE);
            let huge = BigUint::from(dice.between(1..=9)) << (100 + dice.below(1_000));
            sent.deadlines.iter_mut().flatten().for_each(|deadline| *deadline += &huge);
            let Some(flow) = sent.return_flow(&mut Unlimited).unwrap() else { continue };
            let kept = |sent_ones: &BigUint| sent.is_kept(sent_ones, &mut None, &mut Unlimited).unwrap();
            assert!(kept(&flow) && !kept(&(&flow - 1u32)), "{sent:?}");
        }
    }
}
