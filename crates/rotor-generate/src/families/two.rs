//! Two: two chains whose ends are A and B, with arcs back along each and across, in random order.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// Two chains of half the vertices each. A vertex leads on along its chain, the last one of the first chain to A, that
/// of the second to B; its other arc leads to a random vertex of its chain up to itself (probability 0.7) or anywhere:
/// with `ahead` to any vertex, else to one of either chain that is no further along. Without `ahead` walks are longer
/// by far, exponential in `n`.
///
/// ```
/// let two = rotor_generate::Two { n: 6, ahead: true }.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(two.to_string(), "\
/// 0: 1 0
/// 1: 2^2
/// 2: A 2
/// 3: 4 3
/// 4: 3 5
/// 5: 5 B
/// sink A
/// sink B
/// start 0
/// ");
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Two {
    /// How many vertices, at least 2; the second chain has the odd one.
    pub n: u32,
    /// Whether arcs across may lead ahead.
    pub ahead: bool,
}

impl Two {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Two {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, ahead } = *self;
        at_least("n", n, 2)?;
        let mut rows = Rows::new(scratch, u64::from(n) + 2, 2 * u64::from(n))?;
        write_two(&mut rows, dice, n, ahead, [n, n + 1])?;
        Ok(rows.with_sinks_a_and_b(dice)?.starting_at(0))
    }
}

/// Writes the next `n` vertices as a copy of the family with these exits.
pub(crate) fn write_two(
    rows: &mut Rows,
    dice: &mut Dice,
    n: u32,
    ahead: bool,
    [exit_a, exit_b]: [u32; 2],
) -> Result<(), GenerateError> {
    let offset = rows.vertex();
    let middle = n / 2;
    for i in 0..n {
        let first = if i < middle { 0 } else { middle };
        let on = match i + 1 {
            next if next == middle => exit_a,
            next if next == n => exit_b,
            next => offset + next,
        };
        let other = match dice.chance(0.7) {
            true => dice.between(first..=i),
            false if ahead => dice.below(n),
            false => {
                let (chain, length) = if dice.chance(0.5) { (0, middle) } else { (middle, n - middle) };
                chain + dice.below((i - first + 1).min(length))
            }
        };
        rows.arc(offset + other);
        rows.arc(on);
        rows.shuffle(dice);
        rows.next(dice)?;
    }
    Ok(())
}

/// Whether arcs across may lead ahead.
pub(crate) const AHEAD: Parameter =
    Parameter::switch("ahead", "whether arcs across may lead ahead; if not, walks are far longer", true);

pub(crate) const FAMILY: Family = Family {
    id: "two",
    sentence: "two chains whose ends are A and B, with arcs back along each and across, in random order",
    parameters: &[Parameter::size("number of vertices in both chains", 20, 2), AHEAD],
    make: |given| Arc::new(Two { n: given.whole("n"), ahead: given.is_on("ahead") }),
};
