//! The fast exits and flows against the complete destination algorithm.

use crate::brute_force::instances;
use num_traits::ToPrimitive;
use rotor_generate::{Dice, Kinds, generate, small_forest, small_graph};
use rotor_graph::{Count, Instance, StoppingGraph, TreeLike};
use rotor_solve::Unlimited;
use rotor_solve::tree::{
    CompleteDestination, FastFlows, FlowColumns, NotFast, complete_destination, fast_exits, fast_flows,
};

/// What became of an instance.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    Solved { traps: bool },
    NotTreeLike,
    TooLarge,
}

fn agree(instance: &Instance) -> Found {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let stopping = StoppingGraph::of(graph);
    let flows = fast_flows(graph, rotors);
    let Ok(tree) = TreeLike::of(&stopping) else {
        assert_eq!(fast_exits(graph, rotors), Err(NotFast::NotTreeLike), "{instance}");
        assert_eq!(flows, Err(NotFast::NotTreeLike), "{instance}");
        return Found::NotTreeLike;
    };
    let complete = complete_destination(&tree, rotors, &mut Unlimited).unwrap();
    match fast_exits(graph, rotors) {
        Ok(exits) => {
            assert_eq!(exits.pattern(), complete.forest.exit_pattern(&stopping), "{instance}");
            assert_eq!(exits.traps(), stopping.traps().members(), "{instance}");
            if let Ok(FastFlows { exits: again, flows }) = flows {
                assert_eq!(again, exits);
                same_flows(instance, &flows, &complete);
            }
            Found::Solved { traps: !stopping.traps().is_empty() }
        }
        Err(NotFast::TooLarge) => {
            assert_eq!(flows, Err(NotFast::TooLarge));
            Found::TooLarge
        }
        Err(NotFast::NotTreeLike) => panic!("a forest:\n{instance}"),
    }
}

fn same_flows(instance: &Instance, flows: &FlowColumns, complete: &CompleteDestination) {
    let code = |flow: &Count| match flow {
        Count::Finite(number) => number.to_big().to_u64().unwrap(),
        Count::Infinite => FlowColumns::INFINITE,
    };
    for u in instance.graph().vertices() {
        let fast = flows.row(u).map(|at| (flows.heads[at], flows.codes[at]));
        let slow = complete.flows.of(u).map(|(v, flow)| (v, code(&flow.to_count())));
        assert!(fast.eq(slow), "flows of {}:\n{instance}", instance.name(u));
    }
}

#[test]
fn fast_exits_and_flows_are_those_of_the_complete_destination_algorithm() {
    let mut dice = Dice::new(10);
    let mut kinds = Kinds::default();
    let [mut solved, mut cyclic, mut trapped] = [0; 3];
    for index in 0..instances(100_000) {
        let instance = if index % 5 == 0 { small_graph(&mut dice) } else { small_forest(&mut dice) };
        kinds.see(&instance);
        match agree(&instance) {
            Found::Solved { traps } => {
                solved += 1;
                trapped += u32::from(traps);
            }
            Found::NotTreeLike => cyclic += 1,
            Found::TooLarge => panic!("small instances have small flows:\n{instance}"),
        }
    }
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    assert!(
        solved > 80_000 && cyclic > 1_000 && trapped > 5_000,
        "{solved} solved, {trapped} of them with traps, {cyclic} cyclic"
    );
}

#[test]
fn fast_exits_of_larger_trees_of_all_shapes() {
    let [mut solved, mut large] = [0; 2];
    for seed in 0..40 {
        for family in
            ["tree", "binary-tree", "caterpillar", "star", "path-tree", "broom", "path", "multipath"]
        {
            let mut given = vec![("n".to_owned(), "300".to_owned())];
            if !["path", "multipath"].contains(&family) {
                for (name, text) in [
                    ("parallel", "4"),
                    ("one-way", "0.2"),
                    ("loops", "0.1"),
                    ("inner-sinks", "0.1"),
                    ("traps", "0.02"),
                ] {
                    given.push((name.to_owned(), text.to_owned()));
                }
            }
            let instance = generate(family, &given.into_iter().collect(), seed).unwrap();
            match agree(&instance) {
                Found::Solved { .. } => solved += 1,
                Found::TooLarge => large += 1,
                Found::NotTreeLike => panic!("a tree:\n{instance}"),
            }
        }
    }
    assert!(solved > 0 && large > 0, "{solved} solved, {large} beyond a machine word");
}
