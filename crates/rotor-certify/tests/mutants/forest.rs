//! Mutants of forest certificates.

use crate::exits;
use crate::numbers::{KINDS, changes};
use crate::simulation::{Halts, MOST_STEPS};
use crate::tally::Tally;
use num_traits::ToPrimitive;
use rotor_certify::certify_forest;
use rotor_generate::{Dice, small_forest, small_graph};
use rotor_graph::{ForestClaim, Instance, StoppingGraph, VertexId, VertexMap};

/// The end of the path along the rotors after `turns` from `v`, or a cycle if it is endless.
fn follow(halts: &Halts<'_>, turns: &VertexMap<u64>, v: VertexId) -> Result<VertexId, Vec<VertexId>> {
    let mut path = vec![v];
    loop {
        let last = path[path.len() - 1];
        if !halts.is_active(last) {
            return Ok(last);
        }
        let next = halts.head(last, turns[last]);
        if let Some(at) = path.iter().position(|&u| u == next) {
            return Err(path.split_off(at));
        }
        path.push(next);
    }
}

/// Pushes cycles until there are none. None if that takes too long.
pub(crate) fn certificate(halts: &Halts<'_>, traps: &[Vec<VertexId>]) -> Option<ForestClaim> {
    let mut turns = VertexMap::filled(halts.instance.graph().vertex_count(), 0u64);
    for _ in 0..MOST_STEPS {
        let ends: Result<Vec<_>, _> =
            halts.instance.graph().vertices().map(|v| follow(halts, &turns, v)).collect();
        match ends {
            Err(cycle) => cycle.iter().for_each(|&v| turns[v] += 1),
            Ok(ends) => {
                let exits = ends.iter().map(|&end| halts.exit_at[end].unwrap()).collect();
                let turns = turns.as_slice().iter().map(|&n| n.into()).collect();
                let (exits, turns) = (VertexMap::from_vec(exits), VertexMap::from_vec(turns));
                return Some(ForestClaim { traps: traps.to_vec(), exits, turns });
            }
        }
    }
    None
}

/// The verdict by simulation: the turns circulate, no cycle is left, and every walk ends where the claim says.
fn deserves(instance: &Instance, claim: &ForestClaim) -> bool {
    let Some(halts) = Halts::of(instance, &claim.traps) else { return false };
    let Some(entries) = halts.entries(&claim.turns) else { return false };
    if entries != claim.turns || claim.exits.len() != instance.graph().vertex_count() {
        return false;
    }
    let turns = VertexMap::from_vec(claim.turns.as_slice().iter().map(|n| n.to_u64().unwrap()).collect());
    let exits_as_claimed = |v| {
        let (end, _) =
            halts.walk(v).expect("a circulation without a cycle of rotors proves that every walk ends");
        halts.exit_at[end] == Some(claim.exits[v])
    };
    let acyclic = instance.graph().vertices().all(|v| follow(&halts, &turns, v).is_ok());
    acyclic && instance.graph().vertices().all(exits_as_claimed)
}

pub(crate) fn mutants(instance: &Instance, claim: &ForestClaim) -> Vec<(String, ForestClaim)> {
    let mut mutants = Vec::new();
    for (kind, turns) in changes(instance, "turns", &claim.turns) {
        mutants.push((kind, ForestClaim { turns, ..claim.clone() }));
    }
    for exits in exits::changes(instance, claim.traps.len(), &claim.exits) {
        mutants.push(("exit".into(), ForestClaim { exits, ..claim.clone() }));
    }
    for number in 0..claim.traps.len() {
        let mut mutant = claim.clone();
        mutant.traps.remove(number);
        mutants.push(("trap removed".into(), mutant));
    }
    mutants
}

#[test]
fn a_forest_claim_is_certified_exactly_if_simulation_agrees() {
    let mut dice = Dice::new(41);
    let (mut tally, mut certified) = (Tally::default(), 0);
    for round in 0..3_000 {
        let instance = if round % 2 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
        let traps = StoppingGraph::of(instance.graph()).traps().members().to_vec();
        let halts = Halts::of(&instance, &traps).unwrap();
        if instance.graph().vertices().any(|v| halts.walk(v).is_none()) {
            continue;
        }
        let Some(claim) = certificate(&halts, &traps) else { continue };
        certify_forest(&instance, claim.clone()).unwrap_or_else(|e| panic!("{e}\n{instance}\n{claim:?}"));
        certified += 1;
        for (kind, mutant) in mutants(&instance, &claim) {
            let deserved = deserves(&instance, &mutant);
            let accepted = certify_forest(&instance, mutant.clone()).is_ok();
            tally.note(kind, accepted, deserved, || format!("{instance}\n{mutant:?}"));
        }
    }
    println!("{certified} certificates");
    assert!(certified > 2_500);
    tally.assert_refuted(KINDS + 2, 500);
    // Whatever is left of a longer circulation would have to follow the turned rotors to an exit.
    tally.assert_survivors_only_of(&[]);
}
