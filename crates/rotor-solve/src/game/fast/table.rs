//! The table of pairs that the certificate of a game wants.

use super::binary_games::Played;
use super::layout::Layout;
use super::packed_pair::PackedPair;
use crate::game::Threshold;
use crate::tree::layout::Marked;
use rotor_graph::{Instance, PairEntry, PairTable, VertexId};

impl Layout {
    /// The pairs of all arcs of Ĝ that lead away from the first root, by head, of the game of `threshold`.
    ///
    /// Time O(|A| + h log h) for h arcs to where a particle halts.
    pub(crate) fn table(&self, instance: &Instance, threshold: Threshold, played: &Played) -> PairTable {
        let (graph, binary) = (instance.graph(), self.binary(threshold));
        let mut halts = Vec::new();
        for (from, _) in self.reached_vertices() {
            let halting = |&&to: &&VertexId| matches!(self.marked(to), Marked::Halts(_));
            halts.extend(graph.heads(from).iter().filter(halting).map(|&to| (to, from)));
        }
        halts.sort_unstable();
        halts.dedup();
        let mut entries = Vec::with_capacity(self.reached().len() + halts.len());
        let mut halts = halts.into_iter().peekable();
        for (to, marked) in self.all_marked() {
            match marked {
                Marked::Halts(rank) => {
                    let pair = PackedPair::kept(rank >= binary.least_rank);
                    while let Some((_, from)) = halts.next_if(|&(head, _)| head == to) {
                        entries.push(PairEntry { from, to, pair: pair.unpacked() });
                    }
                }
                Marked::Placed(place) if (1..self.reached().end).contains(&(place as usize)) => {
                    let from = self.vertex(self.parent(place as usize));
                    entries.push(PairEntry { from, to, pair: played.below[place as usize].unpacked() });
                }
                _ => {}
            }
        }
        PairTable(entries)
    }
}
