//! Claims that break one rule alone: each is refuted by the equation that says so.

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_algebra::{chips_of, class_of, group_of, identity, stabilise};
use rotor_certify::{
    Unproved, certify_aggregate_within, certify_class, certify_group, certify_identity, certify_moment,
    certify_stabilisation,
};
use rotor_graph::{
    AggregateClaim, ClassClaim, Configuration, GroupClaim, IdentityClaim, Instance, Lattice, MomentClaim,
    OtherClass, Relations, StabilisationClaim, VertexId, VertexMap, parse,
};
use rotor_solve::Unlimited;

/// Two vertices that fire, a trap and a sink, in this order. The least burning script is 2, 1.
fn instance() -> Instance {
    parse("a: b\nb: a a t s\nt: t\nsink s").unwrap()
}

fn numbers<T: From<u32> + Clone>(numbers: [u32; 4]) -> VertexMap<T> {
    VertexMap::from_vec(numbers.map(T::from).to_vec())
}

fn shorter<T: Clone>(map: &VertexMap<T>) -> VertexMap<T> {
    VertexMap::from_vec(map.as_slice()[1..].to_vec())
}

#[test]
fn a_stabilisation_breaks_each_rule() {
    let instance = instance();
    let start = numbers([3, 3, 0, 0]);
    let honest = stabilise(instance.graph(), &start, &mut Unlimited).unwrap();
    assert!(certify_stabilisation(&instance, honest.clone()).is_ok());
    let refuted_by = |equation: &str, forge: &dyn Fn(&mut StabilisationClaim)| {
        let mut forged = honest.clone();
        forge(&mut forged);
        let refutation = certify_stabilisation(&instance, forged).unwrap_err().describe(&instance);
        assert!(refutation.contains(equation), "{equation}: {refutation}");
    };
    let lengths = "number of entries = |V|";
    refuted_by(lengths, &|claim| claim.start = shorter(&claim.start));
    refuted_by(lengths, &|claim| claim.firings = shorter(&claim.firings));
    refuted_by(lengths, &|claim| claim.chips = shorter(&claim.chips));
    refuted_by(lengths, &|claim| claim.sinks = shorter(&claim.sinks));
    refuted_by(lengths, &|claim| claim.script = shorter(&claim.script));
    refuted_by("number of counts of trapped chips", &|claim| claim.trapped.push(BigInt::zero()));
    refuted_by("chips left < d(v)", &|claim| {
        claim.firings = numbers([0; 4]);
        (claim.chips, claim.sinks) = (start.clone(), numbers([0; 4]));
        claim.trapped = vec![BigInt::zero()];
    });
    refuted_by("script on a sink or in a trap = 0", &|claim| claim.script = numbers([2, 1, 0, 1]));
    refuted_by("script on a sink or in a trap = 0", &|claim| claim.script = numbers([2, 1, 1, 0]));
    refuted_by("script ≥ 1", &|claim| claim.script = numbers([2, 0, 0, 0]));
    refuted_by("script · Δ ≥ 0", &|claim| claim.script = numbers([1, 1, 0, 0]));
    refuted_by("recurrent = as claimed", &|claim| claim.recurrent ^= true);
}

#[test]
fn an_identity_breaks_each_rule() {
    let instance = instance();
    let honest = identity(instance.graph(), &mut Unlimited).unwrap();
    assert!(certify_identity(&instance, honest.clone()).is_ok());
    let refuted_by = |equation: &str, forge: &dyn Fn(&mut IdentityClaim)| {
        let mut forged = honest.clone();
        forge(&mut forged);
        let refutation = certify_identity(&instance, forged).unwrap_err().describe(&instance);
        assert!(refutation.contains(equation), "{equation}: {refutation}");
    };
    let lengths = "number of entries = |V|";
    refuted_by(lengths, &|claim| claim.chips = shorter(&claim.chips));
    refuted_by(lengths, &|claim| claim.firings = shorter(&claim.firings));
    refuted_by(lengths, &|claim| claim.script = shorter::<BigUint>(&claim.script));
    for place in [2, 3] {
        refuted_by("firings of a sink or in a trap = 0", &|claim| claim.firings.as_mut_slice()[place] += 1);
        refuted_by("chips of a sink or in a trap = 0", &|claim| claim.chips.as_mut_slice()[place] += 1);
    }
    refuted_by("firings · Δ = chips", &|claim| claim.chips.as_mut_slice()[1] += 1);
    // Equivalent to nothing, and not stable.
    refuted_by("chips < d(v)", &|claim| {
        claim.firings = numbers([4, 2, 0, 0]);
        claim.chips = numbers([0, 4, 0, 0]);
    });
    // Equivalent to nothing, and not recurrent.
    refuted_by("whether the chips are recurrent", &|claim| {
        (claim.firings, claim.chips) = (numbers([0; 4]), numbers([0; 4]));
    });
}

