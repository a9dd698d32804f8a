//! The return flow of a block: how often a vertex sends the particle into it until it does not come back.
//!
//! Until something stays, an arc that leaves the block is a loop with a delay. So the particles that c has sent into B
//! are a run of many particles in B − c, with c as a sink and arcs out of B as loops, and the next one is kept exactly if
//! some v gets to its deadline, the departure at which it sends the particle out of B for good, or if the particle enters
//! a part of B from which no way leads back to c. That is a deadline too: the first use of an arc into such a part.

use crate::general::balance::balance;
use crate::general::expectation::{Averages, OnDemand};
use crate::general::least_flow::make_least;
use crate::general::part::{OUTSIDE, Part};
use crate::general::pseudo_flow::PseudoFlow;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};
use rotor_graph::{Stop, Tick, VertexId, shares};

/// A block as one of its vertices sees it.
#[derive(Debug)]
pub(crate) struct Sent {
    /// The vertices of the part.
    pub(crate) vertices: Vec<VertexId>,
    /// The vertices that a particle gets to and from which it can come back; whatever leads back leads outside.
    pub(crate) part: Part,
    /// Where the arcs of c into the block lead, from its rotor on: vertices of the part, or [`OUTSIDE`] where it is kept.
    pub(crate) into: Vec<u32>,
    /// For each vertex, all of which are reached, the number of the departure with which it sends the particle out of the
    /// block for good.
    pub(crate) deadlines: Vec<Option<BigUint>>,
    /// For each vertex the number of the first departure into a part of the block without a way back.
    pub(crate) dead_ends: Vec<Option<u32>>,
}

impl Sent {
    /// r(c, B); nothing if the particle always comes back, or is never sent.
    ///
    /// Time: a short walk, and if that is not enough O(log r) runs of many particles in B − c, few if averages are right.
    pub(crate) fn return_flow(&self, tick: &mut dyn Tick) -> Result<Option<BigUint>, Stop> {
        self.return_flow_after(16 * self.part.arc_count() as u64 + 200, tick)
    }

    /// The same, with a walk of at most this many steps.
    fn return_flow_after(&self, steps: u64, tick: &mut dyn Tick) -> Result<Option<BigUint>, Stop> {
        let kept_at_once = self.into.iter().position(|&head| head == OUTSIDE);
        let limits: Vec<_> = (0..self.part.len()).map(|v| self.limit(v)).collect();
        if self.into.is_empty() || kept_at_once.is_none() && limits.iter().all(Option::is_none) {
            return Ok(None);
        }
        let walked = self.walk(steps, tick)?;
        if walked.end.is_some() {
            return Ok(Some(BigUint::from(walked.returned + 1)));
        }
        let sent = BigUint::from(walked.returned);
        let free = vec![false; self.part.len()];
        let mut averages = OnDemand::default();
        // `low` are not kept, `high` are.
        let (mut low, mut high) = (sent, kept_at_once.map(|at| BigUint::from(at + 1)));
        let guess = self.guess(averages.get(&self.part, &free, tick)?, tick)?;
        // Averages are right up to roundings at each arc.
        let mut margin = BigUint::from(self.part.arc_count() + 2);
        while high.is_none() {
            let next = (&guess + &margin).max(&low + 1u32);
            if self.is_kept(&next, &mut averages, tick)? {
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
                if !self.is_kept(&next, &mut averages, tick)? {
                    low = next;
                    break;
                }
                high = next;
            }
            margin <<= 2u32;
        }
        while &low + 1u32 < high {
            let middle = (&low + &high) >> 1u32;
            if self.is_kept(&middle, &mut averages, tick)? { high = middle } else { low = middle }
        }
        Ok(Some(high))
    }

    /// The number of the departure with which a vertex keeps the particle, one way or the other.
    fn limit(&self, v: usize) -> Option<BigUint> {
        let dead_end = self.dead_ends[v].map(BigUint::from);
        self.deadlines[v].iter().chain(&dead_end).min().cloned()
    }

