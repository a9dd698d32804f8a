//! Back: vertex i leads back to a random vertex up to i and on to i + 1, in random order; the last one to A.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The chain whose backward arcs lead anywhere: exponential walks without the regularity of [`Chain`](crate::Chain).
///
/// ```
/// let back = rotor_generate::Back { n: 6 }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(back.to_string(), "\
/// 0: 1 0
/// 1: 0 2
/// 2: 1 3
/// 3: 1 4
/// 4: 5 0
/// 5: A 0
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Back {
    /// How many vertices, at least 1.
    pub n: u32,
}

impl Back {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Back {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n } = *self;
        at_least("n", n, 1)?;
        let mut rows = Rows::new(scratch, u64::from(n) + 2, 2 * u64::from(n))?;
        for i in 0..n {
            rows.arc(dice.between(0..=i));
            rows.arc(i + 1);
            rows.shuffle(dice);
            rows.next(dice)?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "back",
    sentence: "vertex i leads back to a random vertex up to i and on to i + 1, in random order; the last one to A",
    parameters: &[Parameter::size("number of vertices", 20, 1)],
    make: |given| Arc::new(Back { n: given.whole("n") }),
};
