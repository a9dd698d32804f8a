//! The linear guess: departures changed by what the left-over particles would do on average.

use super::annihilate::{Sign, annihilate};
use super::expected_visits::Elimination;
use super::flow::Flow;
use crate::budget::{Budget, FlowProgress, Outcome};
use num_bigint::{BigInt, BigUint, Sign as Signum};
use num_traits::{ToPrimitive, Zero};

/// How many bits a guess knows beyond the units.
pub(crate) const SPARE_BITS: u64 = 64;

/// How often a guess is made anew before it is given up.
const ROUNDS: u32 = 4;

/// An elimination with enough bits for guesses that are right to far less than a particle.
///
/// A rough one tells how often a vertex is visited at most, by particles put on all vertices. An error at any
/// vertex grows no further than that, so as many bits, and a few more, are enough: they make each guess better than
/// the one before.
pub(crate) fn eliminate(flow: &Flow<'_>, held: &[bool], budget: &mut dyn Budget) -> Outcome<Elimination> {
    const ROUGH: usize = 2;
    let rough = Elimination::of(flow.part(), held, ROUGH, budget)?;
    let visits = rough.visits(|_| BigUint::from(1u32), budget)?;
    let most = (0..visits.len()).map(|v| visits.get(v).bits()).max().unwrap_or(0).max(0) as u64;
    let limbs = (most + SPARE_BITS).div_ceil(64) as usize;
    if limbs <= ROUGH { Ok(rough) } else { rough.again(flow.part(), held, limbs, budget) }
}

/// What is left over on the vertices that are not held, in absolute value.
pub(crate) fn left_over(flow: &Flow<'_>, held: &[bool]) -> BigUint {
    match flow.small_residuals(held) {
        Some(residuals) => {
            let sizes = residuals.iter().zip(held).filter(|(_, held)| !**held);
            sizes.map(|(residual, _)| residual.unsigned_abs()).sum::<u64>().into()
        }
        None => (0..held.len()).filter(|&v| !held[v]).map(|v| flow.residual(v).into_parts().1).sum(),
    }
}

/// Changes the departures of the vertices that are not held by the expected visits of all that is left over, particles
/// and holes apart, so that nothing cancels before it is rounded.
fn guess(
    flow: &mut Flow<'_>,
    elimination: &Elimination,
    held: &[bool],
    budget: &mut dyn Budget,
) -> Outcome<()> {
    let part_of = |sign: Signum| {
        let flow = &*flow;
        move |v| match flow.residual(v).into_parts() {
            (found, size) if found == sign => size,
            _ => BigUint::zero(),
        }
    };
    let particles = elimination.visits(part_of(Signum::Plus), budget)?;
    let holes = elimination.visits(part_of(Signum::Minus), budget)?;
    for v in (0..held.len()).filter(|&v| !held[v]) {
        let change = BigInt::from(particles.get(v).round()) - BigInt::from(holes.get(v).round());
        if !change.is_zero() {
            flow.change(v, &change);
        }
    }
    budget.spend(flow.part().arc_count() as u64)?;
    flow.recount();
    Ok(())
}

/// Makes the residuals of all vertices that are not held 0, if guesses and a bounded number of bulk steps can; says
/// whether they could.
///
/// `elimination` is made when it is first needed. A round guesses, then routes what is left over, first of one sign,
/// then of the other, as long as that makes it much less; the signs change places from round to round. A little left over is
/// routed before any guess.
pub(crate) fn settle(
    flow: &mut Flow<'_>,
    held: &[bool],
    elimination: &mut Option<Elimination>,
    budget: &mut dyn Budget,
) -> Outcome<bool> {
    let n = held.len();
    if left_over(flow, held) <= n.into() && annihilate_both(flow, held, HOLES_FIRST, budget)? {
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
        let elimination = match elimination {
            Some(elimination) => elimination,
            None => elimination.insert(eliminate(flow, held, budget)?),
        };
        guess(flow, elimination, held, budget)?;
        while flow.small_residuals(held).is_none() {
            let before = left_over(flow, held);
            guess(flow, elimination, held, budget)?;
            if left_over(flow, held) > before >> 1u32 {
                return Ok(false);
            }
        }
        let signs = if round % 2 == 0 { PARTICLES_FIRST } else { HOLES_FIRST };
        if annihilate_both(flow, held, signs, budget)? {
            return Ok(true);
        }
    }
    Ok(false)
}

const HOLES_FIRST: [Sign; 2] = [Sign::Holes, Sign::Particles];
const PARTICLES_FIRST: [Sign; 2] = [Sign::Particles, Sign::Holes];

/// Routes what is left over, one sign after the other, while it becomes less by much; says whether nothing is left.
fn annihilate_both(
    flow: &mut Flow<'_>,
    held: &[bool],
    signs: [Sign; 2],
    budget: &mut dyn Budget,
) -> Outcome<bool> {
    let most = 2 * held.len() as u64 + 50;
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
    use crate::general::part::Part;
    use rotor_graph::parse;

    #[test]
    fn any_number_of_particles_may_wait_on_a_held_vertex_while_the_rest_settles() {
        let (part, _) = Part::of_active(&parse("a: b c\nb: a c s\nc: b a\nsink s").unwrap());
        let many = BigUint::from(1u32) << 80u32;
        for supply in [[5u32.into(), 3u32.into(), many.clone()], [many.clone(), &many + 1u32, many.clone()]] {
            let total: BigUint = supply.iter().sum();
            let mut flow = Flow::new(&part, supply.to_vec());
            let held = [false, false, true];
            assert!(settle(&mut flow, &held, &mut None, &mut Unlimited).unwrap());
            assert!(left_over(&flow, &held).is_zero());
            let waiting = flow.residual(2);
            flow.recount();
            assert!(waiting == flow.residual(2) && waiting >= many.clone().into() && waiting <= total.into());
        }
    }
}
