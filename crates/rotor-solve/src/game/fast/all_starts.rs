//! Binary games from every place of a layout.

use super::above::from_above;
use super::below::from_below;
use super::layout::Layout;
use super::packed_pair::{PackedPair, Stopped};
use crate::game::threshold::Threshold;
use crate::layout::Marked;
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
        for piece in self.pieces() {
            from_below(self, piece.clone(), binary, &won, &mut below, |_, _| ())?;
            from_above(self, piece, binary, &below, &mut above, &mut won)?;
        }
        let wins = self.all_marked().map(|(_, marked)| match marked {
            Marked::Placed(place) => won[place as usize],
            Marked::Halts(rank) => rank >= binary.least_rank,
            Marked::Unseen(_) => false,
        });
        Ok(VertexMap::from_vec(wins.collect()))
    }
}
