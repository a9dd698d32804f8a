//! Grids: vertices in w columns and h rows, numbered row by row, with arcs to those beside, above and below them.

use super::arcs::{Arcs, DRIFT};
use crate::family::{Family, Parameter, numbers, whole};
use rotor_graph::VertexId;

const COLUMNS: Parameter = Parameter::whole("w", "number of columns", 5, 1, 100_000_000);
const ROWS: Parameter = Parameter::whole("h", "number of rows", 4, 1, 100_000_000);

pub(super) const fn parallel(default: u32) -> Parameter {
    Parameter::whole("parallel", "largest number of parallel arcs to a neighbour", default, 1, 1_000_000)
}

/// The number of vertices of a grid. Below it, numbers of vertices are `u32`: [`Rows::begin`](crate::build::Rows::begin) and
/// [`Arcs::begin`] refuse grids that are too large for that.
fn area(w: u32, h: u32) -> u64 {
    u64::from(w) * u64::from(h)
}

/// The vertices row by row: column, row and number.
fn cells(w: u32, h: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    (0..h).flat_map(move |y| (0..w).map(move |x| (x, y, y * w + x)))
}

/// The walk starts in the middle.
pub(super) const GRID: Family = Family {
    id: "grid",
    sentence: "w × h vertices with arcs to their neighbours in random order; left of it is A, right of it is B",
    parameters: &[COLUMNS, ROWS, parallel(1)],
    write: |given, dice, rows| {
        let [w, h, parallel] = whole(given);
        rows.begin(area(w, h) + 2, area(w, h).saturating_mul(4 * u64::from(parallel)))?;
        let [a, b] = [w * h, w * h + 1];
        for (x, y, here) in cells(w, h) {
            let left = Some(if x == 0 { a } else { here - 1 });
            let up = (y > 0).then(|| here - w);
            let right = Some(if x + 1 == w { b } else { here + 1 });
            let down = (y + 1 < h).then(|| here + w);
            for head in [left, up, right, down].into_iter().flatten() {
                rows.arcs(head, dice.up_to(parallel));
            }
            rows.shuffle(dice);
            rows.next(dice)?;
        }
        rows.end_with_a_and_b(dice, Some(h / 2 * w + w / 2))
    },
};

/// Rung i is 2i and 2i + 1. Both rows end at A on the left and at B on the right; the walk starts on the middle rung.
pub(super) const LADDER: Family = Family {
    id: "ladder",
    sentence: "two rows of n vertices with parallel arcs to their neighbours in random order, between A and B",
    parameters: &[Parameter::size("number of rungs", 10, 1), parallel(3)],
    write: |given, dice, rows| {
        let [n, parallel] = whole(given);
        let [a, b] = [2 * n, 2 * n + 1];
        rows.between_a_and_b(
            dice,
            2 * n,
            6 * u64::from(n) * u64::from(parallel),
            n / 2 * 2,
            |rows, dice, here| {
                let left = if here < 2 { a } else { here - 2 };
                let right = if here + 2 >= 2 * n { b } else { here + 2 };
                for head in [left, here ^ 1, right] {
                    rows.arcs(head, dice.up_to(parallel));
                }
                rows.shuffle(dice);
            },
        )
    },
};

/// 2·`depth`·`wells` + 1 rows of `width` vertices. One arc leads to the row above and one to the row below, but `drift` arcs
/// to the row that is nearer to the middle of the valley; one or two lead to each neighbour in the row. The first row also
/// leads to A, the last to B; the walk starts in the middle.
///
/// Linear guesses leave particles in some valleys and holes in others, and neither gets out by a few steps.
pub(super) const WELLS: Family = Family {
    id: "wells",
    sentence: "a ladder whose drift leads into one valley after the other, between A and B",
    parameters: &[
        Parameter::whole("width", "vertices in a row", 2, 1, 1_000_000),
        Parameter::whole("wells", "number of valleys", 4, 1, 1_000_000),
        Parameter::whole("depth", "rows from the edge of a valley to its middle", 5, 1, 1_000_000),
        Parameter::whole("drift", "arcs that lead into the valley", 2, 1, 1_000_000),
    ],
    write: |given, dice, rows| {
        let [width, wells, depth, drift] = whole(given);
        let height = 2 * u64::from(depth) * u64::from(wells) + 1;
        let vertices = height.saturating_mul(width.into());
        rows.begin(vertices.saturating_add(2), vertices.saturating_mul(u64::from(drift) + 5))?;
        let (height, a) = (height as u32, vertices as u32);
        for y in 0..height {
            let place = y % (2 * depth);
            let back = if place > depth { drift } else { 1 };
            let on = if place > 0 && place < depth { drift } else { 1 };
            for x in 0..width {
                let here = y * width + x;
                rows.arcs(if y == 0 { a } else { here - width }, back);
                rows.arcs(if y + 1 == height { a + 1 } else { here + width }, on);
                if x > 0 {
                    rows.arcs(here - 1, dice.up_to(2));
                }
                if x + 1 < width {
                    rows.arcs(here + 1, dice.up_to(2));
                }
                rows.shuffle(dice);
                rows.next(dice)?;
            }
        }
        rows.end_with_a_and_b(dice, Some(height / 2 * width + width / 2))
    },
};

