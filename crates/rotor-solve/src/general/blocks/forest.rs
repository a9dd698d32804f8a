//! All starts by return flows of blocks: up the block-cut tree, then down, as on trees.

use super::block_flow::Sent;
use super::block_tree::{BlockId, BlockTree, NO_BLOCK};
use super::deadline::{LastDeparture, last_departure, one, uses};
use crate::budget::{Budget, Outcome};
use crate::general::part::{OUTSIDE, Part};
use crate::push::{DestinationForest, TurnedToForest};
use num_bigint::BigUint;
use rotor_graph::{ArcId, Configuration, StoppingGraph, VertexId, VertexMap};

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
    budget: &mut dyn Budget,
) -> Outcome<BlockFlows> {
    let graph = stopping.graph();
    budget.spend(4 * (graph.vertex_count() + graph.arc_count()) as u64)?;
    let tree = BlockTree::of(stopping);
    let mut sweep = Sweep::new(stopping, rotors, &tree);
    for block in 0..tree.len() as BlockId {
        for &v in tree.below(block) {
            sweep.home_deadline[v] = sweep.routine(v, Some(block)).map(|last| last.before + 1u32);
        }
        sweep.from_top[block as usize] = sweep.flow_at(tree.top(block), block, None, budget)?;
    }
    let is_root = |u: &VertexId| tree.home(*u) == NO_BLOCK;
    for root in stopping.active_vertices().filter(is_root) {
        sweep.finish(root);
    }
    for block in (0..tree.len() as BlockId).rev() {
        let top = sweep.deadline_of_top(tree.top(block), block);
        for &v in tree.below(block) {
            sweep.to_home[v] = sweep.flow_at(v, block, Some(&top), budget)?;
        }
        tree.below(block).iter().for_each(|&v| sweep.finish(v));
    }
    Ok(sweep.into_flows())
}

/// What is known so far.
struct Sweep<'a, 's, 'g> {
    stopping: &'s StoppingGraph<'g>,
    rotors: &'a Configuration,
    tree: &'a BlockTree,
    /// The flow of a block at its top.
    from_top: Vec<Option<BigUint>>,
    /// The flow of the home block of a vertex at that vertex.
    to_home: VertexMap<Option<BigUint>>,
    /// The departure at which a vertex keeps the particle out of its home block.
    home_deadline: VertexMap<Option<BigUint>>,
    last: VertexMap<Option<LastDeparture>>,
    /// Scratch of the routine: a group for each block and one for what absorbs.
    count: Vec<u32>,
    /// Scratch of a block: the place of its vertices.
    place: VertexMap<u32>,
}

impl<'a, 's, 'g> Sweep<'a, 's, 'g> {
    fn new(stopping: &'s StoppingGraph<'g>, rotors: &'a Configuration, tree: &'a BlockTree) -> Self {
        let vertices = stopping.graph().vertex_count();
        Self {
            stopping,
            rotors,
            tree,
            from_top: vec![None; tree.len()],
            to_home: VertexMap::filled(vertices, None),
            home_deadline: VertexMap::filled(vertices, None),
            last: VertexMap::filled(vertices, None),
            count: vec![0; tree.len() + 1],
            place: VertexMap::filled(vertices, OUTSIDE),
        }
    }

