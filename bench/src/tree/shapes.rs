//! Trees of all shapes: ours, the yardstick, one plain breadth-first search, and the slow twin.

use super::choice::Choice;
use super::relabelled::Labels;
use super::yardstick::{NONE, breadth_first, yardstick};
use crate::clock::{race, time};
use rotor_generate::{Dice, Shape, Tree};
use rotor_graph::{Configuration, Exit, Instance, Multigraph, StoppingGraph, TreeLike};
use rotor_solve::Unlimited;
use rotor_solve::tree::{NotFast, complete_destination, fast_exits, fast_flows};
use std::hint::black_box;
use std::time::Duration;

pub(crate) const SHAPES: [(&str, Shape); 5] = [
    ("random", Shape::Random),
    ("binary", Shape::Binary),
    ("star", Shape::Star),
    ("caterpillar", Shape::Caterpillar),
    ("path", Shape::Path),
];

/// About three arcs a vertex and half of the leaves sinks; a path is simple, or its flows would fit no machine word.
pub(crate) fn plain(shape: Shape, n: u32) -> Tree {
    let parallel = if shape == Shape::Path { 1 } else { 2 };
    Tree { n, parallel, leaf_sinks: 0.5, random_rotors: true, ..Tree::plain(shape) }
}

fn contest(label: &str, graph: &Multigraph, rotors: &Configuration) {
    let heads: Vec<u32> = graph.all_heads().iter().map(|v| v.raw()).collect();
    let rotor: Vec<u32> = rotors.as_slice().iter().map(|a| a.raw()).collect();
    let starts = graph.row_starts();
    let (mut ours, mut theirs) = (Err(NotFast::TooLarge), Vec::new());
    let [fast, table, expert, search] = race(
        3,
        [
            &mut || ours = black_box(fast_exits(graph, rotors)),
            &mut || _ = black_box(fast_flows(graph, rotors)),
            &mut || theirs = black_box(yardstick(starts, &heads, &rotor)),
            &mut || _ = black_box(breadth_first(starts, &heads)),
        ],
    );
    let exits = ours.unwrap_or_else(|flaw| panic!("{label}: {flaw}"));
    let same = graph.vertices().all(|u| match exits.of(u) {
        Exit::Sink(exit) => theirs[u.index()] == exit.raw(),
        Exit::Trap(_) => theirs[u.index()] == NONE,
    });
    let per = |time: Duration| time.as_secs_f64() * 1e9 / graph.vertex_count() as f64;
    println!(
        "{label:44} {:5.1} ns a vertex, with all flows {:5.1}, yardstick {:6.1}, search {:5.1}: {:.2} of the yardstick, {:.2} of a search; {}",
        per(fast),
        per(table),
        per(expert),
        per(search),
        fast.as_secs_f64() / expert.as_secs_f64(),
        fast.as_secs_f64() / search.as_secs_f64(),
        if same { "same exits" } else { "OTHER EXITS" },
    );
}

fn slow_twin(instance: &Instance) {
    let (_, slow) = time(|| {
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).expect("a tree");
        let complete = complete_destination(&tree, instance.rotors(), &mut Unlimited).expect("no limit");
        black_box(complete.forest.exit_pattern(&stopping))
    });
    let per = slow.as_secs_f64() * 1e9 / instance.graph().vertex_count() as f64;
    println!("{:44} {per:5.1} ns a vertex", "  (slow twin, labels as generated)");
}

pub(crate) fn run() {
    run_some(&Choice::ALL);
}

/// The trees of a choice.
pub(crate) fn run_some(choice: &Choice<'_>) {
    let n = 2_000_000;
    for (name, shape) in SHAPES.into_iter().filter(|(name, _)| choice.shape(name)) {
        let plain = plain(shape, n);
        let nasty = Tree { one_way: 0.1, loops: 0.1, inner_sinks: 0.05, traps: 0.02, ..plain };
        for (kind, tree, wanted) in
            [("", plain, choice.plain()), (" with nuisances", nasty, choice.nuisances())]
        {
            if !wanted {
                continue;
            }
            let instance = tree.build(&mut Dice::new(1)).expect("these parameters are in range");
            for labels in Labels::BOTH.into_iter().filter(|&labels| choice.labels(labels)) {
                let (graph, rotors) = labels.put_on(&instance);
                contest(&format!("{name}{kind}, {}", labels.name()), &graph, &rotors);
            }
            if kind.is_empty() && choice.is_all() {
                slow_twin(&instance);
            }
        }
    }
}
