//! Exits when flows are beyond a machine word: intervals decide, exact integers where they cannot.

mod above;
mod below;
mod decision;
mod interval;
mod limbs;
mod list;
mod reversal;
mod streams;

use super::halt::Halt;
use super::layout::Layout;
use super::watch::SweepProgress;
use above::from_above;
use below::from_below;
use limbs::Limbs;
use rotor_graph::Stop;

/// How often intervals could not tell, and what exact integers then cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fallbacks {
    /// Comparisons, each between all heads of a vertex or along a whole chain of vertices.
    pub comparisons: u64,
    /// Vertices that an exact flow was carried past.
    pub steps: u64,
    /// Words that these flows had.
    pub words: u64,
}

/// What exact integers have cost so far, and who is asked whether they may go on.
struct Ledger<'w, 'b> {
    fallbacks: Fallbacks,
    watch: &'w mut SweepProgress<'b>,
    unpaid: u64,
}

/// After this many words of exact flows the tick is asked: they take about as long as the vertices between two looks.
const WORDS: u64 = 1 << 20;

impl Ledger<'_, '_> {
    /// Enters that an exact flow was carried past a vertex.
    fn count(&mut self, flow: &Limbs) -> Result<(), Stop> {
        let words = flow.len() as u64;
        self.fallbacks.steps += 1;
        self.fallbacks.words += words;
        self.unpaid += words;
        if self.unpaid < WORDS {
            return Ok(());
        }
        self.watch.pay(std::mem::take(&mut self.unpaid))
    }
}

/// Where a particle on each place halts, how many traps there are, and what exact integers cost.
pub(super) fn filter<const BITS: u32>(
    layout: &Layout,
    watch: &mut SweepProgress<'_>,
) -> Result<(Vec<Halt>, usize, Fallbacks), Stop> {
    let mut ledger = Ledger { fallbacks: Fallbacks::default(), watch, unpaid: 0 };
    let found = from_below::<BITS>(layout, &mut ledger)?;
    let halts = from_above(layout, &found, &mut ledger)?;
    Ok((halts, found.traps.len(), ledger.fallbacks))
}
