//! All starts by return flows of blocks: up the block-cut tree, then down, as on trees.

use super::sweep::Sweep;
use crate::general::all_starts::push_beside_blocks;
use crate::push::{DestinationForest, Pushing, TurnedToForest};
use crate::race::{Task, finish};
use num_bigint::BigUint;
use rotor_graph::{ArcId, BlockTree, Configuration, Stop, StoppingGraph, Tick, VertexId, VertexMap};

/// r(c, B): how often c sends the particle into a block until it does not come back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockFlow {
    /// c.
    pub vertex: VertexId,
    /// The number of B.
    pub block: usize,
    /// Nothing if the particle always comes back, or c has no arc into B.
    pub flow: Option<BigUint>,
}

/// The blocks of a graph with their return flows, and the forest that they lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockFlows {
    /// The vertices of each block: maximal 2-connected parts of the undirected graph between active vertices, bridges
    /// included.
    pub blocks: Vec<Vec<VertexId>>,
    /// The return flow of every block at each of its vertices, block by block.
    pub flows: Vec<BlockFlow>,
    /// The last departures of all starts, and how often each vertex is left before.
    pub forest: TurnedToForest,
}

/// The return flows of all blocks, and with them the last departures of all starts.
///
/// A tree is the case in which all blocks have two vertices. Between its visits c sends into B along its arcs into B in
/// rotor order, whatever else happens at c, so r(c, B) is well defined; and a vertex leaves for good when the flow of one
/// of its blocks is used up. Flows towards the leaves come first, then those towards the roots.
///
/// Time: O(|A|), and for each vertex of a block of more than two O(log r) runs of many particles in that block without the
/// vertex: polynomial where these are tree-like, as in a cactus. Memory: two flows for each vertex.
pub fn block_flows(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<BlockFlows, Stop> {
    let graph = stopping.graph();
    tick.tick(4 * (graph.vertex_count() + graph.arc_count()) as u64)?;
    finish(&mut BlockSweep::new(rotors, &BlockTree::of(stopping)), tick)
}

/// Return flows up the block-cut tree and down, as a task.
pub(crate) struct BlockSweep<'a, 's, 'g> {
    sweep: Sweep<'a, 's, 'g>,
    is_up: bool,
}

impl<'a, 's, 'g> BlockSweep<'a, 's, 'g> {
    pub(crate) fn new(rotors: &'a Configuration, tree: &'a BlockTree<'s, 'g>) -> Self {
        Self { sweep: Sweep::new(rotors, tree), is_up: false }
    }
}

impl Task for BlockSweep<'_, '_, '_> {
    type Answer = BlockFlows;

    fn next_cost(&self) -> u64 {
        self.sweep.next_cost()
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<BlockFlows>, Stop> {
        if !self.is_up {
            self.is_up = self.sweep.step_up(tick)?;
            return Ok(None);
        }
        Ok(self.sweep.step_down(tick)?.then(|| self.sweep.flows()))
    }
}

/// Turns rotors in cycles until they form none: by cycle pushes and, raced against them, by [`block_flows`].
///
/// Pushes are tried first, because most starts need few. Time: within a constant of the cheaper of the two.
pub fn forest_by_blocks(
    tree: &BlockTree<'_, '_>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<TurnedToForest, Stop> {
    let stopping = tree.stopping();
    let most = 4 * stopping.graph().vertex_count() as u64 + 1_000;
    let mut starts = stopping.active_vertices();
    let mut pushing = Pushing::new(stopping, rotors);
    if let Some(start) = starts.next() {
        pushing.start_at(start);
        // All starts together get as many turns as one may take when a flow is sought for each.
        tick.tick(most)?;
        if !pushing.push_from(&mut starts, most, &mut ())? {
            return push_beside_blocks(tree, rotors, pushing, &mut starts, tick);
        }
    }
    Ok(TurnedToForest::from_pushed(pushing.into_pushed()))
}

impl Sweep<'_, '_, '_> {
    pub(crate) fn flows(&self) -> BlockFlows {
        let graph = self.stopping.graph();
        let mut turns = VertexMap::filled(graph.vertex_count(), BigUint::default());
        let mut arcs = VertexMap::filled(graph.vertex_count(), ArcId::NONE);
        for u in self.stopping.active_vertices() {
            let last = self.last[u].as_ref().expect("in a stopping graph some flow is finite");
            arcs[u] = self.rotors.rotor_after(graph, u, &last.before);
            turns[u] = last.before.clone();
        }
        let mut blocks = Vec::with_capacity(self.tree.len());
        let mut flows = Vec::new();
        for id in self.tree.blocks() {
            let block = id as usize;
            let members: Vec<VertexId> = self.tree.members(id).collect();
            let top = BlockFlow { vertex: members[0], block, flow: self.from_top[block].clone() };
            let at = |&v: &VertexId| BlockFlow { vertex: v, block, flow: self.to_home[v].clone() };
            flows.extend(std::iter::once(top).chain(members[1..].iter().map(at)));
            blocks.push(members);
        }
        let forest = TurnedToForest { forest: DestinationForest::new(arcs), turns };
        BlockFlows { blocks, flows, forest }
    }
}
