//! Layers: n/w layers of width w; arcs lead to layers at or below, or to the next one; after the last are A and B.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::{Instance, VertexId};
use std::sync::Arc;

/// Layers of vertices with `d` arcs each. An arc leads to a random vertex of a random layer up to its own (probability
/// 0.55), or to a random vertex of the next layer; one arc at least leads to the next layer. Next to the last layer
/// are A and B.
///
/// ```
/// let layers = rotor_generate::Layers { n: 6, w: 2, d: 2 }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(layers.to_string(), "\
/// 0: 2 0
/// 1: 2^2
/// 2: 0 5
/// 3: 5 4
/// 4: 5 A
/// 5: B 5
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// How many vertices, at least `w`; rounded down to whole layers.
    pub n: u32,
    /// How many vertices in a layer, at least 1.
    pub w: u32,
    /// How many arcs from each vertex, at least 1.
    pub d: u32,
}

impl Layers {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Layers {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, w, d } = *self;
        at_least("w", w, 1)?;
        at_least("d", d, 1)?;
        at_least("n", n, w)?;
        let vertices = n / w * w;
        let mut rows = Rows::new(scratch, u64::from(vertices) + 2, u64::from(vertices) * u64::from(d))?;
        for i in 0..vertices {
            let layer = i / w;
            // A and B follow the last layer, as a layer of width 2.
            let next_width = if (layer + 1) * w == vertices { 2 } else { w };
            let next = |dice: &mut Dice| (layer + 1) * w + dice.below(next_width);
            let mut leads_on = false;
            for _ in 0..d {
                let stays = dice.chance(0.55);
                leads_on |= !stays;
                let head = if stays { dice.between(0..=layer) * w + dice.below(w) } else { next(dice) };
                rows.arc(head);
            }
            if !leads_on {
                let at = dice.below(d) as usize;
                rows.row()[at] = VertexId::new(next(dice));
            }
            rows.next(dice)?;
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

pub(crate) const FAMILY: Family = Family {
    id: "layers",
    sentence: "n/w layers of width w; arcs lead to layers at or below, or to the next one; after the last are A and B",
    parameters: &[
        Parameter::size("number of vertices, rounded down to whole layers", 20, 1),
        Parameter::whole("w", "number of vertices in a layer", 4, 1, 100_000_000),
        Parameter::whole("d", "number of arcs from each vertex", 2, 1, 1_000_000),
    ],
    make: |given| Arc::new(Layers { n: given.whole("n"), w: given.whole("w"), d: given.whole("d") }),
};
