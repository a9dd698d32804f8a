//! Nested: vertex i has b arcs to random vertices up to i and one to i + 1, shuffled; after the last are A and B.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// Nested returns: the more arcs lead back, the more often a vertex must be left before the particle gets on.
///
/// ```
/// let nested = rotor_generate::Nested { n: 6, b: 2 }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(nested.to_string(), "\
/// 0: 0 1 0
/// 1: 0 2 1
/// 2: 1 3 0
/// 3: 0 1 4
/// 4: 4 3 5
/// 5: 1 A 1 B
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nested {
    /// How many vertices, at least 1.
    pub n: u32,
    /// How many arcs lead back from each.
    pub b: u32,
}

impl Nested {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Nested {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, b } = *self;
        at_least("n", n, 1)?;
        let mut rows = Rows::new(scratch, u64::from(n) + 2, u64::from(n) * (u64::from(b) + 1) + 1)?;
        for i in 0..n {
            for _ in 0..b {
                rows.arc(dice.between(0..=i));
            }
            rows.arc(i + 1);
            if i + 1 == n {
                rows.arc(n + 1);
            }
            rows.shuffle(dice);
            rows.next(dice)?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "nested",
    sentence: "vertex i has b arcs to random vertices up to i and one to i + 1, shuffled; after the last are A and B",
    parameters: &[
        Parameter::size("number of vertices", 20, 1),
        Parameter::whole("b", "number of arcs that lead back from each vertex", 2, 0, 1_000_000),
    ],
    make: |given| Arc::new(Nested { n: given.whole("n"), b: given.whole("b") }),
};
