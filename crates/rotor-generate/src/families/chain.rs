//! The chain: vertex i leads back to 0 and on to i + 1, the last one to A.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The chain of `n` vertices; from 0, the walk to A makes 2ⁿ⁺¹ − 2 steps. Nothing is drawn at random.
///
/// ```
/// let chain = rotor_generate::Chain { n: 6 }.build()?;
/// assert_eq!(chain.to_string(), "\
/// 0: 0 1
/// 1: 0 2
/// 2: 0 3
/// 3: 0 4
/// 4: 0 5
/// 5: 0 A
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// How many vertices, at least 1.
    pub n: u32,
}

impl Chain {
    /// The instance.
    pub fn build(self) -> Result<Instance, GenerateError> {
        let dice = &mut Dice::new(0);
        self.build_with(dice)
    }
}

impl Recipe for Chain {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n } = *self;
        at_least("n", n, 1)?;
        let mut rows = Rows::new(scratch, u64::from(n) + 2, 2 * u64::from(n))?;
        for i in 0..n {
            rows.arc(0);
            rows.arc(i + 1);
            rows.next(dice)?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "chain",
    sentence: "vertex i leads back to 0 and on to i + 1, the last one to A",
    parameters: &[Parameter::size("number of vertices", 20, 1)],
    make: |given| Arc::new(Chain { n: given.whole("n") }),
};

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::{RotorWalk, StoppingGraph};

    #[test]
    fn a_chain_of_n_takes_2_to_the_n_plus_1_minus_2_steps() {
        for n in 1..=20 {
            let chain = Chain { n }.build().unwrap();
            let stopping = StoppingGraph::of(chain.graph());
            let mut walk = RotorWalk::new(&stopping, chain.rotors(), chain.start().unwrap());
            walk.run(u64::MAX);
            assert_eq!((walk.steps(), chain.name(walk.particle())), ((2 << n) - 2, "A"));
        }
    }
}
