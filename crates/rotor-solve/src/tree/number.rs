//! The numbers of a sweep: return flows in 32 bits, in 64, and of any size.
//!
//! A sweep asks four things of a number: which of two flows is less, whether a flow is a small number, how many full turns
//! of a rotor it stands for, and which flow comes of so many turns. Narrow numbers take less memory, and memory is what
//! sweeps wait for; what does not fit is an error, after which the next wider number is tried.

use super::sweep::TICK_EVERY;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_graph::{Count, Natural, ReturnFlows, SimpleDigraph, TreeLike, VertexMap};
use std::fmt::Debug;

/// A return flow: a number of visits that is at least 1, or +∞.
pub(crate) trait Number: Clone + PartialOrd + Debug {
    /// How often a rotor turns in full.
    type Turns: Clone + Ord + Default + Debug + Into<Natural>;

    /// +∞, which is more than every other flow.
    const INFINITE: Self;

    /// How many vertices pass between two ticks.
    const BETWEEN_TICKS: usize = TICK_EVERY;

    /// Whether it is just this many visits.
    fn is(&self, visits: u32) -> bool;

    /// [`full_turns`] of a flow that is not +∞.
    fn full_turns(&self, multiplicity: u32) -> (Self::Turns, u32);

    /// One more than the visits of a head that this many arcs lead to, when it is passed so often after these full turns.
    fn flow_back(turns: &Self::Turns, multiplicity: u32, passed: u32) -> Result<Self, TooLarge>;

    /// The same in exact numbers.
    fn count(&self) -> Count;

    /// Its code in a table of flows, whose list takes numbers that have none.
    fn code(&self, spilled: &mut Vec<Natural>) -> u64;

    /// The same before the first turn is over.
    #[inline]
    fn within_a_turn(passed: u32) -> Result<Self, TooLarge> {
        Self::flow_back(&Self::Turns::default(), 0, passed)
    }

    #[inline]
    fn is_infinite(&self) -> bool {
        *self == Self::INFINITE
    }
}

/// A flow does not fit.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(crate) struct TooLarge;

impl Number for u32 {
    type Turns = u32;
    const INFINITE: Self = Self::MAX;

    #[inline]
    fn is(&self, visits: u32) -> bool {
        *self == visits
    }

    #[inline]
    fn full_turns(&self, multiplicity: u32) -> (u32, u32) {
        full_turns(*self, multiplicity)
    }

    #[inline]
    fn flow_back(&turns: &u32, multiplicity: u32, passed: u32) -> Result<Self, TooLarge> {
        // The square of a word and two words more are less than 2⁶⁴.
        let flow = u64::from(turns) * u64::from(multiplicity) + u64::from(passed) + 1;
        if flow < u64::from(Self::MAX) { Ok(flow as Self) } else { Err(TooLarge) }
    }

    fn count(&self) -> Count {
        if *self == Self::MAX { Count::Infinite } else { (*self).into() }
    }

    #[inline]
    fn code(&self, _: &mut Vec<Natural>) -> u64 {
        if *self == Self::MAX { ReturnFlows::INFINITE } else { (*self).into() }
    }
}

impl Number for u64 {
    type Turns = u64;
    const INFINITE: Self = Self::MAX;

    #[inline]
    fn is(&self, visits: u32) -> bool {
        *self == u64::from(visits)
    }

    #[inline]
    fn full_turns(&self, multiplicity: u32) -> (u64, u32) {
        full_turns(*self, multiplicity)
    }

    #[inline]
    fn flow_back(&turns: &u64, multiplicity: u32, passed: u32) -> Result<Self, TooLarge> {
        let turned = turns.checked_mul(multiplicity.into());
        // A flow this small can be turned once more without overflow.
        let flow = turned.and_then(|turned| turned.checked_add(Self::from(passed) + 1));
        flow.filter(|&flow| flow < 1 << 62).ok_or(TooLarge)
    }

    fn count(&self) -> Count {
        if *self == Self::MAX { Count::Infinite } else { Natural::from(*self).into() }
    }

    #[inline]
    fn code(&self, _: &mut Vec<Natural>) -> u64 {
        *self
    }
}

/// Of any size.
impl Number for Count {
    type Turns = Natural;
    const INFINITE: Self = Self::Infinite;
    // A number may have as many bits as there are arcs.
    const BETWEEN_TICKS: usize = 1 << 6;

    fn is(&self, visits: u32) -> bool {
        self.finite().is_some_and(|flow| flow.to_u32() == Some(visits))
    }

