//! Exit probabilities against powers of the transition matrix, the judge, and floats.

use crate::brute_force::{instances, require_all, small_instance};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rotor_algebra::{harmonic_measure, harmonic_measure_in_floats, reduced};
use rotor_certify::certify_harmonic;
use rotor_generate::{Dice, Kinds, walk_bound};
use rotor_graph::{StoppingGraph, VertexId, VertexMap, parse};
use rotor_solve::Unlimited;

/// Where one unit of probability on `from` is after many steps, walked in floats.
fn after_many_steps(stopping: &StoppingGraph<'_>, from: VertexId) -> VertexMap<f64> {
    let graph = stopping.graph();
    let mut here = VertexMap::filled(graph.vertex_count(), 0.0);
    here[from] = 1.0;
    for _ in 0..20_000 {
        let mut next = VertexMap::filled(graph.vertex_count(), 0.0);
        for u in graph.vertices() {
            if !stopping.is_active(u) {
                next[u] += here[u];
                continue;
            }
            graph.heads(u).iter().for_each(|&v| next[v] += here[u] / f64::from(graph.out_degree(u)));
        }
        here = next;
        if stopping.active_vertices().map(|u| here[u]).sum::<f64>() < 1e-13 {
            break;
        }
    }
    here
}

#[test]
fn probabilities_are_those_of_a_walk_of_many_steps() {
    let mut dice = Dice::new(301);
    let (mut kinds, mut forged_ones) = (Kinds::default(), 0);
    for index in 0..instances(2_000) {
        let instance = small_instance(index, &mut dice);
        if walk_bound(instance.graph()) > 1_000 {
            continue;
        }
        kinds.see(&instance);
        let graph = instance.graph();
        let stopping = StoppingGraph::of(graph);
        let from = VertexId::new(dice.below(graph.vertex_count() as u32));
        let claim = harmonic_measure(graph, from, &mut Unlimited).unwrap();
        let floats = harmonic_measure_in_floats(graph, from, 1e-11, &mut Unlimited).unwrap();
        let walked = after_many_steps(&stopping, from);
        let share = |numerator: &BigUint| {
            let (numerator, denominator) = reduced(numerator, &claim.denominator);
            numerator.to_f64().unwrap() / denominator.to_f64().unwrap()
        };
        for v in graph.vertices().filter(|&v| graph.is_sink(v)) {
            assert!((share(&claim.sinks[v]) - walked[v]).abs() < 1e-7, "{instance}");
            assert!((floats.sinks[v] - walked[v]).abs() < 1e-7, "{instance}");
        }
        for (number, members) in stopping.traps().members().iter().enumerate() {
            let expected: f64 = members.iter().map(|&u| walked[u]).sum();
            assert!((share(&claim.trapped[number]) - expected).abs() < 1e-7, "{instance}");
            assert!((floats.trapped[number] - expected).abs() < 1e-7, "{instance}");
        }
        let mut forged = claim.clone();
        match dice.below(4) {
            0 => forged.denominator += 1u32,
            1 => forged.uses[from] += 1u32,
            2 => {
                let v = VertexId::new(dice.below(graph.vertex_count() as u32));
                forged.sinks[v] += 1u32;
            }
            // Inside one trap all starts have the same ends, and the claim stays true.
            _ if !stopping.is_active(from) => {}
            _ => forged.from = VertexId::new(dice.below(graph.vertex_count() as u32)),
        }
        if forged != claim {
            assert!(certify_harmonic(&instance, forged).is_err(), "{instance}");
            forged_ones += 1;
        }
        if let Err(refutation) = certify_harmonic(&instance, claim) {
            panic!("{} on\n{instance}", refutation.describe(&instance));
        }
    }
    require_all(&kinds);
    assert!(forged_ones > 800, "{forged_ones}");
}

#[test]
fn the_gambler_is_ruined_with_the_right_probability() {
    let instance = parse("a: s b\nb: a t\nsink s\nsink t").unwrap();
    let claim = harmonic_measure(instance.graph(), VertexId::new(0), &mut Unlimited).unwrap();
    assert_eq!(reduced(&claim.sinks[VertexId::new(2)], &claim.denominator), (2u32.into(), 3u32.into()));
    assert!(claim.sinks[VertexId::new(0)].is_zero());
}
