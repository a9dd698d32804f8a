//! The list of a vertex: the arcs that matter, and what is counted along it.

use super::super::halt::Halt;
use super::super::layout::{Layout, PARENT};
use super::interval::Interval;
use super::limbs::Limbs;
use crate::full_turns::{Visits, full_turns};

/// The arcs of a vertex from its rotor on, and where they end for good.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<'l> {
    pub(super) arcs: &'l [u32],
    pub(super) end: Halt,
}

impl<'l> List<'l> {
    /// The list of the vertex in place `at`.
    #[inline]
    pub(super) fn of(layout: &'l Layout, at: usize) -> Self {
        Self { arcs: layout.arcs_of(at), end: layout.nodes[at].note }
    }

    /// Whether the particle stays for good at the end of the list, so that the rotor never turns in full.
    #[inline]
    pub(super) fn ends(self) -> bool {
        self.end != Halt::NOWHERE
    }

    /// How often the list names `arc`.
    pub(super) fn multiplicity(self, arc: u32) -> u32 {
        self.arcs.iter().filter(|&&other| other == arc).count() as u32
    }

    /// The position at which `arc` has been passed so often and is named once more; the end if there is none.
    pub(super) fn position(self, arc: u32, passed: u32) -> usize {
        let mut named = self.arcs.iter().enumerate().filter(|&(_, &other)| other == arc);
        named.nth(passed as usize).map_or(self.arcs.len(), |(position, _)| position)
    }

    /// When the rotor stops for good, if it leaves by `arc`, whose head has this flow.
    #[inline]
    pub(super) fn interval_stop<const BITS: u32>(
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
    pub(super) fn stop_at_end<const BITS: u32>(self) -> IntervalStop<BITS> {
        IntervalStop { full_turns: Interval::around(0), positions: [self.arcs.len(); 2] }
    }

    /// Splits the visits r − 1 of the head of `arc` into full turns, which are left in `flow`, and the position of the
    /// last departure: where the rotor stands after them when it leaves by `arc` for good.
    pub(super) fn stop(self, arc: u32, flow: &mut Limbs) -> usize {
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
    pub(super) fn pass_on(self, from: u32, to: u32, flow: &mut Limbs) {
        let position = self.stop(from, flow);
        let passed = Self { arcs: &self.arcs[..position], ..self }.multiplicity(to);
        flow.multiply_add(self.multiplicity(to), u64::from(passed) + 1);
    }

    /// r(p, u) if u is left for good at the end of the list.
    pub(super) fn flow_at_end(self) -> u64 {
        u64::from(self.multiplicity(PARENT)) + 1
    }
}

/// When a rotor stops for good: after how many full turns, and at which position after the fewest and the most of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct IntervalStop<const BITS: u32> {
    pub(super) full_turns: Interval<BITS>,
    pub(super) positions: [usize; 2],
}

impl<const BITS: u32> IntervalStop<BITS> {
    /// The flow back to the head of an arc that has been counted.
    #[inline]
    pub(super) fn flow_back(self, counted: Counter) -> Interval<BITS> {
        let [least, most] = counted.passed;
        self.full_turns.flow_back(counted.multiplicity, least, most)
    }
}

/// How often a list names an arc: all of it, and before each of two positions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counter {
    pub(super) multiplicity: u32,
    pub(super) passed: [u32; 2],
}

impl List<'_> {
    /// Counts one arc.
    pub(super) fn count(self, arc: u32, positions: [usize; 2]) -> Counter {
        let passed = |position: usize| List { arcs: &self.arcs[..position], ..self }.multiplicity(arc);
        Counter { multiplicity: self.multiplicity(arc), passed: positions.map(passed) }
    }

    /// Counts all arcs of a vertex with this many children.
    pub(super) fn tally(self, children: usize, positions: [usize; 2], counters: &mut Vec<Counter>) {
        counters.clear();
        counters.resize(children + 1, Counter::default());
        for (at, &arc) in self.arcs.iter().enumerate() {
            let Counter { multiplicity, passed } = &mut counters[arc as usize];
            *multiplicity += 1;
            passed.iter_mut().zip(positions).for_each(|(passed, end)| *passed += u32::from(at < end));
        }
    }
}
