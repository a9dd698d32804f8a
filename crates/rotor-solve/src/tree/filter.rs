//! Exits when flows are beyond a machine word: intervals decide, exact integers where they cannot.
//!
//! The two sweeps stand here once more, because an interval does not always tell which of two flows is less. What is asked
//! then is an integer of as many bits as there are arcs below; a sweep in such integers would keep all of them.
//!
//! **Exact flows on demand.** A flow depends on one other: r(x, u) is decided by the head w by which u is left for good when
//! x sends everything back, and by r(u, w). So every flow is the end of a stream that starts on a sink: one number,
//! changed in place from vertex to vertex, and no table is needed.
//!
//! **The reversal of a chain.** Follow from a vertex the heads by which each is left if its parent sends everything back. On
//! this chain the destination forest flips only once, because it has no cycle: a vertex left upwards has none above it on
//! the chain that is left downwards. So when intervals cannot tell, one search settles the whole chain, with one exact
//! stream down from its top and one up from its bottom that meet in the middle of what is still open.

use super::interval::{Interval, Limbs};
use super::layout::{Halt, NONE, PARENT, RotorLayout};
use super::number::{Visits, full_turns};
use super::sweep::{Pass, TICK_EVERY};
use rotor_graph::{Stop, Tick};
use std::collections::HashMap;

/// How often intervals could not tell, and what exact integers then cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fallbacks {
    /// Comparisons, each between all heads of a vertex or along a whole chain of vertices.
    pub comparisons: u64,
    /// Vertices that an exact flow was carried past.
    pub steps: u64,
    /// Words that these flows had.
    pub words: u64,
}

/// What exact integers have cost so far, and who is asked whether they may go on.
struct Ledger<'t> {
    fallbacks: Fallbacks,
    tick: &'t mut dyn Tick,
    unpaid: u64,
}

/// After this many words of exact flows the tick is asked: they take about as long as the vertices between two looks.
const WORDS: u64 = 1 << 20;

impl Ledger<'_> {
    /// Enters that an exact flow was carried past a vertex.
    fn count(&mut self, flow: &Limbs) -> Result<(), Stop> {
        let words = flow.len() as u64;
        self.fallbacks.steps += 1;
        self.fallbacks.words += words;
        self.unpaid += words;
        if self.unpaid < WORDS {
            return Ok(());
        }
        self.tick.tick(std::mem::take(&mut self.unpaid))
    }
}

/// Where a particle on each place halts, how many traps there are, and what exact integers cost.
pub(super) fn filter<const BITS: u32>(
    layout: &RotorLayout,
    pass: Pass,
    tick: &mut dyn Tick,
) -> Result<(Vec<Halt>, usize, Fallbacks), Stop> {
    let mut ledger = Ledger { fallbacks: Fallbacks::default(), tick, unpaid: 0 };
    let found = from_below::<BITS>(layout, pass, &mut ledger)?;
    let halts = from_above(layout, &found, pass.next(), &mut ledger)?;
    Ok((halts, found.traps.len(), ledger.fallbacks))
}

/// The arcs of a vertex from its rotor on, and where they end for good.
#[derive(Clone, Copy, Debug)]
struct List<'l> {
    arcs: &'l [u32],
    end: Halt,
}

impl<'l> List<'l> {
    /// The list of the vertex in place `at`.
    #[inline]
    fn of(layout: &'l RotorLayout, at: usize) -> Self {
        Self { arcs: layout.arcs_of(at), end: layout.nodes[at].note }
    }

    /// Whether the particle stays for good at the end of the list, so that the rotor never turns in full.
    #[inline]
    fn ends(self) -> bool {
        self.end != Halt::NOWHERE
    }

    /// How often the list names `arc`.
    fn multiplicity(self, arc: u32) -> u32 {
        self.arcs.iter().filter(|&&other| other == arc).count() as u32
    }

    /// The position at which `arc` has been passed so often and is named once more; the end if there is none.
    fn position(self, arc: u32, passed: u32) -> usize {
        let mut named = self.arcs.iter().enumerate().filter(|&(_, &other)| other == arc);
        named.nth(passed as usize).map_or(self.arcs.len(), |(position, _)| position)
    }

