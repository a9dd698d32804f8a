//! The linear guess: departures changed by what the left-over particles would do on average.

use super::annihilate::{Sign, annihilate};
use super::averages::Averages;
use super::pseudo_flow::PseudoFlow;
use crate::budget::{Budget, FlowProgress, Outcome};
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};

/// How often a guess is made anew before it is given up.
const ROUNDS: u32 = 8;

/// After the first round a guess goes only 2^-`DAMPING` of its way. Roundings make whole guesses overshoot and swing to
/// and fro on long flat graphs: on ladders of 16,000 vertices without a drift they got stuck, and damped ones settle.
const DAMPING: u32 = 2;

/// What is left over on the vertices that are not held, in absolute value.
pub(crate) fn left_over(flow: &PseudoFlow<'_>, held: &[bool]) -> BigUint {
    match flow.small_residuals(held) {
        Some(residuals) => {
            let sizes = residuals.iter().zip(held).filter(|(_, held)| !**held);
            sizes.map(|(residual, _)| residual.unsigned_abs()).sum::<u64>().into()
        }
        None => (0..held.len()).filter(|&v| !held[v]).map(|v| flow.residual(v).into_parts().1).sum(),
    }
}

/// Changes the departures of the vertices that are not held by 2^-`damping` of the expected visits of all that is left
/// over.
pub(crate) fn guess(
    flow: &mut PseudoFlow<'_>,
    averages: &Averages,
    held: &[bool],
    damping: u32,
    budget: &mut dyn Budget,
) -> Outcome<()> {
    let changes = {
        let flow = &*flow;
        let free = |v: usize| if held[v] { BigInt::zero() } else { flow.residual(v) };
        averages.rounded_visits(free, budget)?
    };
    for (v, change) in changes.iter().enumerate().filter(|&(v, change)| !held[v] && !change.is_zero()) {
        if damping == 0 { flow.change(v, change) } else { flow.change(v, &(change >> damping)) }
    }
    flow.recount();
    budget.spend(flow.price_of_recount())
}

/// Makes the residuals of all vertices that are not held 0, if guesses and a bounded number of bulk steps can; says
/// whether they could.
///
/// `averages` are made when they are first needed. A round guesses, then routes what is left over, first of one sign,
/// then of the other, as long as that makes it much less; the signs change places from round to round. A little left over is
/// routed before any guess.
pub(crate) fn settle(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    averages: &mut Option<Averages>,
    budget: &mut dyn Budget,
) -> Outcome<bool> {
    let n = held.len();
    if left_over(flow, held) <= n.into() && annihilate_both(flow, held, HOLES_FIRST, 2, budget)? {
        return Ok(true);
    }
    for round in 0..ROUNDS {
        let held_ones = held.iter().filter(|&&held| held).count();
        let size = left_over(flow, held).to_u64().unwrap_or(u64::MAX);
        budget.report_flow(FlowProgress {
            vertices: n,
            held: held_ones,
            left_over: size,
            ..FlowProgress::default()
        });
        let averages = match averages {
            Some(averages) => averages,
            None => averages.insert(Averages::of(flow.part(), held, budget)?),
        };
        guess(flow, averages, held, if round == 0 { 0 } else { DAMPING }, budget)?;
        // A guess is right to some bits only: of many particles it leaves many, and the next one fewer, until there are no
        // more than roundings make.
        let mut before = left_over(flow, held);
        while before > (n + flow.part().arc_count()).into() {
            guess(flow, averages, held, 0, budget)?;
            let after = left_over(flow, held);
            if after > &before >> 1u32 {
                match averages.refined(flow.part(), held) {
                    Some(refined) => *averages = refined,
                    None if flow.small_residuals(held).is_none() => return Ok(false),
                    None => break,
                }
            }
            before = after;
        }
        let signs = if round % 2 == 0 { PARTICLES_FIRST } else { HOLES_FIRST };
        if annihilate_both(flow, held, signs, if round == 0 { 2 } else { 4 }, budget)? {
            return Ok(true);
        }
    }
    match averages {
        Some(Averages::Iterated(_)) => route_to_the_end(flow, held, budget),
        _ => Ok(false),
    }
}

