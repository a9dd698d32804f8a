//! The paper's table of complexity, measured: a contest for each of its cells.

use crate::record::contest::{Axis, Contest};

const PART: &str = "complexity";
const STEPS: &[u32] = &[8, 10, 12, 14, 16, 18, 20, 22, 24];
const LINEAR: &[u32] = &[1_000, 3_000, 10_000, 30_000, 100_000, 300_000];
const LINEAR_FULL: &[u32] = &[1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000];
/// Ours, and one search of the same tree: what linear time looks like on this machine.
const OURS_AND_A_SEARCH: &[&str] = &["one-start", "all-starts", "search-own"];

/// Parallel arcs, rotors at random, half of the leaves sinks.
const TREE: &[(&str, &str)] = &[("parallel", "2")];
const ONE: &[(&str, &str)] = &[("parallel", "2"), ("max", "0.4"), ("high", "1")];
const TWO: &[(&str, &str)] = &[("parallel", "2"), ("max", "0.3"), ("min", "0.3"), ("high", "1")];
const SIMPLE_ONE: &[(&str, &str)] = &[("max", "0.4"), ("high", "1")];
const SIMPLE_TWO: &[(&str, &str)] = &[("max", "0.3"), ("min", "0.3"), ("high", "1")];

const fn walk(id: &'static str, family: &'static str) -> Contest {
    Contest {
        quick: STEPS,
        full: STEPS,
        axis: Axis::Linear,
        contestants: &["walk"],
        ..Contest::on(PART, id, family)
    }
}

const fn tree(id: &'static str, parameters: &'static [(&'static str, &'static str)]) -> Contest {
    Contest {
        parameters,
        quick: LINEAR,
        full: LINEAR_FULL,
        contestants: OURS_AND_A_SEARCH,
        ..Contest::on(PART, id, "tree")
    }
}

const fn exhaustive(
    id: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    sizes: &'static [u32],
) -> Contest {
    let start = &["one-start"];
    Contest {
        parameters,
        quick: sizes,
        full: sizes,
        axis: Axis::Linear,
        contestants: start,
        ..Contest::on(PART, id, "switch")
    }
}

pub(crate) const CONTESTS: &[Contest] = &[
    Contest { title: "rotor walk, general digraphs: the chain", ..walk("walk-general", "chain") },
    Contest {
        title: "rotor walk, tree-like multigraphs: the exponential path",
        ..walk("walk-tree", "expchain")
    },
    Contest {
        title: "rotor walk, simple tree-like graphs: the simple path from its middle",
        quick: &[100, 200, 400, 800, 1_600, 3_200, 6_400],
        full: &[100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600],
        axis: Axis::Log,
        ..walk("walk-simple", "path")
    },
    Contest {
        title: "zero players, general digraphs: the chain",
        contestants: &["one-start"],
        quick: &[30, 60, 120, 250, 500, 1_000],
        full: &[30, 60, 120, 250, 500, 1_000, 2_000, 4_000],
        axis: Axis::Log,
        ..walk("zero-general", "chain")
    },
    Contest { title: "zero players, tree-like multigraphs: random trees", ..tree("zero-tree", TREE) },
    Contest { title: "zero players, simple tree-like graphs: random trees", ..tree("zero-simple", &[]) },
    Contest {
        title: "one player, general digraphs: random switch graphs, every strategy tried",
        ..exhaustive("one-general", &[("max", "0.5"), ("high", "1")], &[8, 12, 16, 20, 24, 28, 32])
    },
    Contest { title: "one player, tree-like multigraphs: random trees", ..tree("one-tree", ONE) },
    Contest { title: "one player, simple tree-like graphs: random trees", ..tree("one-simple", SIMPLE_ONE) },
    Contest {
        title: "two players, general digraphs: random switch graphs, every pair of strategies tried",
        ..exhaustive(
            "two-general",
            &[("max", "0.3"), ("min", "0.3"), ("high", "1")],
            &[8, 12, 16, 20, 24, 28],
        )
    },
    Contest { title: "two players, tree-like multigraphs: random trees", ..tree("two-tree", TWO) },
    Contest { title: "two players, simple tree-like graphs: random trees", ..tree("two-simple", SIMPLE_TWO) },
];
