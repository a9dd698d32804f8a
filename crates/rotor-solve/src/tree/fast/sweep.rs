//! Two sweeps over a layout: flows towards the leaves from below, exits and flows towards the root from above.

use super::layout::{End, Layout, NONE, PARENT};

/// A return flow in a machine word.
pub(super) type Flow = u64;
/// +∞.
pub(super) const INFINITE: Flow = Flow::MAX;
/// Flows from here on are handed to exact arithmetic.
const MOST: Flow = 1 << 62;

/// Why the sweeps stopped.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(super) enum Stopped {
    /// A flow does not fit.
    Large,
    /// There is a trap.
    Trapped,
}

/// What a vertex shows to its parent: r(p, u), and where a particle that stays below ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Below {
    flow: Flow,
    end: End,
}

/// r(p, u) of every vertex u with parent p, by a sweep from the leaves.
pub(super) fn from_below(layout: &Layout, scratch: &mut Scratch) -> Result<Vec<Below>, Stopped> {
    let mut below = vec![Below { flow: INFINITE, end: End::NOWHERE }; layout.len()];
    for at in (0..layout.len()).rev() {
        let node = layout.nodes[at];
        let arcs = layout.arcs_of(at);
        let children = &below[node.first_child as usize..];
        let seen = if layout.parallel[at] {
            full_from_below(arcs, node.end, children, scratch)?
        } else {
            one_each(arcs, node.end, children)?
        };
        // Without an arc to its parent a vertex never sends the particle back there.
        let has_parent_arc = arcs.contains(&PARENT);
        if seen.end == End::NOWHERE && !has_parent_arc {
            return Err(Stopped::Trapped);
        }
        below[at] = Below { flow: seen.flow, end: seen.end };
    }
    Ok(below)
}

/// The routine at a vertex all of whose arcs lead to different heads, but for those to the parent, which sends
/// everything back.
#[inline]
fn one_each(arcs: &[u32], end: End, children: &[Below]) -> Result<Below, Stopped> {
    if end != End::NOWHERE {
        // Within the first turn: a child of flow 1 before the end keeps the particle.
        let mut flow = 1;
        for &arc in arcs {
            if arc == PARENT {
                flow += 1;
            } else if children[arc as usize - 1].flow == 1 {
                return Ok(Below { flow, end: children[arc as usize - 1].end });
            }
        }
        return Ok(Below { flow, end });
    }
    // The first child of least flow keeps it; before that, the parent is visited once a turn and arc.
    let mut least = Below { flow: INFINITE, end: End::NOWHERE };
    let (mut passed, mut multiplicity) = (0, 0);
    for &arc in arcs {
        if arc == PARENT {
            multiplicity += 1;
        } else if children[arc as usize - 1].flow < least.flow {
            least = children[arc as usize - 1];
            passed = multiplicity;
        }
    }
    if least.flow == INFINITE {
        return Ok(least);
    }
    let flow = (least.flow - 1).checked_mul(multiplicity).and_then(|turns| turns.checked_add(passed + 1));
    let flow = flow.filter(|&flow| flow < MOST).ok_or(Stopped::Large)?;
    Ok(Below { flow, end: least.end })
}

/// Counters by head, for lists that name a child twice.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    multiplicity: Vec<u32>,
    passed: Vec<u32>,
    full_turns: Flow,
}

/// The last departure of a routine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Last {
    /// Along this arc.
    Arc(u32),
    /// Beyond the list, to where it ends.
    End,
    /// There is none: everything comes back.
    Never,
}

impl Scratch {
    /// The routine in full on a list of arcs, given the flow of each head: counts how often heads are passed.
    fn routine(&mut self, arcs: &[u32], end: End, flow_of: impl Fn(u32) -> Flow) -> Last {
        let heads = arcs.iter().max().map_or(1, |&most| most as usize + 1);
        for counter in [&mut self.multiplicity, &mut self.passed] {
            counter.clear();
            counter.resize(heads, 0);
        }
        for &arc in arcs {
            self.multiplicity[arc as usize] += 1;
        }
        let turns = |&arc: &u32| (flow_of(arc) - 1) / Flow::from(self.multiplicity[arc as usize]);
        self.full_turns = if end == End::NOWHERE {
            let finite = arcs.iter().filter(|&&arc| flow_of(arc) != INFINITE);
            let Some(turns) = finite.map(turns).min() else { return Last::Never };
            turns
        } else {
            0
        };
        for &arc in arcs {
            let (multiplicity, passed) = (self.multiplicity[arc as usize], &mut self.passed[arc as usize]);
            let flow = flow_of(arc);
            let visits = u128::from(self.full_turns) * u128::from(multiplicity) + u128::from(*passed);
            if flow != INFINITE && visits + 1 == u128::from(flow) {
                return Last::Arc(arc);
            }
            *passed += 1;
        }
        Last::End
    }

    /// One more than the visits of a head before the last departure.
    fn visits_and_one(&self, arc: u32) -> Result<Flow, Stopped> {
        let counted = |counter: &[u32]| Flow::from(counter.get(arc as usize).copied().unwrap_or(0));
        let turned = self.full_turns.checked_mul(counted(&self.multiplicity));
        let flow = turned.and_then(|visits| visits.checked_add(counted(&self.passed) + 1));
        flow.filter(|&flow| flow < MOST).ok_or(Stopped::Large)
    }
}