/// An arc leads to a random vertex of a random layer up to its own (probability 0.55), or to a random vertex of the next
/// layer; one arc at least leads to the next layer.
pub(super) const LAYERS: Family = Family {
    id: "layers",
    sentence: "n/w layers of width w; arcs lead to layers at or below, or to the next one; after the last are A and B",
    parameters: &[
        Parameter::size("number of vertices, rounded down to whole layers", 20, 1),
        Parameter::whole("w", "number of vertices in a layer", 4, 1, 100_000_000),
        Parameter::whole("d", "number of arcs from each vertex", 2, 1, 1_000_000),
    ],
    write: |given, dice, rows| {
        let [n, w, d] = whole(given);
        Parameter::whole("n", "", w, w, u32::MAX).check(n.into())?;
        let vertices = n / w * w;
        rows.between_a_and_b(dice, vertices, u64::from(vertices) * u64::from(d), 0, |rows, dice, i| {
            let layer = i / w;
            let on = (layer + 1) * w;
            // A and B follow the last layer, as a layer of width 2.
            let width_on = if on == vertices { 2 } else { w };
            let mut leads_on = false;
            for _ in 0..d {
                let stays = dice.chance(0.55);
                leads_on |= !stays;
                rows.arc(match stays {
                    true => dice.between(0..=layer) * w + dice.below(w),
                    false => on + dice.below(width_on),
                });
            }
            if !leads_on {
                let at = dice.below(d) as usize;
                rows.row()[at] = VertexId::new(on + dice.below(width_on));
            }
        })
    },
};

/// A grid of n columns without an edge; the walk starts at 0.
pub(super) const TORUS: Family = Family {
    id: "torus",
    sentence: "n × h vertices with arcs to their four neighbours, wrapping around, in random order; 0 has one to A",
    parameters: &[
        Parameter::size("number of columns", 5, 1),
        ROWS,
        Parameter::switch("sink", "whether 0 has an arc to A", true),
    ],
    write: |given, dice, rows| {
        let [n, h, sink] = whole(given);
        rows.begin(area(n, h) + 2, area(n, h).saturating_mul(4) + 1)?;
        for y in 0..h {
            let [up, down] = [(y + h - 1) % h, (y + 1) % h];
            for x in 0..n {
                let [left, right] = [(x + n - 1) % n, (x + 1) % n];
                for (x, y) in [(left, y), (x, up), (right, y), (x, down)] {
                    rows.arc(y * n + x);
                }
                if sink == 1 && (x, y) == (0, 0) {
                    rows.arc(n * h);
                }
                rows.shuffle(dice);
                rows.next(dice)?;
            }
        }
        rows.end_with_a_and_b(dice, Some(0))
    },
};

/// The grid on which sandpiles are usually drawn: all around it is one sink, which has the last number. The walk starts in
/// the middle.
pub(super) const SANDPILE_GRID: Family = Family {
    id: "sandpile-grid",
    sentence: "w × h vertices with four arcs each in random order; those that leave the grid lead to one sink",
    parameters: &[COLUMNS, ROWS],
    write: |given, dice, rows| {
        let [w, h] = whole(given);
        rows.begin(area(w, h) + 1, area(w, h).saturating_mul(4))?;
        let sink = w * h;
        for (x, y, here) in cells(w, h) {
            rows.arc(if x == 0 { sink } else { here - 1 });
            rows.arc(if y == 0 { sink } else { here - w });
            rows.arc(if x + 1 == w { sink } else { here + 1 });
            rows.arc(if y + 1 == h { sink } else { here + w });
            rows.shuffle(dice);
            rows.next(dice)?;
        }
        rows.next(dice)?;
        rows.start_at(h / 2 * w + w / 2);
        Ok(())
    },
};

