//! Trees: a shape whose edges become arcs both ways, with leaves as sinks and an option for every nuisance; regular trees.

use super::grids::parallel;
use crate::build::{Buckets, Rows};
use crate::dice::{Chance, Dice, Generator};
use crate::family::{Family, GenerateError, Parameter, numbers, whole};
use std::hint::select_unpredictable;

/// The shape of a tree rooted at vertex 0, in which every vertex hangs on a lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Vertex i attaches to a random earlier one: depth about e·ln n.
    Random,
    /// Vertex i attaches to ⌊(i − 1) / 2⌋: depth log₂ n.
    Binary,
    /// The even vertices form a path, and each has one odd vertex as a leg.
    Caterpillar,
    /// All attach to vertex 0.
    Star,
    /// Vertex i hangs on i − 1.
    Path,
    /// A path of half the vertices, the others attached to its end.
    Broom,
}

impl Shape {
    /// The vertex on which vertex i ≥ 1 of `n` hangs.
    #[inline]
    fn parent(self, i: u32, n: u32, dice: &mut Generator) -> u32 {
        match self {
            Self::Random => dice.below(i),
            Self::Binary => (i - 1) / 2,
            Self::Caterpillar => i - (2 - i % 2),
            Self::Star => 0,
            Self::Path => i - 1,
            Self::Broom => (i - 1).min(n / 2),
        }
    }
}

/// The parameters of every shape.
const PARAMETERS: &[Parameter] = &[
    Parameter::size("number of vertices, sinks included", 20, 2),
    parallel(1),
    Parameter::probability("one-way", "probability that an edge has arcs in one direction only", 0.0),
    Parameter::probability("loops", "probability that a vertex has a loop", 0.0),
    Parameter::probability("inner-sinks", "probability that a vertex with children is a sink", 0.0),
    Parameter::probability("leaf-sinks", "probability that a leaf is a sink", 0.5),
    Parameter::probability("traps", "probability that a vertex is a trap", 0.0),
    Parameter::switch("random-rotors", "1: rotors on random arcs, 0: on the first ones", true),
];

/// A tree-like multigraph [ACD22, `CDA`] on n vertices, sinks included, of a shape.
///
/// Vertices are drawn as sinks or traps first; a trap has a loop and nothing else. If no vertex came out a sink
/// although `leaf_sinks` > 0, the last one, a leaf, is made one. Then every edge is given arcs, in one direction only with
/// probability `one_way`; a vertex left without arcs gets one to its parent after all, the root a loop. The arcs of a
/// vertex stand in random order. Vertex 0 is never a sink.
const fn of_shape(
    id: &'static str,
    sentence: &'static str,
    write: fn(&[f64], &mut Dice<'_>, &mut Rows) -> Result<(), GenerateError>,
) -> Family {
    Family { id, sentence, parameters: PARAMETERS, write }
}

pub(super) const TREE: Family = of_shape(
    "tree",
    "random recursive tree: each vertex attaches to a random earlier one",
    |given, dice, rows| write_tree(Shape::Random, given, dice, rows),
);

pub(super) const BINARY_TREE: Family = of_shape(
    "binary-tree",
    "binary tree: vertex i attaches to vertex ⌊(i − 1) / 2⌋",
    |given, dice, rows| write_tree(Shape::Binary, given, dice, rows),
);

pub(super) const CATERPILLAR: Family = of_shape(
    "caterpillar",
    "a path of even vertices, each with an odd vertex as its leg",
    |given, dice, rows| write_tree(Shape::Caterpillar, given, dice, rows),
);

pub(super) const STAR: Family =
    of_shape("star", "all other vertices attach to vertex 0", |given, dice, rows| {
        write_tree(Shape::Star, given, dice, rows)
    });

pub(super) const PATH_TREE: Family =
    of_shape("path-tree", "a path with the options of a tree", |given, dice, rows| {
        write_tree(Shape::Path, given, dice, rows)
    });

pub(super) const BROOM: Family =
    of_shape("broom", "a path of half the vertices, the others attached to its end", |given, dice, rows| {
        write_tree(Shape::Broom, given, dice, rows)
    });

/// A ball of n vertices in the tree in which every vertex has d neighbours, numbered level by level around the root 0.
pub(super) const REGULAR_TREE: Family = Family {
    id: "regular-tree",
    sentence: "every vertex has d neighbours; those beyond the first n are A; arcs in random order",
    parameters: &[
        Parameter::size("number of vertices", 10, 1),
        Parameter::whole("d", "number of neighbours of a vertex", 3, 2, 1_000_000),
    ],
    write: |given, dice, rows| {
        let [n, d] = whole(given);
        // The children of all vertices so far fill 1, 2, 3, … without a gap.
        let mut next_child = 1;
        rows.between_a_and_b(dice, n, u64::from(n) * u64::from(d), 0, |rows, dice, i| {
            let children = if i == 0 { d } else { d - 1 };
            if i > 0 {
                rows.arc((i - 1).saturating_sub(1) / (d - 1));
            }
            for _ in 0..children {
                rows.arc(u32::min(next_child, n));
                next_child = next_child.saturating_add(1);
            }
            rows.shuffle(dice);
        })
    },
};

/// What becomes of a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Inner,
    Sink,
    Trap,
}