    fn full_turns(&self, multiplicity: u32) -> (Natural, u32) {
        let flow = self.finite().expect("only heads that can keep the particle are asked how long they wait");
        full_turns(flow, multiplicity)
    }

    fn flow_back(turns: &Natural, multiplicity: u32, passed: u32) -> Result<Self, TooLarge> {
        // Two steps: the sum of two words may exceed one.
        Ok(Self::Finite(turns * multiplicity + passed + 1u32))
    }

    fn count(&self) -> Count {
        self.clone()
    }

    fn code(&self, spilled: &mut Vec<Natural>) -> u64 {
        let Some(flow) = self.finite() else { return ReturnFlows::INFINITE };
        let small = flow.to_u64().filter(|&flow| flow < ReturnFlows::SPILLED);
        small.unwrap_or_else(|| {
            spilled.push(flow.clone());
            ReturnFlows::SPILLED + (spilled.len() as u64 - 1)
        })
    }
}

/// A number of visits that is at least 1, in a machine word or of any size.
pub(crate) trait Visits {
    /// The type of the numbers computed from it.
    type Number;
    /// One visit fewer.
    fn minus_one(self) -> Self::Number;
    /// Quotient and remainder of a number by a divisor that is not 0.
    fn div_rem(number: Self::Number, divisor: u32) -> (Self::Number, u32);
}

/// After how many full turns a rotor makes visit number `visit` of a head with `multiplicity` arcs, and by which of
/// these, counted from 1: ⌊(r − 1)/m⌋ and (r − 1) mod m + 1.
///
/// With r the return flow of the head, these are the turns that the rotor makes in full before this head keeps the
/// particle. [ACD22, `alg:ImprovedRoutine`] divides r itself: erratum E1.
#[inline]
pub(crate) fn full_turns<V: Visits>(visit: V, multiplicity: u32) -> (V::Number, u32) {
    let before = visit.minus_one();
    // Most heads have one arc, and a division is what the routine would wait for.
    if multiplicity == 1 {
        return (before, 1);
    }
    let (turns, passed) = V::div_rem(before, multiplicity);
    (turns, passed + 1)
}

impl Visits for u32 {
    type Number = Self;

    #[inline]
    fn minus_one(self) -> Self {
        self - 1
    }

    #[inline]
    fn div_rem(number: Self, divisor: u32) -> (Self, u32) {
        (number / divisor, number % divisor)
    }
}

impl Visits for u64 {
    type Number = Self;

    #[inline]
    fn minus_one(self) -> Self {
        self - 1
    }

    #[inline]
    fn div_rem(number: Self, divisor: u32) -> (Self, u32) {
        // Flows are small as a rule, and a division of 32 bits takes a fraction of one of 64.
        match u32::try_from(number) {
            Ok(number) => ((number / divisor).into(), number % divisor),
            Err(_) => (number / Self::from(divisor), (number % Self::from(divisor)) as u32),
        }
    }
}

impl Visits for &Natural {
    type Number = Natural;

    #[inline]
    fn minus_one(self) -> Natural {
        self - 1u32
    }

    #[inline]
    fn div_rem(number: Natural, divisor: u32) -> (Natural, u32) {
        number.div_rem(divisor)
    }
}

impl Visits for &BigUint {
    type Number = BigUint;

    fn minus_one(self) -> BigUint {
        self - 1u32
    }

    fn div_rem(number: BigUint, divisor: u32) -> (BigUint, u32) {
        let remainder = (&number % divisor).to_u32().expect("a remainder is less than the divisor");
        (number / divisor, remainder)
    }
}

// How many bits all return flows take, about, before any of them is computed.

