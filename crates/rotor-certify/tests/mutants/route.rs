//! Mutants of route certificates.

use crate::numbers::{KINDS, changes};
use crate::simulation::{Halts, as_counts};
use crate::tally::Tally;
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_certify::certify_route;
use rotor_generate::{Dice, small_forest, small_graph};
use rotor_graph::{Exit, Instance, RotorWalk, RouteClaim, StoppingGraph, VertexId, VertexMap};

/// The certificate of a few particles on random vertices, walked one by one. None if one of them walks long.
pub(crate) fn certificate(instance: &Instance, dice: &mut Dice) -> Option<RouteClaim> {
    let stopping = StoppingGraph::of(instance.graph());
    let vertices = instance.graph().vertex_count();
    let zeros = VertexMap::filled(vertices, 0u64);
    let (mut particles, mut departures, mut sinks) = (zeros.clone(), zeros.clone(), zeros);
    let mut trapped = vec![BigUint::zero(); stopping.traps().len()];
    let (mut rotors, mut steps) = (instance.rotors().clone(), 0);
    for _ in 0..dice.between(0..=9) {
        let start = VertexId::new(dice.below(vertices as u32));
        let mut walk = RotorWalk::new(&stopping, &rotors, start);
        walk.run_counting(300, &mut departures);
        match stopping.exit_at(walk.particle())? {
            Exit::Sink(sink) => sinks[sink] += 1,
            Exit::Trap(number) => trapped[number] += 1u32,
        }
        particles[start] += 1;
        steps += walk.steps();
        rotors = walk.rotors();
    }
    let [particles, departures, sinks] = [particles, departures, sinks].map(|numbers| as_counts(&numbers));
    let traps = stopping.traps().members().to_vec();
    Some(RouteClaim { particles, traps, departures, sinks, trapped, steps: Some(steps.into()) })
}

/// The verdict by simulation: the departures are a flow of all particles, all end where the claim says, and steps are
/// the true ones.
fn deserves(instance: &Instance, claim: &RouteClaim) -> bool {
    let graph = instance.graph();
    let Some(halts) = Halts::of(instance, &claim.traps) else { return false };
    let Some(entries) = halts.entries(&claim.departures) else { return false };
    let complete = [claim.particles.len(), claim.sinks.len()] == [graph.vertex_count(); 2];
    if !complete || claim.trapped.len() != claim.traps.len() {
        return false;
    }
    if halts.active().any(|v| &entries[v] + &claim.particles[v] != claim.departures[v]) {
        return false;
    }
    let (ends, departures) =
        halts.walk_all(&claim.particles).expect("a switching flow proves that all walks end");
    let on_sink = |v| if graph.is_sink(v) { ends[v].clone() } else { BigUint::zero() };
    let in_trap = |trap: &Vec<VertexId>| trap.iter().map(|&v| &ends[v]).sum::<BigUint>();
    let as_claimed = graph.vertices().all(|v| claim.sinks[v] == on_sink(v))
        && claim.traps.iter().zip(&claim.trapped).all(|(trap, count)| in_trap(trap) == *count);
    let same_run = claim.departures == departures;
    let is_sum = |steps: &BigUint| *steps == departures.as_slice().iter().sum();
    as_claimed && claim.steps.as_ref().is_none_or(|steps| same_run && is_sum(steps))
}

pub(crate) fn mutants(instance: &Instance, claim: &RouteClaim) -> Vec<(String, RouteClaim)> {
    let mut mutants = Vec::new();
    for (kind, departures) in changes(instance, "departures", &claim.departures) {
        let sum = departures.as_slice().iter().sum::<BigUint>();
        for steps in [None, claim.steps.clone(), Some(sum)] {
            mutants
                .push((kind.clone(), RouteClaim { departures: departures.clone(), steps, ..claim.clone() }));
        }
    }
    for (kind, particles) in changes(instance, "particles", &claim.particles) {
        for steps in [None, claim.steps.clone()] {
            mutants.push((kind.clone(), RouteClaim { particles: particles.clone(), steps, ..claim.clone() }));
        }
    }
    for (kind, sinks) in changes(instance, "sinks", &claim.sinks) {
        mutants.push((kind, RouteClaim { sinks, ..claim.clone() }));
    }
    let steps = claim.steps.clone().unwrap();
    for wrong in [&steps + 1u32, &steps * 2u32 + 3u32, &steps / 2u32] {
        if wrong != steps {
            mutants.push(("steps".into(), RouteClaim { steps: Some(wrong), ..claim.clone() }));
        }
    }
    mutants.extend(trap_mutants(instance, claim));
    mutants
}

