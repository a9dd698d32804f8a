//! Searches on any graph against tables of all plays, and the limits that they name.

use crate::arena::Arena;
use crate::draw::games;
use crate::exhaustive::{any_game, relative_of_the_figure};
use crate::free_arena::FreeArena;
use rotor_generate::Dice;
use rotor_graph::{
    Classified, Exit, Instance, Owner, Player, Rooted, StoppingGraph, StrategySet, Value, VertexId,
    VertexMap, parse,
};
use rotor_solve::game::{
    GameQuestion, exhaustive_search_of, free_search, mixed_equilibrium, mixed_value, one_player_search,
};
use rotor_solve::{Task, Unlimited, choose};

#[test]
fn deciding_on_the_way_finds_what_all_strategies_find() {
    let mut dice = Dice::new(31);
    let (mut played, mut orders, mut trapped, mut stakes) = (0, 0, 0, 0);
    while played < games(3_000) {
        let (instance, from, endless) = any_game(&mut dice);
        let graph = instance.graph();
        let player = if dice.chance(0.5) { Player::Max } else { Player::Min };
        let alone = |u| match instance.owner(u) {
            Owner::Player(_) => Owner::Player(player),
            Owner::Rotor => Owner::Rotor,
        };
        let owners = VertexMap::from_vec(graph.vertices().map(alone).collect());
        let instance = instance.clone().with_owners(owners).unwrap();
        let set = if dice.chance(0.5) { StrategySet::Start } else { StrategySet::Order };
        let Some(arena) = Arena::play_all(&instance, from, set, endless, 30_000) else { continue };
        let stopping = StoppingGraph::of(instance.graph());
        let found =
            one_player_search(&instance, &stopping, from, player, (set, endless), &mut Unlimited).unwrap();
        let (best, _) = arena.bounds();
        assert_eq!(found.value, best, "{set:?} {player:?} from {}\n{instance}", instance.name(from));
        let secured = if player == Player::Max {
            arena.secured_by(&found.strategy)
        } else {
            arena.held_by(&found.strategy)
        };
        assert_eq!(secured, best, "{:?}\n{instance}", found.strategy);
        played += 1;
        orders += u32::from(set == StrategySet::Order);
        trapped += u32::from(matches!(found.exit, Exit::Trap(_)));
        stakes += u32::from(arena.has_stakes());
    }
    assert!(orders > 500 && trapped > 20 && stakes > 50, "{orders} {trapped} {stakes}");
}

/// Figure `NoEquilibrium` itself, with sinks of random values.
fn the_figure_with_other_values(dice: &mut Dice) -> (Instance, VertexId, Value) {
    let instance = parse(include_str!("../../../../corpus/paper/fig-no-equilibrium.rotor")).unwrap();
    let graph = instance.graph();
    let worth = |u| if graph.is_sink(u) { Value::from(dice.below(9)) - 4 } else { 0 };
    let values = VertexMap::from_vec(graph.vertices().map(worth).collect());
    let from = instance.start().unwrap();
    (instance.clone().with_values(values).unwrap(), from, 0)
}

#[test]
fn order_pairs_and_mixed_values_are_those_of_all_plays() {
    let mut dice = Dice::new(32);
    let (mut played, mut mixed, mut orders) = (0, 0, 0);
    while played < games(1_500) {
        let draw = match dice.below(3) {
            0 => relative_of_the_figure,
            1 => the_figure_with_other_values,
            _ => any_game,
        };
        let (instance, from, endless) = draw(&mut dice);
        let set = if dice.chance(0.5) { StrategySet::Start } else { StrategySet::Order };
        let Some(arena) = Arena::play_all(&instance, from, set, endless, 60_000) else { continue };
        let stopping = StoppingGraph::of(instance.graph());
        let how = (set, endless);
        let found = exhaustive_search_of(&instance, &stopping, from, how, &mut Unlimited).unwrap();
        assert_eq!((found.max_min, found.min_max), arena.bounds(), "{set:?}\n{instance}");
        assert_eq!(arena.secured_by(&found.max), found.max_min, "{instance}");
        assert_eq!(arena.held_by(&found.min), found.min_max, "{instance}");
        played += 1;
        orders += u32::from(set == StrategySet::Order);
        if found.max_min == found.min_max {
            continue;
        }
        let Some(value) = mixed_value(&instance, &stopping, from, how, &mut Unlimited).unwrap() else {
            continue;
        };
        // The same from the whole table, in which strategies that come to the same stand apart.
        let whole = mixed_equilibrium(&arena.values);
        assert!(whole.holds_in(&arena.values));
        assert_eq!(whole.value, value, "{instance}");
        mixed += 1;
    }
    assert!(mixed > 100 && orders > 300, "{mixed} mixed values, {orders} with orders");
}

#[test]
fn players_of_every_step_get_the_value_of_the_state_game() {
    let mut dice = Dice::new(33);
    let (mut played, mut choices, mut general) = (0, 0, 0);
    while played < games(2_000) {
        let (instance, from, endless) = any_game(&mut dice);
        let Some(arena) = FreeArena::explore(&instance, from, &[], 3_000) else { continue };
        let stopping = StoppingGraph::of(instance.graph());
        let found = free_search(&instance, &stopping, from, endless, &mut Unlimited).unwrap();
        assert_eq!(found, arena.value(endless), "from {} endless {endless}\n{instance}", instance.name(from));
        played += 1;
        choices += u32::from(arena.has_choices());
        let whole = Classified::of(&stopping);
        if whole.tree_like().is_some() {
            // On trees the solver that needs no search agrees.
            let question =
                GameQuestion { instance: &instance, strategies: StrategySet::Free, endless_value: endless };
            let reached = stopping.reached_from(from);
            let piece = Rooted::at(&reached, from);
            let solver = choose(None, Task::Game, piece.class()).unwrap();
            let answer = solver.solve_game(&question, &piece, &mut Unlimited).unwrap();
            assert_eq!(answer.bounds.max_min, found, "{instance}");
        } else {
            general += 1;
        }
    }
    assert!(choices > 200 && general > 200, "{choices} with choices, {general} off trees");
}

#[test]
fn what_is_too_large_to_search_is_refused_with_its_size() {
    let refused = |text: &str, set| {
        let instance = parse(text).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let piece = Rooted::at(&stopping, instance.start().unwrap());
        let question = GameQuestion { instance: &instance, strategies: set, endless_value: 0 };
        let solver = choose(None, Task::Game, piece.class()).unwrap();
        solver.solve_game(&question, &piece, &mut Unlimited).unwrap_err().to_string()
    };
    let heads: Vec<String> = (0..12).map(|at| format!("s{at}")).collect();
    let sinks: String = heads.iter().map(|sink| format!("sink {sink}\n")).collect();
    let orders = format!("max a: b c {}\nb: c a\nc: a b\n{sinks}start a", heads.join(" "));
    assert_eq!(
        refused(&orders, StrategySet::Order),
        "a search takes at most 4194304 pairs of strategies, and this game has 8.718e10; a tree-like graph needs no search"
    );
    let rotors: String =
        (0..40).map(|at| format!("r{at}: r{} r{} a\n", (at + 1) % 40, (at + 2) % 40)).collect();
    let states = format!("max a: r0 s\n{rotors}sink s\nstart a");
    let words = refused(&states, StrategySet::Free);
    assert!(
        words.starts_with("a search takes at most 1048576 states, and this game has up to 5.106e20;"),
        "{words}"
    );
}
