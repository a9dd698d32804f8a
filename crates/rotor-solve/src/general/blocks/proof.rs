//! What proves the return flow of a block: a flow of the particles that come back, and one of which the last is kept.

use super::block_flow::{HowKept, Sent};
use super::sweep::Sweep;
use crate::general::expectation::OnDemand;
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{
    BlockId, BlockReturns, BlockTree, BlocksClaim, Configuration, Count, KeptProof, Stop, StoppingGraph,
    Tick, VertexId, VertexMap,
};
use std::collections::BTreeSet;

/// The return flows of all blocks as [`block_flows`](super::block_flows) finds them, each with its proof, and all exits.
///
/// Time: that of the flows, and O(|B|) flows in each block for each of its vertices. Memory: O(Σ|B|²) integers, which is
/// announced before it is taken.
pub fn proved_block_flows(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<BlocksClaim, Stop> {
    let graph = stopping.graph();
    tick.tick(4 * (graph.vertex_count() + graph.arc_count()) as u64)?;
    let tree = BlockTree::of(stopping);
    let integer = std::mem::size_of::<BigUint>() as u64;
    tick.reserve(tree.sum_of_squares().saturating_mul(2 * integer))?;
    let mut sweep = Sweep::new(rotors, &tree);
    sweep.go_up(tick)?;
    sweep.go_down(tick)?;
    let mut returns = Vec::new();
    for block in tree.blocks() {
        let deadline = sweep.deadline_of_top(block);
        for c in tree.members(block) {
            let flow = match c == tree.top(block) {
                true => sweep.from_top[block as usize].clone(),
                false => sweep.to_home[c].clone(),
            };
            let top = (c != tree.top(block)).then_some(&deadline);
            let proof = match &flow {
                None => None,
                Some(flow) => Some(Prover { sweep: &mut sweep, c, block }.prove(flow, top, tick)?),
            };
            let own = if c == tree.top(block) { deadline.clone() } else { sweep.home_deadline[c].clone() };
            let count = |number: Option<BigUint>| number.map_or(Count::Infinite, Count::from);
            let (flow, deadline) = (count(flow), count(own));
            returns.push(BlockReturns { vertex: c, block: block as usize, flow, deadline, proof });
        }
    }
    let found = sweep.flows();
    let mut last_departures = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    for u in stopping.active_vertices() {
        last_departures[u] = &found.forest.turns[u] + 1u32;
    }
    let (traps, exits) = (stopping.traps().members().to_vec(), found.forest.forest.exit_pattern(stopping));
    Ok(BlocksClaim { traps, exits, blocks: found.blocks, returns, last_departures })
}

/// One vertex and one of its blocks.
struct Prover<'x, 'a, 's, 'g> {
    sweep: &'x mut Sweep<'a, 's, 'g>,
    c: VertexId,
    block: BlockId,
}

impl Prover<'_, '_, '_, '_> {
    fn prove(
        mut self,
        flow: &BigUint,
        top: Option<&Option<BigUint>>,
        tick: &mut dyn Tick,
    ) -> Result<KeptProof, Stop> {
        let sent = self.sweep.sent(self.c, self.block, top);
        let steps = 16 * sent.part.arc_count() as u64 + 200;
        let walked = sent.walk(steps, tick)?;
        if let Some(end) = walked.end {
            let mut returned = walked.departures.clone();
            walked.last.iter().for_each(|&v| returned[v as usize] -= 1);
            let big = |numbers: Vec<u64>| numbers.into_iter().map(BigUint::from).collect::<Vec<_>>();
            return Ok(self.proof(&sent, flow, big(returned), big(walked.departures), end));
        }
        let returned = sent.returning(&(flow - 1u32), false, &mut OnDemand::default(), tick)?;
        let returned = returned.expect("fewer than the return flow come back");
        Ok(match sent.halted(flow, tick)? {
            Some(halted) => {
                self.proof(&sent, flow, returned, halted.departures, HowKept::Deadline(halted.at))
            }
            // Limits apart, all of them make a flow, and one of them ends where no way leads back from.
            None => {
                let kept = sent.regardless(flow, tick)?;
                self.proof(&sent, flow, returned, kept, HowKept::DeadEnd)
            }
        })
    }

    /// The proof, with vertices by their numbers in the graph.
    fn proof(
        &mut self,
        sent: &Sent,
        flow: &BigUint,
        returned: Vec<BigUint>,
        kept: Vec<BigUint>,
        end: HowKept,
    ) -> KeptProof {
        let halts = match end {
            HowKept::Deadline(at) => sent.vertices[at],
            HowKept::DeadEnd => self.dead_end(sent, flow, &kept),
        };
        let listed = |numbers: Vec<BigUint>| {
            let all = sent.vertices.iter().copied().zip(numbers);
            all.filter(|(_, number)| !number.is_zero()).collect()
        };
        KeptProof { returned: listed(returned), halts, kept: listed(kept) }
    }

    /// The first vertex without a way back that a particle has entered.
    fn dead_end(&self, sent: &Sent, flow: &BigUint, kept: &[BigUint]) -> VertexId {
        let tree = self.sweep.tree;
        let returning: BTreeSet<VertexId> = sent.vertices.iter().copied().collect();
        let is_dead_end = |from: VertexId, v: VertexId| {
            let leads_in = v != from && v != self.c && self.sweep.stopping.is_active(v);
            leads_in && tree.block_of(from, v) == self.block && !returning.contains(&v)
        };
        let mut left = sent.vertices.iter().zip(kept).map(|(&u, times)| (u, times.clone()));
        let inside = left.find_map(|(u, times)| {
            let heads = self.sweep.heads(u).enumerate();
            let used = heads.filter(|(arc, _)| times > BigUint::from(*arc)).map(|(_, v)| v);
            used.clone().find(|&v| is_dead_end(u, v))
        });
        let into = || {
            let in_block = |&v: &VertexId| {
                v != self.c && self.sweep.stopping.is_active(v) && tree.block_of(self.c, v) == self.block
            };
            let mut heads = self.sweep.heads(self.c).filter(in_block).enumerate();
            heads.find(|(arc, v)| *flow > BigUint::from(*arc) && is_dead_end(self.c, *v)).map(|(_, v)| v)
        };
        inside.or_else(into).expect("what no deadline keeps ends where no way leads back from")
    }
}
