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

use crate::certified::{
    Refutation, Unproved, Verdict, display_name, pay, refute, require, require_vertex, require_zero,
};
use crate::flow::{Arcs, BLOCK, Flow, check_exits};
use crate::routine::Turning;
use crate::traps::{Forest, TrapOf, closed_sets, reaching, spread, strongly_connected};
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{
    Amounts, BlockReturns, BlocksClaim, Configuration, Count, Instance, Multigraph, Natural, Tick, VertexId,
    VertexMap,
};
use std::fmt::Display;

/// Checks all blocks, their return flows, and all exits.
pub(crate) fn check(instance: &Instance, claim: &BlocksClaim, tick: &mut dyn Tick) -> Verdict {
    let graph = instance.graph();
    let trap_of = closed_sets(instance, &claim.traps)?;
    strongly_connected(instance, &claim.traps, tick)?;
    let stops = reaching(graph, |v| trap_of.halts(graph, v), tick)?;
    if let Some(u) = graph.vertices().find(|&u| !stops[u]) {
        return refute(Some(u), "ways to a sink or a listed trap > 0", 0, 0);
    }
    let parts = Parts::of(instance, &trap_of, &claim.blocks, tick)?;
    check_rows(instance, claim)?;
    let next = check_deadlines(instance, claim, &trap_of, &parts, tick)?;
    let mut place = VertexMap::filled(graph.vertex_count(), VertexId::new(0));
    let mut rows = &claim.returns[..];
    for (number, members) in claim.blocks.iter().enumerate() {
        let own;
        (own, rows) = rows.split_at(members.len());
        members.iter().zip(0..).for_each(|(&v, at)| place[v] = VertexId::new(at));
        let block = Block { instance, parts: &parts, number, members, rows: own, place: &place };
        (0..members.len() as u32).try_for_each(|c| block.check(VertexId::new(c), tick))?;
    }
    Ok(check_exits(instance, &trap_of, ("last departures", &next), &claim.exits)?)
}

/// There is a row for every vertex of every block, in their order.
fn check_rows(instance: &Instance, claim: &BlocksClaim) -> Result<(), Refutation> {
    let members = claim.blocks.iter().enumerate();
    let members: Vec<_> =
        members.flat_map(|(number, block)| block.iter().map(move |&v| (v, number))).collect();
    require(None, "rows = sum of the sizes of blocks", &claim.returns.len(), &members.len())?;
    for (row, (vertex, block)) in claim.returns.iter().zip(members) {
        let words = |v: VertexId, block: usize| format!("{} in block {block}", display_name(instance, v));
        if (row.vertex, row.block) != (vertex, block) {
            let (left, right) = (words(row.vertex, row.block), words(vertex, block));
            return refute(None, "row = next vertex of a block", left, right);
        }
    }
    Ok(())
}

