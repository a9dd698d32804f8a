//! Two judges: this crate and the one extracted from the proofs say the same about true certificates and all mutants.

use crate::extracted_judge::Comparison;
use crate::simulation::Halts;
use crate::{flows, forest, route, trap, walk};
use rotor_generate::{Dice, small_forest, small_graph};
use rotor_graph::{Claim, Instance, StoppingGraph};

/// True claims of every kind about `instance`, each with all its mutants.
fn claims(instance: &Instance, dice: &mut Dice) -> Vec<Claim> {
    let mut claims = Vec::new();
    for claim in walk::certificates(instance, 300) {
        claims.extend(walk::mutants(instance, &claim).into_iter().map(|(_, mutant)| Claim::Walk(mutant)));
        claims.push(Claim::Walk(claim));
    }
    for claim in trap::certificates(instance, 300) {
        claims.extend(trap::mutants(instance, &claim).into_iter().map(|(_, mutant)| Claim::Trap(mutant)));
        claims.push(Claim::Trap(claim));
    }
    if let Some(claim) = route::certificate(instance, dice) {
        claims.extend(route::mutants(instance, &claim).into_iter().map(|(_, mutant)| Claim::Route(mutant)));
        claims.push(Claim::Route(claim));
    }
    let traps = StoppingGraph::of(instance.graph()).traps().members().to_vec();
    let halts = Halts::of(instance, &traps).unwrap();
    if let Some(claim) = forest::certificate(&halts, &traps) {
        claims.extend(forest::mutants(instance, &claim).into_iter().map(|(_, mutant)| Claim::Forest(mutant)));
        claims.push(Claim::Forest(claim));
    }
    if let Some(claim) = flows::table(&halts, &traps) {
        let mutants = flows::mutants_of_rows(instance, &claim).into_iter();
        let mutants = mutants.chain(flows::mutants_of_traps(instance, &claim));
        claims.extend(mutants.map(|(_, mutant)| Claim::Flows(mutant)));
        claims.push(Claim::Flows(claim));
    }
    claims
}

#[test]
fn the_extracted_judge_agrees_about_walks_routes_and_exits() {
    let Some(mut comparison) = Comparison::new() else { return };
    let mut dice = Dice::new(2_026);
    for round in 0..60 {
        let instance = if round % 2 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
        let claims = claims(&instance, &mut dice);
        comparison.ask(&instance, claims);
    }
    let tally = comparison.agree();
    assert_eq!(tally.len(), 10, "every kind is accepted and refused: {tally:?}");
    assert!(tally.values().all(|&count| count > 20), "{tally:?}");
    assert!(tally.values().sum::<u32>() > 30_000, "{tally:?}");
}
