//! One start in machine words against the exact run profile, its slow twin.

use crate::brute_force::instances;
use num_bigint::BigUint;
use rotor_generate::{Dice, Kinds, Shape, Tree, draw, small_forest, small_graph};
use rotor_graph::{Claim, Classified, Instance, Rooted, StoppingGraph, VertexId, parse};
use rotor_solve::tree::{NotFast, exit_on_tree, fast_exit_within, run_profile};
use rotor_solve::{Operations, OutOfBudget, RunProfile, Unlimited};

/// The exact run from `from`, if what it reaches is a tree.
fn exact(stopping: &StoppingGraph<'_>, instance: &Instance, from: VertexId) -> Option<RunProfile> {
    let reached = stopping.reached_from(from);
    let piece = Rooted::at(&reached, from);
    let tree = piece.seen_as(Classified::tree_like)?;
    Some(run_profile(tree, instance.rotors(), &mut Unlimited).unwrap())
}

/// F8: one start has a fast way, and it is the same run, in the same class of graphs with the same traps.
#[test]
fn the_fast_run_is_the_exact_run_on_every_small_forest() {
    let (mut dice, mut kinds) = (Dice::new(81), Kinds::default());
    let (mut at_rest, mut trapped, mut cut, mut not_trees) = (0, 0, 0, 0);
    for index in 0..instances(4_000) {
        let instance = if index % 5 == 0 { small_graph(&mut dice) } else { small_forest(&mut dice) };
        kinds.see(&instance);
        let (graph, rotors) = (instance.graph(), instance.rotors());
        let stopping = StoppingGraph::of(graph);
        let whole = Classified::of(&stopping);
        for from in graph.vertices() {
            let found = match (fast_exit_within(graph, rotors, from, &mut Unlimited), whole.tree_like()) {
                (Ok(found), Some(_)) => found,
                (found, tree) => {
                    assert!(found == Err(NotFast::NotTreeLike) && tree.is_none(), "{found:?}\n{instance}");
                    not_trees += 1;
                    continue;
                }
            };
            let slow = exact(&stopping, &instance, from).unwrap();
            assert_eq!(found.profile, slow, "from {}\n{instance}", instance.name(from));
            assert_eq!((found.class, &found.traps[..]), (whole.class(), stopping.traps().members()));
            let claim = found.into_claim();
            assert_eq!(claim, slow.into_claim(&stopping), "{instance}");
            at_rest += u32::from(!stopping.is_active(from));
            trapped += u32::from(matches!(claim, Claim::Trap(_)));
            cut += u32::from(!stopping.traps().is_empty());
        }
    }
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    assert!([at_rest, trapped, cut, not_trees].iter().all(|&seen| seen > 100), "{at_rest} {trapped} {cut}");
}

#[test]
fn the_fast_run_is_the_exact_run_on_larger_trees_of_all_shapes() {
    let mut dice = Dice::new(82);
    for shape in [Shape::Random, Shape::Binary, Shape::Star, Shape::Caterpillar, Shape::Path] {
        for parallel in [1, 4] {
            let plain = Tree { n: 400, parallel, leaf_sinks: 0.5, random_rotors: true, ..Tree::plain(shape) };
            let nasty = Tree { one_way: 0.1, loops: 0.2, inner_sinks: 0.05, traps: 0.02, ..plain };
            for tree in [plain, nasty] {
                let instance = tree.build(&mut dice).unwrap();
                let stopping = StoppingGraph::of(instance.graph());
                for _ in 0..20 {
                    let from = VertexId::new(dice.below(400));
                    let slow = exact(&stopping, &instance, from).unwrap();
                    match fast_exit_within(instance.graph(), instance.rotors(), from, &mut Unlimited) {
                        Ok(found) => assert_eq!(found.profile, slow, "{shape:?} {parallel} {from:?}"),
                        Err(reason) => assert_eq!(reason, NotFast::TooLarge),
                    }
                    let reached = stopping.reached_from(from);
                    let piece = Rooted::at(&reached, from);
                    let tree = piece.seen_as(Classified::tree_like).unwrap();
                    let found = exit_on_tree(tree, instance.rotors(), &mut Unlimited).unwrap();
                    assert_eq!(found, slow, "{shape:?} {parallel} {from:?}");
                }
            }
        }
    }
}

#[test]
fn counts_beyond_a_word_are_spilled_where_all_flows_fit() {
    // Every level of the branch below `a` is entered a thousand times as often as the one above, and always sends the
    // particle back.
    let mut text = "u: a^1000 s\na: u b0^1000\nsink s\nstart u\n".to_owned();
    for level in 0..12 {
        let above = if level == 0 { "a".to_owned() } else { format!("b{}", level - 1) };
        text += &format!("b{level}: {above} b{}^1000\n", level + 1);
    }
    text += "b12: b11 b12\n";
    let instance = parse(&text).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let from = instance.start().unwrap();
    let found = fast_exit_within(instance.graph(), instance.rotors(), from, &mut Unlimited).unwrap();
    assert_eq!(found.profile, exact(&stopping, &instance, from).unwrap());
    assert!(found.profile.steps() > BigUint::from(1u32) << 100);
}

#[test]
fn flows_beyond_a_word_are_left_to_the_exact_run() {
    let path = draw("two-sided", &[("n", 400)], &mut Dice::new(83)).unwrap();
    let (graph, rotors, from) = (path.graph(), path.rotors(), path.start().unwrap());
    assert_eq!(fast_exit_within(graph, rotors, from, &mut Unlimited), Err(NotFast::TooLarge));
    let stopping = StoppingGraph::of(graph);
    let piece = Rooted::at(&stopping, from);
    let tree = piece.seen_as(Classified::tree_like).unwrap();
    let found = exit_on_tree(tree, rotors, &mut Unlimited).unwrap();
    assert_eq!(found, exact(&stopping, &path, from).unwrap());
    assert_eq!(exit_on_tree(tree, rotors, &mut Operations(10)), Err(OutOfBudget::Operations));
}
