//! Mutants of walk certificates.

use crate::numbers::{KINDS, changes};
use crate::simulation::{Halts, MOST_STEPS};
use crate::tally::Tally;
use num_bigint::BigUint;
use rotor_certify::certify_walk;
use rotor_generate::{Dice, small_forest, small_graph};
use rotor_graph::{Exit, Instance, RotorWalk, StoppingGraph, VertexId, VertexMap, WalkClaim};

/// Certificates of all walks that end on a sink within `most` steps.
pub(crate) fn certificates(instance: &Instance, most: u64) -> Vec<WalkClaim> {
    let stopping = StoppingGraph::of(instance.graph());
    let certificate = |from| {
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), from);
        let mut counts = VertexMap::filled(instance.graph().vertex_count(), 0);
        walk.run_counting(most, &mut counts);
        let departures = VertexMap::from_vec(counts.as_slice().iter().map(|&n| n.into()).collect());
        let steps = Some(walk.steps().into());
        let exit = walk.particle();
        instance.graph().is_sink(exit).then_some(WalkClaim { from, exit, departures, steps })
    };
    instance.graph().vertices().filter_map(certificate).collect()
}

/// The verdict by simulation: the departures are a flow to the exit, the walk goes there, and steps are the true ones.
fn deserves(halts: &Halts<'_>, claim: &WalkClaim) -> bool {
    let vertices = halts.instance.graph().vertex_count();
    if claim.from.index() >= vertices || claim.exit.index() >= vertices {
        return false;
    }
    if !halts.is_flow(claim.from, &claim.departures, |v| v == claim.exit) {
        return false;
    }
    let (end, departures) = halts.walk(claim.from).expect("a switching flow proves that the walk ends");
    let same_run = claim.departures == departures;
    let is_sum = |steps: &BigUint| *steps == departures.as_slice().iter().sum();
    end == claim.exit && claim.steps.as_ref().is_none_or(|steps| same_run && is_sum(steps))
}

pub(crate) fn mutants(instance: &Instance, claim: &WalkClaim) -> Vec<(String, WalkClaim)> {
    let mut mutants = Vec::new();
    for (kind, departures) in changes(instance, "departures", &claim.departures) {
        let sum = departures.as_slice().iter().sum::<BigUint>();
        for steps in [None, claim.steps.clone(), Some(sum)] {
            mutants
                .push((kind.clone(), WalkClaim { departures: departures.clone(), steps, ..claim.clone() }));
        }
    }
    // One vertex more than there are.
    for v in (0..=instance.graph().vertex_count() as u32).map(VertexId::new) {
        for steps in [None, claim.steps.clone()] {
            if v != claim.from {
                mutants.push(("from".into(), WalkClaim { from: v, steps: steps.clone(), ..claim.clone() }));
            }
            if v != claim.exit {
                mutants.push(("exit".into(), WalkClaim { exit: v, steps, ..claim.clone() }));
            }
        }
    }
    let steps = claim.steps.clone().unwrap();
    for wrong in [&steps + 1u32, &steps * 2u32 + 3u32, &steps / 2u32] {
        if wrong != steps {
            mutants.push(("steps".into(), WalkClaim { steps: Some(wrong), ..claim.clone() }));
        }
    }
    mutants
}

#[test]
fn a_walk_claim_is_certified_exactly_if_simulation_agrees() {
    let mut dice = Dice::new(20_170);
    let (mut tally, mut certified) = (Tally::default(), 0);
    for round in 0..1_200 {
        let instance = if round % 2 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
        let halts = Halts::of(&instance, &[]).unwrap();
        for claim in certificates(&instance, 300) {
            certify_walk(&instance, claim.clone()).unwrap_or_else(|e| panic!("{e}\n{instance}\n{claim:?}"));
            certified += 1;
            for (kind, mutant) in mutants(&instance, &claim) {
                let deserved = deserves(&halts, &mutant);
                let accepted = certify_walk(&instance, mutant.clone()).is_ok();
                tally.note(kind, accepted, deserved, || format!("{instance}\n{mutant:?}"));
            }
        }
    }
    println!("{certified} certificates");
    assert!(certified > 4_000);
    tally.assert_refuted(KINDS + 3, 1_000);
    tally.assert_survivors_only_of(&["departures * 2", "departures + 1", "departures + d"]);
}

#[test]
fn extra_circulation_proves_the_exit_but_not_the_steps() {
    let mut dice = Dice::new(2_017);
    let mut circulations = 0;
    for _ in 0..1_500 {
        let instance = small_graph(&mut dice);
        let halts = Halts::of(&instance, &[]).unwrap();
        for claim in certificates(&instance, MOST_STEPS) {
            // The next arcs of all vertices after the walk: a cycle of them is a circulation.
            let next = |v: VertexId| {
                let left = claim.departures[v].iter_u64_digits().next().unwrap_or(0);
                halts.is_active(v).then(|| halts.head(v, left))
            };
            for start in halts.active() {
                let mut cycle = vec![start];
                while let Some(v) = cycle.last().and_then(|&v| next(v)).filter(|v| !cycle.contains(v)) {
                    cycle.push(v);
                }
                if cycle.last().and_then(|&v| next(v)) != Some(start) {
                    continue;
                }
                let mut more = WalkClaim { steps: None, ..claim.clone() };
                cycle.iter().for_each(|&v| more.departures[v] += 1u32);
                let certified =
                    certify_walk(&instance, more.clone()).expect("a switching flow proves its exit");
                assert_eq!(halts.exit_at[certified.get().exit], Some(Exit::Sink(claim.exit)));
                let sum = more.departures.as_slice().iter().sum();
                for steps in [claim.steps.clone(), Some(sum)] {
                    let refutation =
                        certify_walk(&instance, WalkClaim { steps, ..more.clone() }).unwrap_err();
                    assert!(refutation.equation.contains("cycle of last arcs"), "{refutation}");
                    assert!(refutation.vertex.is_some_and(|v| cycle.contains(&v)), "{refutation}");
                    assert_eq!(refutation.left, cycle.len().to_string(), "{refutation}");
                }
                circulations += 1;
            }
        }
    }
    println!("{circulations} circulations");
    assert!(circulations > 1_000);
}
