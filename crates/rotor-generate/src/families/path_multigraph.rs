//! The path multigraph: x arcs right and y arcs left from every vertex, between A and B.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// A path with the same numbers of arcs everywhere; the walk starts in the middle.
///
/// ```
/// let path = rotor_generate::PathMultigraph { n: 6, x: 2, y: 1, shuffled: true };
/// assert_eq!(path.build(&mut rotor_generate::Dice::new(1))?.to_string(), "\
/// 0: 1^2 A
/// 1: 2 0 2
/// 2: 3 1 3
/// 3: 4 2 4
/// 4: 5 3 5
/// 5: B 4 B
/// sink A
/// sink B
/// start 3
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathMultigraph {
    /// How many vertices, at least 1.
    pub n: u32,
    /// How many arcs lead right, at least 1.
    pub x: u32,
    /// How many arcs lead left, at least 1.
    pub y: u32,
    /// Whether the arcs of a vertex stand in random order; if not, those to the right come first.
    pub shuffled: bool,
}

impl PathMultigraph {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for PathMultigraph {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, x, y, shuffled } = *self;
        at_least("n", n, 1)?;
        at_least("x", x, 1)?;
        at_least("y", y, 1)?;
        let arcs = u64::from(n).saturating_mul(u64::from(x) + u64::from(y));
        let mut rows = Rows::new(scratch, u64::from(n) + 2, arcs)?;
        for i in 0..n {
            rows.arcs(if i + 1 == n { n + 1 } else { i + 1 }, x);
            rows.arcs(if i == 0 { n } else { i - 1 }, y);
            if shuffled {
                rows.shuffle(dice);
            }
            rows.next(dice)?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(n / 2))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "multipath",
    sentence: "x arcs right and y arcs left from every vertex, between A and B",
    parameters: &[
        Parameter::size("number of vertices", 20, 1),
        Parameter::whole("x", "number of arcs to the right", 2, 1, 1_000_000),
        Parameter::whole("y", "number of arcs to the left", 1, 1, 1_000_000),
        Parameter::switch("shuffled", "1: arcs in random order, 0: those to the right first", true),
    ],
    make: |given| {
        let [n, x, y] = ["n", "x", "y"].map(|name| given.whole(name));
        Arc::new(PathMultigraph { n, x, y, shuffled: given.is_on("shuffled") })
    },
};
