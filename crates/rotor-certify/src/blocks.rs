//! Return flows of blocks: numbers that prove the exits of all vertices of any graph, part by part.
//!
//! **Definition.** With the listed traps cut, r(c, B) is how often c sends the particle into block B until it does not
//! come back, and T(v, B) the number of the departure of v at which it stays behind v outside B if B always gives it back.
//! The judge demands
//! 1. that the traps are closed sets without a sink and strongly connected, and that every active vertex has a way to a
//!    sink or a trap;
//! 2. that the blocks are those of the undirected graph between active vertices: every edge lies in one, their incidence
//!    with vertices is a forest, and each is an edge or 2-connected;
//! 3. that T(v, B) and the last departure of v are what the revolving routine makes of the flows of v's other blocks, and
//!    of all of them, with flow 1 for sinks and traps and +∞ for loops;
//! 4. for a finite r = r(c, B), two vectors of departures in B − c, where arcs to c leave and arcs out of B are loops: one
//!    in which r − 1 particles sent by c come back and every v is left fewer than T(v, B) times, and one in which r − 1 of
//!    r come back and one halts, on a vertex h that is left exactly T(h, B) − 1 times or that has no way back to c in B;
//!    neither leaves a vertex without a way back;
//! 5. for an infinite one, that c has no arc into B or reaches only vertices there that have a way back and no deadline;
//! 6. that exits are the ends of the last departures.
//!
//! **Why 4 proves r.** Until something stays, an arc out of B is a loop with a delay. So a particle is kept exactly if
//! the run reaches some T(v, B) or enters a vertex without a way back. The run is the least solution of its equations, so
//! the first vector is at least the run of r − 1 particles, and none of them is kept. Suppose that none of r is kept, and
//! let y be their run and x the second vector. If h has a way back, y(h) ≤ T(h, B) − 1 = x(h), so min(x, y) is again at
//! least what enters, and as y is least, y ≤ x. Then at most r − 1 arrive at c with y, but all r do. If h has no way back,
//! x is a flow of which one particle ends on h, and ends are the same for all flows.
//!
//! **Why these equations have one solution.** T(v, B) depends on blocks behind v, r(c, B) on deadlines behind the other
//! vertices of B: in a forest, on ever smaller parts.

use crate::certified::{Refutation, Unproved, display_name, pay, require, require_vertex};
use crate::flow::{check_exits, next_head};
use crate::routine::{FinalTurn, Turning};
use crate::traps::{Forest, TrapOf, closed_sets, reaching, strongly_connected};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{BlockReturns, BlocksClaim, Count, Instance, Tick, VertexId, VertexMap};

/// Checks all blocks, their return flows, and all exits.
pub(crate) fn check(instance: &Instance, claim: &BlocksClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let graph = instance.graph();
    let trap_of = closed_sets(instance, &claim.traps)?;
    strongly_connected(instance, &claim.traps, tick)?;
    let is_active = |v| !graph.is_sink(v) && !trap_of.contains(v);
    let active = VertexMap::from_vec(graph.vertices().map(is_active).collect());
    let stops = reaching(instance, |v| !active[v], tick)?;
    if let Some(u) = graph.vertices().find(|&u| !stops[u]) {
        return Err(Refutation::new(Some(u), "ways to a sink or a listed trap > 0", 0, 0).into());
    }
    let parts = Parts::of(instance, &active, &claim.blocks, tick)?;
    check_rows(instance, claim)?;
    let next = check_deadlines(instance, claim, &active, &parts, tick)?;
    let mut scratch = VertexMap::filled(graph.vertex_count(), u32::MAX);
    let mut first = 0;
    for (number, block) in claim.blocks.iter().enumerate() {
        let rows = &claim.returns[first..first + block.len()];
        first += block.len();
        BlockOfVertex::new(instance, &parts, number, block, rows, &mut scratch).check_all(tick)?;
    }
    check_last_departures(instance, &trap_of, claim, &next)
}