    /// When the rotor stops for good, if it leaves by `arc`, whose head has this flow.
    #[inline]
    fn interval_stop<const BITS: u32>(
        self,
        arc: u32,
        multiplicity: u32,
        flow: Interval<BITS>,
    ) -> IntervalStop<BITS> {
        if flow.is_infinite() || multiplicity == 0 {
            return self.stop_at_end();
        }
        let turns = if self.ends() { Interval::around(0) } else { flow.full_turns(multiplicity) };
        let positions = match flow.small_ends() {
            None if self.ends() => [self.position(arc, 0), self.arcs.len()],
            None => [self.position(arc, 0), self.position(arc, multiplicity - 1)],
            Some((low, high)) => {
                let passed = |flow: u64| match self.ends() {
                    true => (flow - 1).min(multiplicity.into()) as u32,
                    false => full_turns(flow, multiplicity).1 - 1,
                };
                let first = self.position(arc, passed(low));
                [first, if low == high { first } else { self.position(arc, passed(high)) }]
            }
        };
        IntervalStop { full_turns: turns, positions }
    }

    /// At the end of the list, before the first turn is over.
    fn stop_at_end<const BITS: u32>(self) -> IntervalStop<BITS> {
        IntervalStop { full_turns: Interval::around(0), positions: [self.arcs.len(); 2] }
    }

    /// Splits the visits r − 1 of the head of `arc` into full turns, which are left in `flow`, and the position of the
    /// last departure: where the rotor stands after them when it leaves by `arc` for good.
    fn stop(self, arc: u32, flow: &mut Limbs) -> usize {
        let visit = std::mem::replace(flow, Limbs::from(0));
        if self.ends() {
            // All within the first turn.
            return self.position(arc, visit.minus_one().to_u32().unwrap_or(u32::MAX));
        }
        let (turns, number) = full_turns(visit, self.multiplicity(arc));
        *flow = turns;
        self.position(arc, number - 1)
    }

    /// Turns r(u, w), for the head w of the arc `from` by which u is left for good, into r(x, u), for the head x of
    /// the arc `to` [ACD22, `lem:propag_ret`].
    fn pass_on(self, from: u32, to: u32, flow: &mut Limbs) {
        let position = self.stop(from, flow);
        let passed = Self { arcs: &self.arcs[..position], ..self }.multiplicity(to);
        flow.multiply_add(self.multiplicity(to), u64::from(passed) + 1);
    }

    /// r(p, u) if u is left for good at the end of the list.
    fn flow_at_end(self) -> u64 {
        u64::from(self.multiplicity(PARENT)) + 1
    }
}

/// When a rotor stops for good: after how many full turns, and at which position after the fewest and the most of them.
#[derive(Clone, Copy, Debug)]
struct IntervalStop<const BITS: u32> {
    full_turns: Interval<BITS>,
    positions: [usize; 2],
}

impl<const BITS: u32> IntervalStop<BITS> {
    /// The flow back to the head of an arc that has been counted.
    #[inline]
    fn flow_back(self, counted: Counter) -> Interval<BITS> {
        let [least, most] = counted.passed;
        self.full_turns.flow_back(counted.multiplicity, least, most)
    }
}

/// How often a list names an arc: all of it, and before each of two positions.
#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    multiplicity: u32,
    passed: [u32; 2],
}

impl List<'_> {
    /// Counts one arc.
    fn count(self, arc: u32, positions: [usize; 2]) -> Counter {
        let passed = |position: usize| List { arcs: &self.arcs[..position], ..self }.multiplicity(arc);
        Counter { multiplicity: self.multiplicity(arc), passed: positions.map(passed) }
    }

    /// Counts all arcs of a vertex with this many children.
    fn tally(self, children: usize, positions: [usize; 2], counters: &mut Vec<Counter>) {
        counters.clear();
        counters.resize(children + 1, Counter::default());
        for (at, &arc) in self.arcs.iter().enumerate() {
            let Counter { multiplicity, passed } = &mut counters[arc as usize];
            *multiplicity += 1;
            passed.iter_mut().zip(positions).for_each(|(passed, end)| *passed += u32::from(at < end));
        }
    }
}

/// What a vertex shows to its parent.
#[derive(Clone, Copy, Debug)]
struct Below<const BITS: u32> {
    /// r(p, u).
    flow: Interval<BITS>,
    /// The arc to the child by which u is left for good if p sends everything back; [`PARENT`] if there is none.
    head: u32,
    /// Where a particle that stays below ends.
    end: Halt,
}

/// Which way a vertex is left for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// Not decided yet.
    Open,
    /// By an arc to its parent.
    Up,
    /// By the arc that it is left by if its parent sends everything back.
    Down,
}

