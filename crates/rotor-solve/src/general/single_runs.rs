//! Single runs: residuals on trees and cacti taken to their ends one by one, and a start below the run, from where that ends with it.
//!
//! **Trees.** What is left over is taken to its end by return flows.
//! A particle left over on v, with rotors as x leaves them, makes a walk of its own, whose departures are added to x. A
//! hole walks against time: its vertex takes back the arc it used last, so it is a particle among arcs in reversed order,
//! whose departures are taken away. On the way x(v) may fall below 0. If in the end x = f(x), then max(x, 0) is a flow
//! with the same arrivals everywhere outside: f is monotone and f(0) ≥ 0, so f(max(x, 0)) ≥ max(x, 0), and both sides have
//! the same sum, as nothing is lost.

use super::blocks::{BlockTree, run_in_component};
use super::component::alone;
use super::expectation::Averages;
use super::pseudo_flow::PseudoFlow;
use super::pseudo_flow::{OUTSIDE, Part};
use crate::tree::run_profile;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use rotor_graph::{
    Configuration, Event, Multigraph, Stop, StoppingGraph, Tick, TreeLike, VertexId, strong_components,
};

/// The free vertices of a part as graphs of their own, all of whose components are trees.
#[derive(Debug)]
pub(crate) struct TreeRuns {
    graph: Multigraph,
    /// The same with all arcs in reversed order.
    reversed: Multigraph,
}

impl TreeRuns {
    /// The vertices that are not `held`, if they are tree-like; held ones count as outside. Time O(|A|).
    pub(crate) fn of(part: &Part, held: &[bool], tick: &mut dyn Tick) -> Result<Option<Self>, Stop> {
        tick.tick(4 * part.arc_count() as u64)?;
        let Some(graph) = alone(part, held) else { return Ok(None) };
        if TreeLike::of(&StoppingGraph::of(&graph)).is_err() {
            return Ok(None);
        }
        let rows = graph.vertices().flat_map(|u| graph.heads(u).iter().rev());
        let reversed = Multigraph::from_rows(graph.row_starts().to_vec(), rows.copied().collect());
        Ok(reversed.ok().map(|reversed| Self { graph, reversed }))
    }

    /// Takes all that is left over on the free vertices to its end.
    ///
    /// If nothing is missing anywhere and x is nowhere more than the run, it becomes the run.
    /// Time: O(|A|) operations for each particle and hole, on integers of the size of their walks.
    pub(crate) fn route_all(
        &self,
        flow: &mut PseudoFlow<'_>,
        held: &[bool],
        tick: &mut dyn Tick,
    ) -> Result<(), Stop> {
        let mut runs = 0u64;
        for v in (0..held.len()).filter(|&v| !held[v]) {
            while !flow.residual(v).is_zero() {
                let is_hole = flow.residual(v) < BigInt::zero();
                self.route_one(flow, v, is_hole, tick)?;
                runs += 1;
            }
        }
        tick.observe(Event::Detail(format_args!("what was left over on trees: single runs {runs}")));
        flow.drop_negative();
        Ok(())
    }

    fn route_one(
        &self,
        flow: &mut PseudoFlow<'_>,
        v: usize,
        is_hole: bool,
        tick: &mut dyn Tick,
    ) -> Result<(), Stop> {
        let n = flow.part().len();
        let graph = if is_hole { &self.reversed } else { &self.graph };
        tick.tick(4 * graph.arc_count() as u64)?;
        let position = |u: VertexId| match (u.index() < n).then(|| flow.position(u.index())) {
            Some(position) if is_hole => (graph.out_degree(u) - position) % graph.out_degree(u),
            position => position.unwrap_or(0),
        };
        let rotors = Configuration::from_positions(graph, position);
        let stopping = StoppingGraph::of(graph);
        let from = VertexId::new(v as u32);
        let tree =
            TreeLike::rooted_at(&stopping, from).expect("a forest has no other trees from another root");
        let rooted = tree.at_root(from).expect("it is rooted there");
        let run = run_profile(rooted, &rotors, tick)?.departures;
        let signed = |(u, count): (usize, &BigUint)| {
            let count = BigInt::from(count.clone());
            (u, if is_hole { -count } else { count })
        };
        let walked = run.as_slice()[..n].iter().enumerate().filter(|(_, count)| !count.is_zero());
        flow.apply_freely(walked.map(signed));
        Ok(())
    }
}

