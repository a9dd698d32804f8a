//! The two sweeps over a forest, in any [`Number`]: from the leaves, how often every subtree sends the particle back; from
//! the roots, how often the rest of the tree does, or where a particle on every vertex ends.
//!
//! A vertex u with parent p keeps the particle for good towards p exactly if r(u, p) < r(p, u): with p always sending it
//! back, the routine at u visits p r(p, u) − 1 times before its last departure elsewhere. So exits need only one number per
//! arc and direction, and an exit either comes from below or is the parent's.

use super::layout::{Halt, NONE, PARENT, RotorLayout};
use super::number::{Number, TooLarge};
use super::routine::{Last, Scratch};
use rotor_graph::{Event, Multigraph, Stop, Tick};

/// How many vertices pass between two ticks, with numbers in machine words: enough that ticking costs little, few enough
/// that they take some milliseconds.
pub(super) const TICK_EVERY: usize = 1 << 15;

/// Which of several sweeps over about as many vertices this is: what an observer is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    vertices: u64,
    before: u64,
    sweeps: u64,
}

impl Pass {
    /// The first of this many sweeps over a graph.
    pub(crate) fn first(graph: &Multigraph, sweeps: u64) -> Self {
        Self { vertices: graph.vertex_count() as u64, before: 0, sweeps }
    }

    /// The sweep after this one.
    pub(super) fn next(self) -> Self {
        Self { before: self.before + 1, ..self }
    }

    /// The sweep after this one, as the first of this many.
    pub(super) fn then(self, sweeps: u64) -> Self {
        Self { before: self.before + 1, sweeps: self.before + 1 + sweeps, ..self }
    }

    /// The vertex number `at` is next; there is a tick for every so many.
    #[inline]
    pub(super) fn reach(self, at: usize, every: usize, tick: &mut dyn Tick) -> Result<(), Stop> {
        if at % every == every - 1 { self.tell(at as u64 + 1, every as u64, tick) } else { Ok(()) }
    }

    /// This was the last sweep.
    pub(super) fn end(self, tick: &mut dyn Tick) {
        let expected = self.vertices * self.sweeps;
        tick.observe(Event::Swept { done: expected, expected });
    }

    #[cold]
    fn tell(self, passed: u64, operations: u64, tick: &mut dyn Tick) -> Result<(), Stop> {
        let (done, expected) = (self.before * self.vertices + passed, self.vertices * self.sweeps);
        tick.observe(Event::Swept { done: done.min(expected), expected });
        tick.tick(operations)
    }
}

/// Why a sweep came to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unswept {
    /// A flow does not fit the number.
    TooLarge,
    /// It was stopped.
    Stopped(Stop),
}

impl From<TooLarge> for Unswept {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}

impl From<Stop> for Unswept {
    fn from(reason: Stop) -> Self {
        Self::Stopped(reason)
    }
}

/// The same sweep in 32 bits, in 64, and in integers of any size.
pub(crate) type Rungs<A, T> = [fn(A, &mut dyn Tick) -> Result<T, Unswept>; 3];

/// What the first of these finds that holds all flows. A sweep that fails costs less than the next one.
pub(crate) fn climb<A: Copy, T>(rungs: Rungs<A, T>, argument: A, tick: &mut dyn Tick) -> Result<T, Stop> {
    for rung in rungs {
        match rung(argument, tick) {
            Err(Unswept::TooLarge) => {}
            Err(Unswept::Stopped(reason)) => return Err(reason),
            Ok(found) => return Ok(found),
        }
    }
    unreachable!("no flow is too large for integers of any size")
}

/// What a vertex shows to its parent: r(p, u), and where a particle that stays below ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Below<N> {
    pub(super) flow: N,
    pub(super) end: Halt,
}

impl<N: Number> Below<N> {
    const NEVER: Self = Self { flow: N::INFINITE, end: Halt::NOWHERE };
}

/// What the sweep from the leaves finds.
#[derive(Debug)]
pub(super) struct FromBelow<N> {
    /// r(p, u) of every vertex u with parent p.
    pub(super) below: Vec<Below<N>>,
    /// The top of every trap, deepest first. A trap is all that lies below its top: the top has no way up, and nothing
    /// below it keeps the particle, so that everything there leads back to it.
    pub(super) traps: Vec<usize>,
}

/// Sweeps from the leaves [ACD22, `lem:propag_ret`]. A trap is found on the way, and keeps what enters it.
pub(super) fn from_below<N: Number>(
    layout: &RotorLayout,
    scratch: &mut Scratch<N>,
    pass: Pass,
    tick: &mut dyn Tick,
) -> Result<FromBelow<N>, Unswept> {
    let mut below = vec![Below::NEVER; layout.len()];
    let mut traps = Vec::new();
    for at in (0..layout.len()).rev() {
        pass.reach(layout.len() - 1 - at, N::BETWEEN_TICKS, tick)?;
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
            Below { flow: N::within_a_turn(0)?, end: Halt::trap(traps.len() - 1) }
        } else {
            seen
        };
    }
    Ok(FromBelow { below, traps })
}

