//! The honest limit: what `arrival hunt` found, every seed of the hardest family, and families that grow until we fail.

use crate::record::contest::{Axis, Contest};

const PART: &str = "hard";
const OURS: &[&str] = &["exit-alone", "one-start"];

const fn grows(
    id: &'static str,
    title: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    grows: &'static str,
    sizes: &'static [u32],
) -> Contest {
    Contest {
        title,
        parameters,
        grows,
        quick: sizes,
        full: sizes,
        patience: Some(5),
        contestants: OURS,
        ..Contest::on(PART, id, id)
    }
}

const NONE_AHEAD: (&str, &str) = ("ahead", "0");
const SEEDS: &[u32] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];

pub(crate) const CONTESTS: &[Contest] = &[
    Contest {
        title: "what arrival hunt found",
        grows: "file",
        axis: Axis::Files,
        patience: Some(2),
        contestants: &["exit-alone", "one-start", "one-start-certified", "walk"],
        ..Contest::on(PART, "found", "corpus/bench/hard")
    },
    Contest {
        title: "eight copies of two chains of 80 in series, none ahead, by seed",
        parameters: &[("copies", "8"), ("size", "80"), NONE_AHEAD],
        grows: "seed",
        axis: Axis::Seeds,
        quick: SEEDS,
        full: SEEDS,
        contestants: OURS,
        ..Contest::on(PART, "series-80", "series")
    },
    grows(
        "series",
        "eight copies of two chains in series, none ahead",
        &[("copies", "8"), NONE_AHEAD],
        "size",
        &[20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240],
    ),
    grows(
        "two",
        "two chains, none ahead",
        &[NONE_AHEAD],
        "n",
        &[320, 640, 1_280, 2_560, 5_120, 10_240, 20_480, 40_960],
    ),
    grows("back", "a chain with arcs back", &[], "n", &[500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000]),
    grows("nested", "nested", &[], "n", &[150, 300, 600, 1_200, 2_400, 4_800, 9_600]),
    grows("layers", "layers", &[], "n", &[320, 640, 1_280, 2_560, 5_120, 10_240, 20_480, 40_960]),
    grows(
        "ladder",
        "ladders with 1 to 3 parallel arcs",
        &[("parallel", "3")],
        "n",
        &[500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000],
    ),
    grows(
        "wells",
        "forty valleys in a ladder of width 2",
        &[("width", "2"), ("wells", "40")],
        "depth",
        &[5, 10, 15, 20, 25, 30, 40, 50, 60, 80],
    ),
    Contest {
        title: "one valley in a ladder of width 2",
        parameters: &[("width", "2"), ("wells", "1")],
        grows: "depth",
        quick: ONE_VALLEY,
        full: ONE_VALLEY,
        patience: Some(5),
        contestants: OURS,
        ..Contest::on(PART, "valley", "wells")
    },
];

/// A ladder with a drift away from its exits: visits double with every rung.
const ONE_VALLEY: &[u32] = &[62, 125, 250, 500, 1_000, 2_000, 4_000];
