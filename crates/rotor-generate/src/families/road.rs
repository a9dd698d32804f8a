//! Roads: a grid without some of its streets, others of which are one-way; every crossing can be reached.

use super::arc_list::{ArcList, DRIFT};
use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least, probability};
use crate::recipe::Recipe;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// Crossings in `w` columns and `h` rows, numbered row by row. Each is joined both ways to the one on its left or the one above,
/// which makes a spanning tree of the maze called the binary tree; other streets exist with probability `streets`. Most
/// crossings have two or three streets, as on a map. The last corner is the only sink.
///
/// ```
/// let road = rotor_generate::Road { w: 3, h: 2, streets: 0.5, one_way: 0.5, drift: 1 };
/// assert_eq!(road.build(&mut rotor_generate::Dice::new(1))?.to_string(), "\
/// 0: 3 1
/// 1: 2 0 4
/// 2: 1
/// 3: 4 0
/// 4: 5 1
/// sink 5
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Road {
    /// How many columns, at least 2.
    pub w: u32,
    /// How many rows, at least 2.
    pub h: u32,
    /// The probability of a street beyond those of the spanning tree.
    pub streets: f64,
    /// The probability that such a street leads in one direction only.
    pub one_way: f64,
    /// How many parallel arcs lead away from the sink, at least 1.
    pub drift: u32,
}

impl Road {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Road {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { w, h, streets, one_way, drift } = *self;
        at_least("w", w, 2)?;
        at_least("h", h, 2)?;
        probability("streets", streets)?;
        probability("one-way", one_way)?;
        let vertices = u64::from(w) * u64::from(h);
        let mut list = ArcList::new(scratch, vertices, vertices.saturating_mul(4), drift)?;
        for here in 1..vertices as u32 {
            let [left, above] = [(here % w > 0).then(|| here - 1), here.checked_sub(w)];
            let left_is_sure = above.is_none() || left.is_some() && dice.chance(0.5);
            for (neighbour, sure) in [(left, left_is_sure), (above, !left_is_sure)] {
                let Some(neighbour) = neighbour else { continue };
                if sure {
                    list.edge(here, neighbour);
                } else if dice.chance(streets) {
                    match dice.chance(one_way) {
                        false => list.edge(here, neighbour),
                        true if dice.chance(0.5) => list.arc(here, neighbour),
                        true => list.arc(neighbour, here),
                    }
                }
            }
            dice.go_on(1)?;
        }
        list.towards_the_sink(dice, scratch)
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "road",
    sentence: "a grid of w × h crossings without some of its streets; the last corner is the only sink",
    parameters: &[
        Parameter::whole("w", "number of columns", 5, 2, 100_000_000),
        Parameter::whole("h", "number of rows", 4, 2, 100_000_000),
        Parameter::probability("streets", "probability of a street beyond a spanning tree", 0.4),
        Parameter::probability("one-way", "probability that such a street leads one way only", 0.2),
        DRIFT,
    ],
    make: |given| {
        let [w, h, drift] = ["w", "h", "drift"].map(|name| given.whole(name));
        let [streets, one_way] = ["streets", "one-way"].map(|name| given.number(name));
        Arc::new(Road { w, h, streets, one_way, drift })
    },
};