#[test]
fn an_aggregate_breaks_each_rule() {
    // Nine sites, the origin in the middle; east of it is site 5.
    let lattice = Lattice::Square { half: 1 };
    let claim = |particles, left: &[(usize, u64)], taken: &[usize]| {
        let mut claim =
            AggregateClaim { lattice, particles, departures: vec![0; 9], occupied: vec![false; 9] };
        left.iter().for_each(|&(site, count)| claim.departures[site] = count);
        taken.iter().for_each(|&site| claim.occupied[site] = true);
        claim
    };
    let refuted_by =
        |equation: &str, forged: AggregateClaim| match certify_aggregate_within(forged, &mut || true) {
            Err(Unproved::Refuted(refutation)) => {
                assert!(refutation.to_string().contains(equation), "{equation}: {refutation}");
            }
            other => panic!("{equation}: {other:?}"),
        };
    let honest = claim(2, &[(4, 1)], &[4, 5]);
    assert!(certify_aggregate_within(honest.clone(), &mut || true).is_ok());
    let (departures, occupied) = (vec![0; 8], vec![false; 8]);
    refuted_by("number of departures", AggregateClaim { departures, ..honest.clone() });
    refuted_by("number of occupied sites", AggregateClaim { occupied, ..honest });
    // The particle settles east of the origin, which it may do only if another stays there.
    refuted_by("which was left = 1", claim(1, &[(4, 1)], &[5]));
    // Site 5 sends one to the east, where sites have no number.
    refuted_by("particles that leave the numbered sites", claim(3, &[(4, 2), (5, 1)], &[4, 7]));
    refuted_by("whether it is occupied", claim(2, &[(4, 1)], &[4, 7]));
}

#[test]
fn a_class_breaks_each_rule() {
    // The group of the triangle is cyclic of order 3; the other rotors differ in one place.
    let instance = parse("a: b s\nb: a s\nsink s").unwrap();
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let group = group_of(graph, &mut Unlimited).unwrap();
    let other = Configuration::from_positions(graph, |u| u32::from(u.index() == 0));
    let [mut chips, passed] = [&other, rotors].map(|rotors| chips_of(graph, rotors));
    graph.vertices().for_each(|u| chips[u] -= &passed[u]);
    let element = class_of(graph, &group, rotors);
    let positions = VertexMap::from_vec(vec![1, 0, 0]);
    let other = OtherClass { rotors: positions, element: class_of(graph, &group, &other), chips };
    let honest = ClassClaim { group, element, other: Some(other) };
    assert!(certify_class(&instance, honest.clone()).is_ok());
    let refuted_by = |equation: &str, forge: &dyn Fn(&mut ClassClaim, &mut OtherClass)| {
        let mut forged = honest.clone();
        let mut other = forged.other.take().unwrap();
        forge(&mut forged, &mut other);
        forged.other = Some(other);
        let refutation = certify_class(&instance, forged).unwrap_err().describe(&instance);
        assert!(refutation.contains(equation), "{equation}: {refutation}");
    };
    refuted_by("coordinate 0 of φ(row of v)", &|claim, _| claim.group.factors[0] += 3u32);
    refuted_by("the sum of the values of all rotors", &|claim, _| claim.element[0] += 1);
    refuted_by("number of coordinates = number of factors", &|claim, _| claim.element.push(0.into()));
    let lengths = "number of entries = |V|";
    refuted_by(lengths, &|_, other| other.rotors = shorter(&other.rotors));
    refuted_by(lengths, &|_, other| other.chips = shorter(&other.chips));
    refuted_by("position of the other rotor < d(v)", &|_, other| other.rotors.as_mut_slice()[1] = 2);
    refuted_by("position of the other rotor < d(v)", &|_, other| other.rotors.as_mut_slice()[2] = 1);
    refuted_by("the sum of the values of the other rotors", &|_, other| other.element[0] += 1);
    refuted_by("the element plus that of the chips", &|_, other| other.chips.as_mut_slice()[0] += 1);
}

