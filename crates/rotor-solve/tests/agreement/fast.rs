//! The fast exits against the complete destination algorithm.

use crate::brute_force::instances;
use rotor_generate::{Dice, Kinds, generate, small_forest, small_graph};
use rotor_graph::{Exit, Instance, StoppingGraph, TreeLike};
use rotor_solve::Unlimited;
use rotor_solve::tree::{FastExits, complete_destination, fast_exits};

fn agree(instance: &Instance) -> FastExits {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let stopping = StoppingGraph::of(graph);
    let fast = fast_exits(graph, rotors);
    let tree = TreeLike::of(&stopping);
    match (&fast, tree) {
        (FastExits::Exits(exits), Ok(tree)) => {
            assert!(stopping.traps().is_empty(), "{instance}");
            let complete = complete_destination(&tree, rotors, &mut Unlimited).unwrap();
            let slow = complete.forest.exit_pattern(&stopping);
            for (u, &exit) in exits.iter() {
                assert_eq!(Exit::Sink(exit), slow[u], "exit of {}:\n{instance}", instance.name(u));
            }
        }
        (FastExits::NotTreeLike, tree) => {
            // A cycle that runs through a trap is one before traps are cut.
            assert!(tree.is_err() || !stopping.traps().is_empty(), "{instance}");
        }
        (FastExits::Traps, _) => assert!(!stopping.traps().is_empty(), "{instance}"),
        (FastExits::TooLarge, _) => {}
        (FastExits::Exits(_), Err(_)) => panic!("no forest, but solved:\n{instance}"),
    }
    fast
}

#[test]
fn fast_exits_are_those_of_the_complete_destination_algorithm() {
    let mut dice = Dice::new(10);
    let mut kinds = Kinds::default();
    let [mut solved, mut cyclic, mut trapped] = [0; 3];
    for index in 0..instances(100_000) {
        let instance = if index % 5 == 0 { small_graph(&mut dice) } else { small_forest(&mut dice) };
        kinds.see(&instance);
        match agree(&instance) {
            FastExits::Exits(_) => solved += 1,
            FastExits::NotTreeLike => cyclic += 1,
            FastExits::Traps => trapped += 1,
            FastExits::TooLarge => panic!("small instances have small flows:\n{instance}"),
        }
    }
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    assert!(
        solved > 20_000 && cyclic > 1_000 && trapped > 5_000,
        "{solved} solved, {cyclic} cyclic, {trapped} trapped"
    );
}

#[test]
fn fast_exits_of_larger_trees_of_all_shapes() {
    let mut large = 0;
    for seed in 0..40 {
        for family in
            ["tree", "binary-tree", "caterpillar", "star", "path-tree", "broom", "path", "multipath"]
        {
            let mut given = vec![("n".to_owned(), "300".to_owned())];
            if !["path", "multipath"].contains(&family) {
                for (name, text) in
                    [("parallel", "4"), ("one-way", "0.2"), ("loops", "0.1"), ("inner-sinks", "0.1")]
                {
                    given.push((name.to_owned(), text.to_owned()));
                }
            }
            let instance = generate(family, &given.into_iter().collect(), seed).unwrap();
            large += u32::from(agree(&instance) == FastExits::TooLarge);
        }
    }
    assert!(large > 0, "some flows are beyond a machine word");
}
