//! Answers against the slow ones of [`reference`](crate::reference).

use crate::forged::Listed;
use crate::questions::{Sequence, is_same};
use crate::reference::{
    Plain, after_many_steps, classes, configuration, configuration_count, cycles, fire_one_by_one,
    is_balanced, move_in_random_order, recurrent_by_search, send,
};
use crate::{Case, Tally};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};
use rotor_algebra::{
    Order, Rounds, after_signed_route, arc_values, class_of, element_of, eulerian, fire_plainly, group_of,
    harmonic_measure_in_floats, invariant_factors, order_of, order_of_chips, reduced, rotors_at,
    rounds as make_rounds, route_signed, stabilise, unicycles, with_sinks,
};
use rotor_certify::certify;
use rotor_generate::Dice;
use rotor_graph::{
    ClassClaim, Configuration, Exit, GroupClaim, HarmonicClaim, IdentityClaim, Listing, MomentClaim,
    Multigraph, SignedRouteClaim, StabilisationClaim, StoppingGraph, TourClaim, Traps, VertexId, VertexMap,
    route,
};
use std::collections::{BTreeMap, BTreeSet};

/// The graph whose traps are sinks, on which all groups are finite.
fn without_traps(graph: &Multigraph) -> Multigraph {
    with_sinks(graph, &Traps::of(graph).members().concat())
}

pub(crate) fn group(case: &Case, group: &GroupClaim, tally: &mut Tally) {
    let graph = case.graph();
    assert_eq!(group.factors, invariant_factors(graph, &mut ()).unwrap());
    let order = order_of(graph, &mut ()).unwrap();
    assert_eq!(order, Order::of_factors(&group.factors));
    tally.see(["trivial", "cyclic", "of rank 2", "of a higher rank"][group.factors.len().min(3)], 1);
    let values = arc_values(graph, group);
    let mut sum = vec![BigInt::zero(); group.factors.len()];
    for u in graph.vertices().filter(|&u| !graph.is_sink(u)) {
        let arc = case.rotors().rotor(u).index();
        sum.iter_mut().zip(&values[arc]).for_each(|(sum, value)| *sum += value);
    }
    assert!(is_same(group, &sum, &class_of(graph, group, case.rotors())), "{sum:?}");
    if let Some(last) = group.generators.last() {
        let chips = last.as_slice().iter().map(BigInt::magnitude).sum::<BigUint>();
        tally.see("a last generator of one chip", usize::from(chips.is_one()));
    }
    if case.configurations > 2_000 {
        return;
    }
    tally.see("enumerated", 1);
    let every = (0..case.configurations).map(|number| configuration(graph, number));
    let forests = every.clone().filter(|rotors| cycles(graph, rotors).is_empty()).count();
    assert_eq!(order.forests(), forests.into());
    let (mut class_of_element, mut element_of_class) = (BTreeMap::new(), BTreeMap::new());
    for (rotors, class) in every.zip(classes(graph)) {
        let element = class_of(graph, group, &rotors);
        assert_eq!(*class_of_element.entry(element.clone()).or_insert(class), class);
        assert_eq!(*element_of_class.entry(class).or_insert(element.clone()), element);
    }
    if let Order::Finite(order) = order {
        assert_eq!(order, class_of_element.len().into());
    }
}

pub(crate) fn class(case: &Case, claim: &ClassClaim, tally: &mut Tally) {
    let (graph, group, other) = (case.graph(), &claim.group, claim.other.as_ref().unwrap());
    let moved = element_of(group, &other.chips);
    let sum: Vec<BigInt> = claim.element.iter().zip(&moved).map(|(from, moved)| from + moved).collect();
    assert!(is_same(group, &sum, &other.element), "{claim:?}");
    if Traps::of(graph).is_empty() {
        let routed = route_signed(graph, case.rotors(), &other.chips, &mut ()).unwrap();
        let after = after_signed_route(graph, case.rotors(), &routed.departures);
        assert_eq!(class_of(graph, group, &after), other.element);
        tally.see("another class by routing", usize::from(claim.element != other.element));
    }
}

