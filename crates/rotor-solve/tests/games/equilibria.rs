//! Games in which players pick initial arcs or rotor orders: value and strategies against every pair of strategies.

use crate::arena::Arena;
use crate::draw::{Seen, claim, draw, games};
use rotor_generate::Dice;
use rotor_graph::{StoppingGraph, StrategySet, TreeLike, parse};
use rotor_solve::Unlimited;
use rotor_solve::game::{GameTree, integer_value};

fn agree(seed: u64, set: StrategySet, wanted: u64) {
    let mut dice = Dice::new(seed);
    let (mut seen, mut played) = (Seen::default(), 0);
    while played < wanted {
        let (instance, from, endless) = draw(&mut dice);
        let Some(arena) = Arena::play_all(&instance, from, set, endless, 30_000) else {
            continue;
        };
        let claim = claim(&instance, from, set, endless);
        let context = || format!("from {} endless {endless}\n{instance}", instance.name(from));
        assert_eq!(arena.bounds(), (claim.value, claim.value), "{}", context());
        assert_eq!(arena.secured_by(&claim.max), claim.value, "Max {}", context());
        assert_eq!(arena.held_by(&claim.min), claim.value, "Min {}", context());
        if !arena.has_stakes() && dice.chance(0.7) {
            continue; // Checked, but not worth counting.
        }
        seen.see(&instance, from, endless, arena.has_stakes());
        seen.count("ties", arena.has_ties());
        played += 1;
    }
    seen.assert_complete();
}

#[test]
fn the_two_strategies_are_an_equilibrium_in_every_small_game() {
    agree(51, StrategySet::Start, games(45_000));
}

#[test]
fn and_in_as_many_others() {
    agree(52, StrategySet::Start, games(45_000));
}

#[test]
fn the_two_orders_are_an_equilibrium_in_every_small_game() {
    agree(53, StrategySet::Order, games(20_000));
}

#[test]
fn where_nothing_is_played_the_value_is_that_of_endless_play() {
    let instance = parse("sink s = 3").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let found =
        integer_value(&GameTree::new(&instance, &tree, 7), StrategySet::Start, &mut Unlimited).unwrap();
    assert_eq!((found.value, found.binary_games), (7, 0));
}
