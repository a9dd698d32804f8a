//! The regular tree: every vertex has d neighbours; those beyond the first n are A; arcs in random order.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// A ball of n vertices in the tree in which every vertex has d neighbours, numbered level by level around the root 0.
///
/// ```
/// let instance = rotor_generate::RegularTree { n: 4, d: 3 }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(instance.to_string(), "\
/// 0: 2 1 3
/// 1: 0 A^2
/// 2: 0 A^2
/// 3: 0 A^2
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegularTree {
    /// How many vertices, at least 1.
    pub n: u32,
    /// How many neighbours each has, at least 2.
    pub d: u32,
}

impl RegularTree {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for RegularTree {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, d } = *self;
        at_least("n", n, 1)?;
        at_least("d", d, 2)?;
        let mut rows = Rows::new(scratch, u64::from(n) + 2, u64::from(n) * u64::from(d))?;
        // The children of all vertices so far fill 1, 2, 3, … without a gap.
        let mut next_child = 1;
        for i in 0..n {
            let children = if i == 0 { d } else { d - 1 };
            if i > 0 {
                rows.arc((i - 1).saturating_sub(1) / (d - 1));
            }
            for _ in 0..children {
                rows.arc(u32::min(next_child, n));
                next_child = next_child.saturating_add(1);
            }
            rows.shuffle(dice);
            rows.next(dice)?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "regular-tree",
    sentence: "every vertex has d neighbours; those beyond the first n are A; arcs in random order",
    parameters: &[
        Parameter::size("number of vertices", 10, 1),
        Parameter::whole("d", "number of neighbours of a vertex", 3, 2, 1_000_000),
    ],
    make: |given| Arc::new(RegularTree { n: given.whole("n"), d: given.whole("d") }),
};
