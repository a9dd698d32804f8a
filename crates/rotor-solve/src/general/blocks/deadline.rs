//! Deadlines: the departure at which a vertex sends the particle away for good.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

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

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_generate::Dice;

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
}