pub(crate) fn chips(case: &Case, claim: &StabilisationClaim, dice: &mut Dice, tally: &mut Tally) {
    let (graph, stopping) = (case.graph(), StoppingGraph::of(case.graph()));
    let [left, fired] = fire_one_by_one(&stopping, &case.chips, dice);
    for v in graph.vertices() {
        assert_eq!(BigInt::from(claim.firings[v].clone()), fired[v]);
        assert_eq!(claim.chips[v], if stopping.is_active(v) { left[v].clone() } else { BigInt::zero() });
        assert!(!graph.is_sink(v) || claim.sinks[v] == left[v]);
    }
    for (count, members) in claim.trapped.iter().zip(stopping.traps().members()) {
        assert_eq!(*count, members.iter().map(|&u| &left[u]).sum());
        tally.see("chips in traps", usize::from(!count.is_zero()));
    }
    tally.see("negative", usize::from(case.chips.as_slice().iter().any(BigInt::is_negative)));
    if dice.below(16) == 0 {
        let mut huge = case.chips.clone();
        huge.as_mut_slice().iter_mut().for_each(|count| *count <<= dice.below(120));
        let [fast, slow] = [stabilise, fire_plainly].map(|by| by(graph, &huge, &mut ()).unwrap());
        assert_eq!(fast, slow);
        assert!(certify(&case.instance, fast, &mut ()).is_ok(), "{huge:?}");
    }
}

pub(crate) fn identity(case: &Case, claim: &IdentityClaim, dice: &mut Dice, tally: &mut Tally) {
    let (graph, cut) = (case.graph(), without_traps(case.graph()));
    let group = group_of(&cut, &mut ()).unwrap();
    assert!(element_of(&group, &claim.chips).iter().all(Zero::is_zero));
    let order = order_of(&cut, &mut ()).unwrap().forests();
    if order > 60u32.into() {
        return;
    }
    let recurrent = recurrent_by_search(graph);
    assert_eq!(order, recurrent.len().into());
    assert!(recurrent.contains(claim.chips.as_slice()));
    tally.see("all recurrent piles", 1);
    for _ in 0..4 {
        let chips = VertexMap::from_vec(graph.vertices().map(|_| dice.below(6).into()).collect());
        let claim = stabilise(graph, &chips, &mut ()).unwrap();
        assert_eq!(claim.recurrent, recurrent.contains(claim.chips.as_slice()), "{chips:?}");
        let is_stretched = claim.script.as_slice().iter().any(|times| *times > BigUint::one());
        tally.see("scripts that fire a vertex twice", usize::from(is_stretched));
        assert!(certify(&case.instance, claim, &mut ()).is_ok(), "{chips:?}");
    }
}

pub(crate) fn harmonic(case: &Case, claim: &HarmonicClaim, tally: &mut Tally) {
    let (graph, stopping) = (case.graph(), StoppingGraph::of(case.graph()));
    let floats = harmonic_measure_in_floats(graph, case.from, 1e-11, &mut ()).unwrap();
    let walked = after_many_steps(&stopping, case.from);
    let agrees = |exact: &BigUint, float: f64, walked: f64| {
        let (numerator, denominator) = reduced(exact, &claim.denominator);
        let share = numerator.to_f64().unwrap() / denominator.to_f64().unwrap();
        assert!((share - walked).abs() < 1e-7 && (float - walked).abs() < 1e-7, "{share} {float} {walked}");
    };
    for v in graph.vertices().filter(|&v| graph.is_sink(v)) {
        agrees(&claim.sinks[v], floats.sinks[v], walked[v]);
    }
    for (number, members) in stopping.traps().members().iter().enumerate() {
        let walked = members.iter().map(|&u| walked[u]).sum();
        agrees(&claim.trapped[number], floats.trapped[number], walked);
        tally.see("ends in traps", usize::from(walked > 0.0));
    }
}

