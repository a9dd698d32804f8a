//! Counts the instructions of the core routines.

use arrival_instructions::{tree, two_sided_path};
use gungraun::{library_benchmark, library_benchmark_group, main};
use rotor_graph::{Instance, StoppingGraph, TreeLike};
use rotor_solve::tree::{
    CompleteDestination, Declined, Exits, Fallbacks, Flows, complete_destination, exits, filtered_exits, flows,
};
use std::hint::black_box;

#[library_benchmark]
#[bench::random(args = ("tree"), setup = tree)]
#[bench::binary(args = ("binary-tree"), setup = tree)]
#[bench::star(args = ("star"), setup = tree)]
#[bench::caterpillar(args = ("caterpillar"), setup = tree)]
#[bench::path(args = ("path-tree"), setup = tree)]
fn exits(instance: Instance) -> (Result<Exits, Declined>, Instance) {
    (black_box(exits(instance.graph(), instance.rotors(), &mut ())), instance)
}

#[library_benchmark]
#[bench::random(args = ("tree"), setup = tree)]
fn flows(instance: Instance) -> (Result<Flows, Declined>, Instance) {
    (black_box(flows(instance.graph(), instance.rotors(), &mut ())), instance)
}

#[library_benchmark]
#[bench::drift(args = ("n=10001"), setup = two_sided_path)]
#[bench::mirror(args = ("n=10001 mirrored=1"), setup = two_sided_path)]
fn filter(instance: Instance) -> (Result<(Exits, Fallbacks), Declined>, Instance) {
    (black_box(filtered_exits::<62>(instance.graph(), instance.rotors(), &mut ())), instance)
}

#[library_benchmark]
#[bench::random(args = ("tree"), setup = tree)]
fn slow_twin(instance: Instance) -> (CompleteDestination, Instance) {
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).expect("a tree");
    let complete = complete_destination(&tree, instance.rotors(), &mut ()).expect("no limit");
    (black_box(complete), instance)
}

library_benchmark_group!(name = tree_solvers; benchmarks = exits, flows, filter, slow_twin);
main!(library_benchmark_groups = tree_solvers);
