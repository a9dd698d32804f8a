//! The grid, or the torus, whose last corner is its only sink.

use super::arc_list::{ArcList, DRIFT};
use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The grid of `w` columns and `h` rows with arcs to the neighbours in random order, numbered row by row; the walk starts
/// farthest from the sink.
///
/// ```
/// let grid = rotor_generate::CornerGrid { w: 3, h: 2, round: false, drift: 2 };
/// assert_eq!(grid.build(&mut rotor_generate::Dice::new(1))?.to_string(), "\
/// 0: 1 3
/// 1: 4 2 0^2
/// 2: 1 5 1
/// 3: 0 4 0
/// 4: 3^2 5 1^2
/// sink 5
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerGrid {
    /// How many columns, at least 1.
    pub w: u32,
    /// How many rows, at least 1, and 2 if there is one column.
    pub h: u32,
    /// Whether the last column is next to the first and the last row next to the first.
    pub round: bool,
    /// How many parallel arcs lead away from the sink, at least 1.
    pub drift: u32,
}

impl CornerGrid {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for CornerGrid {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { w, h, round, drift } = *self;
        at_least("w", w, 1)?;
        at_least("h", h, if w == 1 { 2 } else { 1 })?;
        let vertices = u64::from(w) * u64::from(h);
        let mut list = ArcList::new(scratch, vertices, vertices.saturating_mul(4), drift)?;
        for y in 0..h {
            for x in 0..w {
                let here = y * w + x;
                if x + 1 < w {
                    list.edge(here, here + 1);
                } else if round {
                    list.edge(here, y * w);
                }
                if y + 1 < h {
                    list.edge(here, here + w);
                } else if round {
                    list.edge(here, x);
                }
                dice.go_on(1)?;
            }
        }
        list.towards_the_sink(dice, scratch)
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "corner-grid",
    sentence: "w × h vertices with arcs to their neighbours in random order; the last corner is the only sink",
    parameters: &[
        Parameter::whole("w", "number of columns", 5, 1, 100_000_000),
        Parameter::whole("h", "number of rows", 4, 1, 100_000_000),
        Parameter::switch("round", "whether it is a torus", false),
        DRIFT,
    ],
    make: |given| {
        let [w, h, drift] = ["w", "h", "drift"].map(|name| given.whole(name));
        Arc::new(CornerGrid { w, h, round: given.is_on("round"), drift })
    },
};
