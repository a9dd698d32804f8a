//! The sweep over the block-cut tree: flows and deadlines as far as they are known.

use super::block_flow::Sent;
use super::deadline::{GroupDeparture, last_departure, one, uses};
use crate::general::part::{OUTSIDE, Part};
use crate::race::Slice;
use num_bigint::BigUint;
use rotor_graph::{BlockId, BlockTree, Configuration, Stop, StoppingGraph, Tick, VertexId, VertexMap};

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
