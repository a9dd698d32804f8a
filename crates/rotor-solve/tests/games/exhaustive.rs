//! Exhaustive search, on any graph, against a table of all plays.

use crate::arena::Arena;
use crate::draw::games;
use rotor_generate::{Dice, small_graph};
use rotor_graph::{
    Exit, Instance, Owner, Player, StoppingGraph, StrategySet, Value, VertexId, VertexMap, parse,
};
use rotor_solve::game::exhaustive_search;
use rotor_solve::{Operations, OutOfBudget, Unlimited};

/// A random graph of any class with up to four owned vertices, and values at its sinks.
pub(crate) fn any_game(dice: &mut Dice) -> (Instance, VertexId, Value) {
    let instance = small_graph(dice);
    let graph = instance.graph();
    let mut open: Vec<_> = graph.vertices().filter(|&u| (2..=4).contains(&graph.out_degree(u))).collect();
    dice.shuffle(&mut open);
    open.truncate(dice.between(0..=4) as usize);
    let mut owners = VertexMap::filled(graph.vertex_count(), Owner::Rotor);
    for u in open {
        owners[u] = Owner::Player(if dice.chance(0.5) { Player::Max } else { Player::Min });
    }
    let worth = |u| if graph.is_sink(u) { Value::from(dice.below(5)) - 2 } else { 0 };
    let values = VertexMap::from_vec(graph.vertices().map(worth).collect());
    let from = VertexId::new(dice.below(graph.vertex_count() as u32));
    let endless = Value::from(dice.below(5)) - 2;
    (instance.with_owners(owners).unwrap().with_values(values).unwrap(), from, endless)
}

/// The graph of Figure `NoEquilibrium`, with its rotor orders drawn anew: now and then neither player can be sure.
pub(crate) fn relative_of_the_figure(dice: &mut Dice) -> (Instance, VertexId, Value) {
    let mut text = "sink one = 1\nsink zero = 0\nsink h = 1\n".to_owned();
    for (vertex, heads) in [
        ("max u", "c d"),
        ("min v", "d f c"),
        ("c", "e one u v"),
        ("d", "e one u v"),
        ("e", "f zero d c"),
        ("f", "v h e"),
    ] {
        let mut heads: Vec<_> = heads.split(' ').collect();
        dice.shuffle(&mut heads);
        text += &format!("{vertex}: {}\n", heads.join(" "));
    }
    let instance = parse(&text).unwrap();
    let from = instance.vertex("u").unwrap();
    (instance, from, 0)
}

#[test]
fn the_search_finds_both_bounds_and_first_strategies() {
    let mut dice = Dice::new(71);
    let (mut played, mut without_equilibrium, mut trapped) = (0, 0, 0);
    while played < games(3_000) {
        let draw = if dice.chance(0.3) { relative_of_the_figure } else { any_game };
        let (instance, from, endless) = draw(&mut dice);
        let Some(arena) = Arena::play_all(&instance, from, StrategySet::Start, endless, 30_000) else {
            continue;
        };
        let stopping = StoppingGraph::of(instance.graph());
        let found = exhaustive_search(&instance, &stopping, from, endless, &mut Unlimited).unwrap();
        let (max_min, min_max) = arena.bounds();
        let context = || format!("from {} endless {endless}\n{instance}", instance.name(from));
        assert_eq!((found.max_min, found.min_max), (max_min, min_max), "{}", context());
        assert_eq!(found.value(), (max_min == min_max).then_some(max_min), "{}", context());
        let rows = arena.values.iter();
        let first = rows.clone().position(|row| *row.iter().min().unwrap() == max_min);
        assert_eq!(Some(arena.number(0, &found.max)), first, "{}", context());
        let held = |&min: &usize| rows.clone().map(|row| row[min]).max() == Some(min_max);
        let first = (0..arena.values[0].len()).find(held);
        assert_eq!(Some(arena.number(1, &found.min)), first, "{}", context());
        let met = arena.values[arena.number(0, &found.max)][arena.number(1, &found.min)];
        let worth = match found.exit {
            Exit::Sink(sink) => instance.value(sink),
            Exit::Trap(_) => endless,
        };
        assert_eq!(worth, met, "{}", context());
        played += 1;
        without_equilibrium += u32::from(max_min != min_max);
        trapped += u32::from(matches!(found.exit, Exit::Trap(_)));
    }
    assert!(without_equilibrium > 0 && trapped > 0, "{without_equilibrium} {trapped}");
}

#[test]
fn the_search_pays_for_every_play_and_every_step() {
    // One strategy each: both bounds and the play of the two are three plays of 3 vertices and 2 steps.
    let instance = parse("max u: v\nv: s\nsink s\nstart u").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let from = instance.start().unwrap();
    let search = |most| exhaustive_search(&instance, &stopping, from, 0, &mut Operations(most));
    assert!(search(15).is_ok());
    assert_eq!(search(14), Err(OutOfBudget::Operations));
}
