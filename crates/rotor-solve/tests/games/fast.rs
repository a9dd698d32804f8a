//! The fast sweeps against the exact ones: the same winners, the same decisions, the same pairs.

use crate::draw::{Seen, draw, games};
use rotor_generate::{Decoration, Dice, generate, small_graph};
use rotor_graph::{
    Decision, Instance, Player, StoppingGraph, Strategy, StrategySet, TreeLike, Value, VertexId, parse,
};
use rotor_solve::Unlimited;
use rotor_solve::game::{
    GameTree, NotFast, Threshold, binary_game, binary_game_exactly, binary_game_from_all,
    binary_game_from_all_exactly, exit_of_play, exit_of_play_exactly, fast_binary_value, fast_binary_values,
};

const START: StrategySet = StrategySet::Start;

/// From one start, on the tree that it reaches; whether Max wins, if the start is active.
fn agree_from(instance: &Instance, from: VertexId, endless: Value, threshold: Threshold) -> Option<bool> {
    let whole = StoppingGraph::of(instance.graph());
    let stopping = whole.reached_from(from);
    let tree = TreeLike::rooted_at(&stopping, from).unwrap();
    let game = GameTree::new(instance, &tree, endless);
    let fast = binary_game(&game, START, threshold, &mut Unlimited).unwrap();
    let exact = binary_game_exactly(&game, START, threshold, &mut Unlimited).unwrap();
    let context = || format!("from {} {threshold:?} endless {endless}\n{instance}", instance.name(from));
    assert_eq!(fast.wins, exact.wins, "{}", context());
    assert_eq!(fast.decisions, exact.decisions, "{}", context());
    assert_eq!(fast.table(&game), exact.table(&game), "{}", context());
    match fast_binary_value(instance, from, threshold) {
        Ok(wins) => {
            let at_once = threshold.wins(instance.value(from));
            assert_eq!(wins, if stopping.is_active(from) { exact.wins } else { at_once }, "{}", context());
        }
        Err(reason) => assert!(reason == NotFast::TooLarge || !whole.traps().is_empty(), "{}", context()),
    }
    stopping.is_active(from).then_some(exact.wins)
}

/// Any play from one start.
fn agree_on_a_play(instance: &Instance, from: VertexId, endless: Value, dice: &mut Dice) {
    let stopping = StoppingGraph::of(instance.graph()).reached_from(from);
    let tree = TreeLike::rooted_at(&stopping, from).unwrap();
    let game = GameTree::new(instance, &tree, endless);
    let [max, min] = [Player::Max, Player::Min].map(|player| {
        let mut strategy = Strategy::recorded(instance, player, START);
        for (u, decision) in &mut strategy.decisions {
            let arcs: Vec<_> = instance.graph().out_arcs(*u).collect();
            *decision = Decision::Start(*dice.pick(&arcs).unwrap());
        }
        strategy
    });
    let fast = exit_of_play(&game, &max, &min, &mut Unlimited).unwrap();
    let exact = exit_of_play_exactly(&game, &max, &min, &mut Unlimited).unwrap();
    assert_eq!(fast, exact, "from {} {max:?} {min:?}\n{instance}", instance.name(from));
}

/// From everywhere, on the whole forest.
fn agree_from_all(instance: &Instance, endless: Value, threshold: Threshold) {
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let game = GameTree::new(instance, &tree, endless);
    let fast = binary_game_from_all(&game, START, threshold, &mut Unlimited).unwrap();
    let exact = binary_game_from_all_exactly(&game, START, threshold, &mut Unlimited).unwrap();
    assert_eq!(fast, exact, "{threshold:?} endless {endless}\n{instance}");
    match fast_binary_values(instance, threshold) {
        Ok(wins) => assert_eq!(wins, exact, "bare {threshold:?}\n{instance}"),
        Err(reason) => assert!(reason == NotFast::TooLarge || !stopping.traps().is_empty(), "{instance}"),
    }
}