/// There is a row for every vertex of every block, in their order.
fn check_rows(instance: &Instance, claim: &BlocksClaim) -> Result<(), Refutation> {
    let expected = claim.blocks.iter().enumerate();
    let expected: Vec<_> =
        expected.flat_map(|(number, block)| block.iter().map(move |&v| (v, number))).collect();
    require(None, "rows = sum of the sizes of blocks", &claim.returns.len(), &expected.len())?;
    for (row, (vertex, block)) in claim.returns.iter().zip(expected) {
        if (row.vertex, row.block) != (vertex, block) {
            let words = |v: VertexId, block: usize| format!("{} in block {block}", display_name(instance, v));
            let (left, right) = (words(row.vertex, row.block), words(vertex, block));
            return Err(Refutation::new(None, "row = next vertex of a block", left, right));
        }
    }
    Ok(())
}

/// Demand 3; returns the heads of the last departures of active vertices.
fn check_deadlines(
    instance: &Instance,
    claim: &BlocksClaim,
    active: &VertexMap<bool>,
    parts: &Parts,
    tick: &mut dyn Tick,
) -> Result<VertexMap<Option<VertexId>>, Unproved> {
    let graph = instance.graph();
    let last_departures = &claim.last_departures;
    require(None, "number of last departures = |V|", &last_departures.len(), &graph.vertex_count())?;
    let mut next = VertexMap::filled(graph.vertex_count(), None);
    // The rows of each vertex, all in one list.
    let mut rows: Vec<usize> = (0..claim.returns.len()).collect();
    rows.sort_by_key(|&row| claim.returns[row].vertex);
    let mut rows = rows.into_iter().peekable();
    for v in graph.vertices() {
        pay(tick, 1 + 16 * graph.heads(v).len())?;
        let own: Vec<usize> =
            std::iter::from_fn(|| rows.next_if(|&row| claim.returns[row].vertex == v)).collect();
        if !active[v] {
            require(
                Some(v),
                "last departure on a sink or in a trap = 0",
                &last_departures[v],
                &BigUint::zero(),
            )?;
            continue;
        }
        // One group for each block, one for what absorbs, one for loops.
        let (absorbs, loops) = (own.len(), own.len() + 1);
        let mut flows: Vec<&Count> = own.iter().map(|&row| &claim.returns[row].flow).collect();
        if let Some(row) = own.iter().find(|&&row| claim.returns[row].flow == Count::from(0)) {
            let block = claim.returns[*row].block;
            return Err(Refutation::new(Some(v), format_args!("flow of block {block} > 0"), 0, 0).into());
        }
        let (one, infinite) = (Count::one(), Count::Infinite);
        flows.extend([&one, &infinite]);
        let group = |(head, block): (VertexId, Option<usize>)| match block {
            None if head == v => loops as u32,
            None => absorbs as u32,
            Some(block) => {
                let at = own.binary_search_by_key(&block, |&row| claim.returns[row].block);
                at.expect("a vertex has a row for each of its blocks, in their order") as u32
            }
        };
        let groups: Vec<u32> = parts.arcs_from_rotor(instance, v).map(group).collect();
        // What no arc leads to is never entered.
        let mut entered = vec![false; flows.len()];
        groups.iter().for_each(|&group| entered[group as usize] = true);
        flows.iter_mut().zip(entered).filter(|(_, entered)| !entered).for_each(|(flow, _)| *flow = &infinite);
        let turning = Turning::new(flows.len(), groups);
        let Some(last) = turning.last_departure(|group| flows[group]) else {
            return Err(Refutation::new(Some(v), "least flow of the blocks of v < inf", "inf", "inf").into());
        };
        let number = |last: &FinalTurn| Count::from(turning.departures_before(last) + 1u32);
        let before = turning.departures_before(&last).to_big();
        next[v] = next_head(instance, v, &before);
        require(Some(v), "number of the last departure", &last_departures[v], &(before + 1u32))?;
        for (at, &row) in own.iter().enumerate() {
            let claimed = &claim.returns[row];
            let expected = if at == last.row {
                let without = |group: usize| if group == at { &infinite } else { flows[group] };
                turning.last_departure(without).as_ref().map_or(Count::Infinite, number)
            } else {
                number(&last)
            };
            let equation = format_args!("deadline of v in block {}", claimed.block);
            require(Some(v), equation, &claimed.deadline, &expected)?;
        }
    }
    Ok(next)
}

/// Demand 6.
fn check_last_departures(
    instance: &Instance,
    trap_of: &TrapOf,
    claim: &BlocksClaim,
    next: &VertexMap<Option<VertexId>>,
) -> Result<(), Unproved> {
    Ok(check_exits(instance, trap_of, ("last departures", next), &claim.exits)?)
}

