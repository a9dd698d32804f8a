//! The algebra: groups, piles of chips, exit probabilities, and the middle of a walk.

use crate::contest::start_of;
use crate::subjects::{Answer, Run};
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use rotor_algebra::{
    Order, Tour, fire_plainly, group_of, harmonic_measure, harmonic_measure_in_floats, identity,
    invariant_factors, moment, order_of, stabilise, tour,
};
use rotor_certify::certify;
use rotor_graph::{Instance, VertexId, VertexMap};

/// Numbers of any size are compared by what is left after division by this prime.
const MODULUS: u64 = 1_000_000_007;

const PROVED: &str = "our answers pass the judge";
const NO_LIMIT: &str = "there is no limit";

fn remainder(number: &BigUint) -> String {
    (number % MODULUS).to_string()
}

/// The order of the sandpile group.
pub(crate) fn order(instance: &Instance) -> Run<'_> {
    Box::new(|| match order_of(instance.graph(), &mut ()).expect(NO_LIMIT) {
        Order::Finite(order) => Answer::says(remainder(&order)),
        Order::Infinite => Answer::says("infinite"),
    })
}

/// Its invariant factors.
pub(crate) fn factors(instance: &Instance) -> Run<'_> {
    Box::new(|| {
        let factors = invariant_factors(instance.graph(), &mut ()).expect(NO_LIMIT);
        Answer::says(remainder(&factors.iter().product()))
    })
}

/// Its invariant factors and generators, and the judge's work.
pub(crate) fn generators_certified(instance: &Instance) -> Run<'_> {
    Box::new(|| {
        let group = group_of(instance.graph(), &mut ()).expect(NO_LIMIT);
        let group = certify(instance, group, &mut ()).expect(PROVED).into_inner();
        Answer::says(remainder(&group.factors.iter().product()))
    })
}

/// As many chips on the start as there are vertices beside the sinks.
fn pile(instance: &Instance) -> VertexMap<BigInt> {
    let graph = instance.graph();
    let mut chips = VertexMap::filled(graph.vertex_count(), BigInt::default());
    chips[start_of(instance)] = graph.vertices().filter(|&u| !graph.is_sink(u)).count().into();
    chips
}

/// Where the chips lie: the sum of them, each times the number of its vertex.
fn place(chips: &VertexMap<BigInt>) -> Answer {
    let sum: BigInt = chips.iter().map(|(u, count)| count * u.raw()).sum();
    Answer::says(remainder(sum.magnitude()))
}

/// A large pile on the start, stabilised; and the judge's work if it is `certified`.
pub(crate) fn stabilised(instance: &Instance, certified: bool) -> Run<'_> {
    let chips = pile(instance);
    Box::new(move || {
        let claim = stabilise(instance.graph(), &chips, &mut ()).expect(NO_LIMIT);
        let claim =
            if certified { certify(instance, claim, &mut ()).expect(PROVED).into_inner() } else { claim };
        place(&claim.chips)
    })
}

/// The same by firing whatever can fire, over and over.
pub(crate) fn bulk_loop(instance: &Instance) -> Run<'_> {
    let chips = pile(instance);
    Box::new(move || place(&fire_plainly(instance.graph(), &chips, &mut ()).expect(NO_LIMIT).chips))
}

/// The recurrent identity; and the judge's work if it is `certified`.
pub(crate) fn recurrent_identity(instance: &Instance, certified: bool) -> Run<'_> {
    Box::new(move || {
        let claim = identity(instance.graph(), &mut ()).expect(NO_LIMIT);
        let claim =
            if certified { certify(instance, claim, &mut ()).expect(PROVED).into_inner() } else { claim };
        place(&claim.chips)
    })
}

/// The sink whose probability is compared, to five digits.
fn first_sink(instance: &Instance) -> VertexId {
    let graph = instance.graph();
    graph.vertices().find(|&u| graph.is_sink(u)).expect("these families have sinks")
}

/// Exit probabilities of the random walk from the start, exact, and the judge's work.
pub(crate) fn harmonic_certified(instance: &Instance) -> Run<'_> {
    Box::new(|| {
        let claim = harmonic_measure(instance.graph(), start_of(instance), &mut ()).expect(NO_LIMIT);
        let claim = certify(instance, claim, &mut ()).expect(PROVED).into_inner();
        let shifted = &claim.sinks[first_sink(instance)] * 10_000_000u32 / &claim.denominator;
        Answer::says(format!("{:.5}", shifted.to_f64().unwrap_or(f64::NAN) / 1e7))
    })
}

/// The same in floats, to nine digits.
pub(crate) fn harmonic_floats(instance: &Instance) -> Run<'_> {
    Box::new(|| {
        let from = start_of(instance);
        let measure = harmonic_measure_in_floats(instance.graph(), from, 1e-9, &mut ());
        Answer::says(format!("{:.5}", measure.expect(NO_LIMIT).sinks[first_sink(instance)]))
    })
}

/// Where the particle is after half of its walk, and the judge's work. How long the walk is, is asked beforehand.
pub(crate) fn half_walk_certified(instance: &Instance) -> Run<'_> {
    let (graph, rotors, from) = (instance.graph(), instance.rotors(), start_of(instance));
    let end = tour(graph, rotors, from, false, &mut ()).expect(NO_LIMIT);
    let Tour::Exits(end) = end else { panic!("these walks have an end") };
    let half: BigUint = end.steps() >> 1;
    Box::new(move || {
        let claim = moment(graph, rotors, from, &half, &mut ()).expect(NO_LIMIT);
        certify(instance, claim, &mut ()).expect(PROVED);
        // The others answer with the exit, and this is not it.
        Answer::default()
    })
}
