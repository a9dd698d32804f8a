//! The two-sided path: between A and B, more arcs lead to the middle than away from it.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// A path whose vertices have 1 to `x` arcs inward and 1 to `y` outward, in random order; the middle one has one arc
/// each way, and the walk starts there. With x > y the return flows of both sides grow exponentially, and comparing
/// them decides; a mirror-symmetric path makes them as equal as can be.
///
/// ```
/// let path = rotor_generate::TwoSidedPath { n: 6, x: 3, y: 1, mirrored: false };
/// assert_eq!(path.build(&mut rotor_generate::Dice::new(1))?.to_string(), "\
/// 0: A 1^3
/// 1: 2^2 0
/// 2: 3 1 3
/// 3: 2 4
/// 4: 3^3 5
/// 5: 4 B
/// sink A
/// sink B
/// start 3
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoSidedPath {
    /// How many vertices, at least 1.
    pub n: u32,
    /// How many arcs lead inward at most, at least 1.
    pub x: u32,
    /// How many arcs lead outward at most, at least 1.
    pub y: u32,
    /// Whether the right half is the mirror image of the left one; exactly so if `n` is odd.
    pub mirrored: bool,
}

impl TwoSidedPath {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for TwoSidedPath {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, x, y, mirrored } = *self;
        at_least("n", n, 1)?;
        at_least("x", x, 1)?;
        at_least("y", y, 1)?;
        let arcs = u64::from(n).saturating_mul(u64::from(x) + u64::from(y));
        let mut rows = Rows::new(scratch, u64::from(n) + 2, arcs)?;
        let middle = n / 2;
        let mut left_half: Vec<Vec<bool>> = Vec::new();
        for i in 0..n {
            let (left, right) = (if i == 0 { n } else { i - 1 }, if i + 1 == n { n + 1 } else { i + 1 });
            let (inward, outward) = if i < middle { (right, left) } else { (left, right) };
            let leads_inward = match left_half.get((n - 1 - i) as usize) {
                Some(image) if i > middle => image.clone(),
                _ if i == middle => draw_row(dice, 1, 1),
                _ => draw_row(dice, x, y),
            };
            leads_inward.iter().for_each(|&is_inward| rows.arc(if is_inward { inward } else { outward }));
            rows.next(dice)?;
            if mirrored && i < middle {
                left_half.push(leads_inward);
            }
        }
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(middle))
    }
}

/// 1 to x times inward and 1 to y times outward, in random order.
fn draw_row(dice: &mut Dice, x: u32, y: u32) -> Vec<bool> {
    let (inward, outward) = (dice.up_to(x), dice.up_to(y));
    let mut row: Vec<bool> = (0..inward + outward).map(|arc| arc < inward).collect();
    dice.shuffle(&mut row);
    row
}

pub(crate) const FAMILY: Family = Family {
    id: "two-sided",
    sentence: "a path between A and B on which more arcs lead to the middle than away from it",
    parameters: &[
        Parameter::size("number of vertices", 21, 1),
        Parameter::whole("x", "largest number of arcs inward", 3, 1, 1_000_000),
        Parameter::whole("y", "largest number of arcs outward", 1, 1, 1_000_000),
        Parameter::switch("mirrored", "1: the right half is the mirror image of the left one", false),
    ],
    make: |given| {
        let [n, x, y] = ["n", "x", "y"].map(|name| given.whole(name));
        Arc::new(TwoSidedPath { n, x, y, mirrored: given.is_on("mirrored") })
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::VertexId;

    #[test]
    fn a_mirrored_path_reads_the_same_from_both_ends() {
        let n = 11;
        let path = TwoSidedPath { n, x: 4, y: 2, mirrored: true }.build(&mut Dice::new(5)).unwrap();
        let mirror = |v: &VertexId| match v.raw() {
            v if v < n => n - 1 - v,
            sink => 2 * n + 1 - sink,
        };
        for i in (0..n).filter(|&i| i != n / 2) {
            let image: Vec<u32> = path.graph().heads(VertexId::new(n - 1 - i)).iter().map(mirror).collect();
            assert!(path.graph().heads(VertexId::new(i)).iter().map(|v| v.raw()).eq(image), "{path}");
        }
    }
}