/// What the sweep from the roots knows so far.
struct DownwardSweep<'l, const BITS: u32> {
    layout: &'l RotorLayout,
    below: &'l [Below<BITS>],
    /// r(u, p) of every vertex u with parent p; +∞ if u is the head of p's last departure, and so left downwards.
    above: Vec<Interval<BITS>>,
    ways: Vec<Way>,
}

impl<const BITS: u32> DownwardSweep<'_, BITS> {
    /// The way of a vertex, given r(u, p), as far as intervals tell.
    #[inline]
    fn decide(&self, at: usize, above: Interval<BITS>) -> Way {
        let below = self.below[at].flow;
        if above.is_less_than(below) {
            Way::Up
        } else if below.number() == Some(1) || above.is_at_least(below) {
            Way::Down
        } else {
            Way::Open
        }
    }
}

/// What the sweep from the leaves finds.
#[derive(Debug)]
struct FromBelow<const BITS: u32> {
    below: Vec<Below<BITS>>,
    /// The top of every trap, deepest first.
    traps: Vec<usize>,
}

/// Sweeps from the leaves.
fn from_below<const BITS: u32>(
    layout: &RotorLayout,
    pass: Pass,
    ledger: &mut Ledger<'_>,
) -> Result<FromBelow<BITS>, Stop> {
    let never = Below { flow: Interval::INFINITE, head: PARENT, end: Halt::NOWHERE };
    let mut below = vec![never; layout.len()];
    let mut traps = Vec::new();
    let mut contest = Contest::default();
    let mut frontier = Frontier::new();
    for at in (0..layout.len()).rev() {
        pass.reach(layout.len() - 1 - at, TICK_EVERY, ledger.tick)?;
        let list = List::of(layout, at);
        let first_child = layout.nodes[at].first_child();
        let found = contest.run(layout, at, &below, &mut frontier, ledger)?;
        below[at] = match found {
            Winner::Child { head, stop } => {
                let flow = stop.flow_back(list.count(PARENT, stop.positions));
                Below { flow, head, end: below[first_child + head as usize - 1].end }
            }
            Winner::Exact { head, full_turns: mut flow, position } => {
                let Counter { multiplicity, passed } = list.count(PARENT, [position; 2]);
                flow.multiply_add(multiplicity, u64::from(passed[0]) + 1);
                let interval = flow.interval();
                if interval.number().is_none() {
                    frontier.insert(at, flow);
                }
                Below { flow: interval, head, end: below[first_child + head as usize - 1].end }
            }
            Winner::End => Below { flow: Interval::around(list.flow_at_end()), head: PARENT, end: list.end },
            Winner::NoHead if list.multiplicity(PARENT) == 0 => {
                traps.push(at);
                Below { flow: Interval::around(1), head: PARENT, end: Halt::trap(traps.len() - 1) }
            }
            Winner::NoHead => never,
        };
    }
    Ok(FromBelow { below, traps })
}

/// Who keeps the particle at a vertex whose parent sends everything back.
enum Winner<const BITS: u32> {
    /// A child, and when.
    Child { head: u32, stop: IntervalStop<BITS> },
    /// The same in exact numbers.
    Exact { head: u32, full_turns: Limbs, position: usize },
    /// What is at the end of the list.
    End,
    /// None: everything comes back.
    NoHead,
}

/// The children of a vertex, and how long each lets the rotor turn.
#[derive(Debug, Default)]
struct Contest<const BITS: u32> {
    counters: Vec<Counter>,
    turns: Vec<(u32, Interval<BITS>)>,
}

