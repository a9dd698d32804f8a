//! Exits of all vertices, in the order of the file.

use super::above::from_above;
use super::below::from_below;
use super::kept::{Kept, Stopped};
use super::layout::{Layout, MOST_VERTICES};
use super::routine::Scratch;
use rotor_graph::{Configuration, Multigraph, VertexId, VertexMap};

/// What the fast solver finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FastExits {
    /// The exit sink of every vertex.
    Exits(VertexMap<VertexId>),
    /// The graph is not tree-like.
    NotTreeLike,
    /// It has traps.
    Traps,
    /// A flow is beyond 2⁶², or there are 2³¹ vertices or more.
    TooLarge,
}

/// The exit sink of every vertex of a tree-like graph without traps, if all flows are small; which of these fails is
/// found out on the way.
///
/// Its slow twin is [`complete_destination`](crate::tree::complete_destination). Time O(|V| + |A|) machine operations
/// [ACD22, `CDA`]; memory about 44 bytes a vertex and 4 an arc, more if flows need 64 bits.
pub fn fast_exits(graph: &Multigraph, rotors: &Configuration) -> FastExits {
    if graph.vertex_count() >= MOST_VERTICES {
        return FastExits::TooLarge;
    }
    let Ok(layout) = Layout::of(graph, rotors) else { return FastExits::NotTreeLike };
    let swept = match sweep::<u32>(&layout) {
        Err(Stopped::Large) => sweep::<u64>(&layout),
        swept => swept,
    };
    match swept {
        Err(Stopped::Trapped) => FastExits::Traps,
        Err(Stopped::Large) => FastExits::TooLarge,
        Ok(swept) => {
            let mut exits = VertexMap::from_vec(graph.vertices().collect());
            for (&u, &exit) in layout.order.iter().zip(&swept) {
                exits[VertexId::new(u)] = VertexId::new(exit);
            }
            FastExits::Exits(exits)
        }
    }
}

fn sweep<K: Kept>(layout: &Layout) -> Result<Vec<u32>, Stopped> {
    let mut scratch = Scratch::default();
    let below = from_below::<K>(layout, &mut scratch)?;
    from_above(layout, &below, &mut scratch)
}
