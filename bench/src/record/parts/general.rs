//! Any graph: ours, the walk, and the integer program of the switching flows by HiGHS and CP-SAT.

use crate::record::contest::Contest;

const fn family(
    id: &'static str,
    title: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    quick: &'static [u32],
    full: &'static [u32],
) -> Contest {
    let contestants = &["one-start", "one-start-certified", "walk", "highs", "cp-sat"];
    Contest { title, parameters, quick, full, contestants, ..Contest::on("general", id, id) }
}

pub(crate) const CONTESTS: &[Contest] = &[
    family(
        "chain",
        "the chain",
        &[],
        &[8, 16, 24, 50, 100, 400],
        &[8, 16, 24, 28, 50, 100, 400, 1_000, 2_000],
    ),
    family(
        "back",
        "a chain with arcs back",
        &[],
        &[10, 20, 30, 60, 120, 400],
        &[10, 20, 30, 40, 60, 120, 400, 1_000],
    ),
    family(
        "two",
        "two chains, none ahead",
        &[("ahead", "0")],
        &[20, 40, 80, 160, 320],
        &[20, 40, 60, 80, 120, 160, 320, 640, 1_280],
    ),
    family("nested", "nested", &[], &[10, 20, 40, 80, 160], &[10, 20, 40, 80, 160, 320, 640]),
];
