//! Flows found without walking, against the walk.

use crate::brute_force::{instances, walk};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_generate::{Dice, FAMILIES, Kinds, small_forest, small_graph, walk_bound};
use rotor_graph::{Instance, StoppingGraph, VertexId, VertexMap};
use rotor_solve::Unlimited;
use rotor_solve::general::switching_flow;
use rotor_solve::particles::route_in_bulk;
use std::collections::BTreeMap;

/// One particle on `from`.
fn one(instance: &Instance, from: VertexId) -> VertexMap<BigUint> {
    let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
    particles[from] = BigUint::one();
    particles
}

/// A random member of a random family, small enough to walk through.
fn small_member(dice: &mut Dice, seen: &mut BTreeMap<&str, u32>) -> Instance {
    loop {
        let Some(family) = dice.pick(FAMILIES) else { continue };
        let mut given = BTreeMap::new();
        for parameter in family.parameters {
            if parameter.whole && parameter.most > 1.0 {
                let most = if ["n", "size"].contains(&parameter.name) { 12 } else { 4 };
                let number = dice.between(parameter.least as u32..=most.max(parameter.least as u32));
                given.insert(parameter.name.to_owned(), number.to_string());
            } else if parameter.whole {
                given.insert(parameter.name.to_owned(), dice.below(2).to_string());
            }
        }
        let Ok(instance) = family.generate(&given, u64::from(dice.below(u32::MAX))) else { continue };
        if instance.graph().vertex_count() < 60 && walk_bound(instance.graph()) < 20_000 {
            *seen.entry(family.id).or_default() += 1;
            return instance;
        }
    }
}

#[test]
fn the_flow_of_one_particle_is_the_profile_of_its_walk() {
    let mut dice = Dice::new(61);
    let mut kinds = Kinds::default();
    let mut seen = BTreeMap::new();
    for index in 0..instances(20_000) {
        let instance = match index % 4 {
            0 => small_forest(&mut dice),
            1 | 2 => small_graph(&mut dice),
            _ => small_member(&mut dice, &mut seen),
        };
        kinds.see(&instance);
        let stopping = StoppingGraph::of(instance.graph());
        let from = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
        let walked = walk(&stopping, instance.rotors(), from);
        let found =
            switching_flow(&stopping, instance.rotors(), &one(&instance, from), &mut Unlimited).unwrap();
        assert!(found.is_run, "{instance}");
        assert_eq!(found.departures, walked.departures, "from {}:\n{instance}", instance.name(from));
    }
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    assert_eq!(seen.len(), FAMILIES.len(), "{seen:?}");
}

#[test]
fn the_flow_of_many_particles_is_that_of_routing_in_bulk() {
    let mut dice = Dice::new(62);
    let mut seen = BTreeMap::new();
    for index in 0..instances(5_000) {
        let instance =
            if index % 2 == 0 { small_graph(&mut dice) } else { small_member(&mut dice, &mut seen) };
        let stopping = StoppingGraph::of(instance.graph());
        let count = |_| BigUint::from(dice.below(9)) << if dice.chance(0.2) { dice.below(70) } else { 0 };
        let particles = VertexMap::from_vec(instance.graph().vertices().map(count).collect());
        let slow = route_in_bulk(&stopping, instance.rotors(), &particles, &mut Unlimited).unwrap();
        let fast = switching_flow(&stopping, instance.rotors(), &particles, &mut Unlimited).unwrap();
        assert!(fast.is_run, "{instance}");
        assert_eq!(fast.departures, slow.departures, "{instance}");
    }
    assert_eq!(seen.len(), FAMILIES.len(), "{seen:?}");
}
