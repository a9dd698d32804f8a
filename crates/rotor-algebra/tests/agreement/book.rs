//! The examples that the book works by hand.

use num_bigint::{BigInt, BigUint};
use rotor_algebra::{
    Tour, class_of, group_of, harmonic_measure, identity, moment, recurrent_piles, reduced, rotors_at,
    spanning_forests, stabilise, tour,
};
use rotor_certify::{certify_moment, certify_tour};
use rotor_graph::{Configuration, VertexId, VertexMap, parse};
use rotor_solve::Unlimited;

fn pair() -> rotor_graph::Instance {
    parse("a: b s\nb: a^2 s\nsink s").expect("the chapter's graph is valid")
}

fn pile(a: i32, b: i32) -> VertexMap<BigInt> {
    VertexMap::from_vec([a, b, 0].map(BigInt::from).to_vec())
}

#[test]
fn the_pair_has_the_group_and_the_classes_of_the_chapter() {
    let pair = pair();
    let group = group_of(pair.graph(), &mut Unlimited).unwrap();
    assert_eq!(group.factors, [BigUint::from(4u32)]);
    assert_eq!(group.generators[0], pile(1, 0));
    assert_eq!(group.homomorphism[VertexId::new(1)], [BigInt::from(2)]);
    let mut elements = Vec::new();
    for at_a in 0..2 {
        for at_b in 0..3 {
            let rotors = Configuration::from_positions(pair.graph(), |u| [at_a, at_b, 0][u.index()]);
            elements.extend(class_of(pair.graph(), &group, &rotors));
        }
    }
    assert_eq!(elements, [0, 1, 2, 3, 0, 1].map(BigInt::from));
    assert_eq!(spanning_forests(pair.graph(), &mut Unlimited).count(), 4);
}

#[test]
fn the_pair_fires_burns_and_has_the_identity_of_the_chapter() {
    let pair = pair();
    let claim = stabilise(pair.graph(), &pile(2, 0), &mut Unlimited).unwrap();
    assert_eq!(
        (claim.chips, claim.firings[VertexId::new(0)].clone(), claim.recurrent),
        (pile(0, 1), 1u32.into(), true)
    );
    let recurrent: Vec<_> =
        recurrent_piles(pair.graph(), &mut Unlimited).unwrap().map(Result::unwrap).collect();
    assert_eq!(recurrent, [pile(1, 2), pile(1, 1), pile(0, 2), pile(0, 1)]);
    assert_eq!(identity(pair.graph(), &mut Unlimited).unwrap().chips, pile(0, 2));
}

#[test]
fn the_random_walk_of_the_chapter_ends_with_its_probabilities() {
    let instance = parse("a: s b\nb: a t\nsink s\nsink t").unwrap();
    let claim = harmonic_measure(instance.graph(), VertexId::new(0), &mut Unlimited).unwrap();
    let share = |v: u32| reduced(&claim.sinks[VertexId::new(v)], &claim.denominator);
    assert_eq!([share(2), share(3)], [(2u32.into(), 3u32.into()), (1u32.into(), 3u32.into())]);
}

#[test]
fn the_endless_walk_of_the_chapter_on_time_is_where_it_says() {
    let instance = parse("a: b c\nb: a\nc: b\nstart a").unwrap();
    let (graph, rotors, a) = (instance.graph(), instance.rotors(), VertexId::new(0));
    let claim = moment(graph, rotors, a, &1_000_000_008u32.into(), &mut Unlimited).unwrap();
    assert_eq!(instance.name(claim.at), "c");
    assert_eq!(rotors_at(graph, rotors, &claim).position(graph, a), 0);
    assert!(certify_moment(&instance, claim).is_ok());
    let Tour::Endless(claim) = tour(graph, rotors, a, true, &mut Unlimited).unwrap() else {
        panic!("there is no sink")
    };
    assert_eq!(claim.periods.as_slice(), [1u32, 2, 1].map(BigUint::from));
    assert_eq!(claim.entry.steps(), 0u32.into());
    assert_eq!(claim.cover.as_ref().map(|cover| cover.steps()), Some(3u32.into()));
    assert!(certify_tour(&instance, claim).is_ok());
}
