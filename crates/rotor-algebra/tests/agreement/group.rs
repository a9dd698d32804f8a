//! Groups and classes against all rotor configurations of small graphs, and forged groups against the judge.

use crate::brute_force::{
    classes, configuration, configuration_count, cycles, instances, require_all, small_instance,
};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use rotor_algebra::{
    Order, arc_values, chips_between, class_of, element_of, group_of, invariant_factors, order_of,
};
use rotor_certify::certify_group;
use rotor_generate::{Dice, Kinds};
use rotor_graph::{GroupClaim, Instance, Traps, parse};
use rotor_solve::{Budget, Operations, OutOfBudget, Unlimited};
use std::collections::BTreeMap;

fn certified(instance: &Instance) -> GroupClaim {
    let group = group_of(instance.graph(), &mut Unlimited).expect("there is no limit");
    match certify_group(instance, group) {
        Ok(certified) => certified.into_inner(),
        Err(refutation) => panic!("{} on\n{instance}", refutation.describe(instance)),
    }
}

#[test]
fn the_order_counts_classes_and_spanning_forests() {
    let mut dice = Dice::new(101);
    let (mut kinds, mut cyclic, mut enumerated) = (Kinds::default(), [0; 4], 0);
    for index in 0..instances(4_000) {
        let instance = small_instance(index, &mut dice);
        let graph = instance.graph();
        kinds.see(&instance);
        let group = certified(&instance);
        assert_eq!(group.factors, invariant_factors(graph, &mut Unlimited).unwrap(), "{instance}");
        let order = order_of(graph, &mut Unlimited).unwrap();
        assert_eq!(order, Order::of_factors(&group.factors), "{instance}");
        cyclic[group.factors.len().min(3)] += 1;
        if configuration_count(graph) > 2_000 {
            continue;
        }
        enumerated += 1;
        let forests = (0..configuration_count(graph))
            .filter(|&number| cycles(graph, &configuration(graph, number)).is_empty())
            .count();
        assert_eq!(order.forests(), forests.into(), "{instance}");
        let classes = classes(graph);
        let (mut class_of_element, mut element_of_class) = (BTreeMap::new(), BTreeMap::new());
        for (number, class) in (0..).zip(classes) {
            let element = class_of(graph, &group, &configuration(graph, number));
            assert_eq!(*class_of_element.entry(element.clone()).or_insert(class), class, "{instance}");
            assert_eq!(*element_of_class.entry(class).or_insert(element.clone()), element, "{instance}");
        }
        if let Order::Finite(order) = order {
            assert_eq!(order, class_of_element.len().into(), "{instance}");
        }
    }
    require_all(&kinds);
    assert!(cyclic.iter().all(|&count| count > 50), "groups of rank 0, 1, 2, more: {cyclic:?}");
    assert!(enumerated > instances(4_000) / 4, "only {enumerated} graphs were small enough");
}

#[test]
fn the_class_is_the_sum_of_the_values_of_its_arcs() {
    let mut dice = Dice::new(104);
    let (mut single, mut finite) = (0, 0);
    for index in 0..instances(1_000) {
        let instance = small_instance(index, &mut dice);
        let graph = instance.graph();
        let group = certified(&instance);
        let values = arc_values(graph, &group);
        let mut sum = vec![BigInt::zero(); group.factors.len()];
        for u in graph.vertices().filter(|&u| !graph.is_sink(u)) {
            let arc = instance.rotors().rotor(u).index();
            sum.iter_mut().zip(&values[arc]).for_each(|(sum, value)| *sum += value);
        }
        for ((sum, class), factor) in
            sum.iter().zip(class_of(graph, &group, instance.rotors())).zip(&group.factors)
        {
            let rest = sum - class;
            let whole = if factor.is_zero() { rest } else { rest % BigInt::from(factor.clone()) };
            assert!(whole.is_zero(), "{instance}");
        }
        if let Some(last) = group.generators.last() {
            finite += 1;
            single += usize::from(last.as_slice().iter().map(BigInt::magnitude).sum::<BigUint>().is_one());
        }
    }
    assert!(2 * single > finite, "only {single} of {finite} last generators are single chips");
}

#[test]
fn chips_between_configurations_are_the_class_difference() {
    let mut dice = Dice::new(102);
    for index in 0..instances(1_000) {
        let instance = small_instance(index, &mut dice);
        let graph = instance.graph();
        let group = group_of(graph, &mut Unlimited).unwrap();
        let other = rotor_graph::Configuration::from_positions(graph, |u| dice.below(graph.out_degree(u)));
        let chips = chips_between(graph, &group, instance.rotors(), &other);
        let moved = element_of(&group, &chips);
        let [from, to] = [instance.rotors(), &other].map(|rotors| class_of(graph, &group, rotors));
        for (((moved, from), to), factor) in moved.iter().zip(&from).zip(&to).zip(&group.factors) {
            let rest = from + moved - to;
            let whole = if factor.is_zero() { rest } else { rest % BigInt::from(factor.clone()) };
            assert!(whole.is_zero(), "{instance}");
        }
    }
}