// The claimed blocks as a partition of the edges between active vertices.

/// No block: a loop, or an arc to a vertex that is not active.
const NO_BLOCK: u32 = u32::MAX;

/// The block of every arc.
struct Parts {
    block_of: Vec<u32>,
}

impl Parts {
    /// Demand 2. Time O((|V| + |A|) log |V|).
    fn of(
        instance: &Instance,
        active: &VertexMap<bool>,
        blocks: &[Vec<VertexId>],
        tick: &mut dyn Tick,
    ) -> Result<Self, Unproved> {
        let graph = instance.graph();
        let of_vertex = incidence(instance, active, blocks, tick)?;
        let mut block_of = vec![NO_BLOCK; graph.arc_count()];
        for u in graph.vertices().filter(|&u| active[u]) {
            pay(tick, 1 + 4 * graph.heads(u).len())?;
            for a in graph.out_arcs(u) {
                let v = graph.head(a);
                if v == u || !active[v] {
                    continue;
                }
                let Some(block) = common(&of_vertex[u], &of_vertex[v]) else {
                    let name = display_name(instance, v);
                    let equation = format_args!("blocks that contain v and {name} = 1");
                    return Err(Refutation::new(Some(u), equation, 0, 1).into());
                };
                block_of[a.raw() as usize] = block;
            }
        }
        let parts = Self { block_of };
        parts.check_connection(instance, blocks, tick)?;
        Ok(parts)
    }

    /// Every block is an edge or 2-connected, by its own edges.
    fn check_connection(
        &self,
        instance: &Instance,
        blocks: &[Vec<VertexId>],
        tick: &mut dyn Tick,
    ) -> Result<(), Unproved> {
        let mut place = VertexMap::filled(instance.graph().vertex_count(), 0u32);
        for (number, block) in blocks.iter().enumerate() {
            block.iter().zip(0..).for_each(|(&v, at)| place[v] = at);
            let mut neighbours = vec![Vec::new(); block.len()];
            for (at, &u) in block.iter().enumerate() {
                pay(tick, 1 + instance.graph().heads(u).len())?;
                for (v, _) in self.arcs_from_rotor(instance, u).filter(|it| it.1 == Some(number)) {
                    neighbours[at].push(place[v]);
                    neighbours[place[v] as usize].push(at as u32);
                }
            }
            let holds = match block.len() {
                2 => !neighbours[0].is_empty(),
                _ => is_two_connected(&neighbours),
            };
            if !holds {
                let equation = format_args!("cut vertices of block {number} = 0");
                return Err(Refutation::new(block.first().copied(), equation, "some", 0).into());
            }
        }
        Ok(())
    }

    /// The heads of `u` in the order in which they are used, each with the block of its arc; none for a loop or an arc to
    /// what absorbs.
    fn arcs_from_rotor<'i>(
        &'i self,
        instance: &'i Instance,
        u: VertexId,
    ) -> impl Iterator<Item = (VertexId, Option<usize>)> + 'i {
        let graph = instance.graph();
        let arcs: std::ops::Range<u32> = graph.arc_range(u);
        let from = arcs.start + instance.rotors().position(graph, u);
        (from..arcs.end).chain(arcs.start..from).map(move |arc| {
            let head = graph.heads(u)[(arc - arcs.start) as usize];
            let block = self.block_of[arc as usize];
            (head, (block != NO_BLOCK).then_some(block as usize))
        })
    }
}

/// The blocks of each vertex, if no walk from vertices to blocks and back closes a cycle.
fn incidence(
    instance: &Instance,
    active: &VertexMap<bool>,
    blocks: &[Vec<VertexId>],
    tick: &mut dyn Tick,
) -> Result<VertexMap<Vec<u32>>, Unproved> {
    let vertices = instance.graph().vertex_count();
    require(None, "number of blocks ≤ |V|", &blocks.len().min(vertices), &blocks.len())?;
    let mut of_vertex: VertexMap<Vec<u32>> = VertexMap::filled(vertices, Vec::new());
    // Vertices and, after them, blocks.
    let mut forest = Forest::of_single_vertices((0..(vertices + blocks.len()) as u32).map(VertexId::new));
    for (number, block) in blocks.iter().enumerate() {
        pay(tick, 1 + block.len())?;
        if block.len() < 2 {
            return Err(
                Refutation::new(None, format_args!("size of block {number} > 1"), block.len(), 1).into()
            );
        }
        for &v in block {
            require_vertex(instance, "a block's vertex", v)?;
            if !active[v] {
                let equation = format_args!("v, of block {number}, is neither a sink nor in a trap");
                return Err(Refutation::new(Some(v), equation, "false", "true").into());
            }
            of_vertex[v].push(number as u32);
            if !forest.join(v, VertexId::new((vertices + number) as u32)) {
                let equation = format_args!("cycles of blocks through v and block {number} = 0");
                return Err(Refutation::new(Some(v), equation, 1, 0).into());
            }
        }
    }
    Ok(of_vertex)
}

