//! All exits of large trees with random labels, beside one search of the same tree.

use crate::record::contest::Contest;

const PART: &str = "trees";

const EVERYONE: &[&str] = &[
    "exits",
    "slow-twin",
    "all-starts",
    "all-starts-certified",
    "yardstick",
    "search-own",
    "search-petgraph",
    "search-scipy",
    "search-networkx",
];

const fn shape(id: &'static str, family: &'static str, title: &'static str) -> Contest {
    Contest {
        title,
        parameters: &[("parallel", "2")],
        shuffled: true,
        quick: &[10_000, 100_000, 1_000_000],
        full: &[10_000, 100_000, 1_000_000, 10_000_000],
        contestants: EVERYONE,
        ..Contest::on(PART, id, family)
    }
}

pub(crate) const CONTESTS: &[Contest] = &[
    shape("random", "tree", "random trees"),
    shape("binary", "binary-tree", "binary trees"),
    shape("caterpillar", "caterpillar", "caterpillars"),
    shape("star", "star", "stars"),
];
