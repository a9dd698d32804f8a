//! From below: departures that are certainly no more than the run's, with few particles left over.
//!
//! Let x be any integers, r = f(x) − x, and y the run. Each arc carries x(u)/d(u) up to less than one, so
//! y − x = r + Pᵀ(y − x) + ε with |ε(v)| ≤ ind(v), the number of arcs into v. Hence x ≤ y if r(v) ≥ ind(v) everywhere: all
//! that a sum over visits can lose is made up for. Such an x is at hand: change any one by the expected visits of
//! r − 3·ind, rounded. Then a particle or a few for each arc are left over, and however these are taken to their ends
//! one after the other, x stays below y, and ends as the run, counts below 0 taken as 0.

use super::expectation::Averages;
use super::part::OUTSIDE;
use super::pseudo_flow::PseudoFlow;
use num_bigint::BigInt;
use num_traits::Zero;
use rotor_graph::{Stop, Tick};

/// How many particles for each arc into a vertex are to be left over, if floats are right; if they are not, more.
const SLACK: u32 = 3;

/// Changes the departures of all vertices, some to counts below 0, so that they are no more than the run's, which is
/// known from what is left over: at least a particle for each arc into a vertex, and O(|A|) in all if no more was left
/// over before.
///
/// Time: that of a guess.
pub(crate) fn go_below(
    flow: &mut PseudoFlow<'_>,
    averages: &Averages,
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    let part = flow.part();
    let mut arcs_into = vec![0u32; part.len()];
    let heads = (0..part.len()).flat_map(|v| part.heads(v)).filter(|&&w| w != OUTSIDE);
    heads.for_each(|&w| arcs_into[w as usize] += 1);
    let (mut slack, free) = (SLACK, vec![false; part.len()]);
    loop {
        let wanted = |v: usize| flow.residual(v) - BigInt::from(arcs_into[v]) * slack;
        let changes = averages.rounded_visits(part, &free, wanted, tick)?;
        let changes = changes.into_iter().enumerate().filter(|(_, change)| !change.is_zero());
        flow.apply_freely(changes);
        tick.tick(flow.price_of_recount())?;
        if (0..part.len()).all(|v| flow.residual(v) >= arcs_into[v].into()) {
            return Ok(());
        }
        // Floats have lost more than the slack makes up for.
        slack = slack.checked_mul(2).ok_or(Stop::Operations)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::part::Part;
    use crate::general::tree_runs::TreeRuns;
    use crate::particles::route_in_bulk;
    use num_bigint::BigUint;
    use rotor_generate::{Dice, Kinds, small_forest, small_graph, walk_bound};
    use rotor_graph::{StoppingGraph, VertexMap};

    /// Particles on all active vertices, some of them many.
    fn supply(n: usize, dice: &mut Dice) -> Vec<BigUint> {
        let count = |_| BigUint::from(dice.below(9)) << if dice.chance(0.3) { dice.below(300) } else { 0 };
        (0..n).map(count).collect()
    }

    #[test]
    fn a_lower_bound_is_at_most_the_run_and_nearly_settles() {
        let mut dice = Dice::new(82);
        let (mut negative, mut huge) = (0, 0);
        for index in 0..3_000 {
            let instance = if index % 2 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
            if walk_bound(instance.graph()) > 20_000 {
                continue;
            }
            let (part, active) = Part::of_active(&instance);
            let supply = supply(part.len(), &mut dice);
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
            active.iter().zip(&supply).for_each(|(&u, count)| particles[u] = count.clone());
            let is_huge = supply.iter().any(|count| count.bits() > 20);
            huge += u32::from(is_huge);
            let stopping = StoppingGraph::of(instance.graph());
            let run = route_in_bulk(&stopping, instance.rotors(), &particles, &mut ()).unwrap();
            let mut flow = PseudoFlow::new(&part, supply);
            let averages = Averages::of(&part, &vec![false; part.len()], &mut ()).unwrap();
            go_below(&mut flow, &averages, &mut ()).unwrap();
            for (v, &u) in active.iter().enumerate() {
                assert!(flow.departures(v) <= run.departures[u].clone().into(), "{instance}");
                negative += u32::from(flow.departures(v) < BigInt::zero());
            }
            let left: BigInt = (0..part.len()).map(|v| flow.residual(v)).sum();
            let few = 7 * part.arc_count() + part.len();
            assert!(is_huge || left <= few.into(), "{left} are left over on\n{instance}");
        }
        assert!(negative > 1_000 && huge > 100, "{negative} negative counts, {huge} with huge supplies");
    }

    #[test]
    fn trees_end_with_the_run_from_below_or_with_a_flow() {
        let mut dice = Dice::new(83);
        let mut kinds = Kinds::default();
        let (mut holes, mut runs) = (0, 0);
        for index in 0..3_000 {
            let instance = small_forest(&mut dice);
            if walk_bound(instance.graph()) > 20_000 {
                continue;
            }
            kinds.see(&instance);
            let (part, active) = Part::of_active(&instance);
            let free = vec![false; part.len()];
            let supply: Vec<_> = (0..part.len()).map(|_| BigUint::from(dice.below(4))).collect();
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
            active.iter().zip(&supply).for_each(|(&u, count)| particles[u] = count.clone());
            let stopping = StoppingGraph::of(instance.graph());
            let run = route_in_bulk(&stopping, instance.rotors(), &particles, &mut ()).unwrap();
            let mut flow = PseudoFlow::new(&part, supply);
            let trees = TreeRuns::of(&part, &free, &mut ()).unwrap().unwrap();
            if index % 2 == 0 {
                let averages = Averages::of(&part, &free, &mut ()).unwrap();
                go_below(&mut flow, &averages, &mut ()).unwrap();
                trees.route_all(&mut flow, &free, &mut ()).unwrap();
                assert!(
                    flow.all_departures().zip(&active).all(|(x, &u)| x == run.departures[u]),
                    "{particles:?} on\n{instance}"
                );
                runs += 1;
            } else {
                let some: Vec<_> = (0..part.len()).map(|v| (v, BigInt::from(dice.below(7)))).collect();
                flow.apply(some.into_iter());
                holes += u32::from((0..part.len()).any(|v| flow.residual(v) < BigInt::zero()));
                trees.route_all(&mut flow, &free, &mut ()).unwrap();
                assert!((0..part.len()).all(|v| flow.residual(v).is_zero()), "{instance}");
            }
        }
        assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
        assert!(holes > 500 && runs > 500, "{holes} with holes, {runs} runs");
    }
}
