//! The exponential path: x arcs away from the only sink and y towards it, the ones away first.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// The path of [ACD22, `expchain`], where x = 2 and y = 1: vertex i of this family is uᵢ there, A is s, and u_n has
/// the number n − 1 here. From 0, the walk to A makes 2ⁿ⁺¹ − 3 steps. Nothing is drawn at random.
///
/// ```
/// let path = rotor_generate::ExponentialPath { n: 6, x: 2, y: 1 }.build()?;
/// assert_eq!(path.to_string(), "\
/// 0: 1^2 A
/// 1: 2^2 0
/// 2: 3^2 1
/// 3: 4^2 2
/// 4: 5^2 3
/// 5: 4
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExponentialPath {
    /// How many vertices, at least 1; the last one has a single arc.
    pub n: u32,
    /// How many arcs lead away from the sink, at least 1.
    pub x: u32,
    /// How many arcs lead towards the sink, at least 1.
    pub y: u32,
}

impl ExponentialPath {
    /// The instance.
    pub fn build(self) -> Result<Instance, GenerateError> {
        let dice = &mut Dice::new(0);
        self.build_with(dice)
    }
}

impl Recipe for ExponentialPath {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, x, y } = *self;
        at_least("n", n, 1)?;
        at_least("x", x, 1)?;
        at_least("y", y, 1)?;
        let arcs = u64::from(n).saturating_mul(u64::from(x) + u64::from(y));
        let mut rows = Rows::new(scratch, u64::from(n) + 2, arcs)?;
        for i in 0..n {
            let towards = if i == 0 { n } else { i - 1 };
            if i + 1 < n {
                rows.arcs(i + 1, x);
                rows.arcs(towards, y);
            } else {
                rows.arc(towards);
            }
            rows.next(dice)?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "expchain",
    sentence: "a path with x arcs away from A and y towards it, those away first; B is not used",
    parameters: &[
        Parameter::size("number of vertices", 20, 1),
        Parameter::whole("x", "number of arcs away from the sink", 2, 1, 1_000_000),
        Parameter::whole("y", "number of arcs towards the sink", 1, 1, 1_000_000),
    ],
    make: |given| {
        let [n, x, y] = ["n", "x", "y"].map(|name| given.whole(name));
        Arc::new(ExponentialPath { n, x, y })
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::{RotorWalk, StoppingGraph, VertexId, VertexMap};

    #[test]
    fn arc_i_of_the_chain_is_crossed_2_to_the_i_plus_1_times() {
        let n = 16;
        let path = ExponentialPath { n, x: 2, y: 1 }.build().unwrap();
        let stopping = StoppingGraph::of(path.graph());
        let mut departures = VertexMap::filled(path.graph().vertex_count(), 0);
        let mut walk = RotorWalk::new(&stopping, path.rotors(), VertexId::new(0));
        walk.run_counting(u64::MAX, &mut departures);
        for i in 0..n - 1 {
            assert_eq!(departures[VertexId::new(i)], 3 << i, "two of three departures lead on: 2^(i+1)");
        }
        assert_eq!(walk.steps(), (2 << n) - 3);
    }
}
