//! Binary games on a layout, from its first root or from every place.

use super::above::from_above;
use super::below::{Binary, NONE, from_below};
use super::layout::Layout;
use super::packed_pair::{PackedPair, Stopped};
use crate::game::Threshold;
use crate::tree::layout::Marked;
use rotor_graph::{ArcId, Decision, Instance, VertexId, VertexMap};

/// A binary game played from the first root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    /// Whether Max wins.
    pub(crate) wins: bool,
    /// By place, seen from the parent.
    pub(super) below: Vec<PackedPair>,
    /// By place, the position of the best initial arc counted from the rotor, or [`NONE`].
    starts: Vec<u32>,
}

impl Layout {
    /// The binary game of `threshold`, as the sweeps need it.
    pub(super) fn binary(&self, threshold: Threshold) -> Binary {
        let lost = self.worths.partition_point(|&worth| !threshold.wins(worth));
        Binary { least_rank: lost as u32, endless_wins: threshold.wins(self.endless_value) }
    }

    /// How many operations a sweep over what the first root reaches takes.
    pub(crate) fn cost_from_first(&self) -> u64 {
        self.cost(self.reached())
    }

    /// Whether Max wins from the first root. Time O(|A|).
    pub(crate) fn wins(&self, threshold: Threshold) -> Result<bool, Stopped> {
        self.sweep(threshold, |_, _| ()).map(|(wins, _)| wins)
    }

    /// Who wins from the first root, and how. Time O(|A|).
    pub(crate) fn play(&self, threshold: Threshold) -> Result<Played, Stopped> {
        let mut starts = vec![NONE; self.reached().len()];
        let (wins, below) = self.sweep(threshold, |at, start| starts[at] = start)?;
        Ok(Played { wins, below, starts })
    }

    fn sweep(
        &self,
        threshold: Threshold,
        note: impl FnMut(usize, u32),
    ) -> Result<(bool, Vec<PackedPair>), Stopped> {
        let binary = self.binary(threshold);
        let mut below = vec![PackedPair::infinite(false); self.reached().len()];
        from_below(self, self.reached(), binary, &[], &mut below, note)?;
        let wins = below.first().map_or(binary.endless_wins, |root| root.wins());
        Ok((wins, below))
    }

    /// The vertices that the first root reaches, in the order of the file, with their places.
    pub(super) fn reached_vertices(&self) -> impl Iterator<Item = (VertexId, usize)> + '_ {
        let reached = self.reached();
        self.all_marked().filter_map(move |(u, marked)| match marked {
            Marked::Placed(place) if reached.contains(&(place as usize)) => Some((u, place as usize)),
            _ => None,
        })
    }

    /// What the players decide in a game that was played, by vertex.
    pub(crate) fn decisions(&self, instance: &Instance, played: &Played) -> Vec<(VertexId, Decision)> {
        let decision = |(u, place): (VertexId, usize)| {
            let (start, row) = (played.starts[place], instance.graph().arc_range(u));
            // Counted from the row, so that no sum exceeds the number of its arcs twice.
            let turned = instance.rotors().rotor(u).raw() - row.start;
            let position = (u64::from(turned) + u64::from(start)) % row.len() as u64;
            (start != NONE).then(|| (u, Decision::Start(ArcId::new(row.start + position as u32))))
        };
        self.reached_vertices().filter_map(decision).collect()
    }

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
