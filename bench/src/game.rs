//! Games on large trees: one start, all starts, integers and certificates, beside the zero-player solver.

use crate::clock::race;
use rotor_certify::certify_game;
use rotor_generate::{Decoration, Dice, Shape, Tree};
use rotor_graph::{
    Instance, Owner, Player, StoppingGraph, StrategySet, TreeLike, Value, VertexId, VertexMap,
};
use rotor_solve::Unlimited;
use rotor_solve::game::{
    GameTree, Threshold, binary_game, binary_game_exactly, binary_game_from_all, exit_of_play,
    fast_binary_value, fast_binary_values, integer_value, solve_game, values_of_all_starts,
};
use rotor_solve::tree::fast_exits;
use std::hint::black_box;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

const START: StrategySet = StrategySet::Start;
const ONE: Threshold = Threshold::AtLeast(1);

/// A tree with one or two arcs each way on every edge, half of its leaves sinks, and two players.
fn two_players(shape: Shape, n: u32, values: RangeInclusive<Value>) -> Instance {
    let mut dice = Dice::new(1);
    let tree = Tree { n, parallel: 2, leaf_sinks: 0.5, random_rotors: true, ..Tree::plain(shape) };
    let tree = tree.build(&mut dice).expect("these parameters are in range");
    let game = Decoration { max: 0.3, min: 0.3, values };
    game.apply(tree, &mut dice).expect("this decoration fits every tree")
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

/// Binary games from the bare instance, as the fast exits are, and on a tree at hand.
fn binary_games(name: &str, instance: &Instance) {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let stopping = StoppingGraph::of(graph);
    let start = stopping.active_vertices().next().expect("a tree has a vertex that is not a sink");
    let reached = stopping.reached_from(start);
    let rooted = TreeLike::rooted_at(&reached, start).expect("a tree");
    let whole = TreeLike::of(&stopping).expect("a tree");
    let [exits, one, all, on_tree, all_on_tree] = race(
        3,
        [
            &mut || _ = black_box(fast_exits(graph, rotors)),
            &mut || _ = black_box(fast_binary_value(instance, start, ONE)),
            &mut || _ = black_box(fast_binary_values(instance, ONE)),
            &mut || {
                let game = GameTree::new(instance, &rooted, 0);
                _ = black_box(binary_game(&game, START, ONE, &mut Unlimited));
            },
            &mut || {
                let game = GameTree::new(instance, &whole, 0);
                _ = black_box(binary_game_from_all(&game, START, ONE, &mut Unlimited));
            },
        ],
    );
    let clock = Instant::now();
    _ = black_box(binary_game_exactly(&GameTree::new(instance, &rooted, 0), START, ONE, &mut Unlimited));
    let exactly = clock.elapsed();
    println!("{name:12} {:8} arcs, fast exits {exits:.1?}", graph.arc_count());
    for (what, time) in [
        ("one start", one),
        ("all starts", all),
        ("one start with strategies, tree at hand", on_tree),
        ("all starts, tree at hand", all_on_tree),
        ("one start exactly, tree at hand", exactly),
    ] {
        println!("  {what:40} {time:8.1?}  {:5.2} of the fast exits", ratio(time, exits));
    }
}

/// Integer games: the value from one start and from all, beside one binary game.
fn integers(n: u32, values: RangeInclusive<Value>) {
    let instance = two_players(Shape::Random, n, values);
    let stopping = StoppingGraph::of(instance.graph());
    let start = stopping.active_vertices().next().expect("a tree has a vertex that is not a sink");
    let reached = stopping.reached_from(start);
    let rooted = TreeLike::rooted_at(&reached, start).expect("a tree");
    let mut found = None;
    let [binary, integer] = race(
        3,
        [
            &mut || {
                let game = GameTree::new(&instance, &rooted, 0);
                _ = black_box(binary_game(&game, START, ONE, &mut Unlimited));
            },
            &mut || {
                let game = GameTree::new(&instance, &rooted, 0);
                found = Some(black_box(integer_value(&game, START, &mut Unlimited)));
            },
        ],
    );
    let found = found.expect("it was raced").expect("no limit");
    println!(
        "{:6} values: one start {integer:8.1?}, {} binary games in {:.2} of the time of one",
        found.distinct_values,
        found.binary_games,
        ratio(integer, binary),
    );
}

/// Integer values of all starts, beside one binary game from all starts.
fn integers_from_all(n: u32, values: RangeInclusive<Value>) {
    let instance = two_players(Shape::Random, n, values.clone());
    let stopping = StoppingGraph::of(instance.graph());
    let whole = TreeLike::of(&stopping).expect("a tree");
    let [binary, integer] = race(
        3,
        [
            &mut || {
                let game = GameTree::new(&instance, &whole, 0);
                _ = black_box(binary_game_from_all(&game, START, ONE, &mut Unlimited));
            },
            &mut || _ = black_box(values_of_all_starts(&instance, &whole, START, 0, &mut Unlimited)),
        ],
    );
    println!(
        "{:6} values: all starts {integer:8.1?}, {:.1} of the time of one binary game",
        values.count(),
        ratio(integer, binary)
    );
}

/// What the claim of a game costs, and its judgement.
fn certificates(name: &str, instance: &Instance) {
    let stopping = StoppingGraph::of(instance.graph());
    let start = stopping.active_vertices().next().expect("a tree has a vertex that is not a sink");
    let reached = stopping.reached_from(start);
    let tree = TreeLike::rooted_at(&reached, start).expect("a tree");
    let rooted = tree.at_root(start).expect("it is rooted there");
    let game = GameTree::new(instance, &rooted, 0);
    let binary = binary_game(&game, START, ONE, &mut Unlimited).expect("no limit");
    let found = solve_game(instance, rooted, START, 0, &mut Unlimited).expect("no limit");
    let [table, value, claim, play] = race(
        3,
        [
            &mut || _ = black_box(binary.table(&game)),
            &mut || {
                let game = GameTree::new(instance, &rooted, 0);
                _ = black_box(integer_value(&game, START, &mut Unlimited));
            },
            &mut || _ = black_box(solve_game(instance, rooted, START, 0, &mut Unlimited)),
            &mut || {
                let game = GameTree::new(instance, &rooted, 0);
                _ = black_box(exit_of_play(&game, &found.max, &found.min, &mut Unlimited));
            },
        ],
    );
    let clock = Instant::now();
    black_box(certify_game(instance, found)).expect("the claim is right");
    println!(
        "{name:12} {:8} arcs: value {value:.1?}, claim {claim:.1?} (a table {table:.1?}), its play {play:.1?}, judged in {:.1?}",
        instance.graph().arc_count(),
        clock.elapsed(),
    );
}

/// A Max centre with `leaves` leaves, every other one a sink: all starts of the game, and the fast exits.
fn star(leaves: u32) -> [Duration; 2] {
    let mut dice = Dice::new(1);
    let tree = Tree { leaf_sinks: 0.5, random_rotors: true, ..Tree::plain(Shape::Star) };
    let tree = Tree { n: leaves + 1, ..tree }.build(&mut dice).expect("these parameters are in range");
    let owners = tree.graph().vertices().map(|u| match u == VertexId::new(0) {
        true => Owner::Player(Player::Max),
        false => Owner::Rotor,
    });
    let owners = VertexMap::from_vec(owners.collect());
    let game = tree.with_owners(owners).expect("the centre of a star is not a sink");
    race(
        5,
        [&mut || _ = black_box(fast_binary_values(&game, Threshold::AtLeast(0))), &mut || {
            _ = black_box(fast_exits(game.graph(), game.rotors()))
        }],
    )
}

pub(crate) fn run() {
    let shapes = [("random", Shape::Random), ("binary", Shape::Binary), ("caterpillar", Shape::Caterpillar)];
    for (name, shape) in shapes {
        certificates(name, &two_players(shape, 400_000, 0..=1));
    }
    for most in [1, 15, 255, 65_535] {
        integers(400_000, 0..=most);
    }
    for most in [1, 3, 15] {
        integers_from_all(400_000, 0..=most);
    }
    let sizes = [10_000, 100_000, 1_000_000];
    let times = sizes.map(star);
    for (leaves, [game, exits]) in sizes.iter().zip(times) {
        println!("star of {leaves} leaves, Max centre: all starts {game:.1?}, fast exits {exits:.1?}");
    }
    let exponent = |at: usize| ratio(times[2][at], times[0][at]).log10() / 2.0;
    println!(
        "cost grows as the leaves to the power {:.2}, that of the fast exits {:.2}",
        exponent(0),
        exponent(1)
    );
    for n in [400_000, 4_000_000] {
        for (name, shape) in shapes {
            binary_games(name, &two_players(shape, n, 0..=1));
        }
    }
}
