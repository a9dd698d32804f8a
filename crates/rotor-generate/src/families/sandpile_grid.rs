//! The grid on which sandpiles are usually drawn: all around it is one sink.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The grid of `w` columns and `h` rows, numbered row by row, every vertex with four arcs in random order; those that leave
/// the grid lead to the sink, which has the last number. The walk starts in the middle.
///
/// ```
/// let grid = rotor_generate::SandpileGrid { w: 2, h: 1 }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(grid.to_string(), "\
/// 0: 2 1 2^2
/// 1: 0 2^3
/// sink 2
/// start 1
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SandpileGrid {
    /// How many columns, at least 1.
    pub w: u32,
    /// How many rows, at least 1.
    pub h: u32,
}

impl SandpileGrid {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for SandpileGrid {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { w, h } = *self;
        at_least("w", w, 1)?;
        at_least("h", h, 1)?;
        let vertices = u64::from(w) * u64::from(h);
        let mut rows = Rows::new(scratch, vertices + 1, vertices.saturating_mul(4))?;
        let sink = w * h;
        for y in 0..h {
            for x in 0..w {
                let here = y * w + x;
                rows.arc(if x == 0 { sink } else { here - 1 });
                rows.arc(if y == 0 { sink } else { here - w });
                rows.arc(if x + 1 == w { sink } else { here + 1 });
                rows.arc(if y + 1 == h { sink } else { here + w });
                rows.shuffle(dice);
                rows.next(dice)?;
            }
        }
        rows.next(dice)?;
        Ok(rows.without_more_sinks().starting_at(h / 2 * w + w / 2))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "sandpile-grid",
    sentence: "w × h vertices with four arcs each in random order; those that leave the grid lead to one sink",
    parameters: &[
        Parameter::whole("w", "number of columns", 5, 1, 100_000_000),
        Parameter::whole("h", "number of rows", 4, 1, 100_000_000),
    ],
    make: |given| Arc::new(SandpileGrid { w: given.whole("w"), h: given.whole("h") }),
};
