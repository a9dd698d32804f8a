//! The return flow of one vertex and one of its blocks, by the two vectors of departures that prove it.

use super::parts::Parts;
use crate::certified::{Refutation, Unproved, display_name, pay, require};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{BlockReturns, Count, Instance, Tick, VertexId, VertexMap};

/// A block whose vertices have places, and the rows about them.
pub(super) struct BlockOfVertex<'c> {
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
    pub(super) fn new(
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
    pub(super) fn check_all(&self, tick: &mut dyn Tick) -> Result<(), Unproved> {
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
