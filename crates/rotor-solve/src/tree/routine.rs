//! The revolving routine at one vertex: which arc it is left by for good, given how often each head sends the particle back.
//!
//! Three times: as printed, one visit at a time, to be compared with; improved, with full turns at once and then at most
//! one turn step by step; and the same on lists of a layout, for the sweeps.

use super::layout::{Halt, PARENT};
use super::number::{Number, TooLarge, full_turns};
use num_bigint::BigUint;
use rotor_graph::{ArcId, Count, Multigraph, Natural, SimpleDigraph, Stop, Tick, VertexId};

/// What the routine finds at a vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlowRevolution {
    /// D(ρ)(u): the arc by which the particle leaves for good.
    pub last_departure: ArcId,
    /// For each head, how often it was visited before that last departure.
    pub visits_before: Vec<Natural>,
}

/// Turns the rotor of `u` from `start`, spending one unit of return flow per visit, until a head has one unit left
/// [ACD22, `alg:routine`]; nothing if every flow is infinite.
///
/// `flows` are the return flows of the arcs of Ĝ that leave `u`, each at least 1. The printed F counts all visits;
/// the last departure is left out here: erratum E3.
///
/// Time: one operation per visit, so exponential in |A|.
pub fn revolving_routine(
    graph: &Multigraph,
    simple: &SimpleDigraph,
    u: VertexId,
    start: ArcId,
    flows: &[Count],
    tick: &mut dyn Tick,
) -> Result<Option<SlowRevolution>, Stop> {
    if flows.iter().all(|flow| *flow == Count::Infinite) {
        return Ok(None);
    }
    let row = simple.row(u).start;
    let mut visits_before = vec![Natural::ZERO; flows.len()];
    let mut a = start;
    loop {
        let at = simple.merged_arc(a) - row;
        let visits = visits_before[at].clone() + 1u32;
        if flows[at].finite() == Some(&visits) {
            return Ok(Some(SlowRevolution { last_departure: a, visits_before }));
        }
        tick.tick(1)?;
        visits_before[at] = visits;
        a = graph.next_arc(u, a);
    }
}

/// What the routine finds at a vertex: the last departure, and how the rotor got there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revolution {
    /// D(ρ)(u): the arc by which the particle leaves for good.
    pub last_departure: ArcId,
    /// How many full turns the rotor makes first.
    pub full_turns: Natural,
    /// For each head, how often it is passed after the full turns and before the last departure.
    pub passed: Vec<u32>,
}

impl Revolution {
    /// How often the head number `at`, of the given multiplicity, is visited before the last departure.
    pub fn visits_before(&self, at: usize, multiplicity: u32) -> Natural {
        &self.full_turns * multiplicity + self.passed[at]
    }

    /// How often the particle leaves the vertex, of the given out-degree, the last departure included.
    pub fn departures(&self, out_degree: u32) -> BigUint {
        let passed: u64 = self.passed.iter().copied().map(u64::from).sum();
        self.full_turns.to_big() * out_degree + passed + 1u32
    }
}

/// The same result as [`revolving_routine`], without its walk [ACD22, `alg:ImprovedRoutine`].
///
/// The number of full turns is the least quotient of r(w) − 1 by m(w), where [ACD22] prints r(w): erratum E1.
///
/// Time O(d(u)) operations, |Γ⁺(u)| of them divisions of a flow by a word.
pub fn improved_revolving_routine(
    graph: &Multigraph,
    simple: &SimpleDigraph,
    u: VertexId,
    start: ArcId,
    flows: &[Count],
) -> Option<Revolution> {
    let LeastHeads { full_turns, left } = LeastHeads::among(flows.iter(), simple.multiplicities(u))?;
    let row = simple.row(u).start;
    let mut passed = vec![0u32; flows.len()];
    let mut a = start;
    loop {
        let at = simple.merged_arc(a) - row;
        if left[at] == passed[at] + 1 {
            return Some(Revolution { last_departure: a, full_turns, passed });
        }
        passed[at] += 1;
        a = graph.next_arc(u, a);
    }
}

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

    /// r(u, v) if u, with this many arcs from v, is passed so often after the full turns.
    pub(crate) fn flow_back(&self, multiplicity: u32, passed: u32) -> Count {
        Count::Finite(&self.full_turns * multiplicity + passed + 1u32)
    }
}

