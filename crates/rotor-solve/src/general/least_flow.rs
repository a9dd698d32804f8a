//! The least flow: what is left of any flow when it runs in no circle.
//!
//! The last used arcs of a flow that is not the least one form a cycle: where it exceeds the least one, so it does at
//! the head of the last used arc. Taking one use of each arc of a cycle away leaves a flow.

use super::bisect::balance;
use super::expected_visits::{Elimination, Response};
use super::flow::Flow;
use super::guess::SPARE_BITS;
use super::part::OUTSIDE;
use crate::budget::{Budget, OutOfBudget, Outcome};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Makes a settled flow the least one, the run itself.
///
/// Cycles are taken out one by one. If there are too many of them, the vertex that most of them ran through is held at
/// its least departures, for good: the leftmost zero of the g of [`bisect`](super::bisect), found by galloping down and
/// bisecting. On an error, the flow is settled nevertheless.
pub(crate) fn make_least(flow: &mut Flow<'_>, budget: &mut dyn Budget) -> Outcome<()> {
    let most = 8 * flow.part().len() as u64 + 1_000;
    make_least_by(flow, most, budget)
}

/// The same, with at most so many uses of arcs taken out in cycles before a vertex is held.
fn make_least_by(flow: &mut Flow<'_>, most: u64, budget: &mut dyn Budget) -> Outcome<()> {
    let mut held = vec![false; flow.part().len()];
    drop_unreached(flow);
    while let Some(vertex) = drop_cycles(flow, most, budget)? {
        held[vertex] = true;
        let settled = flow.clone();
        if let Err(ended) = leftmost_zero(flow, &held, vertex, budget) {
            *flow = settled;
            return Err(ended);
        }
        drop_unreached(flow);
    }
    Ok(())
}

/// Takes out of a settled flow all departures from vertices that no particle gets to along arcs in use: they only go
/// round among themselves. Time O(|A|).
fn drop_unreached(flow: &mut Flow<'_>) {
    let part = flow.part();
    let n = part.len();
    let mut reached: Vec<bool> = (0..n).map(|v| flow.is_supplied(v)).collect();
    let mut stack: Vec<usize> = (0..n).filter(|&v| reached[v]).collect();
    while let Some(v) = stack.pop() {
        for &head in flow.used_heads(v).iter().filter(|&&head| head != OUTSIDE) {
            if !std::mem::replace(&mut reached[head as usize], true) {
                stack.push(head as usize);
            }
        }
    }
    let lost = (0..n).filter(|&v| !reached[v]).map(|v| (v, -flow.departures(v)));
    let lost: Vec<_> = lost.filter(|(_, change)| !change.is_zero()).collect();
    flow.apply(lost.into_iter());
}

/// Takes cycles out of a settled flow until its last used arcs form none, but at most so many uses of arcs. Then the
/// vertex that lost most.
fn drop_cycles(flow: &mut Flow<'_>, most: u64, budget: &mut dyn Budget) -> Outcome<Option<usize>> {
    const NEW: u32 = u32::MAX;
    const DONE: u32 = u32::MAX - 1;
    let n = flow.part().len();
    let mut place = vec![NEW; n];
    let mut lost = vec![0u32; n];
    let mut path: Vec<usize> = Vec::new();
    let mut uses = 0;
    budget.spend(n as u64)?;
    for start in 0..n {
        let mut v = Some(start);
        while let Some(u) = v.filter(|&u| place[u] != DONE) {
            if place[u] == NEW {
                place[u] = path.len() as u32;
                path.push(u);
                v = flow.last_head(u);
                continue;
            }
            let from = place[u] as usize;
            uses += (path.len() - from) as u64;
            for w in path.drain(from..) {
                flow.shift(w, -1);
                place[w] = NEW;
                lost[w] += 1;
            }
            if uses > most {
                budget.spend(uses)?;
                return Ok((0..n).max_by_key(|&w| lost[w]));
            }
        }
        path.drain(..).for_each(|u| place[u] = DONE);
    }
    budget.spend(uses)?;
    Ok(None)
}

