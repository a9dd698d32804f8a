//! VertexView: one vertex as its owner sees it, its arcs counted from the rotor of the file.

use crate::tree::LeastHeads;
use rotor_graph::{ArcId, Count, Multigraph, Pair, SimpleDigraph, VertexId};

/// A vertex v with its arcs in rotor order, the rotor of the file first.
#[derive(Clone, Copy, Debug)]
pub struct VertexView<'a> {
    /// G.
    pub graph: &'a Multigraph,
    /// Ĝ.
    pub simple: &'a SimpleDigraph,
    /// v, which is not a sink.
    pub vertex: VertexId,
    /// ρ(v).
    pub rotor: ArcId,
}

impl<'a> VertexView<'a> {
    /// The arc this many turns after the rotor, fewer than one full turn.
    pub(crate) fn arc(&self, turns: usize) -> ArcId {
        let row = self.graph.arc_range(self.vertex);
        let at = self.rotor.index() + turns;
        ArcId::new(if at < row.end as usize { at as u32 } else { (at - row.len()) as u32 })
    }

    /// The number, within Γ⁺(v), of the head of every arc.
    pub(crate) fn head_numbers(&self) -> Vec<u32> {
        let row = self.simple.row(self.vertex).start;
        let degree = self.graph.out_degree(self.vertex) as usize;
        (0..degree).map(|turns| (self.simple.merged_arc(self.arc(turns)) - row) as u32).collect()
    }

    /// m(v, w) for each w of Γ⁺(v).
    pub(crate) fn multiplicities(&self) -> &'a [u32] {
        self.simple.multiplicities(self.vertex)
    }

    /// The heads by which the particle can leave for good, with the head number `back` always sending it back;
    /// none if every head does.
    pub(crate) fn least_heads(&self, pairs: &[Pair], back: Option<usize>) -> Option<LeastHeads> {
        let flows = pairs.iter().map(|pair| &pair.flow).enumerate();
        let flows = flows.map(|(at, flow)| if Some(at) == back { &Count::Infinite } else { flow });
        LeastHeads::among(flows, self.multiplicities())
    }
}
