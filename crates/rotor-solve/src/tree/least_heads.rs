//! Least heads: those by which a vertex can be left for good.

use crate::full_turns::full_turns;
use rotor_graph::{Count, Natural};

/// The heads of least quotient of r − 1 by the multiplicity ([ACD22] prints r: errata E1 and E4). Only by them can a
/// vertex be left for good, whatever its initial arc: every other head outlasts one more turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeastHeads {
    /// The least quotient: how many full turns the rotor makes first.
    pub(crate) full_turns: Natural,
    /// How many visits after the full turns make each head the last one; 0 for all other heads.
    pub(crate) left: Vec<u32>,
}

impl LeastHeads {
    /// The least heads among those with these flows and multiplicities; none if every flow is infinite.
    ///
    /// Time O(|Γ⁺(u)|) divisions of a flow by a word.
    pub(crate) fn among<'f>(
        flows: impl ExactSizeIterator<Item = &'f Count>,
        multiplicities: &[u32],
    ) -> Option<Self> {
        let mut least: Option<Natural> = None;
        let mut left = vec![0u32; flows.len()];
        for (at, (flow, &multiplicity)) in flows.zip(multiplicities).enumerate() {
            let Count::Finite(flow) = flow else { continue };
            let (quotient, arc) = full_turns(flow, multiplicity);
            if least.as_ref().is_some_and(|least| quotient > *least) {
                continue;
            }
            if least.as_ref() != Some(&quotient) {
                left[..at].fill(0);
                least = Some(quotient);
            }
            left[at] = arc;
        }
        least.map(|full_turns| Self { full_turns, left })
    }

    /// Whether the head number `at` is one of them.
    pub(crate) fn contains(&self, at: usize) -> bool {
        self.left[at] > 0
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.left.iter().filter(|&&left| left > 0).count()
    }

    /// r(u, v) if u, with this many arcs from v, is passed so often after the full turns.
    pub(crate) fn flow_back(&self, multiplicity: u32, passed: u32) -> Count {
        Count::Finite(&self.full_turns * multiplicity + passed + 1u32)
    }
}