/// The block in both lists, which ascend; there is at most one.
fn common(a: &[u32], b: &[u32]) -> Option<u32> {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short.iter().find(|block| long.binary_search(block).is_ok()).copied()
}

// 2-connected graphs, recognised by their chains.
//
// Take the edges that a search in depth does not use, each from its end that was found first, in the order in which
// those were found. From the other end of each go towards the root until a vertex is met that was met before: a chain. A
// graph of at least three vertices is 2-connected exactly if every edge lies on a chain and only the first chain is a
// cycle [Schmidt 2013].

/// Whether a graph of at least three vertices is 2-connected. `neighbours` lists every edge at both ends, perhaps more than
/// once. Time O(vertices + edges).
fn is_two_connected(neighbours: &[Vec<u32>]) -> bool {
    const NONE: u32 = u32::MAX;
    let n = neighbours.len();
    let mut found = vec![NONE; n];
    let mut towards = vec![NONE; n];
    let mut order = Vec::with_capacity(n);
    let mut stack = vec![(0u32, 0usize)];
    found[0] = 0;
    order.push(0u32);
    while let Some((u, next)) = stack.last_mut() {
        let u = *u;
        let Some(&v) = neighbours[u as usize].get(*next) else {
            stack.pop();
            continue;
        };
        *next += 1;
        if found[v as usize] == NONE {
            found[v as usize] = order.len() as u32;
            towards[v as usize] = u;
            order.push(v);
            stack.push((v, 0));
        }
    }
    if order.len() < n {
        return false;
    }
    let mut met = vec![false; n];
    // Whether the edge from a vertex towards the root lies on a chain.
    let mut covered = vec![false; n];
    let mut cycles = 0;
    for &v in &order {
        for &w in &neighbours[v as usize] {
            if found[w as usize] <= found[v as usize] || towards[w as usize] == v {
                continue;
            }
            met[v as usize] = true;
            let mut u = w;
            while !met[u as usize] {
                met[u as usize] = true;
                covered[u as usize] = true;
                u = towards[u as usize];
            }
            // An edge listed again meets its other end at once, and so does a chain of one edge.
            cycles += usize::from(u == v);
        }
    }
    cycles == 1 && order[1..].iter().all(|&v| covered[v as usize])
}

// The return flow of one vertex and one of its blocks, by the two vectors of departures that prove it.

/// A block whose vertices have places, and the rows about them.
struct BlockOfVertex<'c> {
    instance: &'c Instance,
    number: usize,
    members: &'c [VertexId],
    rows: &'c [BlockReturns],
    /// Where each vertex stands; what the entries of others are does not matter.
    place: &'c VertexMap<u32>,
    /// The arcs of each vertex in the order in which they are used, as places of their heads; [`OUT`] for loops and arcs
    /// out of the block.
    arcs: Vec<Vec<u32>>,
}

const OUT: u32 = u32::MAX;

impl<'c> BlockOfVertex<'c> {
    /// `place` is scratch, with an entry for every vertex.
    fn new(
        instance: &'c Instance,
        parts: &Parts,
        number: usize,
        members: &'c [VertexId],
        rows: &'c [BlockReturns],
        place: &'c mut VertexMap<u32>,
    ) -> Self {
        members.iter().zip(0..).for_each(|(&v, at)| place[v] = at);
        let arcs = |&u: &VertexId| {
            let heads = parts.arcs_from_rotor(instance, u);
            heads.map(|(v, block)| if block == Some(number) { place[v] } else { OUT }).collect()
        };
        let arcs = members.iter().map(arcs).collect();
        Self { instance, number, members, rows, place, arcs }
    }

