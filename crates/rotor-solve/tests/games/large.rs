//! Games too large for anything but sweeps.

use rotor_graph::{Player, StoppingGraph, Strategy, StrategySet, TreeLike, parse};
use rotor_solve::game::{GameTree, Threshold, binary_game, exit_of_play, solve_game, values_of_all_starts};
use rotor_solve::{Operations, OutOfBudget, Unlimited};
use std::fmt::Write;

#[test]
fn all_starts_of_a_large_star_cost_one_sweep() {
    // The hub leaves for good by a leaf that keeps the particle at once, won or lost; the other leaves come to it.
    let leaves = 60_000;
    for (owner, hub) in [("max", 1), ("min", 0)] {
        let mut text = format!("{owner} hub:");
        (0..leaves).for_each(|i| write!(text, " l{i}").unwrap());
        let row = |i: usize| ["one hub", "hub zero", "zero hub", "hub one"][i % 4];
        (0..leaves).for_each(|i| write!(text, "\nl{i}: {}", row(i)).unwrap());
        let instance = parse(&(text + "\nsink one = 1\nsink zero")).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).unwrap();
        let values = values_of_all_starts(&instance, &tree, StrategySet::Start, 0, &mut Unlimited).unwrap();
        let expected = |i: usize| [1, hub, 0, hub][i % 4];
        assert!((0..leaves).all(|i| values.as_slice()[i + 1] == expected(i)));
        assert_eq!(values.as_slice()[0], hub);
    }
}

#[test]
fn games_on_a_path_of_100_000_do_not_overflow_the_stack() {
    // On the simple path only the number of rotors towards each end counts: Max points at one, Min at the other.
    let n = 100_000;
    let mut text = String::new();
    for i in 0..n {
        let owner = ["", "max ", "min "][i % 3];
        let left = if i == 0 { "zero".to_owned() } else { format!("u{}", i - 1) };
        let right = if i == n - 1 { "two".to_owned() } else { format!("u{}", i + 1) };
        writeln!(text, "{owner}u{i}: {right} {left}").unwrap();
    }
    let instance = parse(&(text + "sink zero\nsink two = 2")).unwrap();
    let towards_two = (0..n).filter(|i| i % 3 < 2).count();
    for (first, value) in [(n - towards_two - 1, 0), (n - towards_two, 2)] {
        let from = instance.vertex(&format!("u{first}")).unwrap();
        let stopping = StoppingGraph::of(instance.graph()).reached_from(from);
        let tree = TreeLike::rooted_at(&stopping, from).unwrap();
        let rooted = tree.at_root(from).unwrap();
        let claim = solve_game(&instance, rooted, StrategySet::Start, 0, &mut Unlimited).unwrap();
        assert_eq!((claim.value, claim.at_least.0.len(), claim.max.decisions.len()), (value, n + 1, n / 3));
        let stopped = solve_game(&instance, rooted, StrategySet::Start, 0, &mut Operations(1_000));
        assert_eq!(stopped, Err(OutOfBudget::Operations));
    }
}

#[test]
fn a_binary_game_and_a_play_cost_one_sweep_of_vertices_and_arcs() {
    let n = 300;
    let mut text = String::new();
    for i in 0..n {
        let owner = ["", "max ", "min "][i % 3];
        let left = if i == 0 { "zero".to_owned() } else { format!("u{}", i - 1) };
        let right = if i == n - 1 { "one".to_owned() } else { format!("u{}", i + 1) };
        writeln!(text, "{owner}u{i}: {right} {left}").unwrap();
    }
    let instance = parse(&(text + "sink zero\nsink one = 1")).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let game = GameTree::new(&instance, &tree, 0);
    let none = |player| Strategy { player, decisions: Vec::new() };
    for (paid, is_enough) in [(3 * n, true), (3 * n - 1, false)] {
        let budget = || Operations(paid as u64);
        let threshold = Threshold::AtLeast(1);
        assert_eq!(binary_game(&game, StrategySet::Start, threshold, &mut budget()).is_ok(), is_enough);
        let played = exit_of_play(&game, &none(Player::Max), &none(Player::Min), &mut budget());
        assert_eq!(played.is_ok(), is_enough);
    }
}
