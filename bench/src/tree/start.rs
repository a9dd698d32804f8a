//! One start against all starts: the solvers alone, and the whole way with the judge.

use super::shapes::{SHAPES, plain};
use crate::clock::race;
use arrival::{Question, solve};
use rotor_generate::Dice;
use rotor_graph::{Classified, Rooted, StoppingGraph, VertexId};
use rotor_solve::Unlimited;
use rotor_solve::tree::{fast_exit_within, fast_exits, fast_flows, run_profile};
use std::hint::black_box;
use std::time::Duration;

/// From a vertex in the middle of the file, whose walk ends anywhere.
pub(crate) fn run() {
    let n = 500_000;
    for (name, shape) in SHAPES {
        let instance = plain(shape, n).build(&mut Dice::new(1)).expect("a tree of any shape");
        let (graph, rotors, from) = (instance.graph(), instance.rotors(), VertexId::new(n / 2));
        let question = Question::From(from);
        let [one, exits, table, exact, judged_one, judged_all] = race(
            5,
            [
                &mut || _ = black_box(fast_exit_within(graph, rotors, from, &mut Unlimited)),
                &mut || _ = black_box(fast_exits(graph, rotors)),
                &mut || _ = black_box(fast_flows(graph, rotors)),
                &mut || {
                    let reached = StoppingGraph::of(graph).reached_from(from);
                    let piece = Rooted::at(&reached, from);
                    let tree = piece.seen_as(Classified::tree_like).expect("a tree");
                    black_box(run_profile(tree, rotors, &mut Unlimited)).expect("no limit");
                },
                &mut || _ = black_box(solve(&instance, question).map(|solution| solution.solver())),
                &mut || _ = black_box(solve(&instance, Question::All).map(|solution| solution.solver())),
            ],
        );
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{name:12} one start {:6.1} ms (exact {:6.1}), all exits {:6.1}, with flows {:6.1}; judged: one {:6.1}, all {:6.1}: {:.2} of all",
            ms(one),
            ms(exact),
            ms(exits),
            ms(table),
            ms(judged_one),
            ms(judged_all),
            judged_one.as_secs_f64() / judged_all.as_secs_f64(),
        );
    }
}