/// The walk starts farthest from the sink.
pub(super) const CORNER_GRID: Family = Family {
    id: "corner-grid",
    sentence: "w × h vertices with arcs to their neighbours in random order; the last corner is the only sink",
    parameters: &[COLUMNS, ROWS, Parameter::switch("round", "whether it is a torus", false), DRIFT],
    write: |given, dice, rows| {
        let [w, h, round, drift] = whole(given);
        let least = if w == 1 { 2 } else { 1 };
        Parameter::whole("h", "", least, least, u32::MAX).check(h.into())?;
        let mut arcs = Arcs::begin(rows, area(w, h), area(w, h).saturating_mul(4), drift)?;
        for (x, y, here) in cells(w, h) {
            if x + 1 < w {
                arcs.edge(here, here + 1);
            } else if round == 1 {
                arcs.edge(here, y * w);
            }
            if y + 1 < h {
                arcs.edge(here, here + w);
            } else if round == 1 {
                arcs.edge(here, x);
            }
            dice.go_on(1)?;
        }
        arcs.towards_the_sink(dice, rows)
    },
};

/// A triangulated grid: its treewidth grows with its sides.
pub(super) const PLANAR: Family = Family {
    id: "planar",
    sentence: "a grid of w × h vertices with a random diagonal in each square; the last corner is the only sink",
    parameters: &[Parameter { least: 2.0, ..COLUMNS }, Parameter { least: 2.0, ..ROWS }, DRIFT],
    write: |given, dice, rows| {
        let [w, h, drift] = whole(given);
        let mut arcs = Arcs::begin(rows, area(w, h), area(w, h).saturating_mul(6), drift)?;
        for (x, y, here) in cells(w, h) {
            let [right, down] = [x + 1 < w, y + 1 < h];
            if right {
                arcs.edge(here, here + 1);
            }
            if down {
                arcs.edge(here, here + w);
            }
            if right && down {
                let falls = dice.chance(0.5);
                let [above, below] = if falls { [here, here + w + 1] } else { [here + 1, here + w] };
                arcs.edge(above, below);
            }
            dice.go_on(1)?;
        }
        arcs.towards_the_sink(dice, rows)
    },
};

/// Each crossing is joined both ways to the one on its left or the one above, which makes a spanning tree of the maze called
/// the binary tree. Most crossings have two or three streets, as on a map.
pub(super) const ROAD: Family = Family {
    id: "road",
    sentence: "a grid of w × h crossings without some of its streets; the last corner is the only sink",
    parameters: &[
        Parameter { least: 2.0, ..COLUMNS },
        Parameter { least: 2.0, ..ROWS },
        Parameter::probability("streets", "probability of a street beyond a spanning tree", 0.4),
        Parameter::probability("one-way", "probability that such a street leads one way only", 0.2),
        DRIFT,
    ],
    write: |given, dice, rows| {
        let [w, h, _, _, drift] = whole(given);
        let [_, _, streets, one_way, _] = numbers(given);
        let mut arcs = Arcs::begin(rows, area(w, h), area(w, h).saturating_mul(4), drift)?;
        for here in 1..w * h {
            let [left, above] = [(here % w > 0).then(|| here - 1), here.checked_sub(w)];
            let left_is_sure = above.is_none() || left.is_some() && dice.chance(0.5);
            for (neighbour, sure) in [(left, left_is_sure), (above, !left_is_sure)] {
                let Some(neighbour) = neighbour else { continue };
                if sure {
                    arcs.edge(here, neighbour);
                } else if dice.chance(streets) {
                    match dice.chance(one_way) {
                        false => arcs.edge(here, neighbour),
                        true if dice.chance(0.5) => arcs.arc(here, neighbour),
                        true => arcs.arc(neighbour, here),
                    }
                }
            }
            dice.go_on(1)?;
        }
        arcs.towards_the_sink(dice, rows)
    },
};