/// Settles the flow anew with the least departures of `vertex`, one of those `held`, that any flow has.
///
/// The rest follows each probe by what the vertex sends out on average, which is known after one elimination. Steps
/// are powers of 2, whose responses are quickly made.
fn leftmost_zero(flow: &mut Flow<'_>, held: &[bool], vertex: usize, budget: &mut dyn Budget) -> Outcome<()> {
    let response = {
        let bits = flow.all_departures().map(|x| x.bits()).max().unwrap_or(0);
        let limbs = (bits + SPARE_BITS).div_ceil(64) as usize;
        let elimination = Elimination::of(flow.part(), held, limbs, budget)?;
        Response::to(&elimination, flow.part(), vertex, budget)?
    };
    let mut elimination = None;
    // The leftmost zero lies above `floor`, and `zero` is one.
    let (mut floor, mut zero) = (-BigInt::one(), flow.departures(vertex));
    // Galloping, each step has twice as many bits as the one before.
    let mut gallop = Some(1u64);
    loop {
        let further: BigInt = &zero - &floor - 1;
        let next = match gallop {
            _ if further.is_zero() => zero.clone(),
            Some(bits) if bits < further.bits() => &zero - (BigInt::one() << bits),
            Some(_) => &floor + 1,
            None => &zero - (BigInt::one() << (further.bits() - 1)),
        };
        let change = &next - flow.departures(vertex);
        if !change.is_zero() {
            let (sign, size) = change.clone().into_parts();
            let rest = response.scaled(&size);
            budget.spend(rest.len() as u64 * (1 + size.bits() / 64))?;
            let rest = rest.into_iter().map(|(v, follows)| (v, BigInt::from_biguint(sign, follows)));
            flow.apply(std::iter::once((vertex, change)).chain(rest));
            balance(flow, held, &mut elimination, budget)?;
        }
        let gap = flow.residual(vertex);
        if further.is_zero() {
            return Ok(());
        } else if gap.is_zero() {
            zero = next;
            gallop = gallop.map(|bits| 2 * bits);
        } else if gap.is_positive() {
            // g falls by at most 1 a step, so its zero is at least so far.
            floor = next + gap - 1;
            gallop = None;
        } else {
            // Not below a zero: impossible, as g never grows. Better no run than a wrong one.
            return Err(OutOfBudget::Operations);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Unlimited;
    use crate::general::part::Part;
    use crate::particles::route_in_bulk;
    use num_bigint::BigUint;
    use rotor_generate::{Dice, small_graph, walk_bound};
    use rotor_graph::{StoppingGraph, VertexMap};

    #[test]
    fn the_least_of_all_flows_is_the_run_however_it_is_sought() {
        let mut dice = Dice::new(71);
        let (mut shrunk, mut huge) = ([0; 2], 0);
        for index in 0..4_000 {
            let instance = small_graph(&mut dice);
            if walk_bound(instance.graph()) > 20_000 {
                continue;
            }
            let stopping = StoppingGraph::of(instance.graph());
            let (part, active) = Part::of_active(&instance);
            let Some(&from) = dice.pick(&active) else { continue };
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
            particles[from] += 1u32;
            if index % 4 == 0 {
                active.iter().for_each(|&u| particles[u] += BigUint::from(dice.below(9)) << dice.below(70));
            }
            let supply: Vec<_> = active.iter().map(|&u| particles[u].clone()).collect();
            huge += u32::from(supply.iter().sum::<BigUint>().bits() > 60);
            let mut flow = Flow::new(&part, supply);
            let many: Vec<_> =
                (0..part.len()).map(|v| (v, BigInt::from(dice.below(9)) << dice.below(70))).collect();
            flow.apply(many.into_iter());
            balance(&mut flow, &vec![false; part.len()], &mut None, &mut Unlimited).unwrap();
            let run = route_in_bulk(&stopping, instance.rotors(), &particles, &mut Unlimited).unwrap();
            for (most, shrunk) in [0, 50].into_iter().zip(&mut shrunk) {
                let mut least = flow.clone();
                make_least_by(&mut least, most, &mut Unlimited).unwrap();
                let mut pairs = active.iter().zip(least.all_departures());
                assert!(pairs.all(|(&u, x)| x == run.departures[u]), "{particles:?} on\n{instance}");
                *shrunk += u32::from(least.all_departures().ne(flow.all_departures()));
            }
        }
        assert!(shrunk.iter().all(|&count| count > 500), "too few flows were not the least: {shrunk:?}");
        assert!(huge > 200, "only {huge} times many particles");
    }
}
