//! What is left over on trees, taken to its end one by one by return flows.
//!
//! A particle left over on v, with rotors as x leaves them, makes a walk of its own, whose departures are added to x. A
//! hole walks against time: its vertex takes back the arc it used last, so it is a particle among arcs in reversed order,
//! whose departures are taken away. On the way x(v) may fall below 0. If in the end x = f(x), then max(x, 0) is a flow
//! with the same arrivals everywhere outside: f is monotone and f(0) ≥ 0, so f(max(x, 0)) ≥ max(x, 0), and both sides have
//! the same sum, as nothing is lost.

use super::component::alone;
use super::part::Part;
use super::pseudo_flow::PseudoFlow;
use crate::tree::run_profile;
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Configuration, Event, Multigraph, Stop, StoppingGraph, Tick, TreeLike, VertexId};

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
