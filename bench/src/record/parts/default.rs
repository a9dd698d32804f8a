//! The default against the best: graphs of the world, flat and with a drift away from their only sink, and whether the default
//! is ever much slower than the walk or a solver that could have been named.

use crate::record::contest::Contest;

/// Through the door without a name, then by the name of each solver that takes any graph.
const CONTESTANTS: &[&str] = &["one-start", "by-walk", "by-linear"];

const fn of(
    id: &'static str,
    title: &'static str,
    family: &'static str,
    parameters: &'static [(&'static str, &'static str)],
) -> Contest {
    let sizes = &[1_000, 10_000, 100_000, 1_000_000];
    let (quick, full, patience) = (sizes, sizes, Some(5));
    Contest {
        title,
        parameters,
        quick,
        full,
        patience,
        contestants: CONTESTANTS,
        ..Contest::on("default", id, family)
    }
}

/// The same for families with two sides.
const fn square(
    id: &'static str,
    title: &'static str,
    family: &'static str,
    parameters: &'static [(&'static str, &'static str)],
) -> Contest {
    let sides = &[32, 100, 316, 1_000];
    Contest { grows: "w h", quick: sides, full: sides, ..of(id, title, family, parameters) }
}

const DRIFT: (&str, &str) = ("drift", "2");
const ROUND: (&str, &str) = ("round", "1");

pub(crate) const CONTESTS: &[Contest] = &[
    square("grid", "the grid", "corner-grid", &[]),
    square("grid-drift", "the grid, drift", "corner-grid", &[DRIFT]),
    square("torus", "the torus", "corner-grid", &[ROUND]),
    square("torus-drift", "the torus, drift", "corner-grid", &[ROUND, DRIFT]),
    of("two-out", "random 2-out digraphs", "random-out", &[("k", "2")]),
    of("two-out-drift", "random 2-out digraphs, drift", "random-out", &[("k", "2"), DRIFT]),
    of("three-out", "random 3-out digraphs", "random-out", &[("k", "3")]),
    of("three-out-drift", "random 3-out digraphs, drift", "random-out", &[("k", "3"), DRIFT]),
    of("eight-out", "random 8-out digraphs", "random-out", &[("k", "8")]),
    of("eight-out-drift", "random 8-out digraphs, drift", "random-out", &[("k", "8"), DRIFT]),
    of("de-bruijn", "de Bruijn digraphs", "de-bruijn", &[]),
    of("de-bruijn-drift", "de Bruijn digraphs, drift", "de-bruijn", &[DRIFT]),
    of("small-world", "small worlds", "small-world", &[]),
    of("small-world-drift", "small worlds, drift", "small-world", &[DRIFT]),
    of("preferential", "preferential attachment", "preferential", &[]),
    of("preferential-drift", "preferential attachment, drift", "preferential", &[DRIFT]),
    square("planar", "planar graphs", "planar", &[]),
    square("planar-drift", "planar graphs, drift", "planar", &[DRIFT]),
    square("road", "roads", "road", &[]),
    square("road-drift", "roads, drift", "road", &[DRIFT]),
];