/// Ends and class depend on the signed counts alone.
pub(crate) fn signed_route(case: &Case, claim: &SignedRouteClaim, dice: &mut Dice, tally: &mut Tally) {
    let (graph, stopping) = (case.graph(), StoppingGraph::of(case.graph()));
    let signs = [BigInt::is_positive, BigInt::is_negative];
    let is_mixed = signs.iter().all(|sign| case.chips.as_slice().iter().any(sign));
    tally.see("both signs", usize::from(is_mixed));
    let after = after_signed_route(graph, case.rotors(), &claim.departures);
    let (ended, slow_after) = move_in_random_order(&case.instance, &case.chips, dice);
    let mut trapped = vec![BigInt::zero(); stopping.traps().members().len()];
    for v in graph.vertices() {
        match stopping.exit_at(v) {
            Some(Exit::Sink(sink)) => assert_eq!(claim.sinks[sink], ended[v]),
            Some(Exit::Trap(trap)) => trapped[trap] += &ended[v],
            None => {}
        }
    }
    assert_eq!(claim.trapped, trapped);
    let cut = without_traps(graph);
    let group = group_of(&cut, &mut ()).unwrap();
    let [start, end, slow_end] = [case.rotors(), &after, &slow_after].map(|rotors| {
        let rotors = Configuration::from_positions(&cut, |u| rotors.position(graph, u));
        class_of(&cut, &group, &rotors)
    });
    assert_eq!(end, slow_end);
    let moved = element_of(&group, &case.chips);
    let sum: Vec<BigInt> = start.iter().zip(&moved).map(|(start, moved)| start + moved).collect();
    assert!(is_same(&group, &sum, &end), "{claim:?}");
}

pub(crate) fn moment(case: &Case, claim: &MomentClaim, tally: &mut Tally) {
    // A tour that ends is the moment of its end.
    let wanted = if tally.id == "tour" { u32::MAX } else { case.steps };
    let (mut plain, mut steps) = (Plain::new(&case.instance, case.from), 0);
    while steps < wanted && !case.graph().is_sink(plain.particle) {
        plain.step();
        steps += 1;
    }
    assert_eq!((claim.at, claim.steps()), (plain.particle, steps.into()));
    assert_eq!(rotors_at(case.graph(), case.rotors(), claim), plain.rotors);
    tally.see("on a sink before", usize::from(steps < wanted));
    if tally.id == "moment" {
        tally.see("after more than 4,000 steps", usize::from(steps > 4_000));
    }
}

pub(crate) fn tour(case: &Case, claim: &TourClaim, tally: &mut Tally) {
    let graph = case.graph();
    let (entry, period) = (claim.entry.steps(), claim.period(graph));
    let cover = claim.cover.as_ref().unwrap().steps();
    if let Some(eulerian) = eulerian(graph, &claim.trap, &mut ()).unwrap() {
        assert!(is_balanced(graph, &claim.trap));
        assert_eq!(period, eulerian.arcs.into());
        let bound = BigUint::from(eulerian.arcs * eulerian.diameter);
        let is_inside = claim.trap.contains(&case.from);
        assert!(!is_inside || cover <= bound && entry <= bound, "{cover} {entry} > {bound}");
        tally.see("in an Eulerian trap", usize::from(is_inside && claim.trap.len() > 2));
    } else {
        assert!(!is_balanced(graph, &claim.trap));
    }
    // Plain walking sees nothing new after all of them.
    if (&entry + &period).max(cover.clone()) > BigUint::from(100_000u32) {
        return;
    }
    let plain = Plain::new(&case.instance, case.from);
    let (first, again) = plain.clone().first_repeated();
    assert_eq!((&entry, period), (&first.into(), (again - first).into()));
    assert_eq!(cover, plain.cover_time(&claim.trap).into());
    let is_uneven = claim.trap.iter().any(|&u| claim.periods[u] != claim.periods[claim.trap[0]]);
    tally.see("endless", 1);
    tally.see("with a late entry", usize::from(first > 3));
    tally.see("with different periods", usize::from(is_uneven));
}

pub(crate) fn hits(case: &Case, found: &Sequence, tally: &mut Tally) {
    let (exits, rotors) = send(&case.instance, case.from, case.particles);
    assert_eq!((&found.exits, &found.rotors), (&exits, &rotors));
    let cut = without_traps(case.graph());
    let group = group_of(&cut, &mut ()).unwrap();
    let mut chip = VertexMap::filled(cut.vertex_count(), BigInt::ZERO);
    chip[case.from] += i32::from(!cut.is_sink(case.from));
    let period = order_of_chips(&group, &chip).and_then(|order| order.to_usize()).unwrap();
    if period < exits.len() {
        assert!(exits.iter().zip(&exits[period..]).all(|(a, b)| a == b), "{period}");
        tally.see("a whole period", 1);
    }
}

