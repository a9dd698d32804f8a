//! Synchronous rounds against moving one particle after the other.

use crate::brute_force::{instances, require_all, small_instance};
use num_bigint::BigUint;
use rotor_algebra::rounds;
use rotor_generate::{Dice, Kinds};
use rotor_graph::{Instance, VertexId, VertexMap, route};
use rotor_solve::Unlimited;

/// One round: each particle moves once, in the order of their vertices.
fn round(
    instance: &Instance,
    rotors: &mut rotor_graph::Configuration,
    particles: &[VertexId],
) -> Vec<VertexId> {
    let graph = instance.graph();
    particles.iter().map(|&u| if graph.is_sink(u) { u } else { route(graph, rotors, u) }).collect()
}

#[test]
fn rounds_are_moves_of_single_particles_in_any_order() {
    let mut dice = Dice::new(704);
    let (mut kinds, mut long) = (Kinds::default(), 0);
    for index in 0..instances(3_000) {
        let instance = small_instance(index, &mut dice);
        kinds.see(&instance);
        let graph = instance.graph();
        let (count, wanted) = (dice.below(30), u64::from(dice.below(20)));
        let mut standing: Vec<_> =
            (0..count).map(|_| VertexId::new(dice.below(graph.vertex_count() as u32))).collect();
        let mut particles = VertexMap::filled(graph.vertex_count(), BigUint::ZERO);
        standing.iter().for_each(|&u| particles[u] += 1u32);
        let mut rotors = instance.rotors().clone();
        for _ in 0..wanted {
            // The order of the particles makes no difference within a round.
            standing.reverse();
            standing = round(&instance, &mut rotors, &standing);
        }
        let made = rounds(graph, instance.rotors(), &particles, wanted, &mut Unlimited).unwrap();
        let mut expected = VertexMap::filled(graph.vertex_count(), BigUint::ZERO);
        standing.iter().for_each(|&u| expected[u] += 1u32);
        assert_eq!(made.particles, expected, "{instance}");
        assert_eq!(made.rotors, rotors, "{instance}");
        // The same with more particles than a machine word counts: full turns change no rotor.
        if wanted == 1 {
            let turns: BigUint =
                graph.vertices().map(|u| BigUint::from(graph.out_degree(u).max(1))).product();
            let many = turns << 80;
            let mut more = particles.clone();
            more.as_mut_slice().iter_mut().for_each(|count| *count += &many);
            let after = rounds(graph, instance.rotors(), &more, 1, &mut Unlimited).unwrap();
            assert_eq!(after.rotors, made.rotors, "{instance}");
            long += 1;
        }
    }
    require_all(&kinds);
    assert!(long > 50, "{long}");
}
