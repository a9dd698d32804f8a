//! The sweep from the leaves with intervals: by which child each vertex is left for good.

use super::super::halt::Halt;
use super::super::layout::{Layout, PARENT};
use super::Ledger;
use super::decision::Below;
use super::interval::Interval;
use super::limbs::Limbs;
use super::list::{Counter, IntervalStop, List};
use super::streams::{Frontier, exact_below};
use rotor_graph::Stop;

/// What the sweep from the leaves finds.
#[derive(Debug)]
pub(super) struct FromBelow<const BITS: u32> {
    pub(super) below: Vec<Below<BITS>>,
    /// The top of every trap, deepest first.
    pub(super) traps: Vec<usize>,
}

/// Sweeps from the leaves.
pub(super) fn from_below<const BITS: u32>(
    layout: &Layout,
    ledger: &mut Ledger<'_, '_>,
) -> Result<FromBelow<BITS>, Stop> {
    let never = Below { flow: Interval::INFINITE, head: PARENT, end: Halt::NOWHERE };
    let mut below = vec![never; layout.len()];
    let mut traps = Vec::new();
    let mut contest = Contest::default();
    let mut frontier = Frontier::new();
    for at in (0..layout.len()).rev() {
        ledger.watch.pass(at)?;
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
        layout: &Layout,
        at: usize,
        below: &[Below<BITS>],
        frontier: &mut Frontier,
        ledger: &mut Ledger<'_, '_>,
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
