//! The routine in full, on lists that name a child twice.

use super::halt::Halt;
use super::kept::{INFINITE, TooLarge, WordFlow};
use crate::full_turns::full_turns;

/// Counters by head, for lists that name a child twice.
#[derive(Debug)]
pub(super) struct Scratch {
    /// For lists of few heads, as most are.
    few: [Counter; FEW],
    many: Vec<Counter>,
    full_turns: WordFlow,
}

#[derive(Clone, Copy, Debug)]
struct Counter {
    multiplicity: u32,
    passed: u32,
}

const UNNAMED: Counter = Counter { multiplicity: 0, passed: 0 };
const FEW: usize = 8;

impl Default for Scratch {
    fn default() -> Self {
        Self { few: [UNNAMED; FEW], many: Vec::new(), full_turns: 0 }
    }
}

/// The last departure of a routine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Last {
    /// Along this arc.
    Arc(u32),
    /// Beyond the list, to where it ends.
    End,
    /// There is none: everything comes back.
    Never,
}

impl Scratch {
    /// The counters of a vertex with this many children, all 0.
    #[inline]
    fn cleared(&mut self, children: usize) -> &mut [Counter] {
        self.many.clear();
        if children < FEW {
            self.few = [UNNAMED; FEW];
            return &mut self.few[..=children];
        }
        self.many.resize(children + 1, UNNAMED);
        &mut self.many
    }

    /// The routine in full on the list of a vertex with this many children, given the flow of each head: counts how often
    /// heads are passed.
    #[inline]
    pub(super) fn routine(
        &mut self,
        arcs: &[u32],
        end: Halt,
        children: usize,
        flow_of: impl Fn(u32) -> WordFlow,
    ) -> Last {
        self.full_turns = 0;
        let counters = self.cleared(children);
        if let Some(arc) = walk(arcs, counters, |arc, _| flow_of(arc)) {
            return Last::Arc(arc);
        }
        if end != Halt::NOWHERE {
            return Last::End;
        }
        // A whole turn tells how often each head is named.
        let mut least = INFINITE;
        for (arc, counter) in (0..).zip(counters.iter_mut()).filter(|(_, counter)| counter.passed > 0) {
            *counter = Counter { multiplicity: counter.passed, passed: 0 };
            let flow = flow_of(arc);
            if flow != INFINITE {
                least = least.min(full_turns(flow, counter.multiplicity).0);
            }
        }
        if least == INFINITE {
            return Last::Never;
        }
        let last = walk(arcs, counters, |arc, multiplicity| match flow_of(arc) {
            INFINITE => INFINITE,
            flow => flow - least * WordFlow::from(multiplicity),
        });
        self.full_turns = least;
        last.map_or(Last::End, Last::Arc)
    }

    /// How many full turns the rotor makes, and at which position of the list it stops after them.
    pub(super) fn stop(&self) -> (WordFlow, usize) {
        let counters = if self.many.is_empty() { &self.few[..] } else { &self.many };
        (self.full_turns, counters.iter().map(|counter| counter.passed as usize).sum())
    }

    /// One more than the visits of a head before the last departure.
    #[inline]
    pub(super) fn visits_and_one(&self, arc: u32) -> Result<WordFlow, TooLarge> {
        let counters = if self.many.is_empty() { &self.few[..] } else { &self.many };
        let Counter { multiplicity, passed, .. } = counters[arc as usize];
        let turned = self.full_turns.checked_mul(multiplicity.into());
        turned.and_then(|visits| visits.checked_add(WordFlow::from(passed) + 1)).ok_or(TooLarge)
    }
}

/// Passes arcs until the head of one, given its flow, keeps the particle.
#[inline]
fn walk(arcs: &[u32], counters: &mut [Counter], flow_of: impl Fn(u32, u32) -> WordFlow) -> Option<u32> {
    arcs.iter().copied().find(|&arc| {
        let counter = &mut counters[arc as usize];
        let stays = flow_of(arc, counter.multiplicity) == WordFlow::from(counter.passed) + 1;
        counter.passed += u32::from(!stays);
        stays
    })
}
