//! The sweep from the roots for exits alone, in the place of the sweep from the leaves.
//!
//! A vertex u is left for good by an arc to its parent p exactly if r(u, p) < r(p, u). When p is done, both are known, and
//! only one thing about u is needed from then on: if it is left upwards, r(u, p) and the exit of p, else nothing but that.
//! If p is left towards u, then u is not left towards p, because the destination forest has no cycle; so no flow is
//! needed that leaves out the head of a last departure.

use super::below::{Below, FromBelow, least};
use super::halt::Halt;
use super::kept::{INFINITE, Kept, TooLarge, WordFlow};
use super::layout::{Layout, PARENT};
use super::not_fast::NotFast;
use super::routine::{Last, Scratch};
use super::watch::SweepProgress;
use crate::full_turns::full_turns;

/// Where a particle on each place halts: turns every `end` into that.
///
/// On the way the flow of a vertex that is left upwards becomes r(u, p), and that of all others +∞.
pub(super) fn descend<K: Kept>(
    layout: &Layout,
    found: &mut FromBelow<K>,
    scratch: &mut Scratch,
    watch: &mut SweepProgress<'_>,
) -> Result<(), NotFast> {
    let below = &mut found.below[..];
    layout.roots.iter().for_each(|&root| below[root as usize].flow = K::INFINITE);
    found.traps.iter().enumerate().for_each(|(number, &top)| below[top].end = Halt::inside(number));
    for at in 0..layout.len() {
        watch.pass(at)?;
        let upwards = below[at].flow.flow();
        let halt = below[at].end.resolved(|place| below[place].end);
        below[at].end = halt;
        let children = layout.children_of(at);
        if children.is_empty() {
            continue;
        }
        let children = &mut below[children];
        let (arcs, node) = (layout.arcs_of(at), layout.nodes[at]);
        if halt.is_inside() {
            children.fill(Below { flow: K::INFINITE, end: halt });
        } else if node.names_a_child_twice() {
            let flow_of =
                |arc: u32| if arc == PARENT { upwards } else { children[arc as usize - 1].flow.flow() };
            let last = scratch.routine(arcs, node.note, children.len(), flow_of);
            for (arc, child) in (1..).zip(children) {
                child.settle(
                    if last == Last::Arc(arc) { INFINITE } else { scratch.visits_and_one(arc)? },
                    halt,
                )?;
            }
        } else {
            let stop = LastTurn::of(arcs, node.note, upwards, children);
            let (passed, others) = children.split_at_mut(stop.passed);
            for child in passed {
                child.settle(stop.full_turns + 2, halt)?;
            }
            let mut others = others.iter_mut();
            if stop.at_child
                && let Some(head) = others.next()
            {
                head.settle(INFINITE, halt)?;
            }
            for child in others {
                child.settle(stop.full_turns + 1, halt)?;
            }
        }
    }
    Ok(())
}

impl<K: Kept> Below<K> {
    /// Whether the vertex is left upwards, given r(u, p) and where a particle on p halts.
    #[inline]
    fn settle(&mut self, upwards: WordFlow, halt: Halt) -> Result<(), TooLarge> {
        let is_left = upwards < self.flow.flow();
        self.flow = if is_left { K::keep(upwards)? } else { K::INFINITE };
        self.end = if is_left { halt } else { self.end };
        Ok(())
    }
}

/// When the rotor of a vertex that names no child twice stops for good.
struct LastTurn {
    full_turns: WordFlow,
    /// How many children it passes after the full turns; they are the first ones.
    passed: usize,
    /// Whether it stops at the child after them.
    at_child: bool,
}

impl LastTurn {
    /// The stop at an arc to the parent, of whom `upwards` is the flow, or, if that is infinite, elsewhere.
    #[inline]
    fn of<K: Kept>(arcs: &[u32], end: Halt, upwards: WordFlow, children: &[Below<K>]) -> Self {
        if upwards != INFINITE {
            // A list that ends is left within the first turn.
            let (full_turns, arc) = match end {
                Halt::NOWHERE => full_turns(upwards, (arcs.len() - children.len()) as u32),
                _ => (0, upwards as u32),
            };
            return Self { full_turns, passed: children_before_parent(arcs, arc), at_child: false };
        }
        if end == Halt::NOWHERE {
            let (passed, flow) = least(children);
            return Self { full_turns: flow - 1, passed, at_child: true };
        }
        let listed = arcs.iter().filter(|&&arc| arc != PARENT).count();
        match children[..listed].iter().position(|child| child.flow.flow() == 1) {
            Some(passed) => Self { full_turns: 0, passed, at_child: true },
            None => Self { full_turns: 0, passed: listed, at_child: false },
        }
    }
}

/// How many children stand before arc number `number`, from 1, of those to the parent.
#[inline]
fn children_before_parent(arcs: &[u32], mut number: u32) -> usize {
    let mut children = 0;
    for &arc in arcs {
        if arc != PARENT {
            children += 1;
        } else if number == 1 {
            break;
        } else {
            number -= 1;
        }
    }
    children
}
