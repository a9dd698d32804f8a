//! The sweep from the roots with intervals: exits.

use super::super::halt::Halt;
use super::super::layout::{Layout, NONE, PARENT};
use super::Ledger;
use super::below::FromBelow;
use super::decision::{DownwardSweep, Way};
use super::interval::Interval;
use super::list::{Counter, List};
use super::reversal::Reversal;
use rotor_graph::Stop;

/// Where a particle on each place halts, by a sweep from the roots.
///
/// A vertex is left by an arc to its parent p exactly if r(u, p) < r(p, u). If p is left for good towards u, then u is
/// not left towards p, because the destination forest has no cycle; so no flow is needed that leaves out the head of
/// a last departure.
pub(super) fn from_above<const BITS: u32>(
    layout: &Layout,
    found: &FromBelow<BITS>,
    ledger: &mut Ledger<'_, '_>,
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
        ledger.watch.pass(at)?;
        let parent = layout.parents[at];
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
