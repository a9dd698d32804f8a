//! The sweep from the leaves: how often a subtree sends the particle back.

use super::halt::Halt;
use super::kept::{INFINITE, Kept, TooLarge, WordFlow};
use super::layout::{Layout, PARENT};
use super::not_fast::NotFast;
use super::routine::{Last, Scratch};
use super::watch::SweepProgress;

/// What a vertex shows to its parent: r(p, u), and where a particle that stays below ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Below<K> {
    pub(super) flow: K,
    pub(super) end: Halt,
}

impl<K: Kept> Below<K> {
    #[inline]
    fn new(flow: WordFlow, end: Halt) -> Result<Self, TooLarge> {
        Ok(Self { flow: K::keep(flow)?, end })
    }

    const NEVER: Self = Self { flow: K::INFINITE, end: Halt::NOWHERE };
}

/// What the sweep from the leaves finds.
#[derive(Debug)]
pub(super) struct FromBelow<K> {
    /// r(p, u) of every vertex u with parent p.
    pub(super) below: Vec<Below<K>>,
    /// The top of every trap, deepest first. A trap is all that lies below its top: the top has no way up, and nothing
    /// below it keeps the particle, so that everything there leads back to it.
    pub(super) traps: Vec<usize>,
}

/// Sweeps from the leaves. A trap is found on the way, and keeps what enters it.
pub(super) fn from_below<K: Kept>(
    layout: &Layout,
    scratch: &mut Scratch,
    watch: &mut SweepProgress<'_>,
) -> Result<FromBelow<K>, NotFast> {
    let mut below = vec![Below::NEVER; layout.len()];
    let mut traps = Vec::new();
    for at in (0..layout.len()).rev() {
        watch.pass(at)?;
        let node = layout.nodes[at];
        let arcs = layout.arcs_of(at);
        let children = &below[layout.children_of(at)];
        let seen = if node.names_a_child_twice() {
            full_from_below(arcs, node.note, children, scratch)?
        } else {
            one_each(arcs, node.note, children)?
        };
        // Nothing keeps the particle, and it is not sent back either.
        below[at] = if seen.end == Halt::NOWHERE && !arcs.contains(&PARENT) {
            traps.push(at);
            Below::new(1, Halt::trap(traps.len() - 1))?
        } else {
            seen
        };
    }
    Ok(FromBelow { below, traps })
}

/// The routine at a vertex all of whose arcs lead to different heads, but for those to the parent, which sends
/// everything back.
#[inline]
fn one_each<K: Kept>(arcs: &[u32], end: Halt, children: &[Below<K>]) -> Result<Below<K>, TooLarge> {
    if end != Halt::NOWHERE {
        // Within the first turn: a child of flow 1 before the end keeps the particle.
        let mut flow = 1;
        for &arc in arcs {
            if arc == PARENT {
                flow += 1;
            } else if children[arc as usize - 1].flow.flow() == 1 {
                return Below::new(flow, children[arc as usize - 1].end);
            }
        }
        return Below::new(flow, end);
    }
    // The first child of least flow keeps it; before that, the parent is visited once a turn and arc.
    let (head, flow) = least(children);
    if flow == INFINITE {
        return Ok(Below::NEVER);
    }
    let multiplicity = (arcs.len() - children.len()) as WordFlow;
    let passed =
        arcs.iter().position(|&arc| arc == head as u32 + 1).map_or(0, |position| position - head) as WordFlow;
    let flow = (flow - 1).checked_mul(multiplicity).and_then(|visits| visits.checked_add(passed + 1));
    Below::new(flow.ok_or(TooLarge)?, children[head].end)
}

/// What any vertex shows to its parent, which sends everything back.
fn full_from_below<K: Kept>(
    arcs: &[u32],
    end: Halt,
    children: &[Below<K>],
    scratch: &mut Scratch,
) -> Result<Below<K>, TooLarge> {
    let flow_of = |arc: u32| if arc == PARENT { INFINITE } else { children[arc as usize - 1].flow.flow() };
    let end = match scratch.routine(arcs, end, children.len(), flow_of) {
        Last::Arc(arc) => children[arc as usize - 1].end,
        Last::End => end,
        Last::Never => return Ok(Below::NEVER),
    };
    Below::new(scratch.visits_and_one(PARENT)?, end)
}

/// The first child of least flow; of no child the flow is infinite.
#[inline]
pub(super) fn least<K: Kept>(children: &[Below<K>]) -> (usize, WordFlow) {
    let mut least = (0, INFINITE);
    for (index, child) in children.iter().enumerate() {
        if child.flow.flow() < least.1 {
            least = (index, child.flow.flow());
        }
    }
    least
}
