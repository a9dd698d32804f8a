//! Blocks: all starts of cacti and of chains of cycles, with proof, against cycle pushes and the solver for any graph.

use crate::clock::{race, time};
use rotor_certify::{certify_blocks, certify_forest};
use rotor_generate::{Dice, draw};
use rotor_graph::{BlockTree, Instance, StoppingGraph, parse};
use rotor_solve::Unlimited;
use rotor_solve::general::{forest_by_blocks, forest_by_flows, proved_block_flows};
use std::hint::black_box;

/// Prints each measurement as a line.
pub(crate) fn run() {
    against_any_graph(&four_cycles(2_000), "2,000 bidirected four-cycles, one sink");
    for n in [25_000, 50_000, 100_000] {
        for back in [1, 3] {
            let cactus = draw("cactus", &[("n", n), ("back", back)], &mut Dice::new(1));
            against_any_graph(&cactus.expect("the sizes are in range"), &format!("cactus {n}, back {back}"));
        }
        let blocks = draw("blocks", &[("n", n), ("size", 8), ("back", 3)], &mut Dice::new(1));
        against_any_graph(&blocks.expect("the sizes are in range"), &format!("blocks {n}, back 3"));
    }
}

/// Cycles of four in a row, each sharing a vertex with the next, arcs both ways along all edges and a sink at one end.
fn four_cycles(cycles: usize) -> Instance {
    let mut text = format!("a0: b0 d0\nsink s\na{cycles}: b{0} d{0} s\n", cycles - 1);
    for at in 0..cycles {
        if at > 0 {
            text += &format!("a{at}: b{0} d{0} b{at} d{at}\n", at - 1);
        }
        text += &format!("b{at}: a{at} a{0}\nd{at}: a{0} a{at}\n", at + 1);
    }
    parse(&text).expect("every head is declared")
}

fn against_any_graph(instance: &Instance, label: &str) {
    let (stopping, rotors) = (StoppingGraph::of(instance.graph()), instance.rotors());
    let tree = BlockTree::of(&stopping);
    let [ours, any] = race(
        3,
        [&mut || _ = black_box(forest_by_blocks(&tree, rotors, &mut Unlimited)), &mut || {
            _ = black_box(forest_by_flows(&stopping, rotors, &mut Unlimited))
        }],
    );
    let found = forest_by_blocks(&tree, rotors, &mut Unlimited).expect("there is no limit");
    let (proved, checked) = time(|| certify_forest(instance, found.into_claim(&stopping)).is_ok());
    let (table, flows) = time(|| proved_block_flows(&stopping, rotors, &mut Unlimited));
    let table = table.expect("there is no limit");
    let (table, judged) = time(|| certify_blocks(instance, table).is_ok());
    assert!(proved && table, "{label}: the judge refutes the solver");
    println!(
        "{label:40} {ours:.1?}, certified in {checked:.1?}; solver for any graph {any:.1?}; \
         all flows of blocks {flows:.1?}, certified in {judged:.1?}"
    );
}