    /// Demands 4 and 5 at every vertex of the block.
    fn check_all(&self, tick: &mut dyn Tick) -> Result<(), Unproved> {
        (0..self.members.len()).try_for_each(|c| self.check(c, tick))
    }

    fn refute<T>(&self, c: usize, words: &str, left: impl ToString) -> Result<T, Unproved> {
        let equation = format!("{words} of block {}", self.number);
        Err(Refutation::new(Some(self.members[c]), equation, left.to_string(), "0").into())
    }

    fn check(&self, c: usize, tick: &mut dyn Tick) -> Result<(), Unproved> {
        let arcs: usize = self.arcs.iter().map(Vec::len).sum();
        pay(tick, 4 * arcs)?;
        let into: Vec<u32> = self.arcs[c].iter().copied().filter(|&head| head != OUT).collect();
        let returns = self.returning_to(c);
        let row = &self.rows[c];
        let Some(flow) = row.flow.finite() else {
            let reached = self.reached_from(c, &into);
            let keeps = |v: usize| reached[v] && (!returns[v] || self.rows[v].deadline.finite().is_some());
            return match (0..self.members.len()).find(|&v| v != c && keeps(v)) {
                Some(v) => {
                    let name = display_name(self.instance, self.members[v]).to_string();
                    self.refute(c, "vertices that keep the particle", name)
                }
                None => Ok(()),
            };
        };
        let (flow, Some(proof)) = (flow.to_big(), &row.proof) else {
            return self.refute(c, "finite flows without a proof", 1);
        };
        if into.is_empty() {
            return self.refute(c, "finite flows without an arc into it", 1);
        }
        let Some(halts) = self.place_of(proof.halts).filter(|&halts| halts != c) else {
            return self.refute(c, "vertices outside it on which a particle halts", 1);
        };
        let (returned, kept) = (self.dense(c, &proof.returned)?, self.dense(c, &proof.kept)?);
        let sent = Sent { block: self, c, into: &into, returns: &returns };
        sent.check_flow(&returned, &(&flow - 1u32), None, tick)?;
        for (v, departures) in returned.iter().enumerate().filter(|&(v, _)| v != c) {
            let is_late =
                self.rows[v].deadline.finite().is_some_and(|deadline| *departures >= deadline.to_big());
            if is_late {
                return self.refute(v, "departures after the deadline", departures);
            }
        }
        sent.check_flow(&kept, &flow, Some(halts), tick)?;
        if returns[halts] {
            let next = Count::from(&kept[halts] + 1u32);
            require(
                Some(proof.halts),
                "departures of the vertex that keeps it + 1 = its deadline",
                &next,
                &self.rows[halts].deadline,
            )?;
        }
        Ok(())
    }

    /// The place of a vertex, if it is one of the block.
    fn place_of(&self, v: VertexId) -> Option<usize> {
        let at = *self.place.as_slice().get(v.index())? as usize;
        (self.members.get(at) == Some(&v)).then_some(at)
    }

    /// Departures by the places of their vertices, which must lie in the block and be listed once.
    fn dense(&self, c: usize, listed: &[(VertexId, BigUint)]) -> Result<Vec<BigUint>, Unproved> {
        let mut dense = vec![BigUint::zero(); self.members.len()];
        for (v, departures) in listed {
            match self.place_of(*v) {
                Some(at) if dense[at].is_zero() => dense[at] = departures.clone(),
                Some(_) => return self.refute(c, "vertices listed twice in flows", 1),
                None => return self.refute(c, "vertices in flows that do not lie in it", 1),
            }
        }
        Ok(dense)
    }

    /// From which vertices a way leads to `c` inside the block.
    fn returning_to(&self, c: usize) -> Vec<bool> {
        let mut tails = vec![Vec::new(); self.members.len()];
        for (u, heads) in self.arcs.iter().enumerate() {
            heads.iter().filter(|&&head| head != OUT).for_each(|&head| tails[head as usize].push(u));
        }
        spread(vec![c], |v| tails[v].iter().copied(), self.members.len())
    }

    /// Which vertices a particle that `c` has sent gets to inside the block, without passing `c`.
    fn reached_from(&self, c: usize, into: &[u32]) -> Vec<bool> {
        let next = |v: usize| {
            let heads = self.arcs[v].iter().filter(move |_| v != c);
            heads.filter(|&&head| head != OUT).map(|&head| head as usize)
        };
        spread(into.iter().map(|&head| head as usize).collect(), next, self.members.len())
    }
}

