//! The torus: n × h vertices with arcs to their four neighbours, wrapping around, in random order; 0 has one to A.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The torus of n columns and h rows, numbered row by row.
///
/// ```
/// let instance = rotor_generate::Torus { n: 2, h: 2, sink: true }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(instance.to_string(), "\
/// 0: 2 1 2 1 A
/// 1: 0^2 3^2
/// 2: 0^2 3^2
/// 3: 1 2 1 2
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torus {
    /// How many columns, at least 1.
    pub n: u32,
    /// How many rows, at least 1.
    pub h: u32,
    /// Whether vertex 0 has an arc to A.
    pub sink: bool,
}

impl Torus {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Torus {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, h, sink } = *self;
        at_least("n", n, 1)?;
        at_least("h", h, 1)?;
        let mut rows = Rows::new(
            scratch,
            u64::from(n) * u64::from(h) + 2,
            (u64::from(n) * u64::from(h)).saturating_mul(4) + 1,
        )?;
        for y in 0..h {
            for x in 0..n {
                let [left, right] = [(x + n - 1) % n, (x + 1) % n];
                let [up, down] = [(y + h - 1) % h, (y + 1) % h];
                for (x, y) in [(left, y), (x, up), (right, y), (x, down)] {
                    rows.arc(y * n + x);
                }
                if sink && (x, y) == (0, 0) {
                    rows.arc(n * h);
                }
                rows.shuffle(dice);
                rows.next(dice)?;
            }
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "torus",
    sentence: "n × h vertices with arcs to their four neighbours, wrapping around, in random order; 0 has one to A",
    parameters: &[
        Parameter::size("number of columns", 5, 1),
        Parameter::whole("h", "number of rows", 4, 1, 100_000_000),
        Parameter::switch("sink", "whether 0 has an arc to A", true),
    ],
    make: |given| Arc::new(Torus { n: given.whole("n"), h: given.whole("h"), sink: given.is_on("sink") }),
};
