//! The random switch graph: every vertex has two random successors among the vertices, A and B.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// A switch graph in the sense of Dohrau et al. 2017, drawn uniformly: usually easy, since an exit is never far; with
/// probability about e⁻⁴ no vertex leads to A or B.
///
/// ```
/// let switches = rotor_generate::SwitchGraph { n: 6 }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(switches.to_string(), "\
/// 0: A 1
/// 1: 3 5
/// 2: 2 4
/// 3: 3 5
/// 4: 1 3
/// 5: 0^2
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchGraph {
    /// How many vertices, at least 1.
    pub n: u32,
}

impl SwitchGraph {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for SwitchGraph {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n } = *self;
        at_least("n", n, 1)?;
        let mut rows = Rows::new(scratch, u64::from(n) + 2, 2 * u64::from(n))?;
        for _ in 0..n {
            rows.arc(dice.below(n + 2));
            rows.arc(dice.below(n + 2));
            rows.next(dice)?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "switch",
    sentence: "every vertex has two random successors among the vertices, A and B",
    parameters: &[Parameter::size("number of vertices", 20, 1)],
    make: |given| Arc::new(SwitchGraph { n: given.whole("n") }),
};
