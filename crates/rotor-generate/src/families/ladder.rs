//! The ladder: two rows of n vertices with parallel arcs to their neighbours in random order, between A and B.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The 2 × `n` ladder, numbered rung by rung: rung i is 2i and 2i + 1. Both rows end at A on the left and at B on the
/// right; the walk starts on the middle rung.
///
/// ```
/// let ladder = rotor_generate::Ladder { n: 3, parallel: 3 }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(ladder.to_string(), "\
/// 0: A 1 2 A^2 2
/// 1: 0^2 3 A
/// 2: 0^2 3^2 4 0 3 4^2
/// 3: 5^2 1 2 1 5
/// 4: B 2^3 5 B 5
/// 5: 3 4 B
/// sink A
/// sink B
/// start 2
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// How many rungs, at least 1.
    pub n: u32,
    /// How many parallel arcs lead to a neighbour at most, at least 1; the number is drawn from 1 on.
    pub parallel: u32,
}

impl Ladder {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Ladder {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, parallel } = *self;
        at_least("n", n, 1)?;
        at_least("parallel", parallel, 1)?;
        let vertices = 2 * u64::from(n);
        let mut rows = Rows::new(scratch, vertices + 2, (3 * vertices).saturating_mul(u64::from(parallel)))?;
        let [a, b] = [2 * n, 2 * n + 1];
        for here in 0..2 * n {
            let left = if here < 2 { a } else { here - 2 };
            let right = if here + 2 >= 2 * n { b } else { here + 2 };
            for head in [left, here ^ 1, right] {
                rows.arcs(head, dice.up_to(parallel));
            }
            rows.shuffle(dice);
            rows.next(dice)?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(n / 2 * 2))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "ladder",
    sentence: "two rows of n vertices with parallel arcs to their neighbours in random order, between A and B",
    parameters: &[
        Parameter::size("number of rungs", 10, 1),
        Parameter::whole("parallel", "largest number of parallel arcs to a neighbour", 3, 1, 1_000_000),
    ],
    make: |given| Arc::new(Ladder { n: given.whole("n"), parallel: given.whole("parallel") }),
};
