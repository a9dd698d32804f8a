//! The games of the figures, by exhaustive search, by forcing every strategy, and certified.

use crate::figure::{figure, vertex, with_rotors};
use arrival::{Question, solve};
use rotor_graph::{Exit, Instance, Owner, Player, StoppingGraph, Value, VertexMap};
use rotor_solve::Unlimited;
use rotor_solve::game::{GameValue, exhaustive_search};

fn game(instance: &Instance, from: &str) -> GameValue {
    let stopping = StoppingGraph::of(instance.graph());
    exhaustive_search(instance, &stopping, vertex(instance, from), 0, &mut Unlimited).unwrap()
}

/// `u -> v` for each choice of Max.
fn choices(instance: &Instance, value: &GameValue) -> Vec<String> {
    let arrow = |(u, a)| format!("{} -> {}", instance.name(u), instance.name(instance.graph().head(a)));
    value.max.starts().unwrap().iter().map(arrow).collect()
}

/// What the start is worth when the owned vertices are rotors at these positions.
fn played(instance: &Instance, from: &str, positions: &[(&str, u32)]) -> Value {
    let rotors = VertexMap::filled(instance.graph().vertex_count(), Owner::Rotor);
    let forced = with_rotors(instance, positions).with_owners(rotors).unwrap();
    let solution = solve(&forced, Question::From(vertex(&forced, from))).unwrap();
    match solution.exits().next().unwrap().exit {
        Exit::Sink(sink) => forced.value(sink),
        Exit::Trap(_) => 0,
    }
}

#[test]
fn the_best_strategy_of_the_simple_game_depends_on_the_start() {
    let instance = figure("fig-simple-strategy");
    for (from, choice) in [("u", "g -> u"), ("v", "g -> v")] {
        let found = game(&instance, from);
        assert_eq!(found.value(), Some(1), "{from}");
        assert_eq!(choices(&instance, &found), [choice]);
    }
    // top, v, bottom, u: each start is won by one choice only.
    assert_eq!([0, 1, 2, 3].map(|at| played(&instance, "u", &[("g", at)])), [0, 0, 0, 1]);
    assert_eq!([0, 1, 2, 3].map(|at| played(&instance, "v", &[("g", at)])), [0, 1, 0, 0]);
}

#[test]
fn the_one_player_game_is_worth_1_by_u2_to_u3_and_u4_to_u0() {
    let instance = figure("fig-one-player");
    let found = game(&instance, "u0");
    assert_eq!(found.value(), Some(1));
    assert_eq!(choices(&instance, &found), ["u2 -> u3", "u4 -> u0"]);
    assert_eq!(found.exit, Exit::Sink(vertex(&instance, "l")));
}

#[test]
fn e9_the_strategy_of_the_one_player_game_is_that_of_u2_and_u4() {
    let instance = figure("fig-one-player");
    let owned: Vec<_> = instance.owned_by(Player::Max).map(|u| instance.name(u)).collect();
    assert_eq!(owned, ["u2", "u4"]);
    // u2: u1 u3, u4: u5 g u0. Only the strategy of the figure wins.
    let mut won = Vec::new();
    for (u2, u4) in (0..2).flat_map(|u2| (0..3).map(move |u4| (u2, u4))) {
        if played(&instance, "u0", &[("u2", u2), ("u4", u4)]) == 1 {
            won.push((u2, u4));
        }
    }
    assert_eq!(won, [(1, 2)]);
    assert_eq!(instance.owner(vertex(&instance, "u6")), Owner::Rotor);
}

#[test]
fn e8_the_integer_game_is_worth_2_by_u_pointed_at_u0() {
    let instance = figure("fig-integer-game");
    let found = game(&instance, "u0");
    assert_eq!((found.value(), choices(&instance, &found)), (Some(2), vec!["u -> u0".to_owned()]));
    // one, u0, zero: u has no arc to the sink of value 2, and the direct ways are worth less.
    assert_eq!([0, 1, 2].map(|at| played(&instance, "u0", &[("u", at)])), [1, 2, 0]);
}

#[test]
fn the_general_graph_without_an_equilibrium_has_none() {
    let instance = figure("fig-no-equilibrium");
    let found = game(&instance, "Max");
    assert_eq!((found.value(), found.max_min, found.min_max), (None, 0, 1));
    let worth = |max, min| played(&instance, "Max", &[("Max", max), ("Min", min)]);
    let matrix = [0, 1].map(|max| [0, 1, 2].map(|min| worth(max, min)));
    assert!(matrix.iter().all(|row| row.contains(&0)), "whatever Max does, Min has an answer: {matrix:?}");
    assert!((0..3).all(|min| matrix.iter().any(|row| row[min] == 1)), "and the other way round: {matrix:?}");
}

#[test]
fn games_of_tree_like_figures_are_certified_from_all_starts() {
    let mut certified = 0;
    for name in ["fig-simple-strategy", "fig-one-player", "fig-integer-game"] {
        let instance = figure(name);
        let all = solve(&instance, Question::All).unwrap();
        assert_eq!((all.solver(), all.unchecked_because()), ("game", None), "{name}");
        for row in &all.game().unwrap().rows {
            let solution = solve(&instance, Question::From(row.from)).unwrap();
            assert_eq!((solution.solver(), solution.unchecked_because()), ("game", None), "{name}");
            assert_eq!(solution.game().unwrap().rows[0].value(), row.value(), "{name}");
            assert_eq!(game(&instance, instance.name(row.from)).value(), row.value(), "{name}");
            let certificate = solution.certificate().unwrap();
            assert!(arrival::verify(&instance, certificate.as_bytes()).is_ok(), "{name}");
            certified += 1;
        }
    }
    assert!(certified > 15, "{certified}");
    let general = figure("fig-no-equilibrium");
    let solution = solve(&general, Question::From(vertex(&general, "Max"))).unwrap();
    assert!(solution.unchecked_because().is_some() && solution.certificate().is_none());
}
