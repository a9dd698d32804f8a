//! The lemmas on cycle pushing, on random small graphs of all kinds.

use crate::brute_force::{instances, same_forest, same_forest_within, walk};
use rotor_generate::{Dice, Kinds, draw, small_forest, small_graph};
use rotor_graph::{Configuration, Instance, RotorWalk, StoppingGraph, VertexId};
use rotor_solve::push::{Cycle, cycle_before, cycle_through, push, push_to_forest, reverse_push};
use rotor_solve::{Operations, OutOfBudget, Unlimited, turn_to_forest};

/// Random small graphs, every third one a forest, each with its stopping graph.
fn for_each_graph(
    seed: u64,
    count: u64,
    mut lemma: impl FnMut(&Instance, &StoppingGraph<'_>, &mut Dice),
) -> Kinds {
    let mut dice = Dice::new(seed);
    let mut kinds = Kinds::default();
    for index in 0..instances(count) {
        let instance = if index % 3 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
        kinds.see(&instance);
        lemma(&instance, &StoppingGraph::of(instance.graph()), &mut dice);
    }
    kinds
}

/// The cycles of G(ρ) outside traps.
fn cycles(stopping: &StoppingGraph<'_>, rotors: &Configuration) -> Vec<Cycle> {
    let cycle = |u| {
        cycle_through(stopping.graph(), rotors, u).filter(|cycle| cycle.vertices().iter().min() == Some(&u))
    };
    stopping.active_vertices().filter_map(cycle).collect()
}

#[test]
fn cycle_push_keeps_every_exit() {
    let mut pushed = 0;
    let kinds = for_each_graph(3, 6_000, |instance, stopping, _| {
        for cycle in cycles(stopping, instance.rotors()) {
            let mut rotors = instance.rotors().clone();
            push(instance.graph(), &mut rotors, &cycle);
            pushed += 1;
            for u in instance.graph().vertices() {
                let [before, after] =
                    [instance.rotors(), &rotors].map(|rotors| walk(stopping, rotors, u).exit);
                assert_eq!(before, after, "from {} in\n{instance}", instance.name(u));
            }
            let found = cycle_before(instance.graph(), &rotors, cycle.vertices()[0]);
            assert_eq!(found.as_ref(), Some(&cycle), "it is found again\n{instance}");
            assert!(reverse_push(instance.graph(), &mut rotors, &cycle), "a push can be undone");
            assert_eq!(&rotors, instance.rotors());
        }
    });
    assert!(pushed > 1_000, "only {pushed} pushes");
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
}

#[test]
fn pushes_commute_and_end_in_the_last_departures() {
    for_each_graph(4, 6_000, |instance, stopping, dice| {
        let forest = push_to_forest(stopping, instance.rotors(), &mut Unlimited).unwrap().forest;
        let mut rotors = instance.rotors().clone();
        loop {
            let cycles = cycles(stopping, &rotors);
            if cycles.is_empty() {
                break;
            }
            push(instance.graph(), &mut rotors, &cycles[dice.below(cycles.len() as u32) as usize]);
        }
        for u in instance.graph().vertices() {
            let random_order = Some(rotors.rotor(u)).filter(|_| stopping.is_active(u));
            assert_eq!(forest.last_departure(u), random_order, "{instance}");
            assert_eq!(
                forest.last_departure(u),
                walk(stopping, instance.rotors(), u).last_departure,
                "{instance}"
            );
        }
        assert_eq!(
            turn_to_forest(stopping.graph(), instance.rotors(), &mut Unlimited).unwrap().forest,
            forest
        );
    });
}

#[test]
fn equivalent_configurations_stay_equivalent_after_a_particle() {
    let (mut same, mut other) = (0, 0);
    for_each_graph(5, 6_000, |instance, stopping, dice| {
        let graph = instance.graph();
        let first = instance.rotors().clone();
        let mut second = first.clone();
        for cycle in cycles(stopping, &first) {
            push(graph, &mut second, &cycle);
        }
        let u = rotor_graph::VertexId::new(dice.below(graph.vertex_count() as u32));
        assert!(same_forest(stopping.graph(), &first, &second));
        let after = |rotors: &Configuration| {
            let mut walk = RotorWalk::new(stopping, rotors, u);
            while !walk.has_halted() {
                walk.run(1 << 20);
            }
            walk.rotors()
        };
        assert!(same_forest(stopping.graph(), &after(&first), &after(&second)), "{instance}");
        same += u32::from(first != second);
        let third = Configuration::from_positions(graph, |_| dice.below(100));
        other += u32::from(!same_forest(stopping.graph(), &first, &third));
    });
    assert!(same > 500 && other > 500, "{same} pushed pairs, {other} pairs of different classes");
}

#[test]
fn a_cycle_that_was_not_pushed_cannot_be_pushed_back() {
    let instance = rotor_graph::parse("a: b s\nb: a s\nsink s").unwrap();
    let a = instance.vertex("a").unwrap();
    let cycle = cycle_through(instance.graph(), instance.rotors(), a).unwrap();
    let mut rotors = instance.rotors().clone();
    assert!(!reverse_push(instance.graph(), &mut rotors, &cycle));
    assert_eq!(&rotors, instance.rotors(), "a refused push changes nothing");
    push(instance.graph(), &mut rotors, &cycle);
    assert_eq!(cycle_through(instance.graph(), &rotors, a), None);
}

#[test]
fn pushing_stops_when_its_budget_is_spent() {
    let instance = rotor_graph::parse("a: b^9 s\nb: a^9 s\nsink s").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let pushed = push_to_forest(&stopping, instance.rotors(), &mut Operations(10));
    assert_eq!(pushed, Err(OutOfBudget::Operations));
    assert_eq!(push_to_forest(&stopping, instance.rotors(), &mut Unlimited).unwrap().pushes, 9);
}

#[test]
fn the_two_routing_rules_agree_after_one_turn_of_all_rotors() {
    for_each_graph(6, 3_000, |instance, stopping, dice| {
        let graph = instance.graph();
        let start = rotor_graph::VertexId::new(dice.below(graph.vertex_count() as u32));
        let mut turn_first = instance.rotors().clone().turned_back(graph);
        let mut u = start;
        let mut walk = RotorWalk::new(stopping, instance.rotors(), start);
        while stopping.is_active(u) {
            turn_first.turn(graph, u);
            u = graph.head(turn_first.rotor(u));
            walk.step();
            assert_eq!(walk.particle(), u, "{instance}");
        }
        assert_eq!(walk.rotors(), turn_first.turned(graph));
    });
}

#[test]
fn configurations_are_compared_where_pushes_would_never_end() {
    let instance = draw("two", &[("n", 160), ("ahead", 0)], &mut Dice::new(3)).unwrap();
    let (graph, stopping) = (instance.graph(), StoppingGraph::of(instance.graph()));
    let some = &mut Operations(5_000_000);
    assert_eq!(push_to_forest(&stopping, instance.rotors(), some), Err(OutOfBudget::Operations));
    let mut pushed = instance.rotors().clone();
    for cycle in cycles(&stopping, instance.rotors()) {
        push(graph, &mut pushed, &cycle);
    }
    assert_ne!(&pushed, instance.rotors());
    let some = &mut Operations(5_000_000);
    assert!(same_forest_within(graph, instance.rotors(), &pushed, some));
    let mut turned = instance.rotors().clone();
    turned.turn(graph, VertexId::new(159));
    assert!(!same_forest_within(graph, instance.rotors(), &turned, some));
}
