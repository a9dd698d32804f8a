//! Certificates at scale: the exits of all vertices with the table that proves them, against the judge who checks it.

use crate::clock::time;
use crate::tree::relabelled::Labels;
use rotor_certify::certify_flows;
use rotor_generate::{Dice, Shape, Tree};
use rotor_graph::{Configuration, FlowsClaim, Instance, Multigraph, Names, ReturnFlows};
use rotor_solve::tree::{FastFlows, fast_exits, fast_flows};
use std::hint::black_box;
use std::time::Duration;

/// What the judge is given.
fn claim(FastFlows { exits, flows }: FastFlows) -> FlowsClaim {
    let flows = ReturnFlows::from_columns(flows.row_starts, flows.heads, flows.codes, Vec::new());
    FlowsClaim {
        traps: exits.traps().to_vec(),
        exits: exits.pattern(),
        flows: flows.expect("a solver's columns fit together"),
    }
}

fn clocked<T>(best: &mut Duration, work: impl FnOnce() -> T) -> T {
    let (result, spent) = time(|| black_box(work()));
    *best = spent.min(*best);
    result
}

fn contest(label: &str, graph: Multigraph, rotors: Configuration) {
    let vertices = graph.vertex_count();
    let names: Names = (0..vertices).map(|number| number.to_string()).collect();
    let instance = Instance::new(graph, names).expect("a name for every vertex").with_rotors(rotors);
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let [mut exits, mut solve, mut check] = [Duration::MAX; 3];
    for _ in 0..3 {
        if clocked(&mut exits, || fast_exits(graph, rotors)).is_err() {
            println!("{label:50} flows too large for machine words");
            return;
        }
        let claim =
            clocked(&mut solve, || fast_flows(graph, rotors).map(claim)).expect("as small as for exits");
        let certified = clocked(&mut check, || certify_flows(&instance, claim));
        assert!(certified.is_ok(), "{label}: the judge refutes the solver");
    }
    let per = |time: Duration| time.as_secs_f64() * 1e9 / vertices as f64;
    println!(
        "{label:50} exits {:5.1} ns a vertex, with table {:5.1}, check {:5.1}: {:.2} of the solve",
        per(exits),
        per(solve),
        per(check),
        check.as_secs_f64() / solve.as_secs_f64(),
    );
}

pub(crate) fn run() {
    let n = 2_000_000;
    let shapes = [
        ("random", Shape::Random),
        ("binary", Shape::Binary),
        ("star", Shape::Star),
        ("caterpillar", Shape::Caterpillar),
        ("path", Shape::Path),
    ];
    for (name, shape) in shapes {
        let simple = Tree { n, leaf_sinks: 0.5, random_rotors: true, ..Tree::plain(shape) };
        let parallel = if shape == Shape::Path { 1 } else { 2 };
        let nasty = Tree { one_way: 0.1, loops: 0.1, inner_sinks: 0.05, traps: 0.02, parallel, ..simple };
        for (kind, tree) in [("", Tree { parallel, ..simple }), (" with all nuisances", nasty)] {
            let mut dice = Dice::new(1);
            let instance = tree.build(&mut dice).expect("these parameters are in range");
            for labels in Labels::BOTH {
                let (graph, rotors) = labels.put_on(&instance);
                contest(&format!("{name}{kind}, {}", labels.name()), graph, rotors);
            }
        }
    }
}