/// Demand 3; returns the heads of the last departures of active vertices.
fn check_deadlines(
    instance: &Instance,
    claim: &BlocksClaim,
    trap_of: &TrapOf,
    parts: &Parts,
    tick: &mut dyn Tick,
) -> Verdict<VertexMap<Option<VertexId>>> {
    let graph = instance.graph();
    let last_departures = &claim.last_departures;
    require(None, "number of last departures = |V|", &last_departures.len(), &graph.vertex_count())?;
    let mut next = VertexMap::filled(graph.vertex_count(), None);
    let mut rows_of = VertexMap::filled(graph.vertex_count(), Vec::new());
    claim.returns.iter().for_each(|row| rows_of[row.vertex].push(row));
    let one = Natural::from(1u32);
    for (v, own) in rows_of.iter() {
        pay(tick, 1 + 16 * graph.heads(v).len())?;
        if trap_of.halts(graph, v) {
            require_zero(v, "last departure on a sink or in a trap = 0", &last_departures[v])?;
            continue;
        }
        if let Some(row) = own.iter().find(|row| row.flow == Count::from(0)) {
            return refute(Some(v), format_args!("flow of block {} > 0", row.block), 0, 0);
        }
        // One group for each block, one for what absorbs, one for loops.
        let (absorbs, loops) = (own.len() as u32, own.len() as u32 + 1);
        let group = |(head, block): (VertexId, Option<usize>)| match block {
            None if head == v => loops,
            None => absorbs,
            Some(block) => {
                let at = own.binary_search_by_key(&block, |row| row.block);
                at.expect("a vertex has a row for each of its blocks, in their order") as u32
            }
        };
        let mut turning =
            Turning::new(own.len() + 2, parts.arcs_from_rotor(instance, v).map(group).collect());
        // What no arc leads to is never entered.
        let is_entered: Vec<bool> = (0..own.len() + 2).map(|group| turning.multiplicity(group) > 0).collect();
        let flow = |group: usize| match own.get(group) {
            _ if !is_entered[group] => None,
            Some(row) => row.flow.finite(),
            None => (group == own.len()).then_some(&one),
        };
        let Some(last) = turning.last_departure(flow) else {
            return refute(Some(v), "least flow of the blocks of v < inf", "inf", "inf");
        };
        let number = turning.departures(&last);
        next[v] = Arcs::of(instance).next_head(v, &(&number - 1u32).to_big());
        require(Some(v), "number of the last departure", &last_departures[v], &number.to_big())?;
        for (at, row) in own.iter().enumerate() {
            let mut expected = Count::from(number.clone());
            if at == last.row {
                let without = turning.last_departure(|group| flow(group).filter(|_| group != at));
                expected = without.map_or(Count::Infinite, |last| turning.departures(&last).into());
            }
            let equation = format_args!("deadline of v in block {}", row.block);
            require(Some(v), equation, &row.deadline, &expected)?;
        }
    }
    Ok(next)
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
        trap_of: &TrapOf,
        blocks: &[Vec<VertexId>],
        tick: &mut dyn Tick,
    ) -> Verdict<Self> {
        let graph = instance.graph();
        let of_vertex = incidence(instance, trap_of, blocks, tick)?;
        let mut block_of = vec![NO_BLOCK; graph.arc_count()];
        for u in graph.vertices().filter(|&u| !trap_of.halts(graph, u)) {
            pay(tick, 1 + 4 * graph.heads(u).len())?;
            for a in graph.out_arcs(u) {
                let v = graph.head(a);
                if v == u || trap_of.halts(graph, v) {
                    continue;
                }
                let Some(block) = common(&of_vertex[u], &of_vertex[v]) else {
                    let name = display_name(instance, v);
                    return refute(Some(u), format_args!("blocks that contain v and {name} = 1"), 0, 1);
                };
                block_of[a.raw() as usize] = block;
            }
        }
        let parts = Self { block_of };
        let mut place = VertexMap::filled(graph.vertex_count(), 0u32);
        for (number, block) in blocks.iter().enumerate() {
            block.iter().zip(0..).for_each(|(&v, at)| place[v] = at);
            let mut neighbours = vec![Vec::new(); block.len()];
            for (at, &u) in (0..).zip(block) {
                pay(tick, 1 + graph.heads(u).len())?;
                for (v, _) in parts.arcs_from_rotor(instance, u).filter(|it| it.1 == Some(number)) {
                    neighbours[at as usize].push(place[v]);
                    neighbours[place[v] as usize].push(at);
                }
            }
            if !is_two_connected(&neighbours) {
                let equation = format_args!("cut vertices of block {number} = 0");
                return refute(block.first().copied(), equation, "some", 0);
            }
        }
        Ok(parts)
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
    trap_of: &TrapOf,
    blocks: &[Vec<VertexId>],
    tick: &mut dyn Tick,
) -> Verdict<VertexMap<Vec<u32>>> {
    let vertices = instance.graph().vertex_count();
    require(None, "number of blocks ≤ |V|", &blocks.len().min(vertices), &blocks.len())?;
    let mut of_vertex: VertexMap<Vec<u32>> = VertexMap::filled(vertices, Vec::new());
    // Vertices and, after them, blocks.
    let mut forest = Forest::of_single_vertices((0..(vertices + blocks.len()) as u32).map(VertexId::new));
    for (number, block) in blocks.iter().enumerate() {
        pay(tick, 1 + block.len())?;
        if block.len() < 2 {
            return refute(None, format_args!("size of block {number} > 1"), block.len(), 1);
        }
        for &v in block {
            require_vertex(instance, "a block's vertex", v)?;
            if trap_of.halts(instance.graph(), v) {
                let equation = format_args!("v, of block {number}, is neither a sink nor in a trap");
                return refute(Some(v), equation, false, true);
            }
            of_vertex[v].push(number as u32);
            if !forest.join(v, VertexId::new((vertices + number) as u32)) {
                let equation = format_args!("cycles of blocks through v and block {number} = 0");
                return refute(Some(v), equation, 1, 0);
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

/// Whether a graph of at least two vertices is an edge or 2-connected. `neighbours` lists every edge at both ends, perhaps
/// more than once. Time O(vertices + edges).
///
/// By a search in depth [Hopcroft, Tarjan 1973]: a vertex u but the root is a cut vertex exactly if nothing below some child
/// of u has a neighbour found before u, and the root exactly if it has several children.
fn is_two_connected(neighbours: &[Vec<u32>]) -> bool {
    const NEW: usize = usize::MAX;
    // When each vertex was found, and when the first of all neighbours of what is below it.
    let mut found = vec![NEW; neighbours.len()];
    let mut lowest = found.clone();
    let (mut stack, mut count, mut children) = (vec![(0, 0)], 1, 0);
    (found[0], lowest[0]) = (0, 0);
    while let Some((u, next)) = stack.last_mut() {
        let u = *u;
        if let Some(&v) = neighbours[u].get(*next) {
            *next += 1;
            let v = v as usize;
            if found[v] == NEW {
                (found[v], lowest[v]) = (count, count);
                count += 1;
                stack.push((v, 0));
            }
            lowest[u] = lowest[u].min(found[v]);
            continue;
        }
        stack.pop();
        match stack[..] {
            [] => {}
            [_] => children += 1,
            [.., (parent, _)] if lowest[u] >= found[parent] => return false,
            [.., (parent, _)] => lowest[parent] = lowest[parent].min(lowest[u]),
        }
    }
    count == neighbours.len() && children == 1
}

// The return flow of one vertex and one of its blocks, by the two vectors of departures that prove it.

/// A block, the places of its vertices in it, and the rows about them.
struct Block<'c> {
    instance: &'c Instance,
    parts: &'c Parts,
    number: usize,
    members: &'c [VertexId],
    rows: &'c [BlockReturns],
    /// Where each vertex stands; what the entries of others are does not matter.
    place: &'c VertexMap<VertexId>,
}

impl Block<'_> {
    fn refute<T>(&self, c: VertexId, words: &str, left: impl Display) -> Verdict<T> {
        let equation = format_args!("{words} of block {}", self.number);
        refute(Some(self.members[c.index()]), equation, left, 0)
    }

    /// The block with the vertex at `c` split: it is a sink in its place, and after all others, a source of its arcs into the
    /// block. Arcs out of the block are loops. Rotors are on their first arcs.
    fn split(&self, c: VertexId) -> Multigraph {
        let source = VertexId::new(self.members.len() as u32);
        let (mut first, mut heads) = (vec![0], Vec::new());
        for u in (0..=source.raw()).map(VertexId::new).map(|u| if u == c { None } else { Some(u) }) {
            let member = u.map(|u| if u == source { c } else { u });
            for (v, block) in member.into_iter().flat_map(|u| self.arcs(u)) {
                if block == Some(self.number) {
                    heads.push(self.place[v]);
                } else if u != Some(source) {
                    heads.extend(u);
                }
            }
            first.push(heads.len() as u32);
        }
        Multigraph::from_rows(first, heads).expect("rows in order, with heads in the block")
    }

    fn arcs(&self, u: VertexId) -> impl Iterator<Item = (VertexId, Option<usize>)> {
        self.parts.arcs_from_rotor(self.instance, self.members[u.index()])
    }

    /// Demands 4 and 5 at the vertex in the place `c`.
    fn check(&self, c: VertexId, tick: &mut dyn Tick) -> Verdict {
        let graph = &self.split(c);
        pay(tick, 4 * graph.arc_count())?;
        let source = VertexId::new(self.members.len() as u32);
        let returns = reaching(graph, |v| v == c, tick)?;
        let row = &self.rows[c.index()];
        let Some(flow) = row.flow.finite() else {
            let mut reached = VertexMap::filled(graph.vertex_count(), false);
            spread(vec![source], |v| graph.heads(v), &mut reached, tick)?;
            let keeps = |&(at, row): &(usize, &BlockReturns)| {
                let v = VertexId::new(at as u32);
                v != c && reached[v] && (!returns[v] || row.deadline.finite().is_some())
            };
            return match self.rows.iter().enumerate().find(keeps) {
                None => Ok(()),
                Some((_, row)) => {
                    self.refute(c, "vertices that keep the particle", display_name(self.instance, row.vertex))
                }
            };
        };
        let (flow, Some(proof)) = (flow.to_big(), &row.proof) else {
            return self.refute(c, "finite flows without a proof", 1);
        };
        if graph.heads(source).is_empty() {
            return self.refute(c, "finite flows without an arc into it", 1);
        }
        let Some(halts) = self.place_of(proof.halts).filter(|&halts| halts != c) else {
            return self.refute(c, "vertices outside it on which a particle halts", 1);
        };
        let (back, all) = (&flow - 1u32, flow);
        let returned = self.departures(c, &proof.returned, &returns, &back)?;
        let kept = self.departures(c, &proof.kept, &returns, &all)?;
        let mut stays = Amounts::default();
        stays.set(c, back);
        self.check_flow(c, graph, &returned, &stays, None, tick)?;
        for (row, (v, departures)) in self.rows.iter().zip(returned.iter()).filter(|(_, (v, _))| *v != c) {
            if row.deadline.finite().is_some_and(|deadline| *departures >= deadline.to_big()) {
                return self.refute(v, "departures after the deadline", departures);
            }
        }
        stays.set(halts, 1u32.into());
        self.check_flow(c, graph, &kept, &stays, Some(halts), tick)?;
        if returns[halts] {
            let equation = "departures of the vertex that keeps it + 1 = its deadline";
            let next = Count::from(&kept[halts] + 1u32);
            require(Some(proof.halts), equation, &next, &self.rows[halts.index()].deadline)?;
        }
        Ok(())
    }

    /// The place of a vertex, if it is one of the block.
    fn place_of(&self, v: VertexId) -> Option<VertexId> {
        let at = *self.place.get(v)?;
        (self.members.get(at.index()) == Some(&v)).then_some(at)
    }

    /// Departures by the places of their vertices, which must lie in the block, be listed once and have a way back to c; from
    /// the source there are as many as it has `sent`.
    fn departures(
        &self,
        c: VertexId,
        listed: &[(VertexId, BigUint)],
        returns: &VertexMap<bool>,
        sent: &BigUint,
    ) -> Verdict<VertexMap<BigUint>> {
        let mut departures = VertexMap::filled(self.members.len() + 1, BigUint::zero());
        for (v, count) in listed {
            match self.place_of(*v) {
                Some(at) if !departures[at].is_zero() => {
                    return self.refute(c, "vertices listed twice in flows", 1);
                }
                Some(at) if !count.is_zero() && at == c => {
                    return self.refute(c, "departures of v in flows", count);
                }
                Some(at) if !count.is_zero() && !returns[at] => {
                    return self.refute(at, "departures of a vertex without a way back", count);
                }
                Some(at) => departures[at] = count.clone(),
                None => return self.refute(c, "vertices in flows that do not lie in it", 1),
            }
        }
        departures.as_mut_slice()[self.members.len()] = sent.clone();
        Ok(departures)
    }

    /// The particles that the source sends with these departures stay where they should.
    fn check_flow(
        &self,
        c: VertexId,
        graph: &Multigraph,
        departures: &VertexMap<BigUint>,
        stays: &Amounts<BigUint>,
        place: Option<VertexId>,
        tick: &mut dyn Tick,
    ) -> Verdict {
        let source = VertexId::new(self.members.len() as u32);
        let mut supply = Amounts::default();
        supply.set(source, departures[source].clone());
        let arcs = Arcs { graph, rotors: &Configuration::first_arcs(graph) };
        let (supply, trap_of, trapped) = (&supply, &TrapOf::none(), &[]);
        let flow = Flow { arcs, words: &BLOCK, supply, trap_of, departures, stays, trapped, place };
        flow.holds(tick).map_err(|unproved| match unproved {
            Unproved::Refuted(broken) => {
                let from = display_name(self.instance, self.members[c.index()]);
                let of = format!("of {} particles from {from} in block {}", departures[source], self.number);
                let vertex = broken.vertex.and_then(|v| self.members.get(v.index())).copied();
                Refutation { vertex, equation: format!("{} {of}", broken.equation), ..broken }.into()
            }
            stopped => stopped,
        })
    }
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
