//! The cycle: n vertices in a ring with arcs both ways in random order; 0 has one to A.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The cycle of n vertices; without a sink the walk on it goes round for ever, with period 2n.
///
/// ```
/// let instance = rotor_generate::Cycle { n: 4, sink: true }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(instance.to_string(), "\
/// 0: 1 3 A
/// 1: 2 0
/// 2: 1 3
/// 3: 0 2
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// How many vertices, at least 1.
    pub n: u32,
    /// Whether vertex 0 has an arc to A.
    pub sink: bool,
}

impl Cycle {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Cycle {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, sink } = *self;
        at_least("n", n, 1)?;
        let mut rows = Rows::new(scratch, u64::from(n) + 2, 2 * u64::from(n) + 1)?;
        for i in 0..n {
            rows.arc((i + n - 1) % n);
            rows.arc((i + 1) % n);
            if sink && i == 0 {
                rows.arc(n);
            }
            rows.shuffle(dice);
            rows.next(dice)?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "cycle",
    sentence: "n vertices in a ring with arcs both ways in random order; 0 has one to A",
    parameters: &[
        Parameter::size("number of vertices", 8, 1),
        Parameter::switch("sink", "whether 0 has an arc to A", true),
    ],
    make: |given| Arc::new(Cycle { n: given.whole("n"), sink: given.is_on("sink") }),
};