/// How many particles and holes are left over, if that is a number worth taking one by one: no more than roundings of a
/// guess leave.
pub(crate) fn are_few(left_over: &BigUint, part: &Part) -> bool {
    left_over.to_usize().is_some_and(|count| count <= 8 * (part.arc_count() + part.len()))
}

// What is left over on a cactus, taken to its end one by one by return flows of blocks.
//
// As in `tree_runs` a particle walks with rotors as x leaves them, and a hole against time among arcs in
// reversed order. Each block of a cactus is an edge or a cycle, which without one vertex is a path: so each run is
// polynomial, and there are O(|A|) of them.

/// Stands for a part that is a strongly connected cactus.
#[derive(Clone, Debug)]
pub(crate) struct BlockRuns(());

impl BlockRuns {
    /// The part, if it is one. Time O(|A|).
    pub(crate) fn of(part: &Part, tick: &mut dyn Tick) -> Result<Option<Self>, Stop> {
        if has_too_many_edges(part) {
            return Ok(None);
        }
        tick.tick(8 * part.arc_count() as u64)?;
        let Some(graph) = alone(part, &vec![false; part.len()]) else { return Ok(None) };
        let stopping = StoppingGraph::of(&graph);
        if !BlockTree::of(&stopping).is_cactus() {
            return Ok(None);
        }
        let components = strong_components(&graph, stopping.active(), stopping.active_vertices());
        Ok((components.len() == 1).then_some(Self(())))
    }

    /// Takes all that is left over to its end.
    ///
    /// If nothing is missing anywhere and x is nowhere more than the run, it becomes the run.
    /// Time: that of one start by blocks for each particle and hole.
    pub(crate) fn route_all(&self, flow: &mut PseudoFlow<'_>, tick: &mut dyn Tick) -> Result<(), Stop> {
        for v in 0..flow.part().len() {
            while !flow.residual(v).is_zero() {
                let is_hole = flow.residual(v).is_negative();
                let run = run_in_component(&turned(flow, is_hole), v as u32, tick)?;
                let signed = |(u, count): (usize, BigUint)| {
                    let count = BigInt::from(count);
                    (u, if is_hole { -count } else { count })
                };
                let walked = run.into_iter().enumerate().filter(|(_, count)| !count.is_zero());
                flow.apply_freely(walked.map(signed));
            }
        }
        flow.drop_negative();
        Ok(())
    }
}

/// Whether vertices have more neighbours than in any cactus, which has at most 3 (n − 1) / 2 edges. Long rows are not looked
/// through.
fn has_too_many_edges(part: &Part) -> bool {
    const LONG: usize = 16;
    let most = 3 * (part.len() - 1);
    let mut pairs = 0;
    let mut heads: Vec<u32> = Vec::new();
    (0..part.len()).any(|v| {
        heads.clear();
        heads.extend(part.heads(v).iter().take(LONG).filter(|&&w| w != OUTSIDE && w as usize != v));
        heads.sort_unstable();
        heads.dedup();
        pairs += heads.len();
        pairs > most
    })
}

/// The part with the arcs of each vertex from its present rotor on; for a hole, from the arc it used last, backwards.
fn turned(flow: &PseudoFlow<'_>, is_hole: bool) -> Part {
    let rows: Vec<Vec<u32>> = (0..flow.part().len())
        .map(|v| {
            let (before, from_rotor) = flow.part().heads(v).split_at(flow.position(v) as usize);
            match is_hole {
                false => [from_rotor, before].concat(),
                true => before.iter().rev().chain(from_rotor.iter().rev()).copied().collect(),
            }
        })
        .collect();
    Part::from_rows(&rows)
}