#[test]
fn a_group_breaks_each_rule() {
    // ℤ/3 of the triangle, and ℤ of the trap beside it.
    let instance = parse("a: b s\nb: a s\nt: t\nsink s").unwrap();
    let honest = group_of(instance.graph(), &mut Unlimited).unwrap();
    assert!(honest.factors == [3u32, 0].map(BigUint::from) && honest.relations.is_none());
    assert!(certify_group(&instance, honest.clone()).is_ok());
    let refuted_by = |equation: &str, forge: &dyn Fn(&mut GroupClaim)| {
        let mut forged = honest.clone();
        forge(&mut forged);
        let refutation = certify_group(&instance, forged).unwrap_err().describe(&instance);
        assert!(refutation.contains(equation), "{equation}: {refutation}");
    };
    refuted_by("number of images = |V|", &|claim| claim.homomorphism = shorter(&claim.homomorphism));
    refuted_by("number of periods = |V|", &|claim| claim.periods = shorter(&claim.periods));
    refuted_by("number of generators = number of factors", &|claim| _ = claim.generators.pop());
    refuted_by("number of coordinates = number of factors", &|claim| {
        claim.homomorphism.as_mut_slice()[1].push(BigInt::zero());
    });
    refuted_by("number of chip counts of a generator = |V|", &|claim| {
        claim.generators[1] = shorter(&claim.generators[1]);
    });
    // A factor 1 adds nothing to the group.
    refuted_by("factor 0 ≠ 1", &|claim| {
        claim.factors.insert(0, 1u32.into());
        claim.generators.insert(0, numbers([0; 4]));
        claim.homomorphism.as_mut_slice().iter_mut().for_each(|image| image.insert(0, BigInt::zero()));
    });
    refuted_by("factor 0 divides the next", &|claim| {
        claim.factors.swap(0, 1);
        claim.generators.swap(0, 1);
        claim.homomorphism.as_mut_slice().iter_mut().for_each(|image| image.swap(0, 1));
    });
    refuted_by("number of factors 0 = number of traps", &|claim| claim.factors[1] = 6u32.into());
    refuted_by("period outside of traps = 0", &|claim| claim.periods = numbers([1, 0, 1, 0]));
    refuted_by("period in a trap > 0", &|claim| claim.periods = numbers([0; 4]));
    refuted_by("gcd of the periods of the trap = 1", &|claim| claim.periods = numbers([0, 0, 2, 0]));
}

#[test]
fn relations_break_each_rule() {
    // ℤ/4, one chip on a generates it, and four of them fire.
    let instance = parse("a: s^4\nsink s").unwrap();
    let [a, absent] = [0, 2].map(VertexId::new);
    let relations = Relations { images: vec![(a, Vec::new())], multiples: vec![vec![(a, 1.into())]] };
    let group = group_of(instance.graph(), &mut Unlimited).unwrap();
    let honest = GroupClaim { relations: Some(relations), ..group };
    assert!(certify_group(&instance, honest.clone()).is_ok());
    let refuted_by = |equation: &str, forge: &dyn Fn(&mut GroupClaim, &mut Relations)| {
        let mut forged = honest.clone();
        let mut relations = forged.relations.take().unwrap();
        forge(&mut forged, &mut relations);
        forged.relations = Some(relations);
        let refutation = certify_group(&instance, forged).unwrap_err().describe(&instance);
        assert!(refutation.contains(equation), "{equation}: {refutation}");
    };
    refuted_by("number of multiples = number of factors", &|_, relations| relations.multiples.clear());
    refuted_by("factor times generator, fired", &|_, relations| relations.multiples[0].clear());
    // Two chips are not nothing, though the homomorphism to ℤ/2 is one.
    refuted_by("factor times generator, fired", &|claim, _| claim.factors[0] = 2u32.into());
    refuted_by("vertex with firings", &|_, relations| relations.images[0].0 = absent);
    refuted_by("vertex that fires", &|_, relations| relations.multiples[0][0].0 = absent);
    refuted_by("less its image, fired", &|_, relations| relations.images[0].1.push((a, 1.into())));
}

#[test]
fn a_moment_breaks_each_rule() {
    let instance = parse("a: b s\nb: a\nsink s").unwrap();
    let [a, b, s, absent] = [0, 1, 2, 3].map(VertexId::new);
    let departures = |counts: [u32; 3]| VertexMap::from_vec(counts.map(BigUint::from).to_vec());
    let honest = MomentClaim { from: a, at: s, departures: departures([2, 1, 0]) };
    assert!(certify_moment(&instance, honest.clone()).is_ok());
    let refuted_by = |equation: &str, forged: MomentClaim| {
        let refutation = certify_moment(&instance, forged).unwrap_err().describe(&instance);
        assert!(refutation.contains(equation), "{equation}: {refutation}");
    };
    refuted_by("from", MomentClaim { from: absent, ..honest.clone() });
    refuted_by("at", MomentClaim { at: absent, ..honest.clone() });
    refuted_by("outflow of a sink = 0", MomentClaim { departures: departures([2, 1, 1]), ..honest.clone() });
    refuted_by("inflow + [v = from]", MomentClaim { at: b, ..honest });
}