/// The routine at a vertex all of whose arcs lead to different heads, but for those to the parent, which sends
/// everything back.
#[inline]
fn one_each<N: Number>(arcs: &[u32], end: Halt, children: &[Below<N>]) -> Result<Below<N>, TooLarge> {
    if end != Halt::NOWHERE {
        // Within the first turn: a child of flow 1 before the end keeps the particle.
        let mut passed = 0;
        for &arc in arcs {
            if arc == PARENT {
                passed += 1;
            } else if children[arc as usize - 1].flow.is(1) {
                let end = children[arc as usize - 1].end;
                return Ok(Below { flow: N::within_a_turn(passed)?, end });
            }
        }
        return Ok(Below { flow: N::within_a_turn(passed)?, end });
    }
    // The first child of least flow keeps it; before that, the parent is visited once a turn and arc.
    let Some(head) = least(children) else { return Ok(Below::NEVER) };
    let (turns, _) = children[head].flow.full_turns(1);
    let multiplicity = (arcs.len() - children.len()) as u32;
    // Children stand in order, so that the others before this one are the parent.
    let position = arcs.iter().position(|&arc| arc == head as u32 + 1);
    let passed = position.map_or(0, |position| position - head) as u32;
    Ok(Below { flow: N::flow_back(&turns, multiplicity, passed)?, end: children[head].end })
}

/// What any vertex shows to its parent, which sends everything back.
fn full_from_below<N: Number>(
    arcs: &[u32],
    end: Halt,
    children: &[Below<N>],
    scratch: &mut Scratch<N>,
) -> Result<Below<N>, TooLarge> {
    let parent = N::INFINITE;
    let flow_of = |arc: u32| if arc == PARENT { &parent } else { &children[arc as usize - 1].flow };
    let end = match scratch.routine(arcs, end, children.len(), flow_of) {
        Last::Arc(arc) => children[arc as usize - 1].end,
        Last::End => end,
        Last::Never => return Ok(Below::NEVER),
    };
    Ok(Below { flow: scratch.flow_back(PARENT)?, end })
}

/// The first child of least flow; none if every flow is +∞.
#[inline]
fn least<N: Number>(children: &[Below<N>]) -> Option<usize> {
    let never = N::INFINITE;
    let (mut least, mut flow) = (None, &never);
    for (index, child) in children.iter().enumerate() {
        if child.flow < *flow {
            (least, flow) = (Some(index), &child.flow);
        }
    }
    least
}

/// What the sweep from the roots finds.
#[derive(Debug)]
pub(super) struct FromAbove<N> {
    /// Where a particle on each place halts.
    pub(super) halts: Vec<Halt>,
    /// r(u, p) of every vertex u with parent p that lies in no trap.
    pub(super) above: Vec<N>,
}

/// Sweeps from the roots for all flows [ACD22, `lem: Retropropag`].
pub(super) fn from_above<N: Number>(
    layout: &RotorLayout,
    found: &FromBelow<N>,
    scratch: &mut Scratch<N>,
    pass: Pass,
    tick: &mut dyn Tick,
) -> Result<FromAbove<N>, Unswept> {
    let below = &found.below;
    let mut halts = vec![Halt::NOWHERE; layout.len()];
    let mut above = vec![N::INFINITE; layout.len()];
    let mut traps = found.traps.iter().copied().enumerate().rev().peekable();
    for at in 0..layout.len() {
        pass.reach(at, N::BETWEEN_TICKS, tick)?;
        let node = layout.nodes[at];
        if let Some((number, _)) = traps.next_if(|&(_, top)| top == at) {
            halts[at] = Halt::inside(number);
            continue;
        }
        if !found.traps.is_empty()
            && layout.parent(at) != NONE
            && halts[layout.parent(at) as usize].is_inside()
        {
            halts[at] = halts[layout.parent(at) as usize];
            continue;
        }
        halts[at] = if above[at] < below[at].flow {
            halts[layout.parent(at) as usize]
        } else {
            below[at].end.resolved(|place| halts[place])
        };
        let children = layout.children_of(at);
        if children.is_empty() {
            continue;
        }
        // Children come after their parents.
        let (parents, rest) = above.split_at_mut(children.start);
        let (upwards, above) = (&parents[at], &mut rest[..children.len()]);
        let (arcs, below) = (layout.arcs_of(at), &below[children]);
        if node.names_a_child_twice() {
            full_from_above(arcs, node.note, upwards, below, above, scratch)?;
        } else {
            one_each_from_above(arcs, node.note, upwards, below, above)?;
        }
    }
    Ok(FromAbove { halts, above })
}

