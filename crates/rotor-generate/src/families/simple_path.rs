//! The simple path: one arc left and one right from every vertex, rotors at random, between A and B.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The simple path graph [ACD22, `sec:path`]: A is its sink s₀, B its sink s₁.
///
/// ```
/// let path = rotor_generate::SimplePath { n: 6 }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(path.to_string(), "\
/// 0: A *1
/// 1: 0 2
/// 2: 1 3
/// 3: 2 *4
/// 4: 3 5
/// 5: 4 *B
/// sink A
/// sink B
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimplePath {
    /// How many inner vertices, at least 1.
    pub n: u32,
}

impl SimplePath {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for SimplePath {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n } = *self;
        at_least("n", n, 1)?;
        let mut rows = Rows::new(scratch, u64::from(n) + 2, 2 * u64::from(n))?;
        for i in 0..n {
            rows.arc(if i == 0 { n } else { i - 1 });
            rows.arc(if i + 1 == n { n + 1 } else { i + 1 });
            rows.next(dice)?;
        }
        rows.with_sinks_a_and_b(dice)?.with_random_rotors(dice, scratch)
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "path",
    sentence: "one arc left and one right from every vertex, rotors at random, between A and B",
    parameters: &[Parameter::size("number of inner vertices", 20, 1)],
    make: |given| Arc::new(SimplePath { n: given.whole("n") }),
};
