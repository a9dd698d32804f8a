//! Particles and antiparticles against moving them one by one, in random orders.

use crate::brute_force::{instances, require_all, small_instance};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use rotor_algebra::{after_signed_route, class_of, element_of, group_of, route_signed, with_sinks};
use rotor_certify::certify_signed_route;
use rotor_generate::{Dice, Kinds, walk_bound};
use rotor_graph::{Configuration, Exit, StoppingGraph, VertexId, VertexMap, route, unroute};
use rotor_solve::Unlimited;

/// Moves a particle (or an antiparticle) one step at a time, a random one each time, until all have halted.
fn in_random_order(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigInt>,
    dice: &mut Dice,
) -> (VertexMap<BigInt>, Configuration) {
    let graph = stopping.graph();
    let (mut rotors, mut ended) = (rotors.clone(), particles.clone());
    let mut moving: Vec<(VertexId, bool)> = Vec::new();
    for u in stopping.active_vertices() {
        let count = std::mem::take(&mut ended[u]);
        let one = (u, count.is_positive());
        (0..u32::try_from(count.magnitude()).expect("few were drawn")).for_each(|_| moving.push(one));
    }
    while !moving.is_empty() {
        let at = dice.below(moving.len() as u32) as usize;
        let (u, is_particle) = moving[at];
        let v = if is_particle { route(graph, &mut rotors, u) } else { unroute(graph, &mut rotors, u) };
        if stopping.is_active(v) {
            moving[at].0 = v;
        } else {
            ended[v] += if is_particle { 1 } else { -1 };
            moving.swap_remove(at);
        }
    }
    (ended, rotors)
}

#[test]
fn ends_and_class_depend_on_the_signed_counts_alone() {
    let mut dice = Dice::new(401);
    let (mut kinds, mut mixed, mut refuted) = (Kinds::default(), 0, 0);
    for index in 0..instances(2_500) {
        let instance = small_instance(index, &mut dice);
        if walk_bound(instance.graph()) > 2_000 {
            continue;
        }
        kinds.see(&instance);
        let graph = instance.graph();
        let stopping = StoppingGraph::of(graph);
        let draw = |_| BigInt::from(dice.below(5)) - dice.below(5);
        let particles = VertexMap::from_vec(graph.vertices().map(draw).collect());
        let signs =
            [BigInt::is_positive, BigInt::is_negative].map(|sign| particles.as_slice().iter().any(sign));
        mixed += usize::from(signs == [true; 2]);
        let claim = route_signed(graph, instance.rotors(), &particles, &mut Unlimited).unwrap();
        let after = after_signed_route(graph, instance.rotors(), &claim.departures);
        let (ended, slow_after) = in_random_order(&stopping, instance.rotors(), &particles, &mut dice);
        let mut trapped = vec![BigInt::zero(); stopping.traps().len()];
        for v in graph.vertices() {
            match stopping.exit_at(v) {
                Some(Exit::Sink(sink)) => assert_eq!(claim.sinks[sink], ended[v], "{instance}"),
                Some(Exit::Trap(trap)) => trapped[trap] += &ended[v],
                None => {}
            }
        }
        assert_eq!(claim.trapped, trapped, "{instance}");
        // The class of what is left when traps are sinks.
        let cut = with_sinks(graph, &stopping.traps().members().concat());
        let on_cut =
            |rotors: &Configuration| Configuration::from_positions(&cut, |u| rotors.position(graph, u));
        let group = group_of(&cut, &mut Unlimited).unwrap();
        let [before, after, slow_after] = [instance.rotors(), &after, &slow_after].map(on_cut);
        assert_eq!(class_of(&cut, &group, &after), class_of(&cut, &group, &slow_after), "{instance}");
        let moved = element_of(&group, &particles);
        for (at, factor) in group.factors.iter().enumerate() {
            let [before, after] = [&before, &after].map(|rotors| class_of(&cut, &group, rotors)[at].clone());
            assert!(((before + &moved[at] - after) % BigInt::from(factor.clone())).is_zero(), "{instance}");
        }
        let u = VertexId::new(dice.below(graph.vertex_count() as u32));
        let mut forged = claim.clone();
        match dice.below(3) {
            0 => forged.particles[u] += 1,
            1 => forged.sinks[u] -= 1,
            _ => forged.departures[u] += 1,
        }
        if certify_signed_route(&instance, forged).is_err() {
            refuted += 1;
        } else {
            // One departure more is true only if it comes back: round a loop.
            assert!(graph.heads(u).contains(&u), "{instance}");
        }
        if let Err(refutation) = certify_signed_route(&instance, claim) {
            panic!("{} on\n{instance}", refutation.describe(&instance));
        }
    }
    require_all(&kinds);
    assert!(mixed > 1_000 && refuted > 1_000, "{mixed} {refuted}");
}
