//! The walk loop against a bare loop on raw arrays.

use crate::clock::race;
use rotor_generate::generate;
use rotor_graph::{Instance, RotorWalk, StoppingGraph};
use std::hint::black_box;

const STEPS: u64 = 200_000_000;

/// What one writes by hand: four arrays, no traps, no types.
pub(crate) fn bare(first: &[u32], head: &[u32], rotor: &mut [u32], mut u: u32, steps: u64) -> u32 {
    for _ in 0..steps {
        let at = u as usize;
        if first[at] == first[at + 1] {
            break;
        }
        let a = rotor[at];
        rotor[at] = if a + 1 == first[at + 1] { first[at] } else { a + 1 };
        u = head[a as usize];
    }
    u
}

fn contest(name: &str, instance: &Instance) {
    let graph = instance.graph();
    let start = instance.start().expect("these families name a start");
    let first = graph.row_starts().to_vec();
    let head: Vec<u32> = graph.all_heads().iter().map(|v| v.raw()).collect();
    let rotor: Vec<u32> = instance.rotors().as_slice().iter().map(|a| a.raw()).collect();
    let stopping = StoppingGraph::of(graph);
    let walk = RotorWalk::new(&stopping, instance.rotors(), start);
    let (mut ended, mut expected) = (start, start.raw());
    let mut steps = 0;
    let [ours, theirs] = race(
        5,
        [
            &mut || {
                let mut walk = walk.clone();
                steps = walk.run(STEPS);
                ended = black_box(walk.particle());
            },
            &mut || expected = black_box(bare(&first, &head, &mut rotor.clone(), start.raw(), STEPS)),
        ],
    );
    assert_eq!(ended.raw(), expected, "both walks end on the same vertex");
    let rate = |time: std::time::Duration| steps as f64 / time.as_secs_f64() / 1e6;
    let (ours, theirs) = (rate(ours), rate(theirs));
    println!("{name:24} {ours:6.0} M steps/s, bare loop {theirs:6.0} M steps/s, ratio {:.2}", ours / theirs);
}

pub(crate) fn run() {
    for (family, n) in [("chain", "60"), ("two", "1000"), ("switch", "100000"), ("grid", "")] {
        let given = if n.is_empty() { Vec::new() } else { vec![("n".to_owned(), n.to_owned())] };
        let instance =
            generate(family, &given.into_iter().collect(), 1).expect("these parameters are in range");
        contest(&format!("{family} {n}"), &instance);
    }
}