#[test]
fn fast_sweeps_find_what_exact_sweeps_find_in_every_small_game() {
    let mut dice = Dice::new(61);
    let mut seen = Seen::default();
    for _ in 0..games(100_000) {
        let (instance, from, endless) = draw(&mut dice);
        let value = Value::from(dice.below(9)) - 4;
        let threshold = if dice.chance(0.5) { Threshold::AtLeast(value) } else { Threshold::MoreThan(value) };
        let wins = agree_from(&instance, from, endless, threshold);
        agree_from_all(&instance, endless, threshold);
        agree_on_a_play(&instance, from, endless, &mut dice);
        seen.see(&instance, from, endless, true);
        seen.count("won", wins == Some(true));
        seen.count("lost", wins == Some(false));
        seen.count("solved bare", fast_binary_values(&instance, threshold).is_ok());
        seen.count("handed back", fast_binary_values(&instance, threshold) == Err(NotFast::Traps));
    }
    seen.assert_complete();
}

#[test]
fn a_bare_instance_is_solved_only_if_it_is_a_forest() {
    let mut dice = Dice::new(62);
    let (mut cyclic, mut solved) = (0, 0);
    for _ in 0..games(20_000) {
        let instance = small_graph(&mut dice);
        let stopping = StoppingGraph::of(instance.graph());
        let is_forest = TreeLike::of(&stopping).is_ok();
        match fast_binary_values(&instance, Threshold::AtLeast(0)) {
            Ok(_) => {
                assert!(is_forest && stopping.traps().is_empty(), "{instance}");
                solved += 1;
            }
            // A cycle that runs through a trap is one before traps are cut.
            Err(NotFast::NotTreeLike) => {
                assert!(!is_forest || !stopping.traps().is_empty(), "{instance}");
                cyclic += 1;
            }
            Err(NotFast::Traps) => assert!(!stopping.traps().is_empty(), "{instance}"),
            Err(NotFast::TooLarge) => panic!("small instances have small flows:\n{instance}"),
        }
    }
    assert!(cyclic > 1_000 && solved > 100, "{cyclic} cyclic, {solved} solved");
}

#[test]
fn fast_sweeps_agree_with_exact_ones_on_larger_trees() {
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
            let players = Decoration { max: 0.4, min: 0.4, values: 0..=1 };
            let instance = players.apply(instance, &mut Dice::new(seed)).unwrap();
            let threshold = Threshold::AtLeast(1);
            for from in instance.graph().vertices().step_by(97) {
                agree_from(&instance, from, 0, threshold);
                agree_on_a_play(&instance, from, 0, &mut Dice::new(seed));
            }
            agree_from_all(&instance, 0, threshold);
            large += u32::from(fast_binary_values(&instance, threshold) == Err(NotFast::TooLarge));
        }
    }
    assert!(large > 0, "some flows are beyond a machine word");
}

#[test]
fn an_owner_is_seen_from_all_its_children_by_one_sweep() {
    // More children than are looked at one by one, with several arcs to each.
    let mut dice = Dice::new(63);
    for _ in 0..games(5_000) {
        let children = 7 + dice.below(6);
        let (mut arcs, mut rows) = (Vec::new(), String::new());
        for child in 0..children {
            arcs.extend(vec![format!("c{child}"); 1 + dice.below(3) as usize]);
            let mut row = vec!["hub"; 1 + dice.below(3) as usize];
            row.push(dice.pick(&["one", "zero", "one zero", "hub"]).unwrap());
            dice.shuffle(&mut row);
            let owner = dice.pick(&["", "max ", "min "]).unwrap();
            rows += &format!("{owner}c{child}: {}\n", row.join(" "));
        }
        let more: [&[&str]; 5] = [&[], &["one"], &["hub", "zero"], &["hub"], &["up", "up"]];
        arcs.extend(dice.pick(&more).unwrap().iter().map(|&head| head.to_owned()));
        dice.shuffle(&mut arcs);
        let owner = dice.pick(&["max", "min"]).unwrap();
        let text = format!("{owner} hub: {}\n{rows}up: hub one\nsink one = 1\nsink zero", arcs.join(" "));
        agree_from_all(&parse(&text).unwrap(), 0, Threshold::AtLeast(1));
    }
}