// From below: departures that are no more than the run's, with at most half a particle left over for each arc.
//
// Let q solve q(v) = p(v) + Σ (q(u) − j) / d(u) over all arcs number j from the rotor on that lead from some u to v: the equations
// of a flow with (x − j)/d in place of ⌈(x − j)/d⌉. As ⌈t⌉ ≥ t, what the run y has more than q is nowhere less than what
// flows there of it, so y ≥ q, and y ≥ x for x = ⌈q⌉. Then f(x) ≥ q as well, hence f(x) ≥ x: nothing is missing; and the equations add
// up to Σ (f(x) − x) ≤ Σ (d(v) − 1)/2 (Coq: `Relaxed.relaxed_is_below`, `relaxed_goes_up`, `relaxed_leaves_few`). All this holds
// for any q with q(v) ≤ p(v) + Σ (q(u) − j)/d(u), but that a little more may be left over; so q can come from floats if that is
// verified in integers. However what is left over is taken to its ends one after the other, x stays below y, and ends as the
// run, counts below 0 taken as 0 (Coq: `FromBelow.from_below_moves`).

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
            let ahead = (u64::from(number) + u64::from(degree - position)) % u64::from(degree);
            more[head as usize] += (u128::from(ahead) << BITS).div_ceil(degree.into());
            arcs_into[head as usize] += 1;
        }
    }
    // What q exceeds x by solves the equations with this in place of p.
    let lacks: Vec<BigInt> = (0..n).map(|v| (flow.residual(v) << BITS) - more[v]).collect();
    let margin = |v: usize| 2 * u64::from(arcs_into[v]) + 2;
    let excess = averages.rounded_visits(part, &vec![false; n], |v| &lacks[v] - margin(v), tick)?;
    let mut most = lacks;
    for (u, excess) in excess.iter().enumerate() {
        let share = excess.div_floor(&part.degree(u).into());
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
    use crate::general::expectation::Averages;
    use crate::general::pseudo_flow::Part;
    use crate::particles::route_in_bulk;
    use rotor_generate::{Dice, Kinds, small_blocks, small_forest, small_graph, walk_bound};
    use rotor_graph::VertexMap;

    #[test]
    fn cacti_end_with_the_run_from_below_or_with_a_flow() {
        let mut dice = Dice::new(151);
        let [mut runs, mut holes, mut rings] = [0; 3];
        for index in 0..4_000 {
            let instance = small_blocks(&mut dice, 5, 0.0);
            if walk_bound(instance.graph()) > 20_000 {
                continue;
            }
            let stopping = StoppingGraph::of(instance.graph());
            let components =
                strong_components(instance.graph(), stopping.active(), stopping.active_vertices());
            let Some(component) = components.into_iter().max_by_key(Vec::len) else { continue };
            let part = Part::of_list(&instance, &component);
            let Some(blocks) = BlockRuns::of(&part, &mut ()).unwrap() else { continue };
            rings += u32::from(component.len() > 2);
            // Whatever leaves the component is lost.
            let graph = alone(&part, &vec![false; part.len()]).unwrap();
            let alone = StoppingGraph::of(&graph);
            let supply: Vec<_> = (0..part.len()).map(|_| BigUint::from(dice.below(4))).collect();
            let mut particles = supply.clone();
            particles.resize(graph.vertex_count(), BigUint::zero());
            let rotors = rotor_graph::Configuration::first_arcs(&graph);
            let run = route_in_bulk(&alone, &rotors, &VertexMap::from_vec(particles), &mut ()).unwrap();
            let run = &run.departures.as_slice()[..part.len()];
            let mut flow = PseudoFlow::new(&part, supply);
            if index % 2 == 0 {
                let averages = Averages::of(&part, &vec![false; part.len()], &mut ()).unwrap();
                assert!(go_below(&mut flow, &averages, &mut ()).unwrap());
                blocks.route_all(&mut flow, &mut ()).unwrap();
                assert!(flow.all_departures().eq(run.iter().cloned()), "{instance}");
                runs += 1;
            } else {
                let some: Vec<_> = (0..part.len()).map(|v| (v, BigInt::from(dice.below(7)))).collect();
                flow.apply(some.into_iter());
                holes += u32::from((0..part.len()).any(|v| flow.residual(v).is_negative()));
                blocks.route_all(&mut flow, &mut ()).unwrap();
                flow.recount();
                assert!((0..part.len()).all(|v| flow.residual(v).is_zero()), "{instance}");
                assert!(flow.all_departures().zip(run).all(|(x, least)| x >= *least), "{instance}");
            }
        }
        assert!(
            runs > 500 && holes > 300 && rings > 500,
            "{runs} runs, {holes} with holes, {rings} with cycles"
        );
    }

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