/// Which arcs the edge between a vertex and its parent has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Both,
    Up,
    Down,
}

fn write_tree(shape: Shape, given: &[f64], dice: &mut Dice, rows: &mut Rows) -> Result<(), GenerateError> {
    let [n, parallel, .., random_rotors] = whole::<8>(given);
    let [_, _, one_way, loops, ..] = numbers::<8>(given);
    rows.begin(n.into(), u64::from(n).saturating_mul(3 * u64::from(parallel)))?;
    let mut parents = rows.list();
    dice.each(0..n, &mut parents, |dice, u| if u == 0 { 0 } else { shape.parent(u, n, dice) })?;
    // Item i is vertex i + 1.
    let children = Buckets::new(rows, n as usize, &parents[1..]);
    dice.go_on(n.into())?;
    let fates = draw_fates(given, dice, &children)?;
    let mut directions = Vec::new();
    if one_way > 0.0 {
        directions.extend((0..n).map(|_| Direction::draw(dice, one_way)));
    } else {
        dice.generator.pass(n);
    }
    let loops = Chance::of(loops);
    let direction = |u: u32| if directions.is_empty() { Direction::Both } else { directions[u as usize] };
    for (u, (&fate, &parent)) in (0..n).zip(fates.iter().zip(&parents)) {
        match fate {
            Fate::Sink => {}
            Fate::Trap => rows.arcs(u, dice.up_to(parallel)),
            Fate::Inner => {
                if u > 0 && direction(u) != Direction::Down {
                    rows.arcs(parent, dice.up_to(parallel));
                }
                for v in children.items(u).map(|item| item + 1) {
                    if direction(v) != Direction::Up {
                        rows.arcs(v, dice.up_to(parallel));
                    }
                }
                if dice.generator.happens(loops) {
                    rows.arcs(u, dice.up_to(parallel));
                }
                if rows.row().is_empty() {
                    rows.arc(parent);
                }
                rows.shuffle(dice);
            }
        }
        rows.next(dice)?;
    }
    rows.keep([parents]);
    children.leave_to(rows);
    if random_rotors == 1 { rows.turn_rotors(dice) } else { Ok(()) }
}

fn draw_fates(given: &[f64], dice: &mut Dice, children: &Buckets) -> Result<Vec<Fate>, GenerateError> {
    let [n, .., inner_sinks, leaf_sinks, traps, _] = numbers::<8>(given);
    let [inner, leaf, traps] = [inner_sinks, leaf_sinks, traps].map(Chance::of);
    let mut drawn = Vec::new();
    dice.each(0..n as u32, &mut drawn, |dice, u| {
        // Without branches: what was drawn cannot be foreseen.
        let chance = select_unpredictable(children.is_empty(u), leaf, inner);
        let is_sink = dice.draw_below(chance) && u > 0;
        let other = if dice.happens(traps) { Fate::Trap } else { Fate::Inner };
        select_unpredictable(is_sink, Fate::Sink, other)
    })?;
    if leaf_sinks > 0.0 && !drawn.contains(&Fate::Sink) {
        drawn[n as usize - 1] = Fate::Sink;
    }
    Ok(drawn)
}

impl Direction {
    fn draw(dice: &mut Dice, one_way: f64) -> Self {
        match dice.chance(one_way) {
            false => Self::Both,
            true if dice.chance(0.5) => Self::Up,
            true => Self::Down,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;

    #[test]
    fn each_shape_hangs_its_vertices_as_it_says() {
        let parents = |shape: Shape| -> Vec<u32> {
            (1..9).map(|i| shape.parent(i, 9, &mut Generator::seed_from_u64(u64::from(i)))).collect()
        };
        assert_eq!(parents(Shape::Binary), [0, 0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(parents(Shape::Caterpillar), [0, 0, 2, 2, 4, 4, 6, 6]);
        assert_eq!(parents(Shape::Star), [0; 8]);
        assert_eq!(parents(Shape::Path), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(parents(Shape::Broom), [0, 1, 2, 3, 4, 4, 4, 4]);
        assert!(parents(Shape::Random).iter().zip(1..).all(|(&parent, i)| parent < i));
    }
}
