//! Many particles, in closed form and in bulk, against particles walked one by one.

use crate::brute_force::{instances, same_forest};
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_generate::{Dice, Kinds, draw, small_forest, small_graph};
use rotor_graph::{
    Claim, Classified, Configuration, Exit, Instance, RotorWalk, StoppingGraph, VertexId, VertexMap,
};
use rotor_solve::particles::route_in_bulk;
use rotor_solve::path::{arrivals, class_of, exit_pattern, exit_pattern_claim, route_on_path};
use rotor_solve::push::push_to_forest;
use rotor_solve::turn_to_forest;
use rotor_solve::{Operations, OutOfBudget, Unlimited};

/// What one particle after the other does: final rotors, departures, ends.
struct OneByOne {
    rotors: Configuration,
    departures: VertexMap<BigUint>,
    ends: Vec<Exit>,
}

fn one_by_one(instance: &Instance, stopping: &StoppingGraph<'_>, starts: &[VertexId]) -> OneByOne {
    let mut rotors = instance.rotors().clone();
    let mut counts = VertexMap::filled(instance.graph().vertex_count(), 0u64);
    let mut ends = Vec::new();
    for &start in starts {
        let mut walk = RotorWalk::new(stopping, &rotors, start);
        while !walk.has_halted() {
            walk.run_counting(1 << 20, &mut counts);
        }
        ends.push(stopping.exit_at(walk.particle()).unwrap());
        rotors = walk.rotors();
    }
    let departures = VertexMap::from_vec(counts.as_slice().iter().map(|&count| count.into()).collect());
    OneByOne { rotors, departures, ends }
}

fn random_starts(instance: &Instance, dice: &mut Dice) -> (Vec<VertexId>, VertexMap<BigUint>) {
    let vertices = instance.graph().vertex_count() as u32;
    let starts: Vec<_> = (0..dice.below(9)).map(|_| VertexId::new(dice.below(vertices))).collect();
    let mut particles = VertexMap::filled(vertices as usize, BigUint::zero());
    starts.iter().for_each(|&u| particles[u] += 1u32);
    (starts, particles)
}

#[test]
fn particles_in_bulk_end_where_particles_one_by_one_do() {
    let mut dice = Dice::new(7);
    let mut kinds = Kinds::default();
    let mut trapped = 0;
    for index in 0..instances(6_000) {
        let instance = if index % 2 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
        kinds.see(&instance);
        let stopping = StoppingGraph::of(instance.graph());
        let (starts, particles) = random_starts(&instance, &mut dice);
        let slow = one_by_one(&instance, &stopping, &starts);
        let routed = route_in_bulk(&stopping, instance.rotors(), &particles, &mut Unlimited).unwrap();
        assert_eq!(routed.departures, slow.departures, "{instance}");
        assert_eq!(instance.rotors().after(instance.graph(), &routed.departures), slow.rotors, "{instance}");
        let claim = routed.into_claim(&stopping, instance.rotors());
        for v in instance.graph().vertices() {
            let ended = slow.ends.iter().filter(|&&exit| exit == Exit::Sink(v)).count();
            assert_eq!(claim.sinks[v], ended.into(), "{instance}");
        }
        for (trap, count) in claim.trapped.iter().enumerate() {
            let ended = slow.ends.iter().filter(|&&exit| exit == Exit::Trap(trap)).count();
            assert_eq!(*count, ended.into(), "{instance}");
            trapped += ended;
        }
    }
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    assert!(trapped > 1_000, "only {trapped} trapped particles");
}

#[test]
fn the_simple_path_is_solved_in_closed_form() {
    let mut dice = Dice::new(8);
    for index in 0..instances(5_000) {
        let n = 1 + (index % 12) as u32;
        let instance = draw("path", &[("n", n)], &mut dice).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let Classified::Path(path) = Classified::of(&stopping) else { panic!("no path:\n{instance}") };
        let forest = turn_to_forest(instance.graph(), instance.rotors(), &mut Unlimited).unwrap().forest;
        assert_eq!(exit_pattern(&path, instance.rotors()), forest.exit_pattern(&stopping), "{instance}");
        let pushed = push_to_forest(&stopping, instance.rotors(), &mut Unlimited).unwrap();
        assert_eq!(
            exit_pattern_claim(&path, instance.rotors()),
            Claim::Forest(pushed.into_claim(&stopping)),
            "{instance}"
        );

        let (starts, particles) = random_starts(&instance, &mut dice);
        let slow = one_by_one(&instance, &stopping, &starts);
        let fast = route_on_path(&path, instance.rotors(), &particles);
        assert_eq!(fast.departures, slow.departures, "{instance}{starts:?}");
        let class = class_of(&path, instance.rotors());
        let positions = path.inner().iter().zip(1u32..).map(|(&u, number)| &particles[u] * number);
        let class_after = (positions.sum::<BigUint>() + class) % (n + 1);
        assert_eq!(class_after, class_of(&path, &slow.rotors).into());
        let [left, right] = arrivals(&path, instance.rotors(), &particles);
        let inner = starts.iter().zip(&slow.ends).filter(|(u, _)| stopping.is_active(**u));
        let to_the_right = inner.clone().filter(|(_, exit)| **exit == Exit::Sink(path.ends()[1])).count();
        assert_eq!((left, right), ((inner.count() - to_the_right).into(), to_the_right.into()));

        let other = Configuration::from_positions(instance.graph(), |_| dice.below(2));
        let equivalent = same_forest(instance.graph(), instance.rotors(), &other);
        assert_eq!(equivalent, class == class_of(&path, &other), "n₁ decides the class");
    }
}

#[test]
fn more_particles_than_atoms_are_routed_on_a_long_path() {
    let mut dice = Dice::new(9);
    let instance = draw("path", &[("n", 2_000)], &mut dice).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let Classified::Path(path) = Classified::of(&stopping) else { panic!("no path") };
    let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
    for &u in path.inner() {
        particles[u] = BigUint::from(dice.below(1_000)) << dice.below(1_000);
    }
    let routed = route_on_path(&path, instance.rotors(), &particles);
    let claim = routed.into_claim(&stopping, instance.rotors());
    let [left, right] = arrivals(&path, instance.rotors(), &particles);
    assert_eq!([&claim.sinks[path.ends()[0]], &claim.sinks[path.ends()[1]]], [&left, &right]);
    assert_eq!(left + right, particles.as_slice().iter().sum());
}

#[test]
fn bulk_routing_stops_when_its_budget_is_spent() {
    let instance = rotor_graph::parse("a: b^9 s\nb: a^9 s\nsink s").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let particles = VertexMap::from_vec(vec![BigUint::from(1000u32), BigUint::zero(), BigUint::zero()]);
    let routed = route_in_bulk(&stopping, instance.rotors(), &particles, &mut Operations(20));
    assert_eq!(routed, Err(OutOfBudget::Operations));
}
