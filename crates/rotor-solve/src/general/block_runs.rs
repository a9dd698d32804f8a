//! What is left over on a cactus, taken to its end one by one by return flows of blocks.
//!
//! As in [`tree_runs`](super::tree_runs) a particle walks with rotors as x leaves them, and a hole against time among arcs in
//! reversed order. Each block of a cactus is an edge or a cycle, which without one vertex is a path: so each run is
//! polynomial, and there are O(|A|) of them.

use super::blocks::{BlockTree, run_in_component};
use super::component::alone;
use super::part::{OUTSIDE, Part};
use super::pseudo_flow::PseudoFlow;
use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};
use rotor_graph::{Stop, StoppingGraph, Tick, strong_components};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::below::go_below;
    use crate::general::expectation::Averages;
    use crate::particles::route_in_bulk;
    use rotor_generate::{Dice, small_blocks, walk_bound};
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
}