/// What any vertex shows to its parent, which sends everything back.
fn full_from_below(
    arcs: &[u32],
    end: End,
    children: &[Below],
    scratch: &mut Scratch,
) -> Result<Below, Stopped> {
    let flow_of = |arc: u32| if arc == PARENT { INFINITE } else { children[arc as usize - 1].flow };
    let end = match scratch.routine(arcs, end, flow_of) {
        Last::Arc(arc) => children[arc as usize - 1].end,
        Last::End => end,
        Last::Never => return Ok(Below { flow: INFINITE, end: End::NOWHERE }),
    };
    Ok(Below { flow: scratch.visits_and_one(PARENT)?, end })
}

/// The sink that every place exits at, by a sweep from the roots.
pub(super) fn from_above(
    layout: &Layout,
    below: &[Below],
    scratch: &mut Scratch,
) -> Result<Vec<u32>, Stopped> {
    let mut exits = vec![NONE; layout.len()];
    // r(u, p) of every vertex u with parent p, as far as it matters.
    let mut above = vec![INFINITE; layout.len()];
    for at in 0..layout.len() {
        let node = layout.nodes[at];
        let parent_flow = above[at];
        let to_parent = parent_flow < below[at].flow;
        exits[at] = if to_parent {
            exits[node.parent as usize]
        } else if below[at].flow == INFINITE {
            return Err(Stopped::Trapped);
        } else {
            below[at].end.resolve(&exits)
        };
        let first_child = node.first_child as usize;
        let children = first_child..layout.nodes[at + 1].first_child as usize;
        if children.is_empty() {
            continue;
        }
        let (arcs, above) = (layout.arcs_of(at), &mut above[children]);
        if layout.parallel[at] {
            full_from_above(arcs, node.end, parent_flow, &below[first_child..], above, scratch)?;
        } else {
            one_each_from_above(arcs, node.end, parent_flow, &below[first_child..], above)?;
        }
    }
    Ok(exits)
}

/// r(c, u) of every child c of a vertex u all of whose arcs lead to different heads, but for those to the parent.
#[inline]
fn one_each_from_above(
    arcs: &[u32],
    end: End,
    parent_flow: Flow,
    children: &[Below],
    above: &mut [Flow],
) -> Result<(), Stopped> {
    if end != End::NOWHERE {
        // Children up to the last departure are visited once when they send everything back, the others never.
        above.fill(1);
        let mut parent_visits = 0;
        for &arc in arcs {
            if arc == PARENT {
                parent_visits += 1;
                if parent_visits == parent_flow {
                    break;
                }
            } else {
                above[arc as usize - 1] = 2;
                if children[arc as usize - 1].flow == 1 {
                    break;
                }
            }
        }
        return Ok(());
    }
    let parents = arcs.iter().filter(|&&arc| arc == PARENT).count() as Flow;
    // Full turns, and the position of the head, at which the least and the second least head keep the particle.
    let mut least = [(INFINITE, usize::MAX, PARENT); 2];
    let mut seen = 0;
    for (position, &arc) in arcs.iter().enumerate() {
        let (turns, arc) = if arc == PARENT {
            seen += 1;
            // The parent keeps it at its visit number `parent_flow`: at this one of its arcs, after so many turns.
            if parent_flow == INFINITE || (parent_flow - 1) % parents + 1 != seen {
                continue;
            }
            ((parent_flow - 1) / parents, arc)
        } else {
            let flow = children[arc as usize - 1].flow;
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
        let flow = if turns == INFINITE { INFINITE } else { turns + Flow::from(position < last) + 1 };
        if flow != INFINITE && flow >= MOST {
            return Err(Stopped::Large);
        }
        above[arc as usize - 1] = flow;
    }
    Ok(())
}

/// r(c, u) of every child c of any vertex u: one routine for all, and one more for the head of the last departure.
fn full_from_above(
    arcs: &[u32],
    end: End,
    parent_flow: Flow,
    children: &[Below],
    above: &mut [Flow],
    scratch: &mut Scratch,
) -> Result<(), Stopped> {
    let flow_of = |arc: u32| if arc == PARENT { parent_flow } else { children[arc as usize - 1].flow };
    let last = scratch.routine(arcs, end, flow_of);
    // Children whose arcs all come after the end of the list are never visited.
    above.fill(1);
    for &arc in arcs.iter().filter(|&&arc| arc != PARENT && last != Last::Arc(arc)) {
        above[arc as usize - 1] = scratch.visits_and_one(arc)?;
    }
    if let Last::Arc(head) = last
        && head != PARENT
    {
        let flow_of = |arc: u32| if arc == head { INFINITE } else { flow_of(arc) };
        let found = scratch.routine(arcs, end, flow_of);
        above[head as usize - 1] =
            if found == Last::Never { INFINITE } else { scratch.visits_and_one(head)? };
    }
    Ok(())
}
