//! Hitting sequences against walking particle by particle, and their period against the group.

use crate::brute_force::{instances, require_all, small_instance};
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use rotor_algebra::{Hits, group_of, order_of_chips, with_sinks};
use rotor_certify::certify_route;
use rotor_generate::{Dice, Kinds, draw, walk_bound};
use rotor_graph::{Configuration, Exit, Instance, RotorWalk, StoppingGraph, Traps, VertexId, VertexMap};
use rotor_solve::Unlimited;

/// The exits of particles sent one after the other, and the rotors after them.
fn walked(instance: &Instance, from: VertexId, count: u64) -> (Vec<Exit>, Configuration) {
    let stopping = StoppingGraph::of(instance.graph());
    let mut rotors = instance.rotors().clone();
    let mut exits = Vec::new();
    for _ in 0..count {
        let mut walk = RotorWalk::new(&stopping, &rotors, from);
        while walk.step().is_some() {}
        exits.push(stopping.exit_at(walk.particle()).unwrap());
        let after = walk.rotors();
        rotors = after;
    }
    (exits, rotors)
}

/// The same in runs, each flow seen by the judge; also how many particles were not walked.
fn in_runs(instance: &Instance, from: VertexId, count: u64) -> (Vec<Exit>, Configuration, u64) {
    let mut hits = Hits::of(instance.graph(), instance.rotors(), from, count.into());
    let (mut exits, mut routed) = (Vec::new(), 0);
    while let Some(run) = hits.next(&mut Unlimited).unwrap() {
        let length = run.count.to_u64().unwrap();
        exits.extend(std::iter::repeat_n(run.exit, length as usize));
        if let Some((rotors, claim)) = run.proof {
            routed += length;
            certify_route(&instance.clone().with_rotors(rotors), claim).unwrap();
        }
    }
    (exits, hits.rotors().clone(), routed)
}

#[test]
fn a_hitting_sequence_is_that_of_plain_walking() {
    let mut dice = Dice::new(703);
    let (mut kinds, mut routed, mut periodic) = (Kinds::default(), 0, 0);
    for index in 0..instances(2_000) {
        let instance = small_instance(index, &mut dice);
        if walk_bound(instance.graph()) > 2_000 {
            continue;
        }
        kinds.see(&instance);
        let graph = instance.graph();
        let from = VertexId::new(dice.below(graph.vertex_count() as u32));
        let count = u64::from(dice.between(1..=120));
        let expected = walked(&instance, from, count);
        let (exits, rotors, by_flow) = in_runs(&instance, from, count);
        assert_eq!((&exits, &rotors), (&expected.0, &expected.1), "{count} from {from:?} on\n{instance}");
        routed += by_flow;
        let cut = with_sinks(graph, &Traps::of(graph).members().concat());
        let group = group_of(&cut, &mut Unlimited).unwrap();
        let mut chip = VertexMap::filled(graph.vertex_count(), BigInt::ZERO);
        if !cut.is_sink(from) {
            chip[from] = 1.into();
        }
        let period = order_of_chips(&group, &chip).and_then(|order| order.to_usize());
        if let Some(period) = period.filter(|&period| period < exits.len()) {
            assert!(exits.iter().zip(&exits[period..]).all(|(a, b)| a == b), "{period} on\n{instance}");
            periodic += 1;
        }
    }
    assert!(kinds.missing().len() <= 1, "{kinds}");
    require_all_but_large(&kinds);
    assert!(routed > 1_000 && periodic > 300, "{routed} {periodic}");
}

fn require_all_but_large(kinds: &Kinds) {
    let missing: Vec<_> =
        kinds.missing().into_iter().filter(|&kind| kind != "large multiplicities").collect();
    if missing.is_empty() {
        return;
    }
    require_all(kinds);
}

#[test]
fn long_walks_and_long_runs_are_not_walked() {
    let path = draw("expchain", &[("n", 80)], &mut Dice::new(0)).unwrap();
    let from = path.start().unwrap();
    let many = BigUint::from(10u32).pow(30);
    let mut hits = Hits::of(path.graph(), path.rotors(), from, many.clone());
    let mut sent = BigUint::ZERO;
    for _ in 0..3 {
        let Some(run) = hits.next(&mut Unlimited).unwrap() else { break };
        assert!(run.proof.is_some() || run.count == BigUint::from(1u32));
        sent += run.count;
    }
    assert!(sent <= many && sent > BigUint::from(1_000_000u32), "{sent}");
}
