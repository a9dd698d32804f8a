//! Games in which players pick every step: value and strategies against all states of the game.

use crate::draw::{Seen, claim, draw, games};
use crate::free_arena::FreeArena;
use rotor_generate::Dice;
use rotor_graph::{Decision, StoppingGraph, StrategySet};

const MOST_STATES: usize = 1_500;

#[test]
fn free_strategies_secure_the_value_in_every_small_game() {
    let mut dice = Dice::new(54);
    let (mut seen, mut played) = (Seen::default(), 0);
    while played < games(20_000) {
        let (instance, from, endless) = draw(&mut dice);
        let Some(arena) = FreeArena::explore(&instance, from, &[], MOST_STATES) else { continue };
        let claim = claim(&instance, from, StrategySet::Free, endless);
        let context = || format!("from {} endless {endless}\n{instance}", instance.name(from));
        assert_eq!(arena.value(endless), claim.value, "{}", context());
        let against =
            |strategy| FreeArena::explore(&instance, from, &[strategy], MOST_STATES).unwrap().value(endless);
        assert_eq!(against(&claim.max), claim.value, "Max {}", context());
        assert_eq!(against(&claim.min), claim.value, "Min {}", context());
        seen.see(&instance, from, endless, arena.has_choices());
        let decisions = || claim.max.decisions.iter().chain(&claim.min.decisions);
        seen.count("bounces", decisions().any(|(_, decision)| *decision == Decision::Bounce));
        let graph = instance.graph();
        let no_such_sink = graph.vertices().all(|u| instance.value(u) != endless || !graph.is_sink(u));
        let no_trap = graph.vertices().all(|u| StoppingGraph::of(graph).traps().trap_of(u).is_none());
        seen.count("endless play without a trap", claim.value == endless && no_such_sink && no_trap);
        played += 1;
    }
    seen.assert_complete();
}