    /// Walks particles one by one until one is kept, for at most `most` steps.
    pub(crate) fn walk(&self, most: u64, tick: &mut dyn Tick) -> Result<Walked, Stop> {
        self.walk_some(u64::MAX, most, tick)
    }

    /// How often each vertex is left until `sent` particles, none of which is kept, have come back; nothing if that takes
    /// more than `most` steps.
    pub(crate) fn walk_back(
        &self,
        sent: &BigUint,
        most: u64,
        tick: &mut dyn Tick,
    ) -> Result<Option<Vec<u64>>, Stop> {
        let Some(sent) = sent.to_u64().filter(|&sent| sent <= most) else { return Ok(None) };
        let walked = self.walk_some(sent, most, tick)?;
        Ok((walked.returned == sent).then_some(walked.departures))
    }

    fn walk_some(&self, particles: u64, most: u64, tick: &mut dyn Tick) -> Result<Walked, Stop> {
        let n = self.part.len();
        // A walk that is so short gets to no larger number.
        let small = |limit: &BigUint| limit.to_u64().unwrap_or(u64::MAX);
        let deadlines: Vec<_> = self.deadlines.iter().map(|it| it.as_ref().map_or(u64::MAX, small)).collect();
        let mut position = vec![0u32; n];
        let mut walked = Walked { departures: vec![0; n], last: Vec::new(), returned: 0, end: None };
        let mut steps = 0;
        'particles: while steps <= most && walked.returned < particles {
            walked.last.clear();
            let head = self.into[(walked.returned % self.into.len() as u64) as usize];
            if head == OUTSIDE {
                walked.end = Some(HowKept::DeadEnd);
                break;
            }
            let mut v = head as usize;
            loop {
                if deadlines[v] == walked.departures[v] + 1 {
                    walked.end = Some(HowKept::Deadline(v));
                    break 'particles;
                }
                steps += 1;
                walked.departures[v] += 1;
                walked.last.push(v as u32);
                if self.dead_ends[v].is_some_and(|limit| u64::from(limit) == walked.departures[v]) {
                    walked.end = Some(HowKept::DeadEnd);
                    break 'particles;
                }
                let row = self.part.heads(v);
                let head = row[position[v] as usize];
                position[v] = if position[v] as usize + 1 == row.len() { 0 } else { position[v] + 1 };
                match head {
                    OUTSIDE => break,
                    _ if steps > most => break 'particles,
                    head => v = head as usize,
                }
            }
            walked.returned += 1;
        }
        tick.tick(steps)?;
        Ok(walked)
    }

    /// How many particles it takes on average until some vertex gets to its deadline.
    fn guess(&self, averages: &Averages, tick: &mut dyn Tick) -> Result<BigUint, Stop> {
        let mut once = vec![0u32; self.part.len()];
        self.into.iter().filter(|&&head| head != OUTSIDE).for_each(|&head| once[head as usize] += 1);
        let (part, free) = (&self.part, vec![false; self.part.len()]);
        // So many bits of the visits are whole that the quotient is right to units.
        let up = (0..part.len()).filter_map(|v| self.limit(v)).map(|it| it.bits()).max().unwrap_or(0) + 64;
        let visits = averages.rounded_visits(part, &free, |v| BigInt::from(once[v]) << up, tick)?;
        let mut least: Option<BigUint> = None;
        for (v, often) in visits.into_iter().enumerate() {
            let Some(deadline) = self.limit(v) else { continue };
            if let Some(often) = often.to_biguint().filter(|often| !often.is_zero()) {
                let sent = ((&deadline * self.into.len()) << up) / often;
                least = Some(least.map_or(sent.clone(), |least| least.min(sent)));
            }
        }
        Ok(least.unwrap_or_else(BigUint::one))
    }

    /// Whether one of the first `sent` particles is kept.
    fn is_kept(&self, sent: &BigUint, averages: &mut OnDemand, tick: &mut dyn Tick) -> Result<bool, Stop> {
        Ok(self.returning(sent, false, averages, tick)?.is_none())
    }

    /// Departures with which the first `sent` particles come back, the least ones if they are wanted, before any limit;
    /// nothing if one of them is kept.
    pub(crate) fn returning(
        &self,
        sent: &BigUint,
        least: bool,
        averages: &mut OnDemand,
        tick: &mut dyn Tick,
    ) -> Result<Option<Vec<BigUint>>, Stop> {
        let (supply, lost) = self.supply(sent);
        if !lost.is_zero() {
            return Ok(None);
        }
        let mut flow = PseudoFlow::new(&self.part, supply);
        balance(&mut flow, &vec![false; self.part.len()], averages, tick)?;
        let is_late = |flow: &PseudoFlow<'_>| {
            let late = |v| self.limit(v).is_some_and(|limit| flow.departures(v) >= BigInt::from(limit));
            (0..self.part.len()).any(late)
        };
        // Any flow is at least the run.
        let late = is_late(&flow);
        if late || least {
            make_least(&mut flow, tick)?;
        }
        Ok((!late || !is_late(&flow)).then(|| flow.all_departures().collect()))
    }

    /// Departures of `sent` particles as if nothing had a limit.
    pub(crate) fn regardless(&self, sent: &BigUint, tick: &mut dyn Tick) -> Result<Vec<BigUint>, Stop> {
        let mut flow = PseudoFlow::new(&self.part, self.supply(sent).0);
        balance(&mut flow, &vec![false; self.part.len()], &mut OnDemand::default(), tick)?;
        Ok(flow.all_departures().collect())
    }

    /// How many of the first `sent` particles are put on each vertex, and how many are lost at once.
    pub(crate) fn supply(&self, sent: &BigUint) -> (Vec<BigUint>, BigUint) {
        let (mut supply, mut lost) = (vec![BigUint::zero(); self.part.len()], BigUint::zero());
        let degree = self.into.len().to_u32().expect("a row has fewer arcs than the graph");
        for (&head, share) in self.into.iter().zip(shares(degree, sent)) {
            match head {
                OUTSIDE => lost += share,
                head => supply[head as usize] += share,
            }
        }
        (supply, lost)
    }
}

