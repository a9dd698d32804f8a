//! Classes of two configurations, and those of path multigraphs, against routing and cycle pushes.

use crate::brute_force::{
    classes, configuration, configuration_count, instances, require_all, small_instance,
};
use num_bigint::{BigInt, BigUint};
use rotor_algebra::{
    PathInvariant, after_signed_route, chips_between, class_of, group_of, order_of, route_signed,
};
use rotor_certify::certify_class;
use rotor_generate::{Dice, Kinds};
use rotor_graph::{ClassClaim, Instance, Multigraph, Names, OtherClass, VertexId, VertexMap};
use rotor_solve::Unlimited;

#[test]
fn chips_between_configurations_lead_from_class_to_class() {
    let mut dice = Dice::new(701);
    let (mut kinds, mut moved, mut forged_ones) = (Kinds::default(), 0, 0);
    for index in 0..instances(1_200) {
        let instance = small_instance(index, &mut dice);
        let graph = instance.graph();
        kinds.see(&instance);
        let count = configuration_count(graph).min(1 << 30);
        let other = configuration(graph, u64::from(dice.below(count as u32)));
        let group = group_of(graph, &mut Unlimited).unwrap();
        let chips = chips_between(graph, &group, instance.rotors(), &other);
        let [element, to] = [instance.rotors(), &other].map(|rotors| class_of(graph, &group, rotors));
        if rotor_graph::Traps::of(graph).is_empty() {
            let routed = route_signed(graph, instance.rotors(), &chips, &mut Unlimited).unwrap();
            let after = after_signed_route(graph, instance.rotors(), &routed.departures);
            assert_eq!(class_of(graph, &group, &after), to, "{instance}");
            moved += usize::from(to != element);
        }
        let position = |u: VertexId| if graph.is_sink(u) { 0 } else { other.position(graph, u) };
        let rotors = VertexMap::from_vec(graph.vertices().map(position).collect());
        let other = Some(OtherClass { rotors, element: to, chips });
        let claim = ClassClaim { group, element, other };
        let mut forged = claim.clone();
        if let Some(entry) = forged.element.first_mut() {
            *entry += 1;
            assert!(certify_class(&instance, forged.clone()).is_err(), "{instance}");
            forged = claim.clone();
            if let Some(other) = &mut forged.other {
                let u = graph.vertices().find(|&u| {
                    !graph.is_sink(u) && forged.group.homomorphism[u].iter().any(|x| *x != BigInt::ZERO)
                });
                if let Some(u) = u {
                    other.chips[u] += 1;
                    assert!(certify_class(&instance, forged).is_err(), "{instance}");
                    forged_ones += 1;
                }
            }
        }
        if let Err(refutation) = certify_class(&instance, claim) {
            panic!("{} on\n{instance}", refutation.describe(&instance));
        }
    }
    require_all(&kinds);
    assert!(moved > 200 && forged_ones > 200, "{moved} {forged_ones}");
}

/// A path multigraph with up to `most` arcs to either side of each vertex, in a random order.
fn path(n: u32, most: u32, dice: &mut Dice) -> Instance {
    let (mut first, mut heads, mut names) = (vec![0, 0], Vec::new(), Names::default());
    names.push("s");
    for k in 1..=n {
        let [left, right] = [0, 0].map(|_: u32| dice.between(1..=most));
        let mut arcs: Vec<VertexId> =
            (0..left).map(|_| VertexId::new(k - 1)).chain((0..right).map(|_| VertexId::new(k + 1))).collect();
        for at in (1..arcs.len()).rev() {
            arcs.swap(at, dice.below(at as u32 + 1) as usize);
        }
        heads.extend(arcs);
        first.push(heads.len() as u32);
        names.push(&format!("u{k}"));
    }
    first.push(heads.len() as u32);
    names.push("t");
    let graph = Multigraph::from_rows(first, heads).expect("every head is a vertex");
    Instance::new(graph, names).expect("every vertex has a name")
}

#[test]
fn one_number_is_constant_on_the_classes_of_a_path() {
    let mut dice = Dice::new(702);
    let (mut deciding, mut not_deciding) = (0, 0);
    for _ in 0..instances(1_500) {
        let (n, most) = (dice.between(1..=4), dice.between(1..=3));
        let instance = path(n, most, &mut dice);
        let graph = instance.graph();
        if configuration_count(graph) > 800 {
            continue;
        }
        let invariant = PathInvariant::of(graph).unwrap();
        assert_eq!(
            rotor_algebra::Order::Finite(invariant.forests.clone()),
            order_of(graph, &mut Unlimited).unwrap()
        );
        let classes = classes(graph);
        let values: Vec<BigUint> = (0..configuration_count(graph))
            .map(|number| invariant.value_of(graph, &configuration(graph, number)))
            .collect();
        for (class, value) in classes.iter().zip(&values) {
            assert_eq!(values[*class as usize], *value, "{instance}");
        }
        let mut pairs: Vec<_> = classes.iter().zip(&values).collect();
        pairs.sort();
        pairs.dedup();
        let mut distinct: Vec<_> = pairs.iter().map(|(_, value)| value).collect();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len() == pairs.len(), invariant.decides(), "{instance}");
        if invariant.decides() { deciding += 1 } else { not_deciding += 1 }
    }
    assert!(deciding > 300 && not_deciding > 50, "{deciding} {not_deciding}");
}
