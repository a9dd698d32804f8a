//! The sweep over the block-cut tree: flows and deadlines as far as they are known.

use super::block_flow::{GroupDeparture, HowKept, Sent, last_departure, one, uses};
use crate::general::all_starts::push_beside_blocks;
use crate::general::expectation::OnDemand;
use crate::general::pseudo_flow::{OUTSIDE, Part};
use crate::push::{DestinationForest, Pushing, TurnedToForest};
use crate::race::{Slice, Task, finish};
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{
    ArcId, BlockId, BlockReturns, BlockTree, BlocksClaim, Configuration, Count, KeptProof, Stop,
    StoppingGraph, Tick, VertexId, VertexMap,
};
use std::collections::BTreeSet;

/// What is known so far.
pub(crate) struct Sweep<'a, 's, 'g> {
    pub(crate) stopping: &'s StoppingGraph<'g>,
    pub(crate) rotors: &'a Configuration,
    pub(crate) tree: &'a BlockTree<'s, 'g>,
    /// The flow of a block at its top.
    pub(crate) from_top: Vec<Option<BigUint>>,
    /// The flow of the home block of a vertex at that vertex.
    pub(crate) to_home: VertexMap<Option<BigUint>>,
    /// The departure at which a vertex keeps the particle out of its home block.
    pub(crate) home_deadline: VertexMap<Option<BigUint>>,
    pub(crate) last: VertexMap<Option<GroupDeparture>>,
    /// Scratch of the routine: a group for each block and one for what absorbs.
    count: Vec<u32>,
    /// Scratch of a block: the place of its vertices.
    place: VertexMap<u32>,
    /// How many blocks are done on the present way, and of the next one how many vertices.
    done: (BlockId, usize),
    /// What the dearest flow has cost.
    dearest: u64,
}

impl<'a, 's, 'g> Sweep<'a, 's, 'g> {
    pub(crate) fn new(rotors: &'a Configuration, tree: &'a BlockTree<'s, 'g>) -> Self {
        let stopping = tree.stopping();
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
            done: (0, 0),
            dearest: 0,
        }
    }

    /// What the next step costs, as far as is known.
    pub(crate) fn next_cost(&self) -> u64 {
        2 * self.dearest
    }

    /// The flows of all blocks at their tops, and the deadlines of all other vertices: up the tree.
    pub(crate) fn go_up(&mut self, tick: &mut dyn Tick) -> Result<(), Stop> {
        while !self.step_up(tick)? {}
        Ok(())
    }

    /// The flows of all blocks at their other vertices, and all last departures: down the tree, when it has gone up.
    pub(crate) fn go_down(&mut self, tick: &mut dyn Tick) -> Result<(), Stop> {
        while !self.step_down(tick)? {}
        Ok(())
    }

    /// One block on the way up; says whether it was the last one.
    pub(crate) fn step_up(&mut self, tick: &mut dyn Tick) -> Result<bool, Stop> {
        let block = self.done.0;
        if block as usize == self.tree.len() {
            self.done.0 = 0;
            return Ok(true);
        }
        for &v in self.tree.below(block) {
            self.home_deadline[v] = self.routine(v, Some(block)).map(|last| last.before + 1u32);
        }
        self.from_top[block as usize] = self.measured_flow(self.tree.top(block), block, None, tick)?;
        self.done.0 += 1;
        Ok(false)
    }

    /// One block on the way down; says whether it was the last one.
    pub(crate) fn step_down(&mut self, tick: &mut dyn Tick) -> Result<bool, Stop> {
        let (blocks, known) = self.done;
        if self.done == (0, 0) {
            for root in self.stopping.active_vertices().filter(|&u| self.tree.home(u).is_none()) {
                self.finish(root);
            }
        }
        if blocks as usize == self.tree.len() {
            return Ok(true);
        }
        let block = self.tree.len() as BlockId - 1 - blocks;
        let below = self.tree.below(block);
        let top = self.deadline_of_top(block);
        for &v in &below[known..] {
            self.to_home[v] = self.measured_flow(v, block, Some(&top), tick)?;
            self.done.1 += 1;
        }
        self.done = (blocks + 1, 0);
        below.iter().for_each(|&v| self.finish(v));
        Ok(false)
    }

    fn measured_flow(
        &mut self,
        c: VertexId,
        block: BlockId,
        top: Option<&Option<BigUint>>,
        tick: &mut dyn Tick,
    ) -> Result<Option<BigUint>, Stop> {
        let mut counted = Slice::new(tick, u64::MAX);
        let flow = self.flow_at(c, block, top, &mut counted);
        self.dearest = self.dearest.max(counted.spent());
        flow
    }

    /// The heads of the arcs of `u`, that of its rotor first.
    pub(crate) fn heads(&self, u: VertexId) -> impl Iterator<Item = VertexId> + Clone + use<'g> {
        let graph = self.stopping.graph();
        let (before, from_rotor) = graph.heads(u).split_at(self.rotors.position(graph, u) as usize);
        from_rotor.iter().chain(before).copied()
    }

    /// The revolving routine at `u`, a block always giving the particle back if it is left out.
    pub(crate) fn routine(&mut self, u: VertexId, without: Option<BlockId>) -> Option<GroupDeparture> {
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
    pub(crate) fn deadline_of_top(&mut self, block: BlockId) -> Option<BigUint> {
        let top = self.tree.top(block);
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
        tick: &mut dyn Tick,
    ) -> Result<Option<BigUint>, Stop> {
        tick.tick(u64::from(self.stopping.graph().out_degree(c)))?;
        if let &[below] = self.tree.below(block) {
            let other = if below == c { self.tree.top(block) } else { below };
            return Ok(self.flow_over_bridge(c, other, self.deadline(other, block, top)));
        }
        self.sent(c, block, top).return_flow(tick)
    }

    /// The departure at which a vertex of a block keeps the particle out of it.
    pub(crate) fn deadline(
        &self,
        v: VertexId,
        block: BlockId,
        top: Option<&Option<BigUint>>,
    ) -> Option<BigUint> {
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
    pub(crate) fn sent(&mut self, c: VertexId, block: BlockId, top: Option<&Option<BigUint>>) -> Sent {
        let others: Vec<VertexId> = self.tree.members(block).filter(|&v| v != c).collect();
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
        let mut dead_ends = Vec::with_capacity(live.len());
        let mut rows = Vec::with_capacity(live.len());
        for (at, &u) in live.iter().enumerate() {
            let mut dead_end: Option<u32> = None;
            let heads = self.heads(u).enumerate().map(|(arc, v)| match place(v) {
                _ if v == c => OUTSIDE,
                // An arc out of the block, or a loop: the particle comes back until the deadline.
                OUTSIDE => at as u32,
                other if number[other as usize] == OUTSIDE => {
                    dead_end = dead_end.or(Some(arc as u32 + 1));
                    OUTSIDE
                }
                other => number[other as usize],
            });
            rows.push(heads.collect::<Vec<u32>>());
            dead_ends.push(dead_end);
            deadlines.push(self.deadline(u, block, top));
        }
        let into =
            self.heads(c).filter(|&v| place(v) != OUTSIDE).map(|v| number[place(v) as usize]).collect();
        others.iter().for_each(|&v| self.place[v] = OUTSIDE);
        Sent { vertices: live, part: Part::from_rows(&rows), into, deadlines, dead_ends }
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
}

// All starts by return flows of blocks: up the block-cut tree, then down, as on trees.

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

// What proves the return flow of a block: a flow of the particles that come back, and one of which the last is kept.

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
