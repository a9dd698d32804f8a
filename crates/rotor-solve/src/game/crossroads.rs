//! Crossroads: one vertex as its owner sees it, its arcs counted from the rotor of the file.

use rotor_graph::{ArcId, Count, Multigraph, Natural, Pair, SimpleDigraph, VertexId};

/// A vertex v with its arcs in rotor order, the rotor of the file first.
#[derive(Clone, Copy, Debug)]
pub struct Crossroads<'a> {
    /// G.
    pub graph: &'a Multigraph,
    /// Ĝ.
    pub simple: &'a SimpleDigraph,
    /// v, which is no sink.
    pub vertex: VertexId,
    /// ρ(v).
    pub rotor: ArcId,
}

impl<'a> Crossroads<'a> {
    /// The arc so many turns after the rotor, fewer than one full turn.
    pub(crate) fn arc(&self, turns: usize) -> ArcId {
        let row = self.graph.arc_range(self.vertex);
        let at = self.rotor.index() + turns;
        ArcId::new(if at < row.end as usize { at as u32 } else { (at - row.len()) as u32 })
    }

    /// The number, within Γ⁺(v), of the head of every arc.
    pub(crate) fn head_numbers(&self) -> Vec<u32> {
        let row = self.simple.row(self.vertex).start;
        let degree = self.graph.out_degree(self.vertex) as usize;
        (0..degree).map(|turns| (self.simple.class_of(self.arc(turns)) - row) as u32).collect()
    }

    /// m(v, w) for each w of Γ⁺(v).
    pub(crate) fn multiplicities(&self) -> &'a [u32] {
        self.simple.multiplicities(self.vertex)
    }

    /// The heads by which the particle can leave for good, with the head number `back` always sending it back;
    /// none if every head does.
    pub(crate) fn rivals(&self, pairs: &[Pair], back: Option<usize>) -> Option<Rivals> {
        let mut full_turns: Option<Natural> = None;
        let mut left = vec![0u32; pairs.len()];
        for (at, (pair, &multiplicity)) in pairs.iter().zip(self.multiplicities()).enumerate() {
            let Count::Finite(flow) = &pair.flow else { continue };
            if Some(at) == back {
                continue;
            }
            let (quotient, remainder) = (flow - 1u32).div_rem(multiplicity);
            if full_turns.as_ref().is_some_and(|least| quotient > *least) {
                continue;
            }
            if full_turns.as_ref() != Some(&quotient) {
                left[..at].fill(0);
                full_turns = Some(quotient);
            }
            left[at] = remainder + 1;
        }
        full_turns.map(|full_turns| Rivals { full_turns, left })
    }
}

/// The heads of least quotient of r − 1 by the multiplicity (errata E1 and E4): only by them can a vertex be left for
/// good, whatever its initial arc.
#[derive(Clone, Debug)]
pub(crate) struct Rivals {
    /// The least quotient.
    pub(crate) full_turns: Natural,
    /// How many visits after the full turns make each head the last one; 0 for heads that are no rivals.
    pub(crate) left: Vec<u32>,
}

impl Rivals {
    /// Whether the head number `at` is one of them.
    pub(crate) fn contains(&self, at: usize) -> bool {
        self.left[at] > 0
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.left.iter().filter(|&&left| left > 0).count()
    }

    /// r(u, v) if u, with so many arcs from v, is passed so often after the full turns.
    pub(crate) fn flow_back(&self, multiplicity: u32, passed: u32) -> Count {
        Count::Finite(&self.full_turns * multiplicity + passed + 1u32)
    }
}
