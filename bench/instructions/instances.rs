//! The instances whose instructions are counted: ten thousand vertices each.

use rotor_generate::{Dice, Shape, Tree, draw};
use rotor_graph::Instance;

const N: u32 = 10_000;

/// A tree with one or two arcs each way on every edge, half of its leaves sinks; a path has one.
pub fn tree(shape: Shape) -> Instance {
    let parallel = if shape == Shape::Path { 1 } else { 2 };
    let tree = Tree { n: N, parallel, ..Tree::plain(shape) };
    tree.build(&mut Dice::new(1)).expect("these parameters are in range")
}

/// A two-sided path with inward drift, whose flows fit no machine word.
pub fn two_sided_path(mirrored: bool) -> Instance {
    let path = draw("two-sided", &[("n", N + 1), ("mirrored", mirrored.into())], &mut Dice::new(1));
    path.expect("these parameters are in range")
}
