//! The grid: w × h vertices with arcs to their neighbours in random order; left of it is A, right of it is B.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The grid of `w` columns and `h` rows, numbered row by row; the walk starts in the middle.
///
/// ```
/// let grid = rotor_generate::Grid { w: 3, h: 2, parallel: 1 }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(grid.to_string(), "\
/// 0: 1 A 3
/// 1: 2 4 0
/// 2: 1 5 B
/// 3: A 0 4
/// 4: 3 5 1
/// 5: 2 4 B
/// sink A
/// sink B
/// start 4
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How many columns, at least 1.
    pub w: u32,
    /// How many rows, at least 1.
    pub h: u32,
    /// How many parallel arcs lead to a neighbour at most, at least 1; the number is drawn from 1 on.
    pub parallel: u32,
}

impl Grid {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Grid {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { w, h, parallel } = *self;
        at_least("w", w, 1)?;
        at_least("h", h, 1)?;
        at_least("parallel", parallel, 1)?;
        let vertices = u64::from(w) * u64::from(h);
        let mut rows = Rows::new(scratch, vertices + 2, vertices.saturating_mul(4 * u64::from(parallel)))?;
        let [a, b] = [w * h, w * h + 1];
        for y in 0..h {
            for x in 0..w {
                let here = y * w + x;
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
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(h / 2 * w + w / 2))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "grid",
    sentence: "w × h vertices with arcs to their neighbours in random order; left of it is A, right of it is B",
    parameters: &[
        Parameter::whole("w", "number of columns", 5, 1, 100_000_000),
        Parameter::whole("h", "number of rows", 4, 1, 100_000_000),
        Parameter::whole("parallel", "largest number of parallel arcs to a neighbour", 1, 1, 1_000_000),
    ],
    make: |given| {
        Arc::new(Grid { w: given.whole("w"), h: given.whole("h"), parallel: given.whole("parallel") })
    },
};
