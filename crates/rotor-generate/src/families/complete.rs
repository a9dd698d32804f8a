//! The complete graph: arcs between all n vertices in random order, and one from each to A.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The complete graph on n + 1 vertices, one of which is the sink A: (n + 1)ⁿ⁻¹ spanning trees (Cayley).
///
/// ```
/// let instance = rotor_generate::Complete { n: 3 }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(instance.to_string(), "\
/// 0: 2 1 A
/// 1: 0 A 2
/// 2: 0 A 1
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Complete {
    /// How many vertices, at least 1.
    pub n: u32,
}

impl Complete {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Complete {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n } = *self;
        at_least("n", n, 1)?;
        let mut rows = Rows::new(scratch, u64::from(n) + 2, u64::from(n) * u64::from(n))?;
        for i in 0..n {
            rows.arcs_to(0..i);
            rows.arcs_to(i + 1..n + 1);
            rows.shuffle(dice);
            rows.next(dice)?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "complete",
    sentence: "arcs between all n vertices in random order, and one from each to A",
    parameters: &[Parameter::size("number of vertices", 6, 1)],
    make: |given| Arc::new(Complete { n: given.whole("n") }),
};
