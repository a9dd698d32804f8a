//! The return flow of a block: how often a vertex sends the particle into it until it does not come back.
//!
//! Until something stays, an arc that leaves the block is a loop with a delay. So the particles that c has sent into B
//! are a run of many particles in B − c, with c as a sink and arcs out of B as loops, and the next one is kept exactly if
//! some v gets to its deadline, the departure at which it sends the particle out of B for good, or if the particle enters
//! a part of B from which no way leads back to c. That is a deadline too: the first use of an arc into such a part.

use crate::general::balance::balance;
use crate::general::expectation::{Averages, OnDemand};
use crate::general::least_flow::make_least;
use crate::general::pseudo_flow::PseudoFlow;
use crate::general::pseudo_flow::{OUTSIDE, Part};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
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

// Deadlines: the departure at which a vertex sends the particle away for good.

/// What the arcs of one vertex lead to, from its rotor on: a number for each group of arcs that share a return flow, or
/// nothing where the particle always comes back.
pub(crate) type Groups = [Option<usize>];

/// The last departure of a vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GroupDeparture {
    /// How many departures were before it.
    pub(crate) before: BigUint,
    /// The place of its arc, from the rotor on.
    pub(crate) arc: usize,
    /// The group of that arc.
    pub(crate) group: usize,
}

/// The revolving routine over groups: the departure at which some group has been entered as often as its flow says;
/// nothing if all flows are infinite. `flow(group)` is asked once for each group; `count` is scratch for as many numbers
/// as there are groups, all 0, and left so.
///
/// Time O(d) operations, two divisions for each group.
pub(crate) fn last_departure(
    groups: &Groups,
    flow: impl Fn(usize) -> Option<BigUint>,
    count: &mut [u32],
) -> Option<GroupDeparture> {
    groups.iter().flatten().for_each(|&group| count[group] += 1);
    // In the order of their first arcs, each with its flow and how many arcs it has.
    let mut finite: Vec<(usize, BigUint, u32)> = Vec::new();
    for &group in groups.iter().flatten() {
        let arcs = std::mem::take(&mut count[group]);
        if arcs > 0
            && let Some(flow) = flow(group)
        {
            finite.push((group, flow, arcs));
        }
    }
    let full_turns = finite.iter().map(|(_, flow, arcs)| (flow - 1u32) / arcs).min()?;
    for (group, flow, arcs) in &finite {
        // What is left of the flow after that many full turns; more than there are arcs is never used up.
        let left = (flow - &full_turns * arcs).to_u32().filter(|left| left <= arcs);
        count[*group] = left.unwrap_or(u32::MAX);
    }
    let mut found = None;
    for (arc, group) in groups.iter().enumerate() {
        let Some(group) = *group else { continue };
        if found.is_none() && count[group] == 1 {
            let before = &full_turns * groups.len() + arc;
            found = Some(GroupDeparture { before, arc, group });
        }
        if count[group] != u32::MAX {
            count[group] = count[group].saturating_sub(1);
        }
    }
    finite.iter().for_each(|&(group, ..)| count[group] = 0);
    found
}

/// How many of the first `departures` of a vertex go along the arcs, from the rotor on, that `counts` names.
pub(crate) fn uses(degree: u32, departures: &BigUint, counts: impl Fn(usize) -> bool) -> BigUint {
    let (full_turns, rest) = departures.div_rem(&degree.into());
    let rest = rest.to_usize().expect("a remainder by d(u) is less than d(u)");
    let arcs = (0..degree as usize).filter(|&arc| counts(arc)).count();
    full_turns * arcs + (0..rest).filter(|&arc| counts(arc)).count()
}

/// The flow 1: what is entered once does not give the particle back.
pub(crate) fn one() -> Option<BigUint> {
    Some(BigUint::one())
}

// The particle that a block keeps: where it halts, and how often everything was left until then.

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

    #[test]
    fn the_last_departure_is_that_of_turning_step_by_step() {
        let mut dice = Dice::new(85);
        let (mut endless, mut long) = (0, 0);
        for _ in 0..5_000 {
            let degree = dice.between(1..=7);
            let groups: Vec<_> =
                (0..degree).map(|_| dice.chance(0.8).then(|| dice.below(4) as usize)).collect();
            let flows: Vec<_> =
                (0..4).map(|_| dice.chance(0.8).then(|| BigUint::from(dice.between(1..=30)))).collect();
            let mut count = vec![0; 4];
            let found = last_departure(&groups, |group| flows[group].clone(), &mut count);
            assert_eq!(count, [0; 4]);
            let mut entered = [0u32; 4];
            let slow = (0..1_000usize).find(|&at| {
                let Some(group) = groups[at % groups.len()] else { return false };
                entered[group] += 1;
                flows[group].as_ref().is_some_and(|flow| *flow <= entered[group].into())
            });
            assert_eq!(found.as_ref().map(|found| found.before.clone()), slow.map(BigUint::from));
            match (found, slow) {
                (Some(found), Some(at)) => {
                    assert_eq!(
                        (found.arc, Some(found.group)),
                        (at % groups.len(), groups[at % groups.len()])
                    );
                    let all = uses(degree, &found.before, |_| true);
                    let some = uses(degree, &found.before, |arc| groups[arc] == Some(found.group));
                    assert_eq!(all, found.before);
                    assert_eq!(Some(some + 1u32), flows[found.group]);
                    long += u32::from(at > 20);
                }
                _ => endless += 1,
            }
        }
        assert!(endless > 100 && long > 500, "{endless} endless, {long} long");
    }

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
