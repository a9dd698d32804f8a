//! The small world: a ring with arcs to the nearest vertices, some of which lead anywhere instead.

use super::arc_list::{ArcList, DRIFT};
use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least, probability};
use crate::generator::Chance;
use crate::recipe::Recipe;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The graph of Watts and Strogatz, with each direction of an edge rewired on its own. The last vertex is the only sink.
///
/// ```
/// let ring = rotor_generate::SmallWorld { n: 6, near: 1, rewired: 0.2, drift: 1 };
/// assert_eq!(ring.build(&mut rotor_generate::Dice::new(3))?.to_string(), "\
/// 0: 5 1
/// 1: 0 2
/// 2: 3 1
/// 3: 2 4
/// 4: 5 3
/// sink 5
/// start 2
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmallWorld {
    /// How many vertices, at least 2.
    pub n: u32,
    /// How many neighbours a vertex has on each side, at least 1.
    pub near: u32,
    /// The probability that an arc leads to a random vertex instead.
    pub rewired: f64,
    /// How many parallel arcs lead away from the sink, at least 1.
    pub drift: u32,
}

impl SmallWorld {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for SmallWorld {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, near, rewired, drift } = *self;
        at_least("n", n, 2)?;
        at_least("near", near, 1)?;
        probability("rewired", rewired)?;
        let size = u64::from(n);
        let mut list = ArcList::new(scratch, size, size.saturating_mul(2 * u64::from(near)), drift)?;
        let rewired = Chance::of(rewired);
        for u in 0..n - 1 {
            let (mut after, mut before) = (u, u);
            for _ in 0..near {
                (after, before) = (
                    if after + 1 == n { 0 } else { after + 1 },
                    if before == 0 { n - 1 } else { before - 1 },
                );
                for head in [after, before] {
                    list.arc(u, if dice.happens(rewired) { dice.below(n) } else { head });
                }
            }
            dice.go_on(near.into())?;
        }
        list.towards_the_sink(dice, scratch)
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "small-world",
    sentence: "a ring with arcs to the nearest vertices, some rewired; the last vertex is the only sink",
    parameters: &[
        Parameter::size("number of vertices", 20, 2),
        Parameter::whole("near", "number of neighbours on each side", 2, 1, 1_000_000),
        Parameter::probability("rewired", "probability that an arc leads to a random vertex instead", 0.1),
        DRIFT,
    ],
    make: |given| {
        let [n, near, drift] = ["n", "near", "drift"].map(|name| given.whole(name));
        Arc::new(SmallWorld { n, near, rewired: given.number("rewired"), drift })
    },
};