impl<const BITS: u32> Contest<BITS> {
    fn run(
        &mut self,
        layout: &RotorLayout,
        at: usize,
        below: &[Below<BITS>],
        frontier: &mut Frontier,
        ledger: &mut Ledger<'_>,
    ) -> Result<Winner<BITS>, Stop> {
        let list = List::of(layout, at);
        let first_child = layout.nodes[at].first_child();
        list.tally(layout.children_of(at).len(), [0; 2], &mut self.counters);
        let flow_of = |arc: u32| below[first_child + arc as usize - 1].flow;
        self.find_least(list, flow_of);
        let stop = |arc: u32| list.interval_stop(arc, self.counters[arc as usize].multiplicity, flow_of(arc));
        if let [(head, _)] = self.turns[..]
            && !list.ends()
        {
            return Ok(Winner::Child { head, stop: stop(head) });
        }
        // Who leaves first: after the fewest full turns, then at the first position.
        if self.turns.iter().all(|&(arc, _)| flow_of(arc).number().is_some()) {
            let stops = self.turns.iter().map(|&(arc, _)| (arc, stop(arc)));
            let order = |(_, stop): &(u32, IntervalStop<BITS>)| (stop.full_turns.number(), stop.positions[0]);
            return Ok(match stops.min_by_key(order) {
                Some((head, stop)) if stop.positions[0] < list.arcs.len() => Winner::Child { head, stop },
                _ if list.ends() => Winner::End,
                _ => Winner::NoHead,
            });
        }
        ledger.fallbacks.comparisons += 1;
        let mut first = None;
        for &(arc, _) in &self.turns {
            let mut flow = exact_below(layout, below, first_child + arc as usize - 1, frontier, ledger)?;
            let position = list.stop(arc, &mut flow);
            let candidate = (flow, position, arc);
            if first.as_ref().is_none_or(|first| candidate < *first) {
                first = Some(candidate);
            }
        }
        Ok(match first {
            Some((full_turns, position, head)) if position < list.arcs.len() => {
                Winner::Exact { head, full_turns, position }
            }
            _ => Winner::End,
        })
    }

    /// Keeps in `turns` the children that may be the first to keep the particle.
    fn find_least(&mut self, list: List<'_>, flow_of: impl Fn(u32) -> Interval<BITS>) {
        self.turns.clear();
        let mut first = Interval::INFINITE;
        for (arc, &Counter { multiplicity, .. }) in self.counters.iter().enumerate().skip(1) {
            let flow = flow_of(arc as u32);
            // Children behind the end, or that return the particle more often than the list names them, are out.
            let out = multiplicity == 0
                || flow.is_infinite()
                || list.ends() && Interval::around(multiplicity.into()).is_less_than(flow);
            if !out {
                let turns = if list.ends() { Interval::around(0) } else { flow.full_turns(multiplicity) };
                first = first.lower_end(turns);
                self.turns.push((arc as u32, turns));
            }
        }
        self.turns.retain(|&(_, turns)| !first.is_less_than(turns));
    }
}

/// Where a particle on each place halts, by a sweep from the roots.
///
/// A vertex is left by an arc to its parent p exactly if r(u, p) < r(p, u). If p is left for good towards u, then u is
/// not left towards p, because the destination forest has no cycle; so no flow is needed that leaves out the head of
/// a last departure.
fn from_above<const BITS: u32>(
    layout: &RotorLayout,
    found: &FromBelow<BITS>,
    pass: Pass,
    ledger: &mut Ledger<'_>,
) -> Result<Vec<Halt>, Stop> {
    let mut halts = vec![Halt::NOWHERE; layout.len()];
    let mut sweep = DownwardSweep {
        layout,
        below: &found.below,
        above: vec![Interval::INFINITE; layout.len()],
        ways: vec![Way::Open; layout.len()],
    };
    let mut reversal = Reversal::default();
    let mut counters = Vec::new();
    let mut traps = found.traps.iter().copied().enumerate().rev().peekable();
    for at in 0..layout.len() {
        pass.reach(at, TICK_EVERY, ledger.tick)?;
        let parent = layout.parent(at);
        if let Some((number, _)) = traps.next_if(|&(_, top)| top == at) {
            halts[at] = Halt::inside(number);
            continue;
        }
        if parent != NONE && halts[parent as usize].is_inside() {
            halts[at] = halts[parent as usize];
            continue;
        }
        if sweep.ways[at] == Way::Open {
            match sweep.decide(at, sweep.above[at]) {
                Way::Open => reversal.decide_from(at, &mut sweep, ledger)?,
                way => sweep.ways[at] = way,
            }
        }
        halts[at] = match sweep.ways[at] {
            Way::Up => halts[parent as usize],
            _ => found.below[at].end.resolved(|place| halts[place]),
        };
        sweep.send_down(at, &mut counters);
    }
    Ok(halts)
}

impl<const BITS: u32> DownwardSweep<'_, BITS> {
    /// r(c, u) of every child c of the vertex u in place `at`.
    fn send_down(&mut self, at: usize, counters: &mut Vec<Counter>) {
        let children = self.layout.children_of(at);
        if children.is_empty() {
            return;
        }
        let (first_child, children) = (children.start, children.len());
        let list = List::of(self.layout, at);
        let (head, flow) = match self.ways[at] {
            Way::Up => (PARENT, self.above[at]),
            _ => match self.below[at].head {
                PARENT => (PARENT, Interval::INFINITE),
                head => (head, self.below[first_child + head as usize - 1].flow),
            },
        };
        let stop = list.interval_stop(head, list.multiplicity(head), flow);
        list.tally(children, stop.positions, counters);
        for (arc, &counted) in counters.iter().enumerate().skip(1) {
            if arc as u32 != head {
                self.above[first_child + arc - 1] = stop.flow_back(counted);
            }
        }
    }
}

