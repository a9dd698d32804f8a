//! Binary games from every place of a layout.

use super::above::from_above;
use super::below::from_below;
use super::code::Sort;
use super::layout::Layout;
use super::packed_pair::{PackedPair, Stopped};
use crate::game::threshold::Threshold;
use rotor_graph::VertexMap;

impl Layout {
    /// How many operations a sweep over everything takes.
    pub(crate) fn cost_from_all(&self) -> u64 {
        self.cost(0..self.len())
    }

    /// Whether Max wins, for every start. Time O(|V| + |A|).
    pub(crate) fn wins_from_all(&self, threshold: Threshold) -> Result<VertexMap<bool>, Stopped> {
        let binary = self.binary(threshold);
        let endless = PackedPair::infinite(binary.endless_wins);
        let (mut below, mut above) = (vec![endless; self.len()], vec![endless; self.len()]);
        let mut won = vec![false; self.len()];
        for piece in 0..self.pieces.len() - 1 {
            from_below(self, self.piece(piece), binary, &won, &mut below, |_, _| ())?;
            from_above(self, self.piece(piece), binary, &below, &mut above, &mut won)?;
        }
        let wins = self.known.iter().map(|known| match known.sort() {
            Sort::Placed(place) => won[place as usize],
            Sort::Halts(rank) => rank >= binary.least_rank,
            Sort::Unseen(_) => false,
        });
        Ok(VertexMap::from_vec(wins.collect()))
    }
}
