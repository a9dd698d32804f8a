//! The planar graph: a grid with one of the two diagonals in each of its squares.

use super::arc_list::{ArcList, DRIFT};
use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// A triangulated grid of `w` columns and `h` rows with arcs both ways, numbered row by row; its treewidth grows with its
/// sides. The last corner is the only sink.
///
/// ```
/// let planar = rotor_generate::Planar { w: 3, h: 2, drift: 1 };
/// assert_eq!(planar.build(&mut rotor_generate::Dice::new(1))?.to_string(), "\
/// 0: 3 1
/// 1: 2 0 5 3 4
/// 2: 1 5
/// 3: 1 4 0
/// 4: 3 5 1
/// sink 5
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planar {
    /// How many columns, at least 2.
    pub w: u32,
    /// How many rows, at least 2.
    pub h: u32,
    /// How many parallel arcs lead away from the sink, at least 1.
    pub drift: u32,
}

impl Planar {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Planar {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { w, h, drift } = *self;
        at_least("w", w, 2)?;
        at_least("h", h, 2)?;
        let vertices = u64::from(w) * u64::from(h);
        let mut list = ArcList::new(scratch, vertices, vertices.saturating_mul(6), drift)?;
        for y in 0..h {
            for x in 0..w {
                let here = y * w + x;
                let [right, down] = [x + 1 < w, y + 1 < h];
                if right {
                    list.edge(here, here + 1);
                }
                if down {
                    list.edge(here, here + w);
                }
                if right && down {
                    let falls = dice.chance(0.5);
                    let [above, below] = if falls { [here, here + w + 1] } else { [here + 1, here + w] };
                    list.edge(above, below);
                }
                dice.go_on(1)?;
            }
        }
        list.towards_the_sink(dice, scratch)
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "planar",
    sentence: "a grid of w × h vertices with a random diagonal in each square; the last corner is the only sink",
    parameters: &[
        Parameter::whole("w", "number of columns", 5, 2, 100_000_000),
        Parameter::whole("h", "number of rows", 4, 2, 100_000_000),
        DRIFT,
    ],
    make: |given| {
        let [w, h, drift] = ["w", "h", "drift"].map(|name| given.whole(name));
        Arc::new(Planar { w, h, drift })
    },
};
