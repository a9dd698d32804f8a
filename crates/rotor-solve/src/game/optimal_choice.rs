//! The optimal choice at one vertex: all its initial arcs in one sweep.

use super::preference::{BestStart, StartEnd, wanted_by};
use super::vertex_view::VertexView;
use super::windows::Windows;
use crate::tree::improved_revolving_routine;
use rotor_graph::{ArcId, Count, Owner, Pair};

/// An initial arc and the pair it comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The initial arc.
    pub start: ArcId,
    /// What the vertex is then good for, seen from its parent.
    pub pair: Pair,
}

/// The best initial arc of a vertex for its owner, and the pair of the arc from its parent
/// [ACD22, `alg:OptimalStratBin`]; none if every head always sends the particle back.
///
/// `pairs` are those of the heads; the head number `back` is the parent, which always sends the particle back and
/// whose pair is not looked at. A rotor has no choice. Of equally good arcs it takes the rotor of the file or the first
/// after it.
///
/// Time O(d(v)) operations on words and |Γ⁺(v)| divisions of a flow by a word.
pub fn optimal_choice(
    at: &VertexView<'_>,
    owner: Owner,
    pairs: &[Pair],
    back: Option<usize>,
) -> Option<Choice> {
    let least = at.least_heads(pairs, back)?;
    let heads = at.head_numbers();
    let mut windows = Windows::new(&heads, &least.left, 1);
    // A rotor sees one start only, so what it wants is never asked.
    let mut best = BestStart::wanting(wanted_by(owner).unwrap_or(true));
    while let Some(window) = windows.next_window() {
        let last = heads[window.end % heads.len()] as usize;
        let passed = back.map_or(0, |back| windows.occurs(back));
        best.see(StartEnd { start: window.start, wins: pairs[last].wins, passed });
        if owner == Owner::Rotor {
            break;
        }
    }
    let StartEnd { start, wins, passed } = best.best().expect("a vertex that is not a sink has an arc");
    let multiplicity = back.map_or(0, |back| at.multiplicities()[back]);
    Some(Choice { start: at.arc(start), pair: Pair { wins, flow: least.flow_back(multiplicity, passed) } })
}

/// The slow twin of [`optimal_choice`]: the routine from every initial arc. Time O(d(v)²) operations.
pub fn optimal_choice_by_trying(
    at: &VertexView<'_>,
    owner: Owner,
    pairs: &[Pair],
    back: Option<usize>,
) -> Option<Choice> {
    let flow = |(head, pair): (usize, &Pair)| {
        if Some(head) == back { Count::Infinite } else { pair.flow.clone() }
    };
    let flows: Vec<_> = pairs.iter().enumerate().map(flow).collect();
    let starts = if owner == Owner::Rotor { 1 } else { at.graph.out_degree(at.vertex) as usize };
    let mut best: Option<Choice> = None;
    for start in (0..starts).map(|turns| at.arc(turns)) {
        let revolution = improved_revolving_routine(at.graph, at.simple, at.vertex, start, &flows)?;
        let last = at.simple.merged_arc(revolution.last_departure) - at.simple.row(at.vertex).start;
        let visits = back.map(|back| revolution.visits_before(back, at.multiplicities()[back]));
        let pair = Pair { wins: pairs[last].wins, flow: Count::Finite(visits.unwrap_or_default() + 1u32) };
        let better = |best: &Choice| match wanted_by(owner) {
            None => false,
            Some(wanted) if pair.wins != best.pair.wins => pair.wins == wanted,
            Some(wanted) if pair.wins == wanted => pair.flow < best.pair.flow,
            Some(_) => pair.flow > best.pair.flow,
        };
        if best.as_ref().is_none_or(better) {
            best = Some(Choice { start, pair });
        }
    }
    best
}
