//! The generalised de Bruijn digraph: vertex u leads to ku, ku + 1, …, ku + k − 1 modulo n.

use super::arc_list::{ArcList, DRIFT};
use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The digraph of Imase and Itoh, and of Reddy, Pradhan and Kuhl, for any number of vertices; for n a power of k it is de
/// Bruijn's. The last vertex is the only sink.
///
/// ```
/// let graph = rotor_generate::DeBruijn { n: 6, k: 2, drift: 1 };
/// assert_eq!(graph.build(&mut rotor_generate::Dice::new(1))?.to_string(), "\
/// 0: 0 1
/// 1: 3 2
/// 2: 5 4
/// 3: 0 1
/// 4: 3 2
/// sink 5
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeBruijn {
    /// How many vertices, at least 2.
    pub n: u32,
    /// How many arcs each has, at least 2.
    pub k: u32,
    /// How many parallel arcs lead away from the sink, at least 1.
    pub drift: u32,
}

impl DeBruijn {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for DeBruijn {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, k, drift } = *self;
        at_least("n", n, 2)?;
        at_least("k", k, 2)?;
        let [vertices, arcs] = [n, k].map(u64::from);
        let mut list = ArcList::new(scratch, vertices, vertices * arcs, drift)?;
        for u in 0..n - 1 {
            (0..arcs).for_each(|letter| list.arc(u, ((u64::from(u) * arcs + letter) % vertices) as u32));
            dice.go_on(arcs)?;
        }
        list.towards_the_sink(dice, scratch)
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "de-bruijn",
    sentence: "vertex u leads to ku, …, ku + k − 1 modulo n, in random order; the last vertex is the only sink",
    parameters: &[
        Parameter::size("number of vertices", 16, 2),
        Parameter::whole("k", "number of arcs of a vertex", 2, 2, 1_000_000),
        DRIFT,
    ],
    make: |given| {
        let [n, k, drift] = ["n", "k", "drift"].map(|name| given.whole(name));
        Arc::new(DeBruijn { n, k, drift })
    },
};
