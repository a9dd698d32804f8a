//! The fast solver: exits alone, or exits with all return flows.

use super::above::{FromAbove, from_above};
use super::below::{FromBelow, from_below};
use super::exits::Exits;
use super::flows::FlowColumns;
use super::halt::MOST_VERTICES;
use super::kept::{Kept, TooLarge};
use super::layout::{Cyclic, Layout};
use super::routine::Scratch;
use rotor_graph::{Configuration, Multigraph, Traps};

/// Why the fast solver hands a graph back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotFast {
    /// The graph is not tree-like, even when its traps are cut.
    #[error("the undirected graph has a cycle")]
    NotTreeLike,
    /// A flow is beyond 2⁶², or there are 2³⁰ vertices or more.
    #[error("a return flow is beyond 2⁶², or there are 2³⁰ vertices or more")]
    TooLarge,
}

/// The exits of all vertices and all return flows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FastFlows {
    /// The exit of every vertex, and the traps.
    pub exits: Exits,
    /// r(u, v) for every arc (u, v) of Ĝ.
    pub flows: FlowColumns,
}

/// The exit of every vertex of a tree-like graph, if all flows are small; which of these fails is found out on the way.
///
/// Its slow twin is [`complete_destination`](crate::tree::complete_destination). Time O(|V| + |A|) machine operations
/// [ACD22, `CDA`]; memory about 44 bytes a vertex and 4 an arc, more if flows need 64 bits.
pub fn fast_exits(graph: &Multigraph, rotors: &Configuration) -> Result<Exits, NotFast> {
    let laid_out = LaidOut::of(graph, rotors)?;
    let exits = match laid_out.sweep::<u32>() {
        Ok(swept) => laid_out.exits(graph, &swept),
        Err(TooLarge) => laid_out.exits(graph, &laid_out.sweep::<u64>()?),
    };
    Ok(exits)
}

/// The exit of every vertex and the whole table of return flows, if all flows are small.
///
/// Its slow twin is [`complete_destination`](crate::tree::complete_destination). Time O(|V| + |A|) machine operations
/// [ACD22, `CDA`]; memory about 60 bytes a vertex and 16 an arc, more if flows need 64 bits.
pub fn fast_flows(graph: &Multigraph, rotors: &Configuration) -> Result<FastFlows, NotFast> {
    let laid_out = LaidOut::of(graph, rotors)?;
    match laid_out.sweep::<u32>() {
        Ok(swept) => Ok(laid_out.flows(graph, &swept)),
        Err(TooLarge) => Ok(laid_out.flows(graph, &laid_out.sweep::<u64>()?)),
    }
}

impl From<TooLarge> for NotFast {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}

/// A graph whose vertices are in order.
struct LaidOut {
    layout: Layout,
    /// Traps that had to be cut first; all others are found by the sweep from the leaves.
    cut: Traps,
}

/// What both sweeps find.
struct Swept<K>(FromBelow<K>, FromAbove<K>);

impl LaidOut {
    /// Only a cycle makes it look for traps: it may run through one.
    fn of(graph: &Multigraph, rotors: &Configuration) -> Result<Self, NotFast> {
        if graph.vertex_count() >= MOST_VERTICES {
            return Err(NotFast::TooLarge);
        }
        let none = Traps::default();
        if let Ok(layout) = Layout::of(graph, rotors, &none) {
            return Ok(Self { layout, cut: none });
        }
        let cut = Traps::of(graph);
        if cut.is_empty() {
            return Err(NotFast::NotTreeLike);
        }
        let layout = Layout::of(graph, rotors, &cut).map_err(|Cyclic| NotFast::NotTreeLike)?;
        Ok(Self { layout, cut })
    }

    fn sweep<K: Kept>(&self) -> Result<Swept<K>, TooLarge> {
        let mut scratch = Scratch::default();
        let below = from_below(&self.layout, &mut scratch)?;
        let above = from_above(&self.layout, &below, &mut scratch)?;
        Ok(Swept(below, above))
    }

    fn exits<K>(&self, graph: &Multigraph, Swept(below, above): &Swept<K>) -> Exits {
        let exits = Exits::new(graph, &self.layout, &above.halts, &self.cut);
        exits.with_traps(self.cut.len() + below.traps.len())
    }

    fn flows<K: Kept>(&self, graph: &Multigraph, swept: &Swept<K>) -> FastFlows {
        let exits = self.exits(graph, swept);
        let Swept(below, above) = swept;
        let flows = FlowColumns::new(graph, &exits, &self.layout, &below.below, &above.above);
        FastFlows { exits, flows }
    }
}
