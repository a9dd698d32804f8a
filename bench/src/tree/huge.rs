//! Paths whose flows fit no machine word.

use crate::clock::{race, time};
use rotor_generate::{Dice, draw};
use rotor_graph::{Instance, StoppingGraph, TreeLike};
use rotor_solve::Unlimited;
use rotor_solve::tree::{complete_destination, fast_exits, filtered_exits};
use std::hint::black_box;
use std::time::Duration;

fn time_of(instance: &Instance) -> Duration {
    let [time] = race(
        3,
        [&mut || _ = black_box(fast_exits(instance.graph(), instance.rotors())).expect("a path is a tree")],
    );
    time
}

/// Multiplies and adds in place over numbers of this many words each, `words` in all.
fn multiply_add(words: u64, length: u64) -> Duration {
    let mut number = vec![u64::MAX; length.max(1) as usize];
    let passes = || {
        for _ in 0..words.div_ceil(length.max(1)) {
            let mut carry = 1;
            for word in &mut number {
                let product = u128::from(*word) * 3 + u128::from(carry);
                (*word, carry) = (product as u64, (product >> 64) as u64);
            }
            black_box(&number);
        }
    };
    time(passes).1
}

fn mirror(n: u32) {
    let path = draw("two-sided", &[("n", n), ("mirrored", 1)], &mut Dice::new(3));
    let path = path.expect("these parameters are in range");
    let (filtered, time) = time(|| filtered_exits::<62>(path.graph(), path.rotors()));
    let (_, fallbacks) = filtered.expect("a path is a tree");
    let pass = multiply_add(fallbacks.words, fallbacks.words / fallbacks.steps.max(1));
    println!(
        "mirror-symmetric path of {n} vertices: {time:.2?}; {} comparisons left open, settled by carrying exact flows past \
         {} vertices, {} words; one multiply-add pass over as many words {pass:.2?}: {:.1} times that",
        fallbacks.comparisons,
        fallbacks.steps,
        fallbacks.words,
        time.as_secs_f64() / pass.as_secs_f64(),
    );
}

/// All exact flows, by the slow twin, against writing as many words.
fn exact_flows(n: u32) {
    let path = draw("expchain", &[("n", n)], &mut Dice::new(0)).expect("these parameters are in range");
    let stopping = StoppingGraph::of(path.graph());
    let tree = TreeLike::of(&stopping).expect("a path is a tree");
    // Before memory is warm, as when solving: r(i, i − 1) has i bits or one more.
    let words = || (0..u64::from(n)).map(|i| i / 64 + 1);
    let write = || words().map(|words| vec![black_box(words); words as usize]).collect::<Vec<_>>();
    let (written, writing) = time(write);
    let (complete, solving) = time(|| complete_destination(&tree, path.rotors(), &mut Unlimited));
    black_box((written, complete)).1.expect("no limit");
    println!(
        "all exact flows of an exponential path of {n} vertices: {solving:.2?}; writing their {} words {writing:.2?}: {:.1} \
         times that",
        words().sum::<u64>(),
        solving.as_secs_f64() / writing.as_secs_f64(),
    );
}

pub(crate) fn run() {
    let n = 1_000_000;
    let path = |family| draw(family, &[("n", n)], &mut Dice::new(1)).expect("these parameters are in range");
    let simple = time_of(&path("path"));
    println!("simple path of {n} vertices: {:.1} ns a vertex", simple.as_secs_f64() * 1e9 / f64::from(n));
    for (name, family) in [("exponential", "expchain"), ("two-sided with inward drift", "two-sided")] {
        let path = &path(family);
        let time = time_of(path);
        let (_, fallbacks) = filtered_exits::<62>(path.graph(), path.rotors()).expect("a path is a tree");
        println!(
            "{name} path: {:.1} ns a vertex, {:.2} times the simple path; {} comparisons left open",
            time.as_secs_f64() * 1e9 / f64::from(n),
            time.as_secs_f64() / simple.as_secs_f64(),
            fallbacks.comparisons,
        );
    }
    mirror(100_001);
    exact_flows(100_000);
}
