//! Wells: a ladder whose drift leads into one valley after the other, between A and B.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// 2·`depth`·`wells` + 1 rows of `width` vertices, numbered row by row. One arc leads to the row above and one to the
/// row below, but `drift` arcs to the row that is nearer to the middle of the valley; one or two lead to each
/// neighbour in the row. The first row also leads to A, the last to B; the walk starts in the middle.
///
/// Linear guesses leave particles in some valleys and holes in others, and neither gets out by a few steps.
///
/// ```
/// let wells = rotor_generate::Wells { width: 1, wells: 1, depth: 2, drift: 2 };
/// assert_eq!(wells.build(&mut rotor_generate::Dice::new(1))?.to_string(), "\
/// 0: A 1
/// 1: 2^2 0
/// 2: 1 3
/// 3: 2 4 2
/// 4: B 3
/// sink A
/// sink B
/// start 2
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wells {
    /// How many vertices a row has, at least 1.
    pub width: u32,
    /// How many valleys, at least 1.
    pub wells: u32,
    /// How many rows a valley has on each side of its middle, at least 1.
    pub depth: u32,
    /// How many arcs lead down into the valley, at least 1.
    pub drift: u32,
}

impl Wells {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Wells {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { width, wells, depth, drift } = *self;
        at_least("width", width, 1)?;
        at_least("wells", wells, 1)?;
        at_least("depth", depth, 1)?;
        at_least("drift", drift, 1)?;
        let height = 2 * u64::from(depth) * u64::from(wells) + 1;
        let vertices = height.saturating_mul(width.into());
        let mut rows =
            Rows::new(scratch, vertices.saturating_add(2), vertices.saturating_mul(u64::from(drift) + 5))?;
        // Rows has refused what a vertex number cannot hold.
        let (height, vertices) = (height as u32, vertices as u32);
        let [a, b] = [vertices, vertices + 1];
        for row in 0..height {
            let place = row % (2 * depth);
            let back = if place > depth { drift } else { 1 };
            let on = if place > 0 && place < depth { drift } else { 1 };
            for column in 0..width {
                let here = row * width + column;
                rows.arcs(if row == 0 { a } else { here - width }, back);
                rows.arcs(if row + 1 == height { b } else { here + width }, on);
                if column > 0 {
                    rows.arcs(here - 1, dice.up_to(2));
                }
                if column + 1 < width {
                    rows.arcs(here + 1, dice.up_to(2));
                }
                rows.shuffle(dice);
                rows.next(dice)?;
            }
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(height / 2 * width + width / 2))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "wells",
    sentence: "a ladder whose drift leads into one valley after the other, between A and B",
    parameters: &[
        Parameter::whole("width", "vertices in a row", 2, 1, 1_000_000),
        Parameter::whole("wells", "number of valleys", 4, 1, 1_000_000),
        Parameter::whole("depth", "rows from the edge of a valley to its middle", 5, 1, 1_000_000),
        Parameter::whole("drift", "arcs that lead into the valley", 2, 1, 1_000_000),
    ],
    make: |given| {
        let [width, wells, depth, drift] = ["width", "wells", "depth", "drift"].map(|name| given.whole(name));
        Arc::new(Wells { width, wells, depth, drift })
    },
};
