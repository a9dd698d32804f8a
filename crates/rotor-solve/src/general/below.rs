//! From below: departures that are no more than the run's, with at most half a particle left over for each arc.
//!
//! Let q solve q(v) = p(v) + Σ (q(u) − j) / d(u) over all arcs number j from the rotor on that lead from some u to v: the equations
//! of a flow with (x − j)/d in place of ⌈(x − j)/d⌉. As ⌈t⌉ ≥ t, what the run y has more than q is nowhere less than what
//! flows there of it, so y ≥ q, and y ≥ x for x = ⌈q⌉. Then f(x) ≥ q as well, hence f(x) ≥ x: nothing is missing; and the equations add
//! up to Σ (f(x) − x) ≤ Σ (d(v) − 1)/2 (Coq: `Relaxed.relaxed_is_below`, `relaxed_goes_up`, `relaxed_leaves_few`). All this holds
//! for any q with q(v) ≤ p(v) + Σ (q(u) − j)/d(u), but that a little more may be left over; so q can come from floats if that is
//! verified in integers. However what is left over is taken to its ends one after the other, x stays below y, and ends as the
//! run, counts below 0 taken as 0 (Coq: `FromBelow.from_below_moves`).

use super::expectation::Averages;
use super::part::OUTSIDE;
use super::pseudo_flow::PseudoFlow;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;
use rotor_graph::{Stop, Tick};

/// q is found in units of 2^-`BITS` of a departure. It is made smaller by some units for each arc, so that it passes although it was
/// rounded; with 2^32 arcs that is still less than half a particle in all, which leaves the bound as it is.
const BITS: u32 = 64;

/// Changes the departures of all vertices to ⌈q⌉, which may be below 0: no more than the run's, with nothing missing and at most
/// (d(v) − 1)/2 particles left over for each vertex on average. If it cannot be verified in integers, nothing is changed.
///
/// An elimination is always right enough: it ends with less than a thousandth of a unit missing. Time: that of an estimate.
pub(crate) fn go_below(
    flow: &mut PseudoFlow<'_>,
    averages: &Averages,
    tick: &mut dyn Tick,
) -> Result<bool, Stop> {
    let part = flow.part();
    let n = part.len();
    // An arc that the rotor of u gets to after `ahead` steps more carries `ahead` / d(u) more than (x(u) − j) / d(u).
    let mut more = vec![0u128; n];
    let mut arcs_into = vec![0u32; n];
    for u in 0..n {
        let (degree, position) = (part.degree(u), flow.position(u));
        for (number, &head) in (0..degree).zip(part.heads(u)).filter(|&(_, &head)| head != OUTSIDE) {
            let ahead = (number + degree - position) % degree;
            more[head as usize] += (u128::from(ahead) << BITS).div_ceil(degree.into());
            arcs_into[head as usize] += 1;
        }
    }
    // What q exceeds x by solves the equations with this in place of p.
    let lacks: Vec<BigInt> = (0..n).map(|v| (flow.residual(v) << BITS) - more[v]).collect();
    let margin = |v: usize| 2 * u64::from(arcs_into[v]) + 2;
    let excess = averages.rounded_visits(part, &vec![false; n], |v| &lacks[v] - margin(v), tick)?;
    let mut most = lacks;
    for u in 0..n {
        let share = excess[u].div_floor(&part.degree(u).into());
        let heads = part.heads(u).iter().filter(|&&head| head != OUTSIDE);
        heads.for_each(|&head| most[head as usize] += &share);
    }
    tick.tick(2 * flow.price_of_recount())?;
    if excess.iter().zip(&most).any(|(excess, most)| excess > most) {
        return Ok(false);
    }
    let changes = excess.into_iter().map(|excess| -(-excess >> BITS));
    flow.apply_freely(changes.enumerate().filter(|(_, change)| !change.is_zero()));
    Ok(true)
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
    fn a_lower_bound_is_at_most_the_run_and_leaves_half_an_arc() {
        let mut dice = Dice::new(82);
        let [mut negative, mut huge, mut tight] = [0; 3];
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
            let mut from_elsewhere = flow.clone();
            let some: Vec<_> = (0..part.len()).map(|v| (v, BigInt::from(dice.below(90)))).collect();
            from_elsewhere.apply(some.into_iter());
            assert!(go_below(&mut flow, &averages, &mut ()).unwrap());
            assert!(go_below(&mut from_elsewhere, &averages, &mut ()).unwrap());
            assert!(
                (0..part.len()).all(|v| flow.departures(v) == from_elsewhere.departures(v)),
                "{instance}"
            );
            for (v, &u) in active.iter().enumerate() {
                assert!(flow.departures(v) <= run.departures[u].clone().into(), "{instance}");
                negative += u32::from(flow.departures(v) < BigInt::zero());
            }
            assert!((0..part.len()).all(|v| flow.residual(v) >= BigInt::zero()), "{instance}");
            let left: BigInt = (0..part.len()).map(|v| flow.residual(v)).sum();
            let most = BigInt::from(part.arc_count() - part.len());
            assert!(2 * &left <= most, "{left} are left over on\n{instance}");
            tight += u32::from(2 * left == most && !most.is_zero());
        }
        let counts = format!("{negative} negative counts, {huge} with huge supplies, {tight} tight");
        assert!(negative > 100 && huge > 100 && tight > 30, "{counts}");
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
                assert!(go_below(&mut flow, &averages, &mut ()).unwrap());
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
