//! Exits when flows are beyond a machine word: intervals decide, exact integers where they cannot.

mod above;
mod below;
mod interval;
mod limbs;
mod list;
mod streams;
mod watershed;

use super::halt::Halt;
use super::layout::Layout;
use super::watch::Watch;
use crate::budget::Outcome;
use above::from_above;
use below::from_below;
use limbs::Limbs;

/// How often intervals could not tell, and what exact integers then cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fallbacks {
    /// Comparisons, each between all rivals at a vertex or along a whole chain of vertices.
    pub comparisons: u64,
    /// Vertices that an exact flow was carried past.
    pub steps: u64,
    /// Words that these flows had.
    pub words: u64,
}

impl Fallbacks {
    fn count(&mut self, flow: &Limbs) {
        self.steps += 1;
        self.words += flow.len() as u64;
    }
}

/// Where a particle on each place halts, how many traps there are, and what exact integers cost.
pub(super) fn filter<const BITS: u32>(
    layout: &Layout,
    watch: &mut Watch<'_>,
) -> Outcome<(Vec<Halt>, usize, Fallbacks)> {
    let mut fallbacks = Fallbacks::default();
    let found = from_below::<BITS>(layout, &mut fallbacks, watch)?;
    let halts = from_above(layout, &found, &mut fallbacks, watch)?;
    Ok((halts, found.traps.len(), fallbacks))
}