/// Exact flows r(p, u) that streams have reached in the sweep from the leaves, by the place of u.
type Frontier = HashMap<usize, Limbs>;

/// The place of the child by which the vertex in place `at` is left for good if its parent sends everything back.
fn child<const BITS: u32>(layout: &RotorLayout, below: &[Below<BITS>], at: usize) -> Option<usize> {
    let head = below[at].head;
    (head != PARENT).then(|| layout.nodes[at].first_child() + head as usize - 1)
}

/// r(p, u) for the vertex u in place `top`: from the nearest flow below it that is known exactly, which is taken out
/// of the frontier.
///
/// Time O(k) operations on integers of O(k) bits if that lies k vertices below.
fn exact_below<const BITS: u32>(
    layout: &RotorLayout,
    below: &[Below<BITS>],
    top: usize,
    frontier: &mut Frontier,
    ledger: &mut Ledger<'_>,
) -> Result<Limbs, Stop> {
    let mut at = top;
    let mut flow = loop {
        if let Some(number) = below[at].flow.number() {
            break Limbs::from(number);
        }
        if let Some(flow) = frontier.remove(&at) {
            break flow;
        }
        match child(layout, below, at) {
            Some(child) => at = child,
            None => break Limbs::from(List::of(layout, at).flow_at_end()),
        }
    };
    while at != top {
        at = layout.parent(at) as usize;
        List::of(layout, at).pass_on(below[at].head, PARENT, &mut flow);
        ledger.count(&flow)?;
    }
    Ok(flow)
}

/// Where a rotor stops for good, exactly; kept for the next child of the same vertex.
#[derive(Debug, Default)]
struct Reversal {
    stopped: Option<ExactStop>,
}

#[derive(Debug)]
struct ExactStop {
    at: usize,
    full_turns: Limbs,
    counters: Vec<Counter>,
}

impl Reversal {
    /// Decides the vertex in place `at` and those below it on its chain, up to and including the first that is left
    /// downwards.
    ///
    /// Time O(k) operations on integers of O(k) bits if streams have k vertices to pass.
    fn decide_from<const BITS: u32>(
        &mut self,
        at: usize,
        sweep: &mut DownwardSweep<'_, BITS>,
        ledger: &mut Ledger<'_>,
    ) -> Result<(), Stop> {
        let (chain, mut up) = open_chain(at, sweep);
        // The vertices before `up` are left upwards, those from `down` on downwards.
        let mut down = chain.len();
        if up < down {
            ledger.fallbacks.comparisons += 1;
            let mut falling = Stream { flow: self.exact_above(at, sweep, ledger)?, at: 0 };
            let bottom = chain.len() - 1;
            let flow = exact_below(sweep.layout, sweep.below, chain[bottom], &mut Frontier::new(), ledger)?;
            let mut rising = Stream { flow, at: bottom };
            while up < down {
                let middle = (up + down) / 2;
                let (mut from_above, mut from_below) = (falling.clone(), rising.clone());
                from_above.fall(middle, &chain, sweep, ledger)?;
                from_below.rise(middle, &chain, sweep, ledger)?;
                if from_above.flow < from_below.flow {
                    (up, falling) = (middle + 1, from_above);
                } else {
                    (down, rising) = (middle, from_below);
                }
            }
        }
        for (index, &place) in chain.iter().enumerate().take(down + 1) {
            sweep.ways[place] = if index < down { Way::Up } else { Way::Down };
        }
        Ok(())
    }

    /// r(u, p) for the vertex u in place `at`.
    fn exact_above<const BITS: u32>(
        &mut self,
        at: usize,
        sweep: &DownwardSweep<'_, BITS>,
        ledger: &mut Ledger<'_>,
    ) -> Result<Limbs, Stop> {
        let parent = sweep.layout.parent(at) as usize;
        let first_child = sweep.layout.nodes[parent].first_child();
        let stopped = match self.stopped.take() {
            Some(stopped) if stopped.at == parent => stopped,
            _ => exact_stop(parent, sweep, ledger)?,
        };
        let Counter { multiplicity, passed } = stopped.counters[at - first_child + 1];
        let mut flow = stopped.full_turns.clone();
        flow.multiply_add(multiplicity, u64::from(passed[0]) + 1);
        ledger.count(&flow)?;
        self.stopped = Some(stopped);
        Ok(flow)
    }
}