/// When a head keeps the particle: in this position of the list, after so many full turns.
#[derive(Clone)]
struct Departure<T> {
    turns: T,
    position: usize,
    arc: u32,
}

/// r(c, u) of every child c of a vertex u all of whose arcs lead to different heads, but for those to the parent, of whom
/// `upwards` is the flow.
#[inline]
fn one_each_from_above<N: Number>(
    arcs: &[u32],
    end: Halt,
    upwards: &N,
    children: &[Below<N>],
    above: &mut [N],
) -> Result<(), TooLarge> {
    if end != Halt::NOWHERE {
        // Children up to the last departure are visited once when they send everything back, the others never.
        above.fill(N::within_a_turn(0)?);
        let mut parent_visits = 0;
        for &arc in arcs {
            if arc == PARENT {
                parent_visits += 1;
                if upwards.is(parent_visits) {
                    break;
                }
            } else {
                above[arc as usize - 1] = N::within_a_turn(1)?;
                if children[arc as usize - 1].flow.is(1) {
                    break;
                }
            }
        }
        return Ok(());
    }
    // At which of the arcs to the parent it keeps the particle, and after how many turns.
    let parents = arcs.iter().filter(|&&arc| arc == PARENT).count() as u32;
    let mut at_parent = (parents > 0 && !upwards.is_infinite()).then(|| upwards.full_turns(parents));
    // The first two to keep the particle: if the first is left out, it is the second.
    let mut first: Option<Departure<N::Turns>> = None;
    let mut second = None;
    let mut seen = 0;
    for (position, &arc) in arcs.iter().enumerate() {
        let turns = if arc == PARENT {
            seen += 1;
            let Some((turns, _)) = at_parent.take_if(|(_, number)| *number == seen) else { continue };
            turns
        } else {
            let flow = &children[arc as usize - 1].flow;
            if flow.is_infinite() {
                continue;
            }
            flow.full_turns(1).0
        };
        if first.as_ref().is_none_or(|first| turns < first.turns) {
            second = first.replace(Departure { turns, position, arc });
        } else if second.as_ref().is_none_or(|second| turns < second.turns) {
            second = Some(Departure { turns, position, arc });
        }
    }
    for (position, &arc) in arcs.iter().enumerate().filter(|&(_, &arc)| arc != PARENT) {
        let last = if first.as_ref().is_some_and(|first| first.arc == arc) { &second } else { &first };
        above[arc as usize - 1] = match last {
            None => N::INFINITE,
            Some(last) => N::flow_back(&last.turns, 1, u32::from(position < last.position))?,
        };
    }
    Ok(())
}

/// r(c, u) of every child c of any vertex u: one routine for all, and one more for the head of the last departure.
fn full_from_above<N: Number>(
    arcs: &[u32],
    end: Halt,
    upwards: &N,
    children: &[Below<N>],
    above: &mut [N],
    scratch: &mut Scratch<N>,
) -> Result<(), TooLarge> {
    let flow_of = |arc: u32| if arc == PARENT { upwards } else { &children[arc as usize - 1].flow };
    let last = scratch.routine(arcs, end, above.len(), flow_of);
    // Children whose arcs all come after the end of the list are never visited.
    above.fill(N::within_a_turn(0)?);
    for &arc in arcs.iter().filter(|&&arc| arc != PARENT && last != Last::Arc(arc)) {
        above[arc as usize - 1] = scratch.flow_back(arc)?;
    }
    if let Last::Arc(head) = last
        && head != PARENT
    {
        let left_out = N::INFINITE;
        let flow_of = |arc: u32| if arc == head { &left_out } else { flow_of(arc) };
        let found = scratch.routine(arcs, end, above.len(), flow_of);
        above[head as usize - 1] =
            if found == Last::Never { N::INFINITE } else { scratch.flow_back(head)? };
    }
    Ok(())
}

