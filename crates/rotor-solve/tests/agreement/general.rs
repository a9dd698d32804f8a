//! Flows found without walking, against the walk.

use crate::brute_force::{instances, walk};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_generate::{Dice, FAMILIES, Kinds, small_forest, small_glued_forests, small_graph, walk_bound};
use rotor_graph::{Exit, Instance, StoppingGraph, VertexId, VertexMap};
use rotor_solve::ComponentCounts;
use rotor_solve::general::{Effort, exit_by_flow, forest_by_flows, switching_flow, switching_flow_with};
use rotor_solve::particles::route_in_bulk;
use rotor_solve::push::push_to_forest;
use rotor_solve::{Operations, OutOfBudget, Unlimited};
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
    for index in 0..instances(100_000) {
        let instance = match index % 5 {
            0 => small_forest(&mut dice),
            4 => small_glued_forests(&mut dice),
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
fn components_that_are_trees_are_solved_as_trees() {
    let mut dice = Dice::new(64);
    let mut kinds = Kinds::default();
    let (mut all, mut by_trees_alone, mut long) = (ComponentCounts::default(), 0, 0);
    for _ in 0..instances(20_000) {
        let instance = small_glued_forests(&mut dice);
        kinds.see(&instance);
        let stopping = StoppingGraph::of(instance.graph());
        let from = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
        let walked = walk(&stopping, instance.rotors(), from);
        let mut effort = Effort::default();
        let particles = one(&instance, from);
        let found =
            switching_flow_with(&stopping, instance.rotors(), &particles, &mut effort, &mut Unlimited)
                .unwrap();
        let ComponentCounts { division, path, tree, flow } = found.components;
        if flow == 0 {
            assert!(found.is_run && effort.fill == 0, "{instance}");
            assert_eq!(found.departures, walked.departures, "from {}:\n{instance}", instance.name(from));
            by_trees_alone += u32::from(tree > 1);
            long += u32::from(walked.departures.as_slice().iter().sum::<BigUint>() > 1_000u32.into());
        }
        all.division += division;
        all.path += path;
        all.tree += tree;
        all.flow += flow;
    }
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    assert!(all.division > 1_000 && all.path > 50 && all.tree > 1_000 && all.flow > 50, "{all:?}");
    assert!(by_trees_alone > 1_000 && long > 50, "{by_trees_alone} by several trees, {long} of them long");
}

#[test]
fn the_flow_of_many_particles_is_that_of_routing_in_bulk() {
    let mut dice = Dice::new(62);
    let mut seen = BTreeMap::new();
    for index in 0..instances(5_000) {
        let instance = match index % 4 {
            0 => small_forest(&mut dice),
            1 => small_graph(&mut dice),
            2 => small_glued_forests(&mut dice),
            _ => small_member(&mut dice, &mut seen),
        };
        if walk_bound(instance.graph()) > 20_000 {
            continue;
        }
        let stopping = StoppingGraph::of(instance.graph());
        let count = |_| BigUint::from(dice.below(9)) << if dice.chance(0.2) { dice.below(70) } else { 0 };
        let particles = VertexMap::from_vec(instance.graph().vertices().map(count).collect());
        let slow = route_in_bulk(&stopping, instance.rotors(), &particles, &mut Unlimited).unwrap();
        let fast = switching_flow(&stopping, instance.rotors(), &particles, &mut Unlimited).unwrap();
        assert!(fast.is_run, "{instance}");
        assert_eq!(fast.departures, slow.departures, "{instance}");
        let after = instance.rotors().after(instance.graph(), &slow.departures);
        for u in stopping.active_vertices() {
            let [before, after] =
                [instance.rotors(), &after].map(|rotors| rotors.position(instance.graph(), u));
            let turned = (&slow.departures[u] + before) % instance.graph().out_degree(u);
            assert_eq!(turned, after.into(), "{instance}");
        }
    }
    assert_eq!(seen.len(), FAMILIES.len(), "{seen:?}");
}

#[test]
fn flows_lead_to_the_forest_that_cycle_pushes_lead_to() {
    let mut dice = Dice::new(63);
    let mut seen = BTreeMap::new();
    let mut long = 0;
    for _ in 0..instances(100_000) {
        let instance = small_member(&mut dice, &mut seen);
        let stopping = StoppingGraph::of(instance.graph());
        let pushed = push_to_forest(&stopping, instance.rotors(), &mut Unlimited).unwrap();
        let flows = forest_by_flows(&stopping, instance.rotors(), &mut Unlimited).unwrap();
        assert_eq!(flows.forest, pushed.forest, "{instance}");
        for (u, &turns) in pushed.turns.iter() {
            assert_eq!(flows.turns[u], turns.into(), "{instance}");
            long += u32::from(turns > 1_000);
        }
    }
    assert!(long > 30, "only {long} rotors turned more than a thousand times");
}

fn member(family: &str, given: &[(&str, &str)], seed: u64) -> Instance {
    let given = given.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect();
    rotor_generate::generate(family, &given, seed).unwrap()
}

/// x = f(x), from the definition: departures of every active vertex against particles and arrivals.
fn is_flow(instance: &Instance, particles: &VertexMap<BigUint>, departures: &VertexMap<BigUint>) -> bool {
    let graph = instance.graph();
    let stopping = StoppingGraph::of(graph);
    let mut arrived = particles.clone();
    for u in stopping.active_vertices() {
        let (degree, rotor) = (graph.out_degree(u), instance.rotors().position(graph, u));
        for turn in 0..degree {
            let v = graph.heads(u)[((rotor + turn) % degree) as usize];
            arrived[v] += (&departures[u] + (degree - 1 - turn)) / degree;
        }
    }
    stopping.active_vertices().all(|u| arrived[u] == departures[u])
}

#[test]
fn walks_of_more_steps_than_a_double_can_hold_are_found_exactly() {
    for (family, given, least_bits) in [
        ("chain", [("n", "300"), ("high", "0")], 301),
        ("back", [("n", "160"), ("high", "0")], 120),
        ("back", [("n", "400"), ("high", "0")], 330),
        ("nested", [("n", "120"), ("high", "0")], 150),
        ("two", [("n", "240"), ("ahead", "0")], 80),
    ] {
        for seed in 1..=3 {
            let instance = member(family, &given, seed);
            let stopping = StoppingGraph::of(instance.graph());
            let from = instance.start().unwrap();
            let profile = exit_by_flow(&stopping, instance.rotors(), from, &mut Unlimited).unwrap();
            assert!(profile.is_run, "{family} {seed}");
            assert!(profile.steps().bits() >= least_bits, "{family} {seed}: {} bits", profile.steps().bits());
            assert!(is_flow(&instance, &one(&instance, from), &profile.departures), "{family} {seed}");
            assert!(matches!(stopping.exit_at(profile.halt), Some(Exit::Sink(_))));
        }
    }
}

#[test]
fn more_particles_than_atoms_are_routed_on_any_graph() {
    for (family, size) in [("series", "size"), ("ladder", "n"), ("layers", "n"), ("tree", "n")] {
        let instance = member(family, &[(size, "40")], 5);
        let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
        particles[VertexId::new(0)] = BigUint::one() << 1_000u32;
        particles[VertexId::new(3)] = BigUint::from(3u32).pow(500);
        let stopping = StoppingGraph::of(instance.graph());
        let flow = switching_flow(&stopping, instance.rotors(), &particles, &mut Unlimited).unwrap();
        assert!(flow.is_run && is_flow(&instance, &particles, &flow.departures), "{family}");
    }
}

#[test]
fn a_flow_out_of_budget_keeps_the_exit_it_has() {
    let instance = member("two", &[("n", "200"), ("ahead", "0")], 1);
    let stopping = StoppingGraph::of(instance.graph());
    let from = instance.start().unwrap();
    let solve = |most| exit_by_flow(&stopping, instance.rotors(), from, &mut Operations(most));
    let whole = solve(u64::MAX).unwrap();
    assert_eq!(solve(1_000), Err(OutOfBudget::Operations));
    let mut only_exits = 0;
    for eighth in 80..240u64 {
        match solve((8 + eighth % 8) << (eighth / 8) >> 3) {
            Err(why) => assert_eq!(why, OutOfBudget::Operations),
            Ok(profile) if profile.is_run => assert_eq!(profile, whole),
            Ok(profile) => {
                assert_eq!(profile.halt, whole.halt);
                assert!(is_flow(&instance, &one(&instance, from), &profile.departures));
                only_exits += 1;
            }
        }
    }
    assert!(only_exits > 0, "some budgets suffice for the exit and not for the run");
}
