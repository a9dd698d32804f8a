//! The algebra: groups, chips, probabilities and moments, beside sympy, plain Python and a plain loop.

use crate::record::contest::Contest;

/// A contest on the members of a family with two sides, both of which grow.
const fn square(
    id: &'static str,
    title: &'static str,
    family: &'static str,
    sides: &'static [u32],
    patience: u64,
    contestants: &'static [&'static str],
) -> Contest {
    let patience = Some(patience);
    Contest {
        title,
        grows: "w h",
        quick: sides,
        full: sides,
        patience,
        contestants,
        ..Contest::on("algebra", id, family)
    }
}

/// Half a walk beside all of it.
const fn moments(
    id: &'static str,
    title: &'static str,
    family: &'static str,
    sizes: &'static [u32],
) -> Contest {
    let contestants = &["half-walk-certified", "one-start"];
    Contest { title, quick: sizes, full: sizes, contestants, ..Contest::on("algebra", id, family) }
}

const RANDOM: Contest = Contest {
    title: "groups of random 3-out digraphs",
    parameters: &[("k", "3")],
    quick: &[100, 300, 1_000, 2_000],
    full: &[100, 300, 1_000, 2_000],
    patience: Some(30),
    contestants: &["order", "factors", "generators-certified"],
    ..Contest::on("algebra", "groups-random", "random-out")
};

pub(crate) const CONTESTS: &[Contest] = &[
    square(
        "groups",
        "groups of grids",
        "grid",
        &[5, 10, 17, 30, 45],
        30,
        &["order", "factors", "generators-certified", "sympy-order", "sympy-factors"],
    ),
    RANDOM,
    square(
        "piles",
        "as many chips in the middle of a grid as it has vertices",
        "sandpile-grid",
        &[50, 100, 200, 400, 1_000],
        120,
        &["stabilise", "stabilise-certified", "bulk-loop", "python-chips"],
    ),
    square(
        "identity",
        "the identity of a grid",
        "sandpile-grid",
        &[50, 100, 200, 500],
        60,
        &["identity", "identity-certified", "python-identity"],
    ),
    square(
        "harmonic",
        "exit probabilities on grids",
        "grid",
        &[5, 10, 17, 30, 100, 316],
        30,
        &["harmonic-certified", "harmonic-floats", "sympy-harmonic"],
    ),
    moments("moments-path", "half of the walk on the exponential path", "expchain", &[50, 100, 200]),
    moments("moments-chain", "half of the walk on the chain", "chain", &[15, 30, 60]),
    Contest {
        grows: "w h",
        ..moments("moments-grid", "half of the walk on the grid", "grid", &[10, 20, 30])
    },
];
