//! Preferential attachment: every vertex joins earlier ones, with probabilities proportional to their degrees.

use super::arc_list::{ArcList, DRIFT};
use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The multigraph of Barabási and Albert with arcs both ways: a few vertices have very many. The last vertex, one of the
/// least, is the only sink.
///
/// ```
/// let graph = rotor_generate::Preferential { n: 6, k: 2, drift: 1 };
/// assert_eq!(graph.build(&mut rotor_generate::Dice::new(1))?.to_string(), "\
/// 0: 4 5 2 1
/// 1: 2 4 0
/// 2: 1 3^2 0
/// 3: 2^2
/// 4: 1 0 5
/// sink 5
/// start 3
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferential {
    /// How many vertices, at least 2.
    pub n: u32,
    /// How many earlier vertices each joins, at least 1.
    pub k: u32,
    /// How many parallel arcs lead away from the sink, at least 1.
    pub drift: u32,
}

impl Preferential {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Preferential {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, k, drift } = *self;
        at_least("n", n, 2)?;
        at_least("k", k, 1)?;
        let mut list = ArcList::new(scratch, n.into(), u64::from(n).saturating_mul(2 * u64::from(k)), drift)?;
        list.edge(0, 1);
        for u in 2..n {
            // The tail of a uniform arc is a vertex in proportion to its arcs; those of u itself are not among them.
            let earlier = list.len();
            (0..k).for_each(|_| list.edge(u, list.tail(dice.below(earlier))));
            dice.go_on(k.into())?;
        }
        list.towards_the_sink(dice, scratch)
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "preferential",
    sentence: "every vertex joins k earlier ones, in proportion to their arcs; the last is the only sink",
    parameters: &[
        Parameter::size("number of vertices", 20, 2),
        Parameter::whole("k", "number of earlier vertices that each joins", 2, 1, 1_000_000),
        DRIFT,
    ],
    make: |given| {
        let [n, k, drift] = ["n", "k", "drift"].map(|name| given.whole(name));
        Arc::new(Preferential { n, k, drift })
    },
};