    /// The heads of the arcs of `u`, that of its rotor first.
    fn heads(&self, u: VertexId) -> impl Iterator<Item = VertexId> + Clone + use<'g> {
        let graph = self.stopping.graph();
        let (before, from_rotor) = graph.heads(u).split_at(self.rotors.position(graph, u) as usize);
        from_rotor.iter().chain(before).copied()
    }

    /// The revolving routine at `u`, a block always giving the particle back if it is left out.
    fn routine(&mut self, u: VertexId, without: Option<BlockId>) -> Option<LastDeparture> {
        let absorbed = self.tree.len();
        let groups: Vec<_> = self
            .heads(u)
            .map(|v| match v {
                v if v == u => None,
                v if !self.stopping.is_active(v) => Some(absorbed),
                v => Some(self.tree.block_of(u, v))
                    .filter(|&block| Some(block) != without)
                    .map(|block| block as usize),
            })
            .collect();
        let Self { tree, from_top, to_home, count, .. } = self;
        let flow = |group: usize| match group {
            group if group == absorbed => one(),
            group if tree.top(group as BlockId) == u => from_top[group].clone(),
            _ => to_home[u].clone(),
        };
        last_departure(&groups, flow, count)
    }

    /// Finds the last departure of `u`, all flows of its blocks being known.
    fn finish(&mut self, u: VertexId) {
        self.last[u] = self.routine(u, None);
    }

    /// The departure at which the top of a block keeps the particle out of it.
    fn deadline_of_top(&mut self, top: VertexId, block: BlockId) -> Option<BigUint> {
        match &self.last[top] {
            // Without a block that does not decide, all stays as it is.
            Some(last) if last.group != block as usize => Some(&last.before + 1u32),
            _ => self.routine(top, Some(block)).map(|last| last.before + 1u32),
        }
    }

    /// r(c, B); `top` is the deadline of the top of the block, unless that is c.
    fn flow_at(
        &mut self,
        c: VertexId,
        block: BlockId,
        top: Option<&Option<BigUint>>,
        budget: &mut dyn Budget,
    ) -> Outcome<Option<BigUint>> {
        budget.spend(u64::from(self.stopping.graph().out_degree(c)))?;
        if let &[below] = self.tree.below(block) {
            let other = if below == c { self.tree.top(block) } else { below };
            return Ok(self.flow_over_bridge(c, other, self.deadline(other, block, top)));
        }
        self.sent(c, block, top).return_flow(budget)
    }

    /// The departure at which a vertex of a block keeps the particle out of it.
    fn deadline(&self, v: VertexId, block: BlockId, top: Option<&Option<BigUint>>) -> Option<BigUint> {
        match top {
            Some(top) if v == self.tree.top(block) => top.clone(),
            _ => self.home_deadline[v].clone(),
        }
    }

    /// r(c, B) if B has only c and `other`: what comes back before the deadline, and one more.
    fn flow_over_bridge(&self, c: VertexId, other: VertexId, deadline: Option<BigUint>) -> Option<BigUint> {
        if !self.heads(c).any(|v| v == other) {
            return None;
        }
        let back: Vec<bool> = self.heads(other).map(|v| v == c).collect();
        if !back.contains(&true) {
            return one();
        }
        let degree = self.stopping.graph().out_degree(other);
        deadline.map(|deadline| uses(degree, &(deadline - 1u32), |arc| back[arc]) + 1u32)
    }

    /// The block as `c` sees it.
    fn sent(&mut self, c: VertexId, block: BlockId, top: Option<&Option<BigUint>>) -> Sent {
        let members: Vec<VertexId> =
            self.tree.below(block).iter().copied().chain([self.tree.top(block)]).collect();
        let others: Vec<VertexId> = members.iter().copied().filter(|&v| v != c).collect();
        others.iter().enumerate().for_each(|(at, &v)| self.place[v] = at as u32);
        let (reached, returns) = (self.reached_from(c, &others), self.returning_to(c, &others));
        let mut live = Vec::new();
        let mut number = vec![OUTSIDE; others.len()];
        for (at, &v) in others.iter().enumerate() {
            if reached[at] && returns[at] {
                number[at] = live.len() as u32;
                live.push(v);
            }
        }
        let place = |v: VertexId| self.place[v];
        let mut deadlines = Vec::with_capacity(live.len());
        let mut rows = Vec::with_capacity(live.len());
        for (at, &u) in live.iter().enumerate() {
            let mut kept: Option<usize> = None;
            let heads = self.heads(u).enumerate().map(|(arc, v)| match place(v) {
                _ if v == c => OUTSIDE,
                // An arc out of the block, or a loop: the particle comes back until the deadline.
                OUTSIDE => at as u32,
                other if number[other as usize] == OUTSIDE => {
                    kept = kept.or(Some(arc + 1));
                    OUTSIDE
                }
                other => number[other as usize],
            });
            rows.push(heads.collect::<Vec<u32>>());
            let kept = kept.map(BigUint::from);
            deadlines.push([self.deadline(u, block, top), kept].into_iter().flatten().min());
        }
        let into =
            self.heads(c).filter(|&v| place(v) != OUTSIDE).map(|v| number[place(v) as usize]).collect();
        others.iter().for_each(|&v| self.place[v] = OUTSIDE);
        Sent { part: Part::from_rows(&rows), into, deadlines }
    }

    /// Which of the others a particle from `c` gets to inside the block.
    fn reached_from(&self, c: VertexId, others: &[VertexId]) -> Vec<bool> {
        let mut reached = vec![false; others.len()];
        let mut stack = vec![c];
        while let Some(u) = stack.pop() {
            for v in self.heads(u).filter(|&v| v != c && self.place[v] != OUTSIDE) {
                if !std::mem::replace(&mut reached[self.place[v] as usize], true) {
                    stack.push(v);
                }
            }
        }
        reached
    }

    /// From which of the others a way leads to `c` inside the block.
    fn returning_to(&self, c: VertexId, others: &[VertexId]) -> Vec<bool> {
        let mut tails: Vec<Vec<u32>> = vec![Vec::new(); others.len()];
        let mut returns = vec![false; others.len()];
        let mut stack = Vec::new();
        for (at, &u) in others.iter().enumerate() {
            for v in self.heads(u) {
                if v == c && !std::mem::replace(&mut returns[at], true) {
                    stack.push(at as u32);
                } else if v != c && self.place[v] != OUTSIDE {
                    tails[self.place[v] as usize].push(at as u32);
                }
            }
        }
        while let Some(at) = stack.pop() {
            for &tail in &tails[at as usize] {
                if !std::mem::replace(&mut returns[tail as usize], true) {
                    stack.push(tail);
                }
            }
        }
        returns
    }

    fn into_flows(self) -> BlockFlows {
        let graph = self.stopping.graph();
        let mut turns = VertexMap::filled(graph.vertex_count(), BigUint::default());
        let mut arcs = VertexMap::filled(graph.vertex_count(), ArcId::NONE);
        for u in self.stopping.active_vertices() {
            let last = self.last[u].as_ref().expect("in a stopping graph some flow is finite");
            let degree = u64::from(graph.out_degree(u));
            let place = (u64::from(self.rotors.position(graph, u)) + last.arc as u64) % degree;
            arcs[u] = ArcId::new(graph.arc_range(u).start + place as u32);
            turns[u] = last.before.clone();
        }
        let mut blocks = Vec::with_capacity(self.tree.len());
        let mut flows = Vec::new();
        for block in 0..self.tree.len() {
            let (top, below) = (self.tree.top(block as BlockId), self.tree.below(block as BlockId));
            flows.push(BlockFlow { vertex: top, block, flow: self.from_top[block].clone() });
            let at = |&v: &VertexId| BlockFlow { vertex: v, block, flow: self.to_home[v].clone() };
            flows.extend(below.iter().map(at));
            blocks.push([&[top], below].concat());
        }
        let forest = TurnedToForest { forest: DestinationForest::new(arcs), turns };
        BlockFlows { blocks, flows, forest }
    }
}
