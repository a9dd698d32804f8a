//! Mutants of trap certificates.

use crate::numbers::{KINDS, changes};
use crate::simulation::Halts;
use crate::tally::Tally;
use num_bigint::BigUint;
use rotor_certify::certify_trap;
use rotor_generate::{Dice, small_forest, small_graph};
use rotor_graph::{Exit, Instance, RotorWalk, StoppingGraph, TrapClaim, VertexId, VertexMap};
use std::slice;

/// Certificates of all walks that enter a trap within `most` steps.
pub(crate) fn certificates(instance: &Instance, most: u64) -> Vec<TrapClaim> {
    let stopping = StoppingGraph::of(instance.graph());
    let certificate = |from| {
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), from);
        let mut counts = VertexMap::filled(instance.graph().vertex_count(), 0);
        walk.run_counting(most, &mut counts);
        let Some(Exit::Trap(number)) = stopping.exit_at(walk.particle()) else { return None };
        let trap = stopping.traps().members()[number].clone();
        let departures = VertexMap::from_vec(counts.as_slice().iter().map(|&n| n.into()).collect());
        Some(TrapClaim { from, trap, departures, steps: Some(walk.steps().into()) })
    };
    instance.graph().vertices().filter_map(certificate).collect()
}

/// The verdict by simulation: the set is a trap, the departures a flow into it, and steps the true ones.
fn deserves(instance: &Instance, claim: &TrapClaim) -> bool {
    let Some(halts) = Halts::of(instance, slice::from_ref(&claim.trap)) else { return false };
    if claim.from.index() >= instance.graph().vertex_count() {
        return false;
    }
    if !halts.is_flow(claim.from, &claim.departures, |v| claim.trap.contains(&v)) {
        return false;
    }
    let (end, departures) = halts.walk(claim.from).expect("a switching flow proves that the walk ends");
    let same_run = claim.departures == departures;
    let is_sum = |steps: &BigUint| *steps == departures.as_slice().iter().sum();
    claim.trap.contains(&end) && claim.steps.as_ref().is_none_or(|steps| same_run && is_sum(steps))
}

pub(crate) fn mutants(instance: &Instance, claim: &TrapClaim) -> Vec<(String, TrapClaim)> {
    let mut mutants = Vec::new();
    for (kind, departures) in changes(instance, "departures", &claim.departures) {
        let sum = departures.as_slice().iter().sum::<BigUint>();
        for steps in [None, claim.steps.clone(), Some(sum)] {
            mutants
                .push((kind.clone(), TrapClaim { departures: departures.clone(), steps, ..claim.clone() }));
        }
    }
    let steps = claim.steps.clone().unwrap();
    for wrong in [&steps + 1u32, &steps * 2u32 + 3u32, &steps / 2u32] {
        if wrong != steps {
            mutants.push(("steps".into(), TrapClaim { steps: Some(wrong), ..claim.clone() }));
        }
    }
    // One vertex more than there are; vertices of the trap are then listed twice.
    for v in (0..=instance.graph().vertex_count() as u32).map(VertexId::new) {
        let mut trap = claim.trap.clone();
        trap.push(v);
        mutants.push(("trap vertex added".into(), TrapClaim { trap, ..claim.clone() }));
        if v != claim.from {
            mutants.push(("from".into(), TrapClaim { from: v, ..claim.clone() }));
        }
    }
    for at in 0..claim.trap.len() {
        let mut trap = claim.trap.clone();
        trap.remove(at);
        mutants.push(("trap vertex removed".into(), TrapClaim { trap, steps: None, ..claim.clone() }));
    }
    mutants
}

#[test]
fn a_trap_claim_is_certified_exactly_if_simulation_agrees() {
    let mut dice = Dice::new(40);
    let (mut tally, mut certified) = (Tally::default(), 0);
    for round in 0..4_000 {
        let instance = if round % 2 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
        for claim in certificates(&instance, 300) {
            certify_trap(&instance, claim.clone()).unwrap_or_else(|e| panic!("{e}\n{instance}\n{claim:?}"));
            certified += 1;
            for (kind, mutant) in mutants(&instance, &claim) {
                let deserved = deserves(&instance, &mutant);
                let accepted = certify_trap(&instance, mutant.clone()).is_ok();
                tally.note(kind, accepted, deserved, || format!("{instance}\n{mutant:?}"));
            }
        }
    }
    println!("{certified} certificates");
    assert!(certified > 4_000);
    tally.assert_refuted(KINDS + 4, 1_000);
    tally.assert_survivors_only_of(&[
        "departures * 2",
        "departures + 1",
        "departures + d",
        "from",
        "trap vertex added",
    ]);
}
