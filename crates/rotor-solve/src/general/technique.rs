//! Techniques of the general solver, which an ablation switches off one at a time.
//!
//! None of them is needed for a right answer: without it another one does the work, at other costs. `cargo xtask bench
//! ablation` measures them, and a technique stays if its row shows what it is for. Without the feature `ablation` all are on,
//! and nothing is looked up.

/// A part of the search for flows that it can do without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Technique {
    /// Components that are paths or trees are solved without an estimate.
    Directly = 1,
    /// Residuals on a forest or a cactus go to their ends one by one.
    OneByOne,
    /// An iteration in place of an elimination that fills in.
    Iteration,
    /// Rounds of an elimination after the first.
    Refinement,
    /// Estimates are halved where they overshoot.
    Halving,
    /// Residuals cross regions.
    Regions,
    /// A vertex or two on all cycles are fixed.
    Feedback,
    /// Runs are sought from below on trees and cacti.
    FromBelow,
    /// Regions of a core are made least before it.
    Pieces,
    /// A core is fixed at a vertex that divides it.
    Middle,
    /// A core is fixed where visits are most, if visits of the rest are short then.
    Deepest,
}

impl Technique {
    /// All of them, with a name for each.
    pub const ALL: [(Self, &'static str); 11] = [
        (Self::Directly, "directly"),
        (Self::OneByOne, "one by one"),
        (Self::Iteration, "iteration"),
        (Self::Refinement, "refinement"),
        (Self::Halving, "halving"),
        (Self::Regions, "regions"),
        (Self::Feedback, "feedback"),
        (Self::FromBelow, "from below"),
        (Self::Pieces, "pieces"),
        (Self::Middle, "middle"),
        (Self::Deepest, "deepest"),
    ];

    #[cfg(not(feature = "ablation"))]
    #[inline]
    pub(crate) const fn is_on(self) -> bool {
        true
    }

    #[cfg(feature = "ablation")]
    pub(crate) fn is_on(self) -> bool {
        OFF.load(std::sync::atomic::Ordering::Relaxed) != self as u8
    }
}

#[cfg(feature = "ablation")]
static OFF: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(0);

/// Switches one technique off, or none, for all threads.
#[cfg(feature = "ablation")]
pub fn switch_off(technique: Option<Technique>) {
    OFF.store(technique.map_or(0, |technique| technique as u8), std::sync::atomic::Ordering::Relaxed);
}
