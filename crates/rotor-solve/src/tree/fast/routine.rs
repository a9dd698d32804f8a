//! The routine in full, on lists that name a child twice.

use super::halt::Halt;
use super::kept::{Flow, INFINITE, TooLarge};

/// Counters by head, for lists that name a child twice.
#[derive(Debug)]
pub(super) struct Scratch {
    /// For lists of few heads, as most are.
    few: [Counter; FEW],
    many: Vec<Counter>,
    full_turns: Flow,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    multiplicity: u32,
    passed: u32,
}

const FEW: usize = 8;

impl Default for Scratch {
    fn default() -> Self {
        Self { few: [Counter::default(); FEW], many: Vec::new(), full_turns: 0 }
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
    /// The counters of a list, all 0.
    #[inline]
    fn cleared(&mut self, arcs: &[u32]) -> &mut [Counter] {
        let heads = arcs.iter().max().map_or(1, |&most| most as usize + 1);
        if heads <= FEW {
            self.many.clear();
            self.few = [Counter::default(); FEW];
            return &mut self.few;
        }
        self.many.clear();
        self.many.resize(heads, Counter::default());
        &mut self.many
    }

    /// The routine in full on a list of arcs, given the flow of each head: counts how often heads are passed.
    #[inline]
    pub(super) fn routine(&mut self, arcs: &[u32], end: Halt, flow_of: impl Fn(u32) -> Flow) -> Last {
        self.full_turns = 0;
        let counters = self.cleared(arcs);
        let mut full_turns = 0;
        if end == Halt::NOWHERE {
            for &arc in arcs {
                counters[arc as usize].multiplicity += 1;
            }
            full_turns = INFINITE;
            for &arc in arcs.iter().filter(|&&arc| flow_of(arc) != INFINITE) {
                let (visits, multiplicity) = (flow_of(arc) - 1, counters[arc as usize].multiplicity);
                let turns = if multiplicity == 1 { visits } else { visits / Flow::from(multiplicity) };
                full_turns = full_turns.min(turns);
            }
            if full_turns == INFINITE {
                return Last::Never;
            }
        }
        let mut last = Last::End;
        for &arc in arcs {
            let Counter { multiplicity, passed } = &mut counters[arc as usize];
            let flow = flow_of(arc);
            let visits = u128::from(full_turns) * u128::from(*multiplicity) + u128::from(*passed);
            if flow != INFINITE && visits + 1 == u128::from(flow) {
                last = Last::Arc(arc);
                break;
            }
            *passed += 1;
        }
        self.full_turns = full_turns;
        last
    }

    /// One more than the visits of a head before the last departure.
    #[inline]
    pub(super) fn visits_and_one(&self, arc: u32) -> Result<Flow, TooLarge> {
        let counters = if self.many.is_empty() { &self.few[..] } else { &self.many };
        let Counter { multiplicity, passed } = counters.get(arc as usize).copied().unwrap_or_default();
        let turned = self.full_turns.checked_mul(multiplicity.into());
        turned.and_then(|visits| visits.checked_add(Flow::from(passed) + 1)).ok_or(TooLarge)
    }
}
