//! Games on large trees: one start and all starts, beside the zero-player solvers on the same tree.

use crate::clock::race;
use rotor_generate::{Decoration, Dice, Shape, Tree};
use rotor_graph::{Instance, StoppingGraph, StrategySet, TreeLike, VertexId};
use rotor_solve::Unlimited;
use rotor_solve::game::{GameTree, Threshold, binary_game, binary_game_from_all};
use rotor_solve::tree::{complete_destination, fast_exits};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn two_players(shape: Shape, n: u32) -> Instance {
    let mut dice = Dice::new(1);
    let tree = Tree { n, parallel: 2, leaf_sinks: 0.5, random_rotors: true, ..Tree::plain(shape) };
    let tree = tree.build(&mut dice).expect("these parameters are in range");
    let game = Decoration { max: 0.3, min: 0.3, values: 0..=1 };
    game.apply(tree, &mut dice).expect("this decoration fits every tree")
}

fn contest(name: &str, instance: &Instance) {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let stopping = StoppingGraph::of(graph);
    let start = stopping.active_vertices().next().expect("a tree has a vertex that is no sink");
    let reached = stopping.reached_from(start);
    let rooted = TreeLike::rooted_at(&reached, start).expect("a tree");
    let whole = TreeLike::of(&stopping).expect("a tree");
    let (one, all) = (GameTree::new(instance, &rooted, 0), GameTree::new(instance, &whole, 0));
    let [fast, slow, binary, from_all] = race(
        3,
        [
            &mut || _ = black_box(fast_exits(graph, rotors)),
            &mut || {
                _ = black_box(complete_destination(&whole, rotors, &mut Unlimited).map(|found| found.forest))
            },
            &mut || {
                _ = black_box(
                    binary_game(&one, StrategySet::Start, Threshold::AtLeast(1), &mut Unlimited)
                        .map(|game| game.wins),
                )
            },
            &mut || {
                _ = black_box(binary_game_from_all(
                    &all,
                    StrategySet::Start,
                    Threshold::AtLeast(1),
                    &mut Unlimited,
                ))
            },
        ],
    );
    let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
    println!(
        "{name:12} {} arcs: one start {:.1?} ({:.1} of the fast exits, {:.2} of the slow twin), all starts {:.1?} ({:.2} of the slow twin)",
        graph.arc_count(),
        binary,
        ratio(binary, fast),
        ratio(binary, slow),
        from_all,
        ratio(from_all, slow),
    );
}

/// A Max centre with `leaves` leaves, every other one a sink; all starts.
fn star(leaves: u32) -> Duration {
    let mut dice = Dice::new(1);
    let tree = Tree { leaf_sinks: 0.5, random_rotors: true, ..Tree::plain(Shape::Star) };
    let tree = Tree { n: leaves + 1, ..tree }.build(&mut dice).expect("these parameters are in range");
    let owners = tree.graph().vertices().map(|u| match u == VertexId::new(0) {
        true => rotor_graph::Owner::Player(rotor_graph::Player::Max),
        false => rotor_graph::Owner::Rotor,
    });
    let owners = rotor_graph::VertexMap::from_vec(owners.collect());
    let game = tree.with_owners(owners).expect("the centre of a star is no sink");
    let stopping = StoppingGraph::of(game.graph());
    let trees = TreeLike::of(&stopping).expect("a star is a tree");
    let trees = GameTree::new(&game, &trees, 0);
    let clock = Instant::now();
    let values = binary_game_from_all(&trees, StrategySet::Start, Threshold::AtLeast(0), &mut Unlimited);
    black_box(values.expect("no limit"));
    clock.elapsed()
}

pub(crate) fn run() {
    for (name, shape) in
        [("random", Shape::Random), ("binary", Shape::Binary), ("caterpillar", Shape::Caterpillar)]
    {
        contest(name, &two_players(shape, 1_000_000));
    }
    let sizes = [10_000, 100_000, 1_000_000];
    let times = sizes.map(star);
    for (leaves, time) in sizes.iter().zip(times) {
        println!("star of {leaves} leaves, Max centre, all starts: {time:.1?}");
    }
    let exponent = (times[2].as_secs_f64() / times[0].as_secs_f64()).log10() / 2.0;
    println!("cost grows as the number of leaves to the power {exponent:.2}");
}
