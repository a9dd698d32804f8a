//! Values from every start at once against one start at a time.

use crate::draw::games;
use rotor_generate::{Dice, small_game};
use rotor_graph::{StoppingGraph, StrategySet, TreeLike, Value};
use rotor_solve::Unlimited;
use rotor_solve::game::{values_of_all_starts, values_one_by_one};

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
