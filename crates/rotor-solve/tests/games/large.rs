//! Games too large for anything but sweeps.

use rotor_graph::{StoppingGraph, StrategySet, TreeLike, parse};
use rotor_solve::game::{solve_game, values_of_all_starts};
use rotor_solve::{Operations, OutOfBudget, Unlimited};
use std::fmt::Write;

#[test]
fn all_starts_of_a_large_star_cost_a_sweep_and_not_a_sweep_a_leaf() {
    // A wheel whose hub Max owns: every second leaf is won.
    let leaves = 60_000;
    let mut text = String::from("max hub:");
    (0..leaves).for_each(|i| write!(text, " l{i}").unwrap());
    (0..leaves)
        .for_each(|i| write!(text, "\nl{i}: hub {}", if i % 2 == 0 { "one" } else { "zero" }).unwrap());
    let instance = parse(&(text + "\nsink one = 1\nsink zero")).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let values = values_of_all_starts(&instance, &tree, StrategySet::Start, 0, &mut Unlimited).unwrap();
    assert!((0..=leaves).all(|u| values.as_slice()[u] == 1), "the hub and all leaves lead where Max wants");
}

#[test]
fn a_game_on_a_path_of_a_hundred_thousand_vertices_does_not_overflow_the_stack() {
    let n = 100_000;
    let mut text = String::new();
    for i in 0..n {
        let owner = ["", "max ", "min "][i % 3];
        let left = if i == 0 { "zero".to_owned() } else { format!("u{}", i - 1) };
        let right = if i == n - 1 { "two".to_owned() } else { format!("u{}", i + 1) };
        writeln!(text, "{owner}u{i}: {left} {right}").unwrap();
    }
    let instance = parse(&format!("{text}sink zero\nsink two = 2\nstart u{}", n / 2)).unwrap();
    let from = instance.start().unwrap();
    let stopping = StoppingGraph::of(instance.graph()).reached_from(from);
    let tree = TreeLike::rooted_at(&stopping, from).unwrap();
    let solve = |budget| solve_game(&instance, &tree, from, StrategySet::Start, 0, budget);
    let claim = solve(&mut Unlimited).unwrap();
    assert_eq!((claim.at_least.0.len(), claim.max.decisions.len()), (n + 1, n / 3));
    assert!(claim.value == 0 || claim.value == 2);
    assert_eq!(solve(&mut Operations(1_000)), Err(OutOfBudget::Operations));
}
