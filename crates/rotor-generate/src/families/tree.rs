//! Trees: a shape whose edges become arcs both ways, with leaves as sinks and a knob for every nuisance.

use super::shape::Shape;
use crate::buckets::Buckets;
use crate::dice::Dice;
use crate::family::{Family, Parameter, Parameters};
use crate::generate_error::{GenerateError, at_least, probability};
use crate::generator::Chance;
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::hint::select_unpredictable;
use std::sync::Arc;

/// A tree-like multigraph [ACD22, `CDA`] on `n` vertices, sinks included, of the given shape.
///
/// Vertices are drawn as sinks or traps first; a trap has a loop and nothing else. If no vertex came out a sink
/// although `leaf_sinks` > 0, the last one, a leaf, is made one. Then every edge is given arcs. The arcs of a vertex
/// stand in random order. Vertex 0 is never a sink.
///
/// ```
/// use rotor_generate::{Dice, Shape, Tree};
/// let tree = Tree { n: 6, parallel: 2, ..Tree::plain(Shape::Binary) };
/// assert_eq!(tree.build(&mut Dice::new(1))?.to_string(), "\
/// 0: 1 2 *2 1
/// 1: 3 0^2 *4
/// 2: 0 *5 0
/// sink 3
/// sink 4
/// sink 5
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tree {
    /// Its shape.
    pub shape: Shape,
    /// How many vertices, sinks included, at least 2.
    pub n: u32,
    /// How many parallel arcs lead to a neighbour at most, at least 1; the number is drawn from 1 on.
    pub parallel: u32,
    /// The probability that an edge has arcs in one direction only, either with equal probability. A vertex left
    /// without arcs gets one to its parent after all; the root gets a loop.
    pub one_way: f64,
    /// The probability that a vertex has a loop.
    pub loops: f64,
    /// The probability that a vertex with children, other than the root, is a sink.
    pub inner_sinks: f64,
    /// The probability that a leaf is a sink.
    pub leaf_sinks: f64,
    /// The probability that a vertex that is not a sink is a trap.
    pub traps: f64,
    /// Whether rotors stand on random arcs; if not, on the first ones.
    pub random_rotors: bool,
}

/// What becomes of a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Inner,
    Sink,
    Trap,
}

impl Tree {
    /// A simple tree of 20 vertices, half of its leaves sinks.
    pub const fn plain(shape: Shape) -> Self {
        Self {
            shape,
            n: 20,
            parallel: 1,
            one_way: 0.0,
            loops: 0.0,
            inner_sinks: 0.0,
            leaf_sinks: 0.5,
            traps: 0.0,
            random_rotors: true,
        }
    }

    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Tree {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, parallel, .. } = *self;
        at_least("n", n, 2)?;
        at_least("parallel", parallel, 1)?;
        probability("one-way", self.one_way)?;
        probability("loops", self.loops)?;
        probability("inner-sinks", self.inner_sinks)?;
        probability("leaf-sinks", self.leaf_sinks)?;
        probability("traps", self.traps)?;
        let mut rows =
            Rows::new(scratch, u64::from(n), u64::from(n).saturating_mul(3 * u64::from(parallel)))?;
        let mut parents = scratch.list();
        dice.each(0..n, &mut parents, |dice, u| if u == 0 { 0 } else { self.shape.parent(u, n, dice) })?;
        // Item i is vertex i + 1.
        let children = Buckets::new(scratch, n as usize, &parents[1..]);
        dice.go_on(n.into())?;
        let fates = self.draw_fates(dice, &children)?;
        let mut directions = Vec::new();
        if self.one_way > 0.0 {
            directions.extend((0..n).map(|_| Direction::draw(dice, self.one_way)));
        } else {
            dice.skip(n);
        }
        let loops = Chance::of(self.loops);
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
                    if dice.happens(loops) {
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
        scratch.keep([parents]);
        children.leave_to(scratch);
        let member = rows.without_more_sinks();
        if self.random_rotors { member.with_random_rotors(dice, scratch) } else { Ok(member) }
    }
}

impl Tree {
    fn draw_fates(&self, dice: &mut Dice, children: &Buckets) -> Result<Vec<Fate>, GenerateError> {
        let [inner, leaf, traps] = [self.inner_sinks, self.leaf_sinks, self.traps].map(Chance::of);
        let mut drawn = Vec::new();
        dice.each(0..self.n, &mut drawn, |dice, u| {
            // Without branches: what was drawn cannot be foreseen.
            let chance = select_unpredictable(children.is_empty(u), leaf, inner);
            let is_sink = dice.draw_below(chance) && u > 0;
            let other = if dice.happens(traps) { Fate::Trap } else { Fate::Inner };
            select_unpredictable(is_sink, Fate::Sink, other)
        })?;
        if self.leaf_sinks > 0.0 && !drawn.contains(&Fate::Sink) {
            drawn[self.n as usize - 1] = Fate::Sink;
        }
        Ok(drawn)
    }
}

/// Which arcs the edge between a vertex and its parent has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Both,
    Up,
    Down,
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

const PARAMETERS: &[Parameter] = &[
    Parameter::size("number of vertices, sinks included", 20, 2),
    Parameter::whole("parallel", "largest number of parallel arcs to a neighbour", 1, 1, 1_000_000),
    Parameter::probability("one-way", "probability that an edge has arcs in one direction only", 0.0),
    Parameter::probability("loops", "probability that a vertex has a loop", 0.0),
    Parameter::probability("inner-sinks", "probability that a vertex with children is a sink", 0.0),
    Parameter::probability("leaf-sinks", "probability that a leaf is a sink", 0.5),
    Parameter::probability("traps", "probability that a vertex is a trap", 0.0),
    Parameter::switch("random-rotors", "1: rotors on random arcs, 0: on the first ones", true),
];

fn make(shape: Shape, given: &Parameters) -> Arc<dyn Recipe> {
    Arc::new(Tree {
        shape,
        n: given.whole("n"),
        parallel: given.whole("parallel"),
        one_way: given.number("one-way"),
        loops: given.number("loops"),
        inner_sinks: given.number("inner-sinks"),
        leaf_sinks: given.number("leaf-sinks"),
        traps: given.number("traps"),
        random_rotors: given.is_on("random-rotors"),
    })
}

pub(crate) const RANDOM: Family = Family {
    id: "tree",
    sentence: "random recursive tree: each vertex attaches to a random earlier one",
    parameters: PARAMETERS,
    make: |given| make(Shape::Random, given),
};

pub(crate) const BINARY: Family = Family {
    id: "binary-tree",
    sentence: "binary tree: vertex i attaches to vertex ⌊(i − 1) / 2⌋",
    parameters: PARAMETERS,
    make: |given| make(Shape::Binary, given),
};

pub(crate) const CATERPILLAR: Family = Family {
    id: "caterpillar",
    sentence: "a path of even vertices, each with an odd vertex as its leg",
    parameters: PARAMETERS,
    make: |given| make(Shape::Caterpillar, given),
};

pub(crate) const STAR: Family = Family {
    id: "star",
    sentence: "all other vertices attach to vertex 0",
    parameters: PARAMETERS,
    make: |given| make(Shape::Star, given),
};

pub(crate) const PATH: Family = Family {
    id: "path-tree",
    sentence: "a path with the options of a tree",
    parameters: PARAMETERS,
    make: |given| make(Shape::Path, given),
};

pub(crate) const BROOM: Family = Family {
    id: "broom",
    sentence: "a path of half the vertices, the others attached to its end",
    parameters: PARAMETERS,
    make: |given| make(Shape::Broom, given),
};
