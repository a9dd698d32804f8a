//! Two judges: this crate and the one extracted from the proofs say the same about games and all their mutants.

use crate::extracted_judge::Comparison;
use crate::mutants::mutants;
use crate::slow_tables::claim;
use rotor_generate::{Dice, small_game};
use rotor_graph::{Claim, StrategySet, VertexId};

#[test]
fn the_judge_extracted_from_the_proofs_agrees_about_games() {
    for (set, games) in [(StrategySet::Start, 60), (StrategySet::Order, 30), (StrategySet::Free, 60)] {
        let Some(mut comparison) = Comparison::new() else { return };
        let mut dice = Dice::new(2_027);
        for _ in 0..games {
            let instance = small_game(&mut dice);
            let from = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
            let endless = i64::from(dice.below(5)) - 2;
            let claim = claim(&instance, from, set, endless);
            let mutants = mutants(&instance, &claim).into_iter().map(|(_, mutant)| mutant);
            comparison.ask(&instance, mutants.chain([claim.clone()]).map(Claim::Game));
        }
        let tally = comparison.agree();
        let [accepted, refuted] = [true, false].map(|accepted| tally[&("game".to_owned(), accepted)]);
        assert!(accepted >= games && refuted > 1_000, "{tally:?}");
    }
}