/// About how many bytes the return flows beyond machine words take, all of them together.
///
/// The logarithm of r(w, u) is at most that of m(u, w) · (q + 2), with q = r(u, v) / m(u, v) the least quotient of the
/// other heads v of u: floats suffice to add up bits [ACD22, `returnBound`]. Time O(|V| + |A|); memory about 40 bytes a
/// vertex and 12 an arc.
pub fn large_flow_bytes(tree: &TreeLike<'_, '_>) -> u64 {
    let stopping = tree.stopping();
    let simple = SimpleDigraph::of(stopping.graph());
    let vertices = stopping.graph().vertex_count();
    // The logarithm of r(p, u) and r(u, p) for each u with parent p; 0 where no arc leads back.
    let mut below = VertexMap::filled(vertices, 0.0);
    let mut above = VertexMap::filled(vertices, 0.0);
    let mut bytes = 0;
    for &u in tree.order().iter().rev() {
        let parent = tree.parent(u);
        let back = parent.and_then(|parent| simple.arc(u, parent));
        let Some(back) = back else { continue };
        let mut least = Least::default();
        for (at, (&v, &parallel)) in simple.row(u).zip(simple.heads(u).iter().zip(simple.multiplicities(u))) {
            if at != back && v != u {
                let flow = if stopping.is_active(v) { below[v] } else { 0.0 };
                least.note(at, flow - f64::from(parallel).log2());
            }
        }
        below[u] = turned(least.without(back), simple.multiplicities(u)[back - simple.row(u).start]);
        bytes += bytes_of(below[u]);
    }
    for &u in tree.order() {
        let mut least = Least::default();
        for (at, (&v, &parallel)) in simple.row(u).zip(simple.heads(u).iter().zip(simple.multiplicities(u))) {
            if v == u {
                continue;
            }
            let flow = if !stopping.is_active(v) {
                0.0
            } else if tree.parent(u) == Some(v) {
                above[u]
            } else {
                below[v]
            };
            least.note(at, flow - f64::from(parallel).log2());
        }
        for (at, (&v, &parallel)) in simple.row(u).zip(simple.heads(u).iter().zip(simple.multiplicities(u))) {
            if stopping.is_active(v) && tree.parent(v) == Some(u) {
                above[v] = turned(least.without(at), parallel);
                if simple.arc(v, u).is_some() {
                    bytes += bytes_of(above[v]);
                }
            }
        }
    }
    bytes
}

/// The logarithm of a flow back along `parallel` arcs, given that of the least quotient of the others.
fn turned(quotient: f64, parallel: u32) -> f64 {
    // Far out, the two turns more are lost in rounding, and a power of two would be +∞.
    let turns = if quotient > 50.0 { quotient } else { (quotient.exp2() + 2.0).log2() };
    turns + f64::from(parallel).log2()
}

/// The bytes of a number with this many bits; +∞ and small numbers need none of their own.
fn bytes_of(bits: f64) -> u64 {
    /// What a big integer takes beside its digits.
    const OVERHEAD: u64 = 64;
    if bits.is_finite() && bits >= 63.0 { bits as u64 / 64 * 8 + 8 + OVERHEAD } else { 0 }
}

/// The least quotient of a vertex and the least of the others.
#[derive(Clone, Copy)]
struct Least {
    at: usize,
    least: f64,
    second: f64,
}

impl Default for Least {
    fn default() -> Self {
        Self { at: usize::MAX, least: f64::INFINITY, second: f64::INFINITY }
    }
}

impl Least {
    fn note(&mut self, at: usize, quotient: f64) {
        if quotient < self.least {
            *self = Self { at, least: quotient, second: self.least };
        } else if quotient < self.second {
            self.second = quotient;
        }
    }

