//! The choice of an initial arc on lists of arcs as small numbers, without memory of its own.

use super::code::Code;
use super::layout::Place;
use super::packed_pair::{FlowWord, INFINITE, PackedPair, Stopped};
use crate::tree::number::full_turns;

/// Counters for the neighbours of one vertex: the parent first, then the children.
#[derive(Debug)]
pub(super) struct Counters {
    /// For vertices of few neighbours, as most are.
    few: [Counter; FEW],
    many: Vec<Counter>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    /// How many arcs lead there.
    multiplicity: u32,
    /// How many of them the present window holds.
    occurs: u32,
    /// How often it must occur after the full turns to be the last departure; +∞ if it always sends the particle back.
    left: FlowWord,
}

const FEW: usize = 8;

impl Default for Counters {
    fn default() -> Self {
        Self { few: [Counter::default(); FEW], many: Vec::new() }
    }
}

impl Counters {
    #[inline]
    fn cleared(&mut self, neighbours: usize) -> &mut [Counter] {
        if neighbours <= FEW {
            self.few = [Counter::default(); FEW];
            return &mut self.few;
        }
        self.many.clear();
        self.many.resize(neighbours, Counter::default());
        &mut self.many
    }

    /// The full turns of the rotor at a vertex, given the flow of each neighbour; none if everything sends the particle
    /// back for ever. Time O(d(v)).
    #[inline]
    pub(super) fn turn(
        &mut self,
        place: &Place<'_>,
        flow_of: impl Fn(usize) -> FlowWord,
    ) -> Option<Turned<'_>> {
        let counters = self.cleared(place.children + 1);
        let neighbours = || place.arcs.iter().filter(|code| code.is_neighbour()).map(|code| code.number());
        for neighbour in neighbours() {
            counters[neighbour].multiplicity += 1;
        }
        let mut least = 0;
        if !place.shape.ends {
            least = INFINITE;
            for neighbour in neighbours() {
                let flow = flow_of(neighbour);
                if flow != INFINITE {
                    least = least.min(full_turns(flow, counters[neighbour].multiplicity).0);
                }
            }
            if least == INFINITE {
                return None;
            }
        }
        for neighbour in neighbours() {
            let (flow, counter) = (flow_of(neighbour), &mut counters[neighbour]);
            // A neighbour of greater quotient is left with more visits than it has arcs: no window fills it.
            let turned = |flow| flow - least * FlowWord::from(counter.multiplicity);
            counter.left = if flow == INFINITE { INFINITE } else { turned(flow) };
        }
        Some(Turned { counters, full_turns: least })
    }
}

/// The neighbours of a vertex after the full turns, to be looked at from any initial arc.
#[derive(Debug)]
pub(super) struct Turned<'c> {
    counters: &'c mut [Counter],
    full_turns: FlowWord,
}

/// What an initial arc comes to.
#[derive(Clone, Copy, Debug)]
pub(super) struct BestWindow {
    /// Its position.
    pub(super) start: u32,
    /// Whether Max wins by the last departure.
    pub(super) wins: bool,
    /// How often the neighbour asked about occurs before.
    passed: u32,
}

impl Turned<'_> {
    /// The position of the last departure in a list of all arcs from some initial arc on.
    #[inline]
    pub(super) fn last_departure<'a>(&mut self, mut arcs: impl Iterator<Item = &'a Code>) -> usize {
        let ends = |&code: &Code| code.ends() || (code.is_neighbour() && self.add(code));
        arcs.position(ends).expect("after the full turns one turn ends at a least head")
    }

    /// The best of all initial arcs for an owner who wants this value, seen from neighbour number `back`: two pointers,
    /// both of which only move forward. Of equally good arcs the first. Time O(d(v)).
    #[inline]
    pub(super) fn best(
        &mut self,
        arcs: &[Code],
        wanted: bool,
        back: Option<usize>,
        wins: impl Fn(Code) -> bool,
    ) -> BestWindow {
        let (mut next, mut last) = (0, None);
        let (mut best, mut least) = (BestWindow { start: 0, wins: wanted, passed: 0 }, u64::MAX);
        for start in 0..arcs.len() {
            let last_code = match last {
                Some(code) => code,
                None => loop {
                    let code = arcs[next];
                    next = if next + 1 == arcs.len() { 0 } else { next + 1 };
                    if code.ends() || (code.is_neighbour() && self.add(code)) {
                        break code;
                    }
                },
            };
            let (wins, passed) = (wins(last_code), back.map_or(0, |back| self.counters[back].occurs));
            // Few visits if the value is the wanted one, else many.
            let order = if wins == wanted { u64::from(passed) } else { u64::MAX - 1 - u64::from(passed) };
            if order < least {
                (best, least) = (BestWindow { start: start as u32, wins, passed }, order);
            }
            // The window ends no longer where it did if the arc that leaves it leads to the head that was full.
            let leaves = arcs[start];
            if leaves.is_neighbour() {
                self.counters[leaves.number()].occurs -= 1;
            }
            let emptied =
                if last_code.ends() { (start + 1) % arcs.len() == next } else { leaves == last_code };
            last = if emptied { None } else { Some(last_code) };
        }
        best
    }

    /// Adds an arc to the window; whether it is the last departure.
    #[inline]
    fn add(&mut self, code: Code) -> bool {
        let counter = &mut self.counters[code.number()];
        counter.occurs += 1;
        FlowWord::from(counter.occurs) == counter.left
    }

    /// The pair that a window comes to, seen from neighbour number `back`.
    #[inline]
    pub(super) fn pair(&self, window: BestWindow, back: Option<usize>) -> Result<PackedPair, Stopped> {
        let multiplicity = back.map_or(0, |back| self.counters[back].multiplicity);
        PackedPair::passed(window.wins, self.full_turns, multiplicity, window.passed)
    }

    /// The pair seen from neighbour number `back` after [`last_departure`](Self::last_departure), if that is not by it.
    #[inline]
    pub(super) fn pair_from(&self, back: usize, wins: bool) -> Result<PackedPair, Stopped> {
        let Counter { multiplicity, occurs, .. } = self.counters[back];
        PackedPair::passed(wins, self.full_turns, multiplicity, occurs)
    }

    /// The pair seen from neighbour number `back` if it is passed so often after the full turns.
    pub(super) fn pair_after(&self, back: usize, wins: bool, passed: u32) -> Result<PackedPair, Stopped> {
        PackedPair::passed(wins, self.full_turns, self.counters[back].multiplicity, passed)
    }

    /// How often each neighbour must occur to be the last departure; 0 if no window is long enough.
    pub(super) fn left(&self) -> impl Iterator<Item = u32> + '_ {
        let left = |counter: &Counter| {
            if counter.left > counter.multiplicity.into() { 0 } else { counter.left as u32 }
        };
        self.counters.iter().map(left)
    }
}
