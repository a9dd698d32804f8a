//! Values from every start at once against one start at a time.

use crate::draw::games;
use rotor_generate::{Dice, small_game};
use rotor_graph::{Instance, StoppingGraph, StrategySet, TreeLike, Value, VertexMap, parse};
use rotor_solve::game::{
    GameTree, Threshold, binary_game_from_all, binary_game_from_all_exactly, values_of_all_starts,
    values_one_by_one,
};
use rotor_solve::{Budget, Operations, OutOfBudget, Unlimited};
use std::collections::BTreeSet;

#[test]
fn the_values_of_all_starts_are_those_of_each() {
    let mut dice = Dice::new(56);
    for _ in 0..games(25_000) {
        let instance = small_game(&mut dice);
        let endless = Value::from(dice.below(7)) - 3;
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).unwrap();
        for set in StrategySet::ALL {
            let at_once = values_of_all_starts(&instance, &tree, set, endless, &mut Unlimited).unwrap();
            let one_by_one = values_one_by_one(&instance, &stopping, set, endless, &mut Unlimited).unwrap();
            assert_eq!(at_once, one_by_one.unwrap(), "{set:?} {endless}\n{instance}");
        }
    }
}

/// Counts payments: a binary game from all starts in machine words pays once.
struct Payments(usize);

impl Budget for Payments {
    fn spend(&mut self, _: u64) -> Result<(), OutOfBudget> {
        self.0 += 1;
        Ok(())
    }

    fn check(&mut self) -> Result<(), OutOfBudget> {
        Ok(())
    }
}

fn values_and_games(instance: &Instance) -> (VertexMap<Value>, usize) {
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let mut games = Payments(0);
    let values = values_of_all_starts(instance, &tree, StrategySet::Start, 0, &mut games).unwrap();
    (values, games.0)
}

#[test]
fn all_starts_take_fewer_binary_games_than_there_are_values() {
    let mut dice = Dice::new(57);
    let mut most = 0;
    for _ in 0..games(25_000) {
        let instance = small_game(&mut dice);
        let graph = instance.graph();
        let sinks = graph.vertices().filter(|&u| graph.is_sink(u)).map(|u| instance.value(u));
        // A trap is worth 0.
        let values: BTreeSet<_> = sinks.chain([0]).collect();
        let (_, played) = values_and_games(&instance);
        assert!(played < values.len(), "{played} of {values:?}\n{instance}");
        most = most.max(played);
    }
    assert!(most > 2, "some game has starts of several values, not only {most} thresholds");
}

#[test]
fn thresholds_that_separate_no_starts_are_not_played() {
    let sinks: String = (0..64).map(|worth| format!("sink s{worth} = {worth}\n")).collect();
    let heads: Vec<_> = (0..64).map(|worth| format!("s{worth}")).collect();
    let instance = parse(&format!("v: u\nmax u: {}\n{sinks}", heads.join(" "))).unwrap();
    let (values, played) = values_and_games(&instance);
    assert_eq!((values.as_slice()[..2].to_vec(), played), (vec![63, 63], 6));
}

#[test]
fn a_binary_game_from_all_starts_pays_for_both_sweeps() {
    let instance = parse("v: u^3 s\nmax u: v^2 t\nsink s\nsink t = 1").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let game = GameTree::new(&instance, &tree, 0);
    let sweeps = 2 * instance.graph().arc_count() as u64;
    for solve in [binary_game_from_all, binary_game_from_all_exactly] {
        let within =
            |most| solve(&game, StrategySet::Start, Threshold::AtLeast(1), &mut Operations(most)).is_ok();
        assert!(!within(sweeps - 1) && within(2 * sweeps));
    }
}