/// What is reached from any of these, along `next`.
fn spread<I: Iterator<Item = usize>>(
    mut waiting: Vec<usize>,
    next: impl Fn(usize) -> I,
    vertices: usize,
) -> Vec<bool> {
    let mut met = vec![false; vertices];
    waiting.iter().for_each(|&v| met[v] = true);
    while let Some(v) = waiting.pop() {
        for w in next(v) {
            if !std::mem::replace(&mut met[w], true) {
                waiting.push(w);
            }
        }
    }
    met
}

/// Particles that `c` sends into the block.
struct Sent<'x, 'c> {
    block: &'x BlockOfVertex<'c>,
    c: usize,
    into: &'x [u32],
    returns: &'x [bool],
}

impl Sent<'_, '_> {
    /// The first `sent` particles, with these departures, come back to c, but for one that halts if a place is given.
    fn check_flow(
        &self,
        departures: &[BigUint],
        sent: &BigUint,
        halts: Option<usize>,
        tick: &mut dyn Tick,
    ) -> Result<(), Unproved> {
        let Self { block, c, .. } = *self;
        let members = block.members;
        let mut inflow = vec![BigUint::zero(); members.len()];
        for (&head, share) in self.into.iter().zip(shares(self.into.len(), sent)) {
            inflow[head as usize] += share;
        }
        for (u, leaving) in departures.iter().enumerate().filter(|(_, leaving)| !leaving.is_zero()) {
            let heads = &block.arcs[u];
            pay(tick, leaving.iter_u64_digits().len() * heads.len())?;
            if u == c {
                return block.refute(c, "departures of v in flows", leaving);
            }
            if !self.returns[u] {
                return block.refute(u, "departures of a vertex without a way back", leaving);
            }
            for (&head, share) in heads.iter().zip(shares(heads.len(), leaving)) {
                match head {
                    OUT => inflow[u] += share,
                    head => inflow[head as usize] += share,
                }
            }
        }
        for v in (0..members.len()).filter(|&v| v != c) {
            let expected = &departures[v] + u32::from(halts == Some(v));
            let from = display_name(block.instance, members[c]);
            let equation = format_args!(
                "inflow = outflow + [v halts] of {sent} particles from {from} in block {}",
                block.number
            );
            require(Some(members[v]), equation, &inflow[v], &expected)?;
        }
        Ok(())
    }
}

/// How many of `leaving` departures go along each of `arcs` arcs.
fn shares(arcs: usize, leaving: &BigUint) -> impl Iterator<Item = BigUint> {
    let (full_turns, once_more) = leaving.div_rem(&arcs.into());
    let once_more = once_more.to_usize().expect("a remainder by a number of arcs is one");
    (0..arcs).map(move |at| &full_turns + u32::from(at < once_more))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_generate::Dice;

    fn is_connected_without(neighbours: &[Vec<u32>], cut: Option<u32>) -> bool {
        let n = neighbours.len() as u32;
        let mut met = vec![false; n as usize];
        let start = (0..n).find(|&v| Some(v) != cut).unwrap();
        let mut stack = vec![start];
        met[start as usize] = true;
        while let Some(u) = stack.pop() {
            for &v in neighbours[u as usize].iter().filter(|&&v| Some(v) != cut) {
                if !std::mem::replace(&mut met[v as usize], true) {
                    stack.push(v);
                }
            }
        }
        (0..n).all(|v| met[v as usize] || Some(v) == cut)
    }

    #[test]
    fn chains_tell_what_stays_connected_without_any_vertex() {
        let mut dice = Dice::new(71);
        let mut counts = [0; 2];
        for _ in 0..5_000 {
            let n = dice.between(3..=8);
            let mut neighbours = vec![Vec::new(); n as usize];
            for _ in 0..dice.between(n - 1..=2 * n) {
                let (u, v) = (dice.below(n), dice.below(n));
                if u != v {
                    neighbours[u as usize].push(v);
                    neighbours[v as usize].push(u);
                }
            }
            let slow = (0..n).map(Some).chain([None]).all(|cut| is_connected_without(&neighbours, cut));
            assert_eq!(is_two_connected(&neighbours), slow, "{neighbours:?}");
            counts[usize::from(slow)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }
}
