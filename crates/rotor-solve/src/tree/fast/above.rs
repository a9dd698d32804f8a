//! The sweep from the roots: exits, and how often the rest of the tree sends the particle back.

use super::below::{Below, FromBelow};
use super::halt::Halt;
use super::kept::{INFINITE, Kept, TooLarge, WordFlow};
use super::layout::{Layout, NONE, PARENT};
use super::not_fast::NotFast;
use super::routine::{Last, Scratch};
use super::watch::SweepProgress;
use crate::full_turns::full_turns;

/// What the sweep from the roots finds.
#[derive(Debug)]
pub(super) struct FromAbove<K> {
    /// Where a particle on each place halts.
    pub(super) halts: Vec<Halt>,
    /// r(u, p) of every vertex u with parent p that lies in no trap.
    pub(super) above: Vec<K>,
}

/// Sweeps from the roots.
pub(super) fn from_above<K: Kept>(
    layout: &Layout,
    found: &FromBelow<K>,
    scratch: &mut Scratch,
    watch: &mut SweepProgress<'_>,
) -> Result<FromAbove<K>, NotFast> {
    let below = &found.below;
    let mut halts = vec![Halt::NOWHERE; layout.len()];
    let mut above = vec![K::INFINITE; layout.len()];
    let mut traps = found.traps.iter().copied().enumerate().rev().peekable();
    for at in 0..layout.len() {
        watch.pass(at)?;
        let node = layout.nodes[at];
        if let Some((number, _)) = traps.next_if(|&(_, top)| top == at) {
            halts[at] = Halt::inside(number);
            continue;
        }
        if !found.traps.is_empty()
            && layout.parents[at] != NONE
            && halts[layout.parents[at] as usize].is_inside()
        {
            halts[at] = halts[layout.parents[at] as usize];
            continue;
        }
        let parent_flow = above[at].flow();
        let to_parent = parent_flow < below[at].flow.flow();
        halts[at] = if to_parent {
            halts[layout.parents[at] as usize]
        } else {
            below[at].end.resolved(|place| halts[place])
        };
        let children = layout.children_of(at);
        if children.is_empty() {
            continue;
        }
        let first_child = children.start;
        let (arcs, above) = (layout.arcs_of(at), &mut above[children]);
        if node.names_a_child_twice() {
            full_from_above(arcs, node.note, parent_flow, &below[first_child..], above, scratch)?;
        } else {
            one_each_from_above(arcs, node.note, parent_flow, &below[first_child..], above)?;
        }
    }
    Ok(FromAbove { halts, above })
}

/// r(c, u) of every child c of a vertex u all of whose arcs lead to different heads, but for those to the parent.
#[inline]
fn one_each_from_above<K: Kept>(
    arcs: &[u32],
    end: Halt,
    parent_flow: WordFlow,
    children: &[Below<K>],
    above: &mut [K],
) -> Result<(), TooLarge> {
    if end != Halt::NOWHERE {
        // Children up to the last departure are visited once when they send everything back, the others never.
        above.fill(K::keep(1)?);
        let mut parent_visits = 0;
        for &arc in arcs {
            if arc == PARENT {
                parent_visits += 1;
                if parent_visits == parent_flow {
                    break;
                }
            } else {
                above[arc as usize - 1] = K::keep(2)?;
                if children[arc as usize - 1].flow.flow() == 1 {
                    break;
                }
            }
        }
        return Ok(());
    }
    // The parent keeps the particle at its visit number `parent_flow`: at this one of its arcs, after this many turns.
    let parents = arcs.iter().filter(|&&arc| arc == PARENT).count() as u32;
    let (parent_turns, parent_arc) = match parents {
        0 => (INFINITE, 0),
        _ if parent_flow == INFINITE => (INFINITE, 0),
        _ => full_turns(parent_flow, parents),
    };
    // Full turns, and the position of the head, at which the least and the second least head keep the particle.
    let mut least = [(INFINITE, usize::MAX, PARENT); 2];
    let mut seen = 0;
    for (position, &arc) in arcs.iter().enumerate() {
        let (turns, arc) = if arc == PARENT {
            seen += 1;
            if seen != parent_arc {
                continue;
            }
            (parent_turns, arc)
        } else {
            let flow = children[arc as usize - 1].flow.flow();
            if flow == INFINITE {
                continue;
            }
            (flow - 1, arc)
        };
        if turns < least[0].0 {
            least = [(turns, position, arc), least[0]];
        } else if turns < least[1].0 {
            least[1] = (turns, position, arc);
        }
    }
    for (position, &arc) in arcs.iter().enumerate().filter(|&(_, &arc)| arc != PARENT) {
        let (turns, last, _) = if least[0].2 == arc && least[0].0 != INFINITE { least[1] } else { least[0] };
        let flow = if turns == INFINITE { INFINITE } else { turns + WordFlow::from(position < last) + 1 };
        above[arc as usize - 1] = K::keep(flow)?;
    }
    Ok(())
}

/// r(c, u) of every child c of any vertex u: one routine for all, and one more for the head of the last departure.
fn full_from_above<K: Kept>(
    arcs: &[u32],
    end: Halt,
    parent_flow: WordFlow,
    children: &[Below<K>],
    above: &mut [K],
    scratch: &mut Scratch,
) -> Result<(), TooLarge> {
    let flow_of = |arc: u32| if arc == PARENT { parent_flow } else { children[arc as usize - 1].flow.flow() };
    let last = scratch.routine(arcs, end, above.len(), flow_of);
    // Children whose arcs all come after the end of the list are never visited.
    above.fill(K::keep(1)?);
    for &arc in arcs.iter().filter(|&&arc| arc != PARENT && last != Last::Arc(arc)) {
        above[arc as usize - 1] = K::keep(scratch.visits_and_one(arc)?)?;
    }
    if let Last::Arc(head) = last
        && head != PARENT
    {
        let flow_of = |arc: u32| if arc == head { INFINITE } else { flow_of(arc) };
        let found = scratch.routine(arcs, end, above.len(), flow_of);
        let flow = if found == Last::Never { INFINITE } else { scratch.visits_and_one(head)? };
        above[head as usize - 1] = K::keep(flow)?;
    }
    Ok(())
}
