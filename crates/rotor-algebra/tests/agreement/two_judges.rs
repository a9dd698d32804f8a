//! Two judges: `rotor-certify` and the one extracted from the proofs say the same about true and changed certificates.

use crate::brute_force::{instances, small_instance};
use crate::extracted_judge::{Comparison, completed, mutants};
use num_bigint::BigInt;
use rotor_algebra::{
    Tour, chips_of, class_of, group_of, harmonic_measure, identity, moment, route_signed, stabilise, tour,
};
use rotor_certify::certify;
use rotor_format::certificate;
use rotor_generate::{Dice, walk_bound};
use rotor_graph::{
    AlgebraClaim, Claim, ClassClaim, Configuration, GroupClaim, Instance, OtherClass, StoppingGraph,
    VertexId, VertexMap,
};
use rotor_solve::Unlimited;

/// A true claim of every kind.
fn claims(instance: &Instance, dice: &mut Dice) -> Vec<AlgebraClaim> {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let from = VertexId::new(dice.below(graph.vertex_count() as u32));
    let steps = dice.below(200).into();
    let mut draw = |_| BigInt::from(dice.below(9)) - dice.below(5);
    let [chips, particles] = [(); 2].map(|()| VertexMap::from_vec(graph.vertices().map(&mut draw).collect()));
    let other = Configuration::from_positions(graph, |u| dice.below(graph.out_degree(u).max(1)));
    let group = group_of(graph, &mut Unlimited).unwrap();
    let class = class_claim(instance, group.clone(), &other);
    // A start in a trap goes round at once, others after some steps, and some never do.
    let tour = match tour(graph, rotors, from, dice.below(2) == 0, &mut Unlimited).unwrap() {
        Tour::Endless(claim) => AlgebraClaim::Tour(claim),
        Tour::Exits(claim) => AlgebraClaim::Moment(claim),
    };
    vec![
        AlgebraClaim::Group(group),
        AlgebraClaim::Class(class),
        tour,
        AlgebraClaim::Stabilisation(stabilise(graph, &chips, &mut Unlimited).unwrap()),
        AlgebraClaim::Identity(identity(graph, &mut Unlimited).unwrap()),
        AlgebraClaim::Harmonic(harmonic_measure(graph, from, &mut Unlimited).unwrap()),
        AlgebraClaim::SignedRoute(route_signed(graph, rotors, &particles, &mut Unlimited).unwrap()),
        AlgebraClaim::Moment(moment(graph, rotors, from, &steps, &mut Unlimited).unwrap()),
    ]
}

/// The class of the instance's rotors, and particles that lead from there to `other`.
fn class_claim(instance: &Instance, group: GroupClaim, other: &Configuration) -> ClassClaim {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let [mut chips, passed] = [other, rotors].map(|rotors| chips_of(graph, rotors));
    graph.vertices().for_each(|u| chips[u] -= &passed[u]);
    let positions = graph.vertices().map(|u| other.position(graph, u)).collect();
    let other =
        OtherClass { rotors: VertexMap::from_vec(positions), element: class_of(graph, &group, other), chips };
    ClassClaim { element: class_of(graph, &group, rotors), group, other: Some(other) }
}

/// The same certificate without each of the vertices for which it lists firings, and without any relations.
fn without_relations(instance: &Instance, text: &str) -> Vec<String> {
    let Claim::Algebra(claim) = certificate::read(text.as_bytes(), instance).unwrap() else { unreachable!() };
    let (AlgebraClaim::Group(group) | AlgebraClaim::Class(ClassClaim { group, .. })) = claim.as_ref() else {
        unreachable!()
    };
    let relations = group.relations.clone().unwrap();
    let fewer = (0..relations.images.len()).map(|at| {
        let mut relations = relations.clone();
        relations.images.remove(at);
        Some(relations)
    });
    let written = fewer.chain([None]).map(|relations| {
        let mut claim = claim.clone();
        let (AlgebraClaim::Group(group) | AlgebraClaim::Class(ClassClaim { group, .. })) = claim.as_mut()
        else {
            unreachable!()
        };
        group.relations = relations;
        certificate::write(instance, &Claim::Algebra(claim))
    });
    written.collect()
}

#[test]
fn the_extracted_judge_agrees_about_relations() {
    let Some(mut comparison) = Comparison::new() else { return };
    let mut dice = Dice::new(2_031);
    let mut plain = Vec::new();
    for index in 0..instances(60) {
        let instance = small_instance(index, &mut dice);
        let graph = instance.graph();
        if walk_bound(graph) > 1_000 {
            continue;
        }
        let other = Configuration::from_positions(graph, |u| dice.below(graph.out_degree(u).max(1)));
        let group = group_of(graph, &mut Unlimited).unwrap();
        let class = class_claim(&instance, group.clone(), &other);
        for claim in [AlgebraClaim::Group(group), AlgebraClaim::Class(class)] {
            let text = certificate::write(&instance, &Claim::Algebra(Box::new(claim)));
            plain.push((instance.clone(), text));
        }
    }
    let mut related_by_rows = 0;
    for ((instance, _), text) in
        plain.iter().zip(completed(plain.iter().map(|(instance, text)| (instance, text.as_str()))))
    {
        related_by_rows += usize::from(text.contains(r#""images":{}"#));
        let changed = mutants(&text);
        for text in &changed {
            // The slow twin: what relations prove, determinants prove too.
            let Ok(claim) = certificate::read(text.as_bytes(), instance) else { continue };
            if certify(instance, claim).is_ok() {
                let [.., unrelated] = &without_relations(instance, text)[..] else { unreachable!() };
                let claim = certificate::read(unrelated.as_bytes(), instance).unwrap();
                assert!(certify(instance, claim).is_ok(), "{instance}\n{text}");
            }
        }
        let fewer = without_relations(instance, &text);
        comparison.ask_texts(instance, changed.into_iter().chain(fewer).chain([text]));
    }
    let tally = comparison.agree();
    assert!(related_by_rows > 5, "rows relate all vertices of {related_by_rows}");
    for kind in ["group with relations", "class with relations"] {
        for accepted in [false, true] {
            assert!(tally[&(kind.to_owned(), accepted)] > 10, "{tally:?}");
        }
    }
}

#[test]
fn the_extracted_judge_agrees_about_the_algebra() {
    let Some(mut comparison) = Comparison::new() else { return };
    let mut dice = Dice::new(2_027);
    let mut trapped = 0;
    for index in 0..instances(60) {
        let instance = small_instance(index, &mut dice);
        if walk_bound(instance.graph()) > 1_000 {
            continue;
        }
        trapped += usize::from(!StoppingGraph::of(instance.graph()).traps().members().is_empty());
        for claim in claims(&instance, &mut dice) {
            let text = certificate::write(&instance, &Claim::Algebra(Box::new(claim)));
            comparison.ask_texts(&instance, mutants(&text).into_iter().chain([text]));
        }
    }
    let tally = comparison.agree();
    assert!(trapped > 10, "groups of {trapped} graphs with traps");
    assert_eq!(tally.len(), 16, "every kind is accepted and refused: {tally:?}");
    assert!(tally.values().all(|&count| count > 10), "{tally:?}");
}