/// Routes what is left over until nothing is, first particles, then holes; says whether their numbers allow it.
///
/// Each comes to its end, as walks do, or meets one of the other sign. For graphs that nothing is known to divide.
pub(crate) fn route_to_the_end(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    budget: &mut dyn Budget,
) -> Outcome<bool> {
    for (sign, is_hole) in [(Sign::Particles, false), (Sign::Holes, true)] {
        loop {
            let Some(residuals) = flow.small_residuals(held) else { return Ok(false) };
            let is_left =
                |(&residual, &held): (&i64, &bool)| !held && residual != 0 && (residual < 0) == is_hole;
            if !residuals.iter().zip(held).any(is_left) {
                break;
            }
            annihilate(flow, held, sign, 16 * held.len() as u64, budget)?;
        }
    }
    Ok(true)
}

const HOLES_FIRST: [Sign; 2] = [Sign::Holes, Sign::Particles];
const PARTICLES_FIRST: [Sign; 2] = [Sign::Particles, Sign::Holes];

/// Routes what is left over, one sign after the other, while it becomes less by much; says whether nothing is left.
fn annihilate_both(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    signs: [Sign; 2],
    steps_a_vertex: u64,
    budget: &mut dyn Budget,
) -> Outcome<bool> {
    let most = steps_a_vertex * held.len() as u64 + 50;
    let mut before = left_over(flow, held);
    loop {
        for sign in signs {
            annihilate(flow, held, sign, most, budget)?;
        }
        let after = left_over(flow, held);
        // Less by a sixteenth, or by one if there are that few: so it ends after some hundred rounds.
        if after.is_zero() || after >= &before - (&before >> 4u32) {
            return Ok(after.is_zero());
        }
        before = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Unlimited;
    use crate::general::iterated::Iteration;
    use crate::general::least_flow::make_least;
    use crate::general::part::Part;
    use crate::particles::route_in_bulk;
    use rotor_generate::{Dice, Kinds, small_forest, small_graph, walk_bound};
    use rotor_graph::{StoppingGraph, VertexMap, parse};

    #[test]
    fn what_is_iterated_ends_where_particles_do() {
        let mut dice = Dice::new(142);
        let mut kinds = Kinds::default();
        let mut compared = 0;
        for _ in 0..4_000 {
            let instance = if dice.chance(0.5) { small_graph(&mut dice) } else { small_forest(&mut dice) };
            if walk_bound(instance.graph()) > 20_000 {
                continue;
            }
            kinds.see(&instance);
            let stopping = StoppingGraph::of(instance.graph());
            let (part, vertices) = Part::of_active(&instance);
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::ZERO);
            vertices.iter().for_each(|&u| particles[u] = dice.below(9).into());
            let mut flow = PseudoFlow::new(&part, vertices.iter().map(|&u| particles[u].clone()).collect());
            let free = vec![false; part.len()];
            let mut averages = Some(Averages::Iterated(Iteration::of(&part, &free)));
            assert!(settle(&mut flow, &free, &mut averages, &mut Unlimited).unwrap(), "{instance}");
            flow.recount();
            assert!(left_over(&flow, &free).is_zero(), "{instance}");
            make_least(&mut flow, &mut Unlimited).unwrap();
            let run = route_in_bulk(&stopping, instance.rotors(), &particles, &mut Unlimited).unwrap();
            for (&u, found) in vertices.iter().zip(flow.all_departures()) {
                assert_eq!(found, run.departures[u], "{} of\n{instance}", instance.name(u));
                compared += 1;
            }
        }
        assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
        assert!(compared > 5_000, "{compared}");
    }

    #[test]
    fn any_number_of_particles_may_wait_on_a_held_vertex() {
        let (part, _) = Part::of_active(&parse("a: b c\nb: a c s\nc: b a\nsink s").unwrap());
        let many = BigUint::from(1u32) << 80u32;
        for supply in [[5u32.into(), 3u32.into(), many.clone()], [many.clone(), &many + 1u32, many.clone()]] {
            let total: BigUint = supply.iter().sum();
            let mut flow = PseudoFlow::new(&part, supply.to_vec());
            let held = [false, false, true];
            assert!(settle(&mut flow, &held, &mut None, &mut Unlimited).unwrap());
            assert!(left_over(&flow, &held).is_zero());
            let waiting = flow.residual(2);
            flow.recount();
            assert!(waiting == flow.residual(2) && waiting >= many.clone().into() && waiting <= total.into());
        }
    }
}
