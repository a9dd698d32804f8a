//! Superstable and recurrent piles, which mirror each other.
//!
//! A pile c ≥ 0 is superstable if no firing of any vertices, any numbers of times, leaves all of them with c ≥ 0; with m
//! the greatest stable pile, c is superstable exactly if m − c is recurrent. Any smaller pile is superstable, too, so
//! all of them are found by counting up and turning back early.

use crate::chips::{Burning, Table};
use num_bigint::BigInt;
use rotor_graph::{Multigraph, Stop, StoppingGraph, Tick, VertexId, VertexMap};

/// All superstable piles, traps being sinks, in lexicographic order; as many as the group of the graph without its traps
/// has elements.
///
/// At most |V| burning tests lie between two of them.
pub fn superstable_piles<'b>(graph: &Multigraph, tick: &'b mut dyn Tick) -> Result<StablePiles<'b>, Stop> {
    Ok(StablePiles { search: PileSearch::of(graph, false, tick)?, tick })
}

/// All recurrent piles, traps being sinks: the mirror images of [`superstable_piles`], in that order.
pub fn recurrent_piles<'b>(graph: &Multigraph, tick: &'b mut dyn Tick) -> Result<StablePiles<'b>, Stop> {
    Ok(StablePiles { search: PileSearch::of(graph, true, tick)?, tick })
}

/// The iterator of [`superstable_piles`] and [`recurrent_piles`].
pub struct StablePiles<'b> {
    search: PileSearch,
    tick: &'b mut dyn Tick,
}

impl Iterator for StablePiles<'_> {
    type Item = Result<VertexMap<BigInt>, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        let pile = self.search.next(self.tick).transpose()?;
        Some(pile.map(|pile| VertexMap::from_vec(pile.as_slice().iter().map(|&c| c.into()).collect())))
    }
}

/// A search for superstable piles, somewhere in the middle.
pub(super) struct PileSearch {
    table: Table,
    burning: Burning,
    active: Vec<VertexId>,
    vertices: usize,
    /// The last superstable pile; none before the first and after the last.
    last: Option<Vec<i64>>,
    is_new: bool,
    mirrored: bool,
}

impl PileSearch {
    /// With `mirrored`, a search for their mirror images, the recurrent piles.
    pub(super) fn of(graph: &Multigraph, mirrored: bool, tick: &mut dyn Tick) -> Result<Self, Stop> {
        let stopping = StoppingGraph::of(graph);
        let table = Table::of(&stopping, tick)?;
        let burning = Burning::of(&table, tick)?;
        let active = stopping.active_vertices().collect();
        let vertices = graph.vertex_count();
        Ok(Self { table, burning, active, vertices, last: None, is_new: true, mirrored })
    }

    /// The next pile; none if there is no other, and after it was stopped.
    pub(super) fn next(&mut self, tick: &mut dyn Tick) -> Result<Option<VertexMap<u32>>, Stop> {
        if !self.advance(tick)? {
            return Ok(None);
        }
        let mut chips = VertexMap::filled(self.vertices, 0);
        let pile = self.last.iter().flatten();
        for ((&u, &count), degree) in self.active.iter().zip(pile).zip(&self.table.degree) {
            let count = if self.mirrored { degree - 1 - count } else { count };
            chips[u] = u32::try_from(count).expect("a stable pile has fewer than d(u) chips on u");
        }
        Ok(Some(chips))
    }

    /// The next superstable pile: the last entry that can be one more is, and all after it are 0.
    fn advance(&mut self, tick: &mut dyn Tick) -> Result<bool, Stop> {
        if std::mem::take(&mut self.is_new) {
            self.last = Some(vec![0; self.table.len()]);
            return Ok(true);
        }
        let Some(mut pile) = self.last.take() else { return Ok(false) };
        for at in (0..pile.len()).rev() {
            pile[at] += 1;
            if pile[at] < self.table.degree[at] {
                let mirror =
                    pile.iter().zip(&self.table.degree).map(|(c, degree)| BigInt::from(degree - 1 - c));
                let mirror: Vec<BigInt> = mirror.collect();
                if self.burning.burns(&self.table, &mirror, tick)? {
                    self.last = Some(pile);
                    return Ok(true);
                }
            }
            pile[at] = 0;
        }
        Ok(false)
    }
}