/// The chain from `at` down to the last vertex that may be left upwards, and how many of it surely are.
fn open_chain<const BITS: u32>(at: usize, sweep: &DownwardSweep<'_, BITS>) -> (Vec<usize>, usize) {
    let (mut chain, mut up) = (vec![at], 0);
    let (mut at, mut above) = (at, sweep.above[at]);
    while let Some(next) = child(sweep.layout, sweep.below, at) {
        // As if every vertex so far were left upwards.
        let list = List::of(sweep.layout, at);
        let stop = list.interval_stop(PARENT, list.multiplicity(PARENT), above);
        above = stop.flow_back(list.count(sweep.below[at].head, stop.positions));
        match sweep.decide(next, above) {
            Way::Down => break,
            Way::Up => up = chain.len() + 1,
            Way::Open => {}
        }
        chain.push(next);
        at = next;
    }
    (chain, up)
}

/// Where the rotor in place `at` stops for good, its way being decided.
fn exact_stop<const BITS: u32>(
    at: usize,
    sweep: &DownwardSweep<'_, BITS>,
    ledger: &mut Ledger<'_>,
) -> Result<ExactStop, Stop> {
    let DownwardSweep { layout, below, .. } = *sweep;
    // Up to the first vertex that is left downwards, or whose flow is known, and back.
    let mut top = at;
    while sweep.ways[top] == Way::Up && sweep.above[top].number().is_none() {
        top = layout.parent(top) as usize;
    }
    let mut path = Vec::new();
    let mut step = at;
    while step != top {
        path.push(step);
        step = layout.parent(step) as usize;
    }
    let (mut head, mut flow) = match (sweep.ways[top], child(layout, below, top)) {
        (Way::Up, _) => (PARENT, sweep.above[top].number().map(Limbs::from)),
        (_, None) => (PARENT, None),
        (_, Some(child)) => {
            let flow = exact_below(layout, below, child, &mut Frontier::new(), ledger)?;
            (below[top].head, Some(flow))
        }
    };
    let mut list = List::of(layout, top);
    for &next in path.iter().rev() {
        let to = (next - layout.nodes[top].first_child() + 1) as u32;
        flow = Some(match flow {
            Some(mut flow) => {
                list.pass_on(head, to, &mut flow);
                flow
            }
            None => Limbs::from(u64::from(list.multiplicity(to)) + 1),
        });
        flow.iter().try_for_each(|flow| ledger.count(flow))?;
        (head, top, list) = (PARENT, next, List::of(layout, next));
    }
    let (full_turns, position) = match flow {
        Some(mut flow) => {
            let position = list.stop(head, &mut flow);
            (flow, position)
        }
        None => (Limbs::from(0), list.arcs.len()),
    };
    let mut counters = Vec::new();
    list.tally(layout.children_of(at).len(), [position; 2], &mut counters);
    Ok(ExactStop { at, full_turns, counters })
}

/// An exact flow on its way along a chain, and the index that it has reached.
#[derive(Clone)]
struct Stream {
    flow: Limbs,
    at: usize,
}

impl Stream {
    /// From r(u, p) to r(w, v), for vertices further down, as if all between were left upwards.
    fn fall<const BITS: u32>(
        &mut self,
        to: usize,
        chain: &[usize],
        sweep: &DownwardSweep<'_, BITS>,
        ledger: &mut Ledger<'_>,
    ) -> Result<(), Stop> {
        while self.at < to {
            let at = chain[self.at];
            List::of(sweep.layout, at).pass_on(PARENT, sweep.below[at].head, &mut self.flow);
            ledger.count(&self.flow)?;
            self.at += 1;
        }
        Ok(())
    }

    /// From r(v, w) to r(p, u), for vertices further up.
    fn rise<const BITS: u32>(
        &mut self,
        to: usize,
        chain: &[usize],
        sweep: &DownwardSweep<'_, BITS>,
        ledger: &mut Ledger<'_>,
    ) -> Result<(), Stop> {
        while self.at > to {
            self.at -= 1;
            let at = chain[self.at];
            List::of(sweep.layout, at).pass_on(sweep.below[at].head, PARENT, &mut self.flow);
            ledger.count(&self.flow)?;
        }
        Ok(())
    }
}