/// F2: no push leads from one to the other, though every vertex lies in a trap.
#[test]
fn rotors_inside_a_trap_count() {
    let triangle = parse("a: b c\nb: c a\nc: a b").unwrap();
    let turned = parse("a: b *c\nb: c a\nc: a b").unwrap();
    let group = certified(&triangle);
    assert_eq!(group.factors, [BigUint::from(3u32), BigUint::zero()]);
    let [first, second] =
        [&triangle, &turned].map(|instance| class_of(triangle.graph(), &group, instance.rotors()));
    assert_ne!(first, second);
}

#[test]
fn groups_of_graphs_known_by_name() {
    let factors = |text: &str| invariant_factors(parse(text).unwrap().graph(), &mut Unlimited).unwrap();
    let [none, two, four]: [&[u32]; 3] = [&[], &[2], &[4, 4]];
    let as_numbers = |factors: &[u32]| factors.iter().map(|&f| BigUint::from(f)).collect::<Vec<_>>();
    assert_eq!(factors("a: s\nsink s"), as_numbers(none));
    assert_eq!(factors("a: s^2\nsink s"), as_numbers(two));
    assert_eq!(factors("a: b c s\nb: a c s\nc: a b s\nsink s"), as_numbers(four), "K₄ has 16 trees");
    assert_eq!(factors("a: a"), [BigUint::zero()]);
    assert_eq!(factors(""), as_numbers(none));
}

/// The judge refutes whatever is changed in a right group, unless the change means nothing.
#[test]
fn the_judge_refutes_forged_groups() {
    let mut dice = Dice::new(103);
    let mut refuted = BTreeMap::new();
    for index in 0..instances(3_000) {
        let instance = small_instance(index, &mut dice);
        let group = certified(&instance);
        if group.factors.is_empty() {
            continue;
        }
        let factors = group.factors.len();
        let which = dice.below(factors as u32) as usize;
        let mut forged = group.clone();
        let kind = match dice.below(6) {
            0 => {
                forged.factors[which] *= 2u32;
                forged.factors[which] += u32::from(group.factors[which].is_zero()) * 2;
                "factor"
            }
            1 => {
                let u = *dice.pick(&instance.graph().vertices().collect::<Vec<_>>()).unwrap();
                forged.homomorphism[u][which] += 1;
                "image"
            }
            2 => {
                let used = instance.graph().vertices().filter(|&u| !group.homomorphism[u][which].is_zero());
                let Some(&u) = dice.pick(&used.collect::<Vec<_>>()) else { continue };
                let change = &group.homomorphism[u][which];
                let factor = &BigInt::from(group.factors[which].clone());
                if !factor.is_zero() && (change % factor).is_zero() {
                    continue;
                }
                forged.generators[which][u] += 1;
                "generator"
            }
            3 => {
                forged.factors.pop();
                forged.generators.pop();
                forged.homomorphism.as_mut_slice().iter_mut().for_each(|image| drop(image.pop()));
                "factor left out"
            }
            4 if !group.traps.is_empty() => {
                let trap = dice.pick(&group.traps).unwrap();
                forged.periods[*dice.pick(trap).unwrap()] += 1u32;
                "period"
            }
            5 => {
                // A quotient of the group: onto, but too small.
                let factor = &group.factors[0];
                let Some(prime) = [2u32, 3, 5, 7].into_iter().find(|p| (factor % p).is_zero()) else {
                    continue;
                };
                if factors > 1 || factor.is_zero() {
                    continue;
                }
                forged.factors[0] = factor / prime;
                if forged.factors[0].is_one() {
                    continue;
                }
                "quotient"
            }
            _ => continue,
        };
        assert!(certify_group(&instance, forged).is_err(), "{kind} of\n{instance}");
        *refuted.entry(kind).or_insert(0) += 1;
    }
    assert!(refuted.len() == 6 && refuted.values().all(|&count| count > 15), "{refuted:?}");
}

#[test]
fn a_trap_more_or_fewer_is_refuted() {
    let instance = parse("a: a b s\nb: c\nc: b\nsink s").unwrap();
    let group = certified(&instance);
    let mut fewer = group.clone();
    fewer.traps.clear();
    assert!(certify_group(&instance, fewer).is_err());
    assert_eq!(Traps::of(instance.graph()).members(), group.traps);
}

#[test]
fn too_much_memory_or_too_many_operations_are_refused() {
    struct Bytes(u64);
    impl Budget for Bytes {
        fn check(&mut self) -> Result<(), rotor_solve::OutOfBudget> {
            Ok(())
        }

        fn spend(&mut self, _: u64) -> Result<(), OutOfBudget> {
            Ok(())
        }
        fn reserve(&mut self, bytes: u64) -> Result<(), OutOfBudget> {
            if bytes > self.0 { Err(OutOfBudget::Memory) } else { Ok(()) }
        }
    }
    let grid = rotor_generate::draw("grid", &[("w", 12), ("h", 12)], &mut Dice::new(1)).unwrap();
    assert_eq!(order_of(grid.graph(), &mut Bytes(1_000)), Err(OutOfBudget::Memory));
    assert!(order_of(grid.graph(), &mut Bytes(1_000_000)).is_ok());
    assert_eq!(group_of(grid.graph(), &mut Operations(1_000)), Err(OutOfBudget::Operations));
}
