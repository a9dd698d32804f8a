//! Acyclic rests: where no cycle but loops is left, one topological pass of divisions settles a flow.

use super::division::leave_alone;
use super::part::{OUTSIDE, Part};
use super::pseudo_flow::PseudoFlow;
use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};
use rotor_graph::{Stop, Tick, shares};

/// The vertices that are not `held`, every arc between them being a loop or leading to a later one; nothing if they
/// form a cycle. Kahn's algorithm. Time and memory O(|A|).
pub(crate) fn topological_order(part: &Part, held: &[bool]) -> Option<Vec<u32>> {
    let n = held.len();
    let onward = |v: usize| {
        let leads_on = move |&&w: &&u32| w != OUTSIDE && w as usize != v && !held[w as usize];
        part.heads(v).iter().filter(leads_on).map(|&w| w as usize)
    };
    let mut arcs_to = vec![0u32; n];
    let free = || (0..n).filter(|&v| !held[v]);
    free().flat_map(onward).for_each(|w| arcs_to[w] += 1);
    let mut order: Vec<u32> = free().filter(|&v| arcs_to[v] == 0).map(|v| v as u32).collect();
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        next += 1;
        for w in onward(v as usize) {
            arcs_to[w] -= 1;
            if arcs_to[w] == 0 {
                order.push(w as u32);
            }
        }
    }
    (order.len() == free().count()).then_some(order)
}

/// Settles the vertices of `order`, a topological order of all that is not `held`: each sends on what it gets.
///
/// What they were left before does not matter. Time O(|A|) operations on integers of the size of x.
pub(crate) fn settle_in_order(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    order: &[u32],
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    let part = flow.part();
    tick.tick(2 * flow.price_of_recount())?;
    let mut arrived: Vec<BigUint> = (0..held.len()).map(|v| flow.supply(v).magnitude().clone()).collect();
    let pass_on = |v: usize, leaving: &BigUint, arrived: &mut [BigUint]| {
        if !leaving.is_zero() {
            for (&w, share) in part.heads(v).iter().zip(shares(part.degree(v), leaving)) {
                if w != OUTSIDE {
                    arrived[w as usize] += share;
                }
            }
        }
    };
    for v in (0..held.len()).filter(|&v| held[v]) {
        pass_on(v, flow.departures(v).magnitude(), &mut arrived);
    }
    for &v in order {
        let is_loop = part.heads(v as usize).iter().map(|&w| w == v);
        let v = v as usize;
        let leaving = leave_alone(part.degree(v), is_loop, &arrived[v]);
        pass_on(v, &leaving, &mut arrived);
        let change = BigInt::from(leaving) - flow.departures(v);
        debug_assert!(!flow.departures(v).is_negative(), "a vertex is left at least zero times");
        flow.change(v, &change);
    }
    flow.recount();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::{VertexId, parse};

    #[test]
    fn one_pass_settles_what_has_loops_and_no_other_cycle() {
        let instance = parse("a: a b^2 *s c\nb: c a b\nc: c^3 s\nsink s").unwrap();
        let inside = |v: VertexId| if v.raw() < 3 { v.raw() } else { OUTSIDE };
        let vertices = [0, 1, 2].map(VertexId::new);
        let part = Part::of(instance.graph(), instance.rotors(), &vertices, inside);
        assert_eq!(topological_order(&part, &[false; 3]), None, "a and b form a cycle");
        let held = [false, true, false];
        let order = topological_order(&part, &held).unwrap();
        let mut flow = PseudoFlow::new(&part, [7u32, 0, 5].map(BigUint::from).to_vec());
        flow.change(1, &BigInt::from(11));
        flow.change(2, &BigInt::from(1_000));
        flow.recount();
        settle_in_order(&mut flow, &held, &order, &mut ()).unwrap();
        assert!(flow.residual(0).is_zero() && flow.residual(2).is_zero());
        assert_eq!(flow.departures(1), 11.into(), "what is held stays");
    }
}
