//! Two judges: `rotor-certify` and the one extracted from the proofs say the same about true and changed certificates.

use crate::brute_force::{instances, small_instance};
use crate::extracted_judge::Comparison;
use num_bigint::BigInt;
use rotor_algebra::{group_of, harmonic_measure, identity, moment, route_signed, stabilise};
use rotor_format::certificate;
use rotor_generate::{Dice, walk_bound};
use rotor_graph::{AlgebraClaim, Claim, Instance, VertexId, VertexMap};
use rotor_solve::Unlimited;

/// A true claim of every kind that both judges know.
fn claims(instance: &Instance, dice: &mut Dice) -> Vec<AlgebraClaim> {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let from = VertexId::new(dice.below(graph.vertex_count() as u32));
    let steps = dice.below(200).into();
    let mut draw = |_| BigInt::from(dice.below(9)) - dice.below(5);
    let [chips, particles] = [(); 2].map(|()| VertexMap::from_vec(graph.vertices().map(&mut draw).collect()));
    let group = group_of(graph, &mut Unlimited).unwrap();
    // Groups of graphs with traps are not judged by the other judge.
    let group = group.traps.is_empty().then_some(AlgebraClaim::Group(group));
    let others = [
        AlgebraClaim::Stabilisation(stabilise(graph, &chips, &mut Unlimited).unwrap()),
        AlgebraClaim::Identity(identity(graph, &mut Unlimited).unwrap()),
        AlgebraClaim::Harmonic(harmonic_measure(graph, from, &mut Unlimited).unwrap()),
        AlgebraClaim::SignedRoute(route_signed(graph, rotors, &particles, &mut Unlimited).unwrap()),
        AlgebraClaim::Moment(moment(graph, rotors, from, &steps, &mut Unlimited).unwrap()),
    ];
    others.into_iter().chain(group).collect()
}

/// The certificate with one of its numbers changed by one, up or down, or a yes turned into a no.
fn mutants(text: &str) -> Vec<String> {
    let mut mutants = vec![text.replace("true", "false"), text.replace("false", "true")];
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    for pair in quotes.windows(2) {
        let (before, after) = (&text[..=pair[0]], &text[pair[1]..]);
        // A value, not the name of a vertex that looks like a number.
        let is_value = !after.starts_with("\":");
        let Some(number) = text[pair[0] + 1..pair[1]].parse::<BigInt>().ok().filter(|_| is_value) else {
            continue;
        };
        mutants.extend([1, -1].map(|change| format!("{before}{}{after}", &number + change)));
    }
    mutants
}

#[test]
fn the_extracted_judge_agrees_about_the_algebra() {
    let Some(mut comparison) = Comparison::new() else { return };
    let mut dice = Dice::new(2_027);
    for index in 0..instances(120) {
        let instance = small_instance(index, &mut dice);
        if walk_bound(instance.graph()) > 1_000 {
            continue;
        }
        for claim in claims(&instance, &mut dice) {
            let text = certificate::write(&instance, &Claim::Algebra(Box::new(claim)));
            comparison.ask_texts(&instance, mutants(&text).into_iter().chain([text]));
        }
    }
    let tally = comparison.agree();
    assert_eq!(tally.len(), 12, "every kind is accepted and refused: {tally:?}");
    assert!(tally.values().all(|&count| count > 20), "{tally:?}");
}