/// Changes of the traps, and of how many particles end in them.
fn trap_mutants(instance: &Instance, claim: &RouteClaim) -> Vec<(String, RouteClaim)> {
    let mut mutants = Vec::new();
    let mut put = |kind: &str, change: &dyn Fn(&mut RouteClaim)| {
        let mut mutant = claim.clone();
        change(&mut mutant);
        mutants.push((kind.to_owned(), mutant));
    };
    for (number, count) in claim.trapped.iter().enumerate() {
        put("trapped + 1", &|c| c.trapped[number] += 1u32);
        if !count.is_zero() {
            put("trapped - 1", &|c| c.trapped[number] -= 1u32);
            put("trapped = 0", &|c| c.trapped[number] = BigUint::zero());
        }
        put("trapped of one trap missing", &|c| drop(c.trapped.remove(number)));
        put("trap without its count removed", &|c| drop(c.traps.remove(number)));
        put("trap removed", &|c| {
            c.traps.remove(number);
            c.trapped.remove(number);
        });
        for other in number + 1..claim.trapped.len() {
            put("traps swapped", &|c| c.traps.swap(number, other));
            for with_its_count in [true, false] {
                put("traps merged", &|c| {
                    let (members, count) = (c.traps.remove(other), c.trapped.remove(other));
                    c.traps[number].extend(members);
                    c.trapped[number] += if with_its_count { count } else { BigUint::zero() };
                });
            }
        }
        // One vertex more than there are; vertices of traps are then listed twice.
        for v in (0..=instance.graph().vertex_count() as u32).map(VertexId::new) {
            put("trap vertex added", &|c| c.traps[number].push(v));
        }
        for at in 0..claim.traps[number].len() {
            put("trap vertex removed", &|c| _ = c.traps[number].remove(at));
        }
    }
    put("trapped of no trap", &|c| c.trapped.push(BigUint::zero()));
    put("empty trap", &|c| {
        c.traps.push(Vec::new());
        c.trapped.push(BigUint::zero());
    });
    for v in instance.graph().vertices() {
        put("trap invented", &|c| {
            c.traps.push(vec![v]);
            c.trapped.push(c.particles[v].clone());
        });
    }
    mutants
}

#[test]
fn a_route_claim_is_certified_exactly_if_simulation_agrees() {
    let mut dice = Dice::new(2_025);
    let (mut tally, mut certified) = (Tally::default(), 0);
    for round in 0..3_000 {
        let instance = if round % 2 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
        let Some(claim) = certificate(&instance, &mut dice) else { continue };
        certify_route(&instance, claim.clone()).unwrap_or_else(|e| panic!("{e}\n{instance}\n{claim:?}"));
        certified += 1;
        for (kind, mutant) in mutants(&instance, &claim) {
            let deserved = deserves(&instance, &mutant);
            let accepted = certify_route(&instance, mutant.clone()).is_ok();
            tally.note(kind, accepted, deserved, || format!("{instance}\n{mutant:?}"));
        }
    }
    println!("{certified} certificates");
    assert!(certified > 2_500);
    tally.assert_refuted(3 * KINDS + 14, 200);
    // More circulation; particles that change places within a trap; traps that no particle enters, or as many; a vertex
    // that only leads into a trap; two traps taken as one.
    tally.assert_survivors_only_of(&[
        "departures * 2",
        "departures + 1",
        "particles swapped",
        "trap removed",
        "trap vertex added",
        "traps merged",
        "traps swapped",
    ]);
}
