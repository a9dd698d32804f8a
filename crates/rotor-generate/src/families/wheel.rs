//! The wheel: a hub, 0, joined to a ring of n − 1 vertices, arcs in random order; the hub has one to A.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The wheel of a hub and n − 1 vertices on its rim.
///
/// ```
/// let instance = rotor_generate::Wheel { n: 4, sink: true }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(instance.to_string(), "\
/// 0: 2 3 1 A
/// 1: 3 0 2
/// 2: 3 0 1
/// 3: 2 0 1
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wheel {
    /// How many vertices, the hub included, at least 2.
    pub n: u32,
    /// Whether the hub has an arc to A.
    pub sink: bool,
}

impl Wheel {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Wheel {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, sink } = *self;
        at_least("n", n, 2)?;
        let mut rows = Rows::new(scratch, u64::from(n) + 2, 4 * u64::from(n) + 1)?;
        (1..n).for_each(|i| rows.arc(i));
        if sink {
            rows.arc(n);
        }
        rows.shuffle(dice);
        rows.next(dice)?;
        let rim = n - 1;
        for i in 0..rim {
            rows.arc(0);
            rows.arc(1 + (i + rim - 1) % rim);
            rows.arc(1 + (i + 1) % rim);
            rows.shuffle(dice);
            rows.next(dice)?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "wheel",
    sentence: "a hub, 0, joined to a ring of n − 1 vertices, arcs in random order; the hub has one to A",
    parameters: &[
        Parameter::size("number of vertices", 7, 2),
        Parameter::switch("sink", "whether the hub has an arc to A", true),
    ],
    make: |given| Arc::new(Wheel { n: given.whole("n"), sink: given.is_on("sink") }),
};
