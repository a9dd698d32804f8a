//! Series: copies of two; exit A of each leads to the next copy, exit B back to a random earlier one.

use super::two::{AHEAD, write_two};
use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// Copies of [`Two`](crate::Two) in a row: exit A of a copy leads to the start of the next one (of the last copy: to
/// A), exit B to the start of a random earlier one (of the first copy: to B).
///
/// ```
/// let series = rotor_generate::Series { copies: 2, size: 3, ahead: true }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(series.to_string(), "\
/// 0: 3 0
/// 1: 1 2
/// 2: B 2
/// 3: A 3
/// 4: 4 5
/// 5: 5 0
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// How many copies, at least 1.
    pub copies: u32,
    /// How many vertices in each, at least 2.
    pub size: u32,
    /// Whether arcs across, in a copy, may lead ahead.
    pub ahead: bool,
}

impl Series {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Series {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { copies, size, ahead } = *self;
        at_least("copies", copies, 1)?;
        at_least("size", size, 2)?;
        let vertices = u64::from(copies) * u64::from(size);
        let mut rows = Rows::new(scratch, vertices + 2, vertices.saturating_mul(2))?;
        for copy in 0..copies {
            // After the last copy stand A and B.
            let forward = (copy + 1) * size;
            let back = if copy == 0 { copies * size + 1 } else { dice.below(copy) * size };
            write_two(&mut rows, dice, size, ahead, [forward, back])?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "series",
    sentence: "copies of two; exit A of each leads to the next copy, exit B back to a random earlier one",
    parameters: &[
        Parameter::whole("copies", "number of copies", 4, 1, 10_000_000),
        Parameter::whole("size", "number of vertices in each copy", 6, 2, 10_000_000),
        AHEAD,
    ],
    make: |given| {
        let (copies, size) = (given.whole("copies"), given.whole("size"));
        Arc::new(Series { copies, size, ahead: given.is_on("ahead") })
    },
};