pub(crate) fn rounds(case: &Case, found: &Rounds, tally: &mut Tally) {
    let graph = case.graph();
    let mut standing: Vec<VertexId> = Vec::new();
    for (u, count) in case.chips.iter() {
        standing.extend(std::iter::repeat_n(u, count.magnitude().to_usize().unwrap()));
    }
    let (wanted, mut rotors) = (case.steps % 20, case.rotors().clone());
    for _ in 0..wanted {
        // The order of the particles makes no difference within a round.
        standing.reverse();
        for u in standing.iter_mut().filter(|u| !graph.is_sink(**u)) {
            *u = route(graph, &mut rotors, *u);
        }
    }
    let mut particles = VertexMap::filled(graph.vertex_count(), BigUint::ZERO);
    standing.iter().for_each(|&u| particles[u] += 1u32);
    assert_eq!((&found.particles, &found.rotors), (&particles, &rotors));
    // The same with more particles than a machine word counts: full turns change no rotor.
    if wanted == 1 {
        let turns: BigUint = graph.vertices().map(|u| BigUint::from(graph.out_degree(u).max(1))).product();
        let many = turns << 80;
        let count = |count: &BigInt| count.magnitude() + &many;
        let more = VertexMap::from_vec(case.chips.as_slice().iter().map(count).collect());
        let after = make_rounds(graph, case.rotors(), &more, 1, &mut ()).unwrap();
        assert_eq!(after.rotors, found.rotors);
        tally.see("of more particles than a word counts", 1);
    }
}

pub(crate) fn listing(case: &Case, found: &[Listed], tally: &mut Tally) {
    let graph = case.graph();
    let every = (0..configuration_count(graph)).map(|number| configuration(graph, number));
    let positions = |rotors: Configuration| -> Vec<u32> {
        graph.vertices().map(|u| if graph.is_sink(u) { 0 } else { rotors.position(graph, u) }).collect()
    };
    let order = order_of(&without_traps(graph), &mut ()).unwrap().forests();
    let is_small = order <= 200u32.into() && case.walks <= 2_000;
    let recurrent = if is_small { recurrent_by_search(graph) } else { BTreeSet::new() };
    let stopping = StoppingGraph::of(graph);
    for Listed { listing, traps, members, .. } in found {
        let set: BTreeSet<Vec<u32>> = members.iter().map(|member| member.as_slice().to_vec()).collect();
        assert_eq!(set.len(), members.len(), "{listing:?}");
        match listing {
            Listing::Forests => {
                let forests = every.clone().filter(|rotors| cycles(graph, rotors).is_empty());
                assert_eq!(set, forests.map(positions).collect());
                tally.see("forests", set.len());
            }
            Listing::Unicycles => {
                let is_inside = |u: &VertexId| traps[0].binary_search(u).is_ok();
                let expected = every.clone().filter(|rotors| {
                    let mut others = graph.vertices().filter(|u| !is_inside(u));
                    others.all(|u| rotors.position(graph, u) == 0)
                        && cycles(graph, rotors).iter().filter(|cycle| is_inside(&cycle[0])).count() == 1
                });
                assert_eq!(set, expected.map(positions).collect());
                assert_eq!(unicycles(graph, &traps[0], &mut ()).count(), set.len());
                tally.see("unicycles", set.len());
            }
            _ if !is_small => assert_eq!(order, members.len().into()),
            Listing::Recurrent | Listing::Superstable => {
                // A pile is superstable if what a stable pile can have more is recurrent.
                let expected = |pile: &Vec<BigInt>| -> Vec<u32> {
                    let count = |u: VertexId| match &pile[u.index()] {
                        count if *listing == Listing::Recurrent => count.to_u32().unwrap(),
                        count => graph.out_degree(u) - 1 - count.to_u32().unwrap(),
                    };
                    let chips = |u| if stopping.is_active(u) { count(u) } else { 0 };
                    graph.vertices().map(chips).collect()
                };
                assert_eq!(set, recurrent.iter().map(expected).collect(), "{listing:?}");
                tally.see("piles", set.len());
            }
        }
    }
}
