//! The reversal of a chain of vertices: above it they are left upwards, below it downwards.
//!
//! Follow from a vertex the heads by which each is left if its parent sends everything back. On this chain the
//! destination forest flips only once, because it has no cycle: a vertex left upwards has none above it on the chain
//! that is left downwards. So when intervals cannot tell, one search settles the whole chain, with one exact stream
//! down from its top and one up from its bottom that meet in the middle of what is still open.

use super::super::layout::PARENT;
use super::Ledger;
use super::decision::{DownwardSweep, Way};
use super::limbs::Limbs;
use super::list::{Counter, List};
use super::streams::{Frontier, child, exact_below};
use rotor_graph::Stop;

/// Where a rotor stops for good, exactly; kept for the next child of the same vertex.
#[derive(Debug, Default)]
pub(super) struct Reversal {
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
    pub(super) fn decide_from<const BITS: u32>(
        &mut self,
        at: usize,
        sweep: &mut DownwardSweep<'_, BITS>,
        ledger: &mut Ledger<'_, '_>,
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
        ledger: &mut Ledger<'_, '_>,
    ) -> Result<Limbs, Stop> {
        let parent = sweep.layout.parents[at] as usize;
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
    ledger: &mut Ledger<'_, '_>,
) -> Result<ExactStop, Stop> {
    let DownwardSweep { layout, below, .. } = *sweep;
    // Up to the first vertex that is left downwards, or whose flow is known, and back.
    let mut top = at;
    while sweep.ways[top] == Way::Up && sweep.above[top].number().is_none() {
        top = layout.parents[top] as usize;
    }
    let mut path = Vec::new();
    let mut step = at;
    while step != top {
        path.push(step);
        step = layout.parents[step] as usize;
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
        ledger: &mut Ledger<'_, '_>,
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
        ledger: &mut Ledger<'_, '_>,
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
