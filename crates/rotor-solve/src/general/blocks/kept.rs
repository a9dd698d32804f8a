//! The particle that a block keeps: where it halts, and how often everything was left until then.

use super::block_flow::Sent;
use crate::general::balance::balance;
use crate::general::expectation::OnDemand;
use crate::general::least_flow::make_least;
use crate::general::part::{OUTSIDE, Part};
use crate::general::pseudo_flow::PseudoFlow;
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_graph::{Stop, Tick, shares};

/// One of the particles that were sent halts on a vertex whose next departure is its deadline; the others come back.
#[derive(Debug)]
pub(crate) struct Halted {
    /// The vertex.
    pub(crate) at: usize,
    /// How often each vertex was left by all of them.
    pub(crate) departures: Vec<BigUint>,
}

impl Sent {
    /// Where the last of `sent` particles halts, if it is kept by a deadline, with the least departures.
    ///
    /// Hold a vertex at one less than its deadline, as a sink that sends out as many particles. Whichever flow the rest
    /// settles in, arrivals at sinks are the same; so if it is that vertex that keeps the particle, exactly one more
    /// arrives there, and in the least flow no other vertex is late. If another one is, it has kept the particle before.
    /// Which vertex it is, is not known: but in any flow of all `sent` particles it is late.
    /// Time: O(1) flows in the block for each vertex that is late.
    pub(crate) fn halted(&self, sent: &BigUint, tick: &mut dyn Tick) -> Result<Option<Halted>, Stop> {
        let mut flow = PseudoFlow::new(&self.part, self.supply(sent).0);
        balance(&mut flow, &vec![false; self.part.len()], &mut OnDemand::default(), tick)?;
        for at in 0..self.part.len() {
            let Some(deadline) = &self.deadlines[at] else { continue };
            if flow.departures(at) < BigInt::from(deadline.clone()) {
                continue;
            }
            if let Some(departures) = self.halting_at(at, &(deadline - 1u32), sent, tick)? {
                return Ok(Some(Halted { at, departures }));
            }
        }
        Ok(None)
    }

    /// The departures of `sent` particles if `at` is left `before` times and no more; nothing unless exactly one halts there
    /// and none elsewhere.
    fn halting_at(
        &self,
        at: usize,
        before: &BigUint,
        sent: &BigUint,
        tick: &mut dyn Tick,
    ) -> Result<Option<Vec<BigUint>>, Stop> {
        let (mut supply, lost) = self.supply(sent);
        for (&head, share) in self.part.heads(at).iter().zip(shares(self.part.degree(at), before)) {
            if head != OUTSIDE {
                supply[head as usize] += share;
            }
        }
        let others: Vec<usize> = (0..self.part.len()).filter(|&v| v != at).collect();
        let part = self.part.restricted_to(&others);
        let mut flow = PseudoFlow::new(&part, others.iter().map(|&v| supply[v].clone()).collect());
        balance(&mut flow, &vec![false; part.len()], &mut OnDemand::default(), tick)?;
        let mut arrived = supply[at].clone();
        let mut departures = departures_with(&flow, at, before);
        for &v in &others {
            arrived += arrivals(&self.part, v, &departures[v], at as u32);
        }
        let dead_end = |v: usize| self.dead_ends[v].is_some_and(|limit| departures[v] >= limit.into());
        if arrived != before + 1u32 || !lost.is_zero() || (0..self.part.len()).any(dead_end) {
            return Ok(None);
        }
        // In another flow than the least a vertex may be late only because its rotor has turned with a cycle.
        make_least(&mut flow, tick)?;
        departures = departures_with(&flow, at, before);
        let late = |v: usize| self.deadlines[v].as_ref().is_some_and(|deadline| departures[v] >= *deadline);
        Ok((!(0..self.part.len()).any(|v| v != at && late(v))).then_some(departures))
    }
}

/// The departures of all vertices, those of `at` being held.
fn departures_with(flow: &PseudoFlow<'_>, at: usize, held: &BigUint) -> Vec<BigUint> {
    let mut departures: Vec<BigUint> = flow.all_departures().collect();
    departures.insert(at, held.clone());
    departures
}

/// How many of the departures of `v` lead to `head`.
fn arrivals(part: &Part, v: usize, departures: &BigUint, head: u32) -> BigUint {
    let heads = part.heads(v);
    heads
        .iter()
        .zip(shares(heads.len() as u32, departures))
        .filter(|(to, _)| **to == head)
        .map(|it| it.1)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::blocks::block_flow::{HowKept, tests::random};
    use rotor_generate::Dice;

    fn big(numbers: &[u64]) -> Vec<BigUint> {
        numbers.iter().map(|&number| number.into()).collect()
    }

    #[test]
    fn flows_halt_where_the_walk_does_and_come_back_as_it_does() {
        let mut dice = Dice::new(88);
        let (mut halted, mut lost, mut long) = (0, 0, 0);
        // One in some thousands has a second vertex past its deadline, at which a particle seems to halt as well.
        for _ in 0..20_000 {
            let sent = random(&mut dice);
            let Some(flow) = sent.return_flow(&mut ()).unwrap() else { continue };
            let walked = sent.walk(10_000_000, &mut ()).unwrap();
            let found = sent.halted(&flow, &mut ()).unwrap();
            match walked.end {
                Some(HowKept::Deadline(at)) => {
                    let found = found.unwrap();
                    assert_eq!((found.at, &found.departures), (at, &big(&walked.departures)), "{sent:?}");
                    halted += 1;
                }
                Some(HowKept::DeadEnd) => {
                    assert!(found.is_none(), "{sent:?}");
                    lost += 1;
                }
                None => panic!("{flow} is a return flow, but nothing is kept"),
            }
            let mut before = walked.departures;
            walked.last.iter().for_each(|&v| before[v as usize] -= 1);
            let returned = sent.returning(&(&flow - 1u32), true, &mut OnDemand::default(), &mut ()).unwrap();
            assert_eq!(returned, Some(big(&before)), "{sent:?}");
            assert_eq!(sent.returning(&flow, false, &mut OnDemand::default(), &mut ()).unwrap(), None);
            let by_walk = sent.walk_back(&(&flow - 1u32), 10_000_000, &mut ()).unwrap();
            assert_eq!(by_walk, Some(before), "{sent:?}");
            long += u32::from(flow > BigUint::from(100u32));
        }
        assert!(halted > 1_000 && lost > 100 && long > 300, "{halted} halted, {lost} lost, {long} long");
    }
}
