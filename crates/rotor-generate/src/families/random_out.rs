//! The random k-out digraph: k arcs from every vertex to any of them.

use super::arc_list::{ArcList, DRIFT};
use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// Every vertex has `k` arcs with uniform heads; a few of them are redirected to the sink, so that most vertices reach it.
///
/// ```
/// let random = rotor_generate::RandomOut { n: 6, k: 2, exits: 2, drift: 1 };
/// assert_eq!(random.build(&mut rotor_generate::Dice::new(1))?.to_string(), "\
/// 0: 0 5
/// 1: 4 2
/// 2: 2 3
/// 3: 2 4
/// 4: 0 2
/// sink 5
/// start 2
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomOut {
    /// How many vertices, at least 2; the last is the sink.
    pub n: u32,
    /// How many arcs each has, at least 1.
    pub k: u32,
    /// How many random arcs are redirected to the sink.
    pub exits: u32,
    /// How many parallel arcs lead away from the sink, at least 1.
    pub drift: u32,
}

impl RandomOut {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for RandomOut {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, k, exits, drift } = *self;
        at_least("n", n, 2)?;
        at_least("k", k, 1)?;
        let arcs = u64::from(n) * u64::from(k);
        let mut list = ArcList::new(scratch, n.into(), arcs, drift)?;
        for u in 0..n - 1 {
            (0..k).for_each(|_| list.arc(u, dice.below(n)));
            dice.go_on(k.into())?;
        }
        for _ in 0..exits {
            list.redirect(dice.below(list.len()), n - 1);
            dice.go_on(1)?;
        }
        list.towards_the_sink(dice, scratch)
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "random-out",
    sentence: "k arcs from every vertex to random ones, `exits` of them redirected to the last vertex, the only sink",
    parameters: &[
        Parameter::size("number of vertices", 20, 2),
        Parameter::whole("k", "number of arcs of a vertex", 2, 1, 1_000_000),
        Parameter::whole("exits", "number of random arcs that are redirected to the sink", 8, 0, 1_000_000),
        DRIFT,
    ],
    make: |given| {
        let [n, k, exits, drift] = ["n", "k", "exits", "drift"].map(|name| given.whole(name));
        Arc::new(RandomOut { n, k, exits, drift })
    },
};
