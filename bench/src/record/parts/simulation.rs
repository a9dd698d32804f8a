//! Steps of the walk: ours, a bare loop, plain Python.

use crate::record::contest::Contest;

const fn steps(
    id: &'static str,
    family: &'static str,
    title: &'static str,
    sizes: &'static [u32],
) -> Contest {
    let contestants = &["walk-steps", "bare-loop", "python-loop"];
    Contest { title, quick: sizes, full: sizes, contestants, ..Contest::on("simulation", id, family) }
}

pub(crate) const CONTESTS: &[Contest] = &[
    steps("chain", "chain", "the chain", &[60]),
    steps("back", "back", "a chain with arcs back", &[60]),
    steps("nested", "nested", "nested", &[1_000, 10_000, 100_000]),
];
