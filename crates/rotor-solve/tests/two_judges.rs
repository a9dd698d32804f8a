//! Two judges: `rotor-certify` and the one extracted from the proofs say the same about return flows of blocks.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

#[path = "../../rotor-certify/tests/extracted_judge/mod.rs"]
mod extracted_judge;

use extracted_judge::{Comparison, mutants};
use rotor_format::certificate;
use rotor_generate::{Dice, small_blocks, small_graph};
use rotor_graph::{Claim, Count, StoppingGraph};
use rotor_solve::Unlimited;
use rotor_solve::general::proved_block_flows;

#[test]
fn the_extracted_judge_agrees_about_blocks() {
    let Some(mut comparison) = Comparison::new() else { return };
    let mut dice = Dice::new(2_028);
    let (mut large, mut trapped, mut infinite) = (0, 0, 0);
    for index in 0..400 {
        let instance = match index % 3 {
            0 => small_blocks(&mut dice, 4, 0.0),
            1 => small_blocks(&mut dice, 4, 0.4),
            _ => small_graph(&mut dice),
        };
        let stopping = StoppingGraph::of(instance.graph());
        let mut claim = proved_block_flows(&stopping, instance.rotors(), &mut Unlimited).unwrap();
        large += u32::from(claim.blocks.iter().any(|block| block.len() > 2));
        trapped += u32::from(!claim.traps.is_empty());
        infinite += claim.returns.iter().filter(|row| row.flow == Count::Infinite).count();
        let text = certificate::write(&instance, &Claim::Blocks(claim.clone()));
        comparison.ask_texts(&instance, mutants(&text).into_iter().chain([text]));
        // A vertex that moves from one block to another, and blocks that become one.
        if claim.blocks.len() > 1 {
            let merged = claim.blocks.remove(1);
            claim.blocks[0].extend(merged);
            comparison.ask_texts(&instance, [certificate::write(&instance, &Claim::Blocks(claim))]);
        }
    }
    assert!(large > 200 && trapped > 30 && infinite > 100, "{large} {trapped} {infinite}");
    let tally = comparison.agree();
    assert_eq!(tally.len(), 2, "accepted and refused: {tally:?}");
    assert!(tally.values().all(|&count| count > 50), "{tally:?}");
}