/// What a short walk has shown.
#[derive(Debug)]
pub(crate) struct Walked {
    /// How often each vertex was left.
    pub(crate) departures: Vec<u64>,
    /// The vertices that the last particle has left, once for each time.
    pub(crate) last: Vec<u32>,
    /// How many came back.
    pub(crate) returned: u64,
    /// How the next one was kept; nothing if it was not.
    pub(crate) end: Option<HowKept>,
}

/// How a particle is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HowKept {
    /// It stands on this vertex, the next departure from which is its deadline.
    Deadline(usize),
    /// It has left for where no way leads back from.
    DeadEnd,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use rotor_generate::Dice;

    /// A part of a few vertices, all of which are reached and lead back, with deadlines.
    pub(crate) fn random(dice: &mut Dice) -> Sent {
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
        let vertices = (0..n).map(VertexId::new).collect();
        let dead_end = |row: &Vec<u32>| {
            let arc = row.iter().position(|&head| head == OUTSIDE)?;
            dice.chance(0.05).then_some(arc as u32 + 1)
        };
        let dead_ends = rows.iter().map(dead_end).collect();
        Sent { vertices, part: Part::from_rows(&rows), into, deadlines, dead_ends }
    }

    #[test]
    fn many_particles_find_the_flow_of_walking_one_by_one() {
        let mut dice = Dice::new(86);
        let (mut large, mut endless) = (0, 0);
        for _ in 0..3_000 {
            let sent = random(&mut dice);
            let by_runs = sent.return_flow_after(0, &mut ()).unwrap();
            let mut steps = 1_000_000;
            if (0..sent.part.len()).all(|v| sent.limit(v).is_none()) {
                steps = 0;
            }
            let by_walk = sent.return_flow_after(steps, &mut ()).unwrap();
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
            let Some(flow) = sent.return_flow(&mut ()).unwrap() else { continue };
            let kept =
                |sent_ones: &BigUint| sent.is_kept(sent_ones, &mut OnDemand::default(), &mut ()).unwrap();
            assert!(kept(&flow) && !kept(&(&flow - 1u32)), "{sent:?}");
        }
    }
}