/// The improved routine on the list of a vertex in a layout, for lists that name a child twice.
#[derive(Debug)]
pub(crate) struct Scratch<N: Number> {
    /// For lists of few heads, as most are.
    few: [Counter; FEW],
    many: Vec<Counter>,
    /// How many full turns the rotor makes first.
    pub(super) full_turns: N::Turns,
}

/// What is counted of a head.
#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    /// How many arcs lead there.
    multiplicity: u32,
    /// How many of them are passed after the full turns and before the last departure.
    passed: u32,
    /// How many visits after the full turns make it the last one; 0 if it outlasts one more turn.
    left: u32,
}

const FEW: usize = 8;

impl<N: Number> Default for Scratch<N> {
    fn default() -> Self {
        Self { few: Default::default(), many: Vec::new(), full_turns: N::Turns::default() }
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

impl<N: Number> Scratch<N> {
    /// The counters of a vertex with this many children, all 0.
    #[inline]
    fn cleared(&mut self, children: usize) -> &mut [Counter] {
        self.many.clear();
        if children < FEW {
            self.few = Default::default();
            return &mut self.few[..=children];
        }
        self.many.resize(children + 1, Counter::default());
        &mut self.many
    }

    /// The routine on the list of a vertex with this many children, given the flow of each head. Time O(1) per arc.
    #[inline]
    pub(super) fn routine<'f>(
        &mut self,
        arcs: &[u32],
        end: Halt,
        children: usize,
        flow_of: impl Fn(u32) -> &'f N,
    ) -> Last
    where
        N: 'f,
    {
        self.full_turns = N::Turns::default();
        let counters = self.cleared(children);
        let within_a_turn = pass(arcs, counters, |arc, counter| flow_of(arc).is(counter.passed + 1));
        if let Some(arc) = within_a_turn {
            return Last::Arc(arc);
        }
        if end != Halt::NOWHERE {
            return Last::End;
        }
        // A whole turn tells how often each head is named.
        let mut least: Option<N::Turns> = None;
        // What is left of heads before this one was left after more turns.
        let mut first = PARENT;
        for (arc, counter) in (PARENT..).zip(counters.iter_mut()).filter(|(_, counter)| counter.passed > 0) {
            *counter = Counter { multiplicity: counter.passed, passed: 0, left: 0 };
            let flow = flow_of(arc);
            if flow.is_infinite() {
                continue;
            }
            let (turns, left) = flow.full_turns(counter.multiplicity);
            if least.as_ref().is_none_or(|least| turns < *least) {
                (least, first) = (Some(turns), arc);
                counter.left = left;
            } else if least.as_ref() == Some(&turns) {
                counter.left = left;
            }
        }
        let Some(least) = least else { return Last::Never };
        let last = pass(arcs, counters, |arc, counter| arc >= first && counter.left == counter.passed + 1);
        self.full_turns = least;
        last.map_or(Last::End, Last::Arc)
    }

    /// At which position of the list the rotor stops after the full turns.
    pub(super) fn position(&self) -> usize {
        self.counters().iter().map(|counter| counter.passed as usize).sum()
    }

    /// One more than the visits of a head before the last departure.
    #[inline]
    pub(super) fn flow_back(&self, arc: u32) -> Result<N, TooLarge> {
        let Counter { multiplicity, passed, .. } = self.counters()[arc as usize];
        N::flow_back(&self.full_turns, multiplicity, passed)
    }

    #[inline]
    fn counters(&self) -> &[Counter] {
        if self.many.is_empty() { &self.few } else { &self.many }
    }
}

/// Passes arcs until one is the last departure.
#[inline]
fn pass(arcs: &[u32], counters: &mut [Counter], is_last: impl Fn(u32, &Counter) -> bool) -> Option<u32> {
    arcs.iter().copied().find(|&arc| {
        let counter = &mut counters[arc as usize];
        let stays = is_last(arc, counter);
        counter.passed += u32::from(!stays);
        stays
    })
}