/// Sweeps from the roots for exits alone: turns every `end` into where a particle on that place halts.
///
/// A vertex u is left for good by an arc to its parent p exactly if r(u, p) < r(p, u). When p is done, both are known, and
/// only one thing about u is needed from then on: if it is left upwards, r(u, p) and the exit of p, else nothing but that.
/// If p is left towards u, then u is not left towards p, because the destination forest has no cycle; so no flow is
/// needed that leaves out the head of a last departure. On the way the flow of a vertex that is left upwards becomes
/// r(u, p), and that of all others +∞.
pub(super) fn descend<N: Number>(
    layout: &RotorLayout,
    found: &mut FromBelow<N>,
    scratch: &mut Scratch<N>,
    pass: Pass,
    tick: &mut dyn Tick,
) -> Result<(), Unswept> {
    let below = &mut found.below[..];
    layout.roots.iter().for_each(|&root| below[root as usize].flow = N::INFINITE);
    found.traps.iter().enumerate().for_each(|(number, &top)| below[top].end = Halt::inside(number));
    for at in 0..layout.len() {
        pass.reach(at, N::BETWEEN_TICKS, tick)?;
        let halt = below[at].end.resolved(|place| below[place].end);
        below[at].end = halt;
        let children = layout.children_of(at);
        if children.is_empty() {
            continue;
        }
        // Children come after their parents.
        let (parents, rest) = below.split_at_mut(children.start);
        let (upwards, children) = (&parents[at].flow, &mut rest[..children.len()]);
        let (arcs, node) = (layout.arcs_of(at), layout.nodes[at]);
        if halt.is_inside() {
            children.fill(Below { flow: N::INFINITE, end: halt });
        } else if node.names_a_child_twice() {
            let flow_of = |arc: u32| if arc == PARENT { upwards } else { &children[arc as usize - 1].flow };
            let last = scratch.routine(arcs, node.note, children.len(), flow_of);
            for (arc, child) in (1..).zip(children) {
                match last {
                    Last::Arc(head) if head == arc => child.flow = N::INFINITE,
                    _ => child.settle(scratch.flow_back(arc)?, halt),
                }
            }
        } else {
            LastTurn::of(arcs, node.note, upwards, children).settle(children, halt)?;
        }
    }
    Ok(())
}

impl<N: Number> Below<N> {
    /// Whether the vertex is left upwards, given r(u, p) and where a particle on p halts.
    #[inline]
    fn settle(&mut self, upwards: N, halt: Halt) {
        let is_left = upwards < self.flow;
        self.flow = if is_left { upwards } else { N::INFINITE };
        self.end = if is_left { halt } else { self.end };
    }
}

/// When the rotor of a vertex that names no child twice stops for good.
struct LastTurn<T> {
    full_turns: T,
    /// How many children it passes after the full turns; they are the first ones.
    passed: usize,
    /// Whether it stops at the child after them.
    at_child: bool,
}

impl<T: Default> LastTurn<T> {
    /// The stop at an arc to the parent, of whom `upwards` is the flow, or, if that is infinite, elsewhere.
    #[inline]
    fn of<N: Number<Turns = T>>(arcs: &[u32], end: Halt, upwards: &N, children: &[Below<N>]) -> Self {
        let ends = end != Halt::NOWHERE;
        if !upwards.is_infinite() {
            if ends {
                // Within the first turn: each visit of the parent is by an arc of its own.
                let passed = children_before_parent(arcs, |visit| upwards.is(visit));
                return Self { full_turns: T::default(), passed, at_child: false };
            }
            let (full_turns, last) = upwards.full_turns((arcs.len() - children.len()) as u32);
            let passed = children_before_parent(arcs, |visit| visit == last);
            return Self { full_turns, passed, at_child: false };
        }
        if !ends {
            let head =
                least(children).expect("outside of traps some flow is finite [ACD22, `lem:uv_stopping`]");
            return Self { full_turns: children[head].flow.full_turns(1).0, passed: head, at_child: true };
        }
        let listed = arcs.iter().filter(|&&arc| arc != PARENT).count();
        let keeps = children[..listed].iter().position(|child| child.flow.is(1));
        Self { full_turns: T::default(), passed: keeps.unwrap_or(listed), at_child: keeps.is_some() }
    }

    /// Settles the children of the vertex, a particle on which halts at `halt`.
    #[inline]
    fn settle<N: Number<Turns = T>>(self, children: &mut [Below<N>], halt: Halt) -> Result<(), TooLarge> {
        let (passed, others) = children.split_at_mut(self.passed);
        for child in passed {
            child.settle(N::flow_back(&self.full_turns, 1, 1)?, halt);
        }
        let mut others = others.iter_mut();
        if self.at_child
            && let Some(head) = others.next()
        {
            head.flow = N::INFINITE;
        }
        for child in others {
            child.settle(N::flow_back(&self.full_turns, 1, 0)?, halt);
        }
        Ok(())
    }
}

/// How many children stand before the arc to the parent that is the last, if they are numbered from 1.
#[inline]
fn children_before_parent(arcs: &[u32], is_last: impl Fn(u32) -> bool) -> usize {
    let (mut children, mut visits) = (0, 0);
    for &arc in arcs {
        if arc != PARENT {
            children += 1;
            continue;
        }
        visits += 1;
        if is_last(visits) {
            break;
        }
    }
    children
}
