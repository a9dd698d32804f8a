//! Binary games of a bare instance, of which nothing was proved before.

use super::layout::Layout;
use super::packed_pair::Stopped;
use crate::game::Threshold;
use crate::tree::layout::NoLayout;
use rotor_graph::{Instance, VertexId, VertexMap};

/// Why a game is left to [`binary_game`](crate::game::binary_game) and
/// [`binary_game_from_all`](crate::game::binary_game_from_all).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotFast {
    /// The graph is not tree-like.
    NotTreeLike,
    /// It has traps.
    Traps,
    /// A flow is beyond 2⁶², or there are 2²⁹ vertices or more.
    TooLarge,
}

impl From<NoLayout> for NotFast {
    fn from(reason: NoLayout) -> Self {
        match reason {
            NoLayout::Cyclic => Self::NotTreeLike,
            NoLayout::Large | NoLayout::Stopped(_) => Self::TooLarge,
        }
    }
}

impl From<Stopped> for NotFast {
    fn from(reason: Stopped) -> Self {
        match reason {
            Stopped::Trapped => Self::Traps,
            Stopped::Large => Self::TooLarge,
        }
    }
}

/// Whether Max wins the binary game of `threshold` from `from`, by players who pick initial arcs, if what `from` reaches
/// is a tree without traps and all flows are small; which of these fails is found out on the way.
///
/// Time O(|V| + |A|) machine operations [ACD22, `thm:opt_complex`]; memory about 32 bytes per vertex, 8 a sink and 4 an
/// arc.
pub fn fast_binary_value(instance: &Instance, from: VertexId, threshold: Threshold) -> Result<bool, NotFast> {
    if instance.graph().is_sink(from) {
        return Ok(threshold.wins(instance.value(from)));
    }
    Ok(layout(instance, [from.index()].into_iter())?.wins(threshold)?)
}

/// The same for every start, if the graph is a forest without traps and all flows are small.
///
/// Time O(|V| + |A|) machine operations; memory about 42 bytes per vertex, 8 per sink and 4 per arc.
pub fn fast_binary_values(instance: &Instance, threshold: Threshold) -> Result<VertexMap<bool>, NotFast> {
    Ok(layout(instance, 0..instance.graph().vertex_count())?.wins_from_all(threshold)?)
}

fn layout(instance: &Instance, roots: impl Iterator<Item = usize>) -> Result<Layout, NoLayout> {
    let starts = instance.graph().row_starts();
    Layout::new(instance, 0, |u| starts[u] < starts[u + 1], roots)
}