    /// The least quotient of all but the head number `at`.
    fn without(&self, at: usize) -> f64 {
        if at == self.at { self.second } else { self.least }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::complete_destination;
    use rotor_generate::{Dice, generate, small_forest};
    use rotor_graph::{Instance, StoppingGraph, parse};
    use std::collections::BTreeMap;

    #[test]
    fn the_last_visit_of_a_turn_belongs_to_that_turn() {
        for (visit, multiplicity, turns, arc) in
            [(1u32, 3, 0u32, 1), (3, 3, 0, 3), (4, 3, 1, 1), (7, 1, 6, 1)]
        {
            assert_eq!(full_turns(visit, multiplicity), (turns, arc));
            assert_eq!(full_turns(u64::from(visit), multiplicity), (turns.into(), arc));
            assert_eq!(full_turns(&Natural::from(visit), multiplicity), (turns.into(), arc));
            assert_eq!(full_turns(&BigUint::from(visit), multiplicity), (turns.into(), arc));
        }
        assert_eq!(full_turns(1u64 << 40, 1 << 20), ((1 << 20) - 1, 1 << 20));
    }

    #[test]
    fn a_flow_is_kept_exactly_or_too_large() {
        let most = u32::MAX;
        for (turns, multiplicity, passed) in
            [(0, 0, 0), (most - 2, 1, 0), (most - 1, 1, 0), (1, most, 0), (most, most, most), (0, 7, most)]
        {
            let exact = Count::flow_back(&turns.into(), multiplicity, passed).unwrap();
            let exact = exact.finite().unwrap().to_big();
            let narrow = u32::flow_back(&turns, multiplicity, passed);
            assert_eq!(
                narrow.ok().map(BigUint::from),
                Some(&exact).filter(|flow| **flow < most.into()).cloned()
            );
            let wide = u64::flow_back(&turns.into(), multiplicity, passed);
            let limit = BigUint::from(1u64 << 62);
            assert_eq!(wide.ok().map(BigUint::from), Some(exact).filter(|flow| *flow < limit));
        }
        assert_eq!(u64::flow_back(&((1 << 62) - 2), 1, 0), Ok((1 << 62) - 1));
        assert_eq!(u64::flow_back(&((1 << 62) - 1), 1, 0), Err(TooLarge));
        assert_eq!(u64::flow_back(&u64::MAX, 2, 0), Err(TooLarge));
    }

    #[test]
    fn a_code_stands_for_the_same_flow_in_every_number() {
        let mut spilled = Vec::new();
        assert_eq!([7u32.code(&mut spilled), 7u64.code(&mut spilled)], [7; 2]);
        assert_eq!(Count::from(7u32).code(&mut spilled), 7);
        let infinite = ReturnFlows::INFINITE;
        assert_eq!([u32::MAX.code(&mut spilled), u64::MAX.code(&mut spilled)], [infinite; 2]);
        assert_eq!(Count::Infinite.code(&mut spilled), infinite);
        assert!(spilled.is_empty());
        let large = Natural::from(ReturnFlows::SPILLED);
        assert_eq!(Count::from(large.clone()).code(&mut spilled), ReturnFlows::SPILLED);
        assert_eq!(spilled, [large]);
    }

    /// What is guessed and what it is.
    fn guess_and_truth(instance: &Instance) -> (u64, u64) {
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).unwrap();
        let flows: ReturnFlows = complete_destination(&tree, instance.rotors(), &mut ()).unwrap().flows;
        let bytes = |bits: u64| bits.div_ceil(64) * 8 + 64;
        let truth = flows.spilled().iter().map(|number| bytes(number.to_big().bits())).sum();
        (large_flow_bytes(&tree), truth)
    }

    #[test]
    fn bits_are_estimated_in_advance_within_a_few_percent() {
        for (family, n) in [("expchain", 3_000), ("two-sided", 2_000)] {
            let given = BTreeMap::from([("n".to_owned(), n.to_string())]);
            let instance = generate(family, &given, 1).unwrap();
            let (guess, truth) = guess_and_truth(&instance);
            assert!(truth > 100_000, "{family}: {truth}");
            let ratio = guess as f64 / truth as f64;
            assert!((0.95..1.05).contains(&ratio), "{family}: {guess} against {truth}");
        }
    }

    #[test]
    fn bits_are_known_beside_flows_of_all_kinds() {
        let (mut dice, mut large) = (Dice::new(2), 0);
        for _ in 0..100 {
            let (n, drawn_up) = (dice.between(50..=60), dice.chance(0.5));
            let mut rows = vec![String::new(); n as usize];
            for v in 1..n {
                // Not far apart, and drawn to one side, so that flows multiply along many vertices.
                let parent = dice.between(v.saturating_sub(3)..=v - 1);
                let [few, many] = [3, 900].map(|most| dice.between(1..=most));
                let (down, up) = if drawn_up { (few, many) } else { (many, few) };
                rows[parent as usize] += &format!(" {v}^{down}");
                rows[v as usize] += &format!(" {parent}^{up}");
            }
            let sinks = |v: u32| if v == 0 || v + 4 > n { " s" } else { "" };
            let text: String = (0..n).zip(&rows).map(|(v, row)| format!("{v}:{row}{}\n", sinks(v))).collect();
            let (guess, truth) = guess_and_truth(&parse(&format!("{text}sink s\n")).unwrap());
            assert!(guess.abs_diff(truth) <= 4 * 72, "{guess} against {truth} for\n{text}");
            large += u32::from(truth > 10 * 72);
        }
        assert!(large > 50, "only {large} of 100 with large flows");
    }

    #[test]
    fn small_flows_need_nothing() {
        let mut dice = Dice::new(1);
        for _ in 0..500 {
            let instance = small_forest(&mut dice);
            let (guess, truth) = guess_and_truth(&instance);
            assert!(truth == 0 && guess < 1_000, "{guess}\n{instance}");
        }
    }
}
