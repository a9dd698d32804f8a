//! Strong components that need no estimate: the simple path, trees that one particle enters, one vertex alone, and what has no
//! cycle when some vertices are held.

use super::pseudo_flow::PseudoFlow;
use super::pseudo_flow::{OUTSIDE, Part};
use super::technique::Technique;
use crate::answer::ComponentCounts;
use crate::path::route_on_path;
use crate::tree::run_profile;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rotor_graph::{
    Classified, Configuration, Multigraph, Rooted, Stop, StoppingGraph, Tick, VertexId, VertexMap, shares,
};

/// The run of all particles through a strong component of more than one vertex, if its class allows it to be written
/// down without a guess; `supply` says how many are put on each vertex.
///
/// Only the inside has to be tree-like: an arc that leaves the component leads to a sink that its tail has for itself.
/// A particle that leaves does not come back.
///
/// Time O(|A|) operations, on integers of the size of the run.
pub(crate) fn solve_directly(
    part: &Part,
    supply: &[BigUint],
    counts: &mut ComponentCounts,
    tick: &mut dyn Tick,
) -> Result<Option<Vec<BigUint>>, Stop> {
    let Some(start) = supply.iter().position(|count| !count.is_zero()) else { return Ok(None) };
    let is_one = supply[start].is_one() && supply[start + 1..].iter().all(Zero::is_zero);
    tick.tick(part.arc_count() as u64)?;
    if is_surely_no_tree(part) || !Technique::Directly.is_on() {
        return Ok(None);
    }
    let Some(graph) = alone(part, &vec![false; part.len()]) else { return Ok(None) };
    let stopping = StoppingGraph::of(&graph);
    let rotors = Configuration::first_arcs(&graph);
    let start = VertexId::new(start as u32);
    let piece = Rooted::at(&stopping, start);
    let departures = match piece.path() {
        Some(path) => {
            counts.path += 1;
            let mut particles = supply.to_vec();
            particles.resize(graph.vertex_count(), BigUint::zero());
            route_on_path(path, &rotors, &VertexMap::from_vec(particles)).departures
        }
        None => {
            let tree = piece.seen_as(Classified::tree_like).filter(|_| is_one);
            let Some(tree) = tree else { return Ok(None) };
            let departures = run_profile(tree, &rotors, tick)?.departures;
            counts.tree += 1;
            departures
        }
    };
    Ok(Some(departures.as_slice()[..part.len()].to_vec()))
}

/// Whether some arc inside lacks an opposite one, as none does in a strongly connected tree. Most graphs say so at
/// their first arcs. Long rows are not looked through.
pub(crate) fn is_surely_no_tree(part: &Part) -> bool {
    const SHORT: usize = 16;
    let lacks = |v: u32, w: u32| {
        let back = part.heads(w as usize);
        back.len() <= SHORT && !back.contains(&v)
    };
    (0..part.len() as u32)
        .any(|v| part.heads(v as usize).iter().any(|&w| w != OUTSIDE && w != v && lacks(v, w)))
}

/// The part as a graph of its own, rotors on the first arcs: vertices keep their numbers, and after them stand the
/// sinks, one for each vertex that has arcs out of the part, or to vertices that are `held`, which are sinks too.
/// Nothing if that is more than a graph can hold.
pub(crate) fn alone(part: &Part, held: &[bool]) -> Option<Multigraph> {
    let inner = part.len() as u64;
    let mut sinks = 0;
    let (mut first, mut heads) = (vec![0], Vec::with_capacity(part.arc_count()));
    for v in 0..part.len() {
        let before = sinks;
        let row = if held[v] { &[] } else { part.heads(v) };
        for &head in row {
            heads.push(match head {
                head if head == OUTSIDE || held[head as usize] => {
                    sinks = before + 1;
                    VertexId::new(u32::try_from(inner + before).ok()?)
                }
                head => VertexId::new(head),
            });
        }
        first.push(heads.len() as u32);
    }
    first.extend((0..sinks).map(|_| heads.len() as u32));
    Multigraph::from_rows(first, heads).ok()
}

// Division: a vertex whose particles come back only by its loops.

/// How often a vertex is left until `arrived` particles have gone elsewhere, loops bringing back the others.
///
/// `is_loop` says for each arc, from the rotor on, whether it is a loop; `degree` is their number. If all of them are,
/// none leaves. Time O(d) operations, one of them a division of `arrived` by a word.
pub(crate) fn leave_alone(
    degree: u32,
    is_loop: impl Iterator<Item = bool> + Clone,
    arrived: &BigUint,
) -> BigUint {
    let away = is_loop.clone().filter(|is_loop| !is_loop).count();
    if arrived.is_zero() || away == 0 {
        return BigUint::zero();
    }
    let (full_turns, rest) = (arrived - 1u32).div_rem(&away.into());
    let rest = rest.to_usize().expect("a remainder by a number of arcs is one");
    let last = is_loop.enumerate().filter(|(_, is_loop)| !is_loop).nth(rest);
    let (last, _) = last.expect("there are more arcs that lead away than the remainder by their number");
    full_turns * degree + last + 1u32
}

// Acyclic rests: where no cycle but loops is left, one topological pass of divisions settles a flow.

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
    use rotor_graph::parse;

    #[test]
    fn a_taker_is_named_if_it_took_something() {
        let components = ComponentCounts { division: 3, path: 0, tree: 1, flow: 0 };
        assert_eq!(components.iter().collect::<Vec<_>>(), [("division", 3), ("tree", 1)]);
    }

    #[test]
    fn a_missing_opposite_arc_breaks_a_tree_except_in_long_rows() {
        let is_surely_none = |text: &str| is_surely_no_tree(&Part::of_active(&parse(text).unwrap()).0);
        assert!(is_surely_none("a: b\nb: c s\nc: a\nsink s"));
        assert!(!is_surely_none("a: a b s\nb: a c\nc: b^2 s\nsink s"));
        assert!(is_surely_none("a: b\nb: c s^15\nc: a\nsink s"));
        assert!(!is_surely_none("a: b s^16\nb: c s^16\nc: a s^16\nsink s"));
    }

    #[test]
    fn as_many_leave_for_good_as_arrived() {
        let patterns: [&[bool]; 5] =
            [&[false], &[true, false], &[false, true, true], &[true, false, true, false], &[true]];
        for pattern in patterns {
            let degree = pattern.len() as u32;
            for arrived in 0..20u32 {
                let leaving = leave_alone(degree, pattern.iter().copied(), &arrived.into());
                let shares: Vec<BigUint> = shares(degree, &leaving).collect();
                assert_eq!(shares.iter().sum::<BigUint>(), leaving);
                let away: BigUint = shares
                    .iter()
                    .zip(pattern)
                    .filter(|(_, is_loop)| !**is_loop)
                    .map(|(share, _)| share)
                    .sum();
                let gone = if pattern == [true] { 0 } else { arrived };
                assert_eq!(away, gone.into(), "{arrived} particles, loops {pattern:?}");
            }
        }
    }

    #[test]
    fn the_last_departure_leads_away() {
        let leaving = leave_alone(3, [false, true, true].into_iter(), &BigUint::from(2u32));
        assert_eq!(leaving, 4u32.into(), "away, two loops, away; the next loops are not taken");
    }

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
