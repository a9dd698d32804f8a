//! All exits of large trees: ours, the yardstick, one plain breadth-first search, and the slow twin.

use crate::clock::race;
use crate::labels::{breadth_first_order, relabelled};
use crate::yardstick::{breadth_first, yardstick};
use rotor_generate::{Dice, Shape, Tree};
use rotor_graph::{Configuration, Exit, Instance, Multigraph, StoppingGraph, TreeLike, VertexId};
use rotor_solve::Unlimited;
use rotor_solve::tree::{NotFast, complete_destination, fast_exits};
use std::hint::black_box;
use std::time::Duration;

fn contest(label: &str, graph: &Multigraph, rotors: &Configuration) {
    let heads: Vec<u32> = graph.all_heads().iter().map(|v| v.raw()).collect();
    let rotor: Vec<u32> = rotors.as_slice().iter().map(|a| a.raw()).collect();
    let starts = graph.row_starts();
    let (mut ours, mut theirs) = (Err(NotFast::TooLarge), Vec::new());
    let [fast, expert, search] = race(
        3,
        [
            &mut || ours = black_box(fast_exits(graph, rotors)),
            &mut || theirs = black_box(yardstick(starts, &heads, &rotor)),
            &mut || _ = black_box(breadth_first(starts, &heads)),
        ],
    );
    let Ok(exits) = ours else { panic!("{label}: {ours:?} is no answer") };
    let same = |&u: &VertexId| exits.of(u) == Exit::Sink(VertexId::new(theirs[u.index()]));
    let agree = graph.vertices().filter(same).count();
    let per = |time: Duration| time.as_secs_f64() * 1e9 / graph.vertex_count() as f64;
    println!(
        "{label:34} {:5.1} ns a vertex, yardstick {:6.1}, search {:5.1}: {:.2} of the yardstick, {:.2} of a search; {}",
        per(fast),
        per(expert),
        per(search),
        fast.as_secs_f64() / expert.as_secs_f64(),
        fast.as_secs_f64() / search.as_secs_f64(),
        if agree == graph.vertex_count() { "same exits" } else { "OTHER EXITS" },
    );
}

fn slow_twin(instance: &Instance) {
    let start = std::time::Instant::now();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).expect("a tree");
    black_box(complete_destination(&tree, instance.rotors(), &mut Unlimited))
        .expect("no limit")
        .forest
        .exit_pattern(&stopping);
    let per = start.elapsed().as_secs_f64() * 1e9 / instance.graph().vertex_count() as f64;
    println!("{:34} {per:5.1} ns a vertex", "  (slow twin, labels as generated)");
}

pub(crate) fn run() {
    let n = 2_000_000;
    for (name, shape) in [
        ("random", Shape::Random),
        ("binary", Shape::Binary),
        ("star", Shape::Star),
        ("caterpillar", Shape::Caterpillar),
        ("path", Shape::Path),
    ] {
        let mut dice = Dice::new(1);
        let tree = Tree { n, parallel: 2, leaf_sinks: 0.5, random_rotors: true, ..Tree::plain(shape) };
        let instance = tree.build(&mut dice).expect("these parameters are in range");
        if fast_exits(instance.graph(), instance.rotors()).is_err() {
            println!("{name}: flows too large for machine words");
            continue;
        }
        let mut order: Vec<u32> = (0..instance.graph().vertex_count() as u32).collect();
        dice.shuffle(&mut order);
        let (graph, rotors) = relabelled(&instance, &order);
        contest(&format!("{name}, random labels"), &graph, &rotors);
        let (graph, rotors) = relabelled(&instance, &breadth_first_order(instance.graph()));
        contest(&format!("{name}, breadth-first labels"), &graph, &rotors);
        slow_twin(&instance);
    }
}
