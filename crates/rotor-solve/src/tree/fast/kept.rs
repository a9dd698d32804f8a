//! Flows in machine words, and how they are kept.

/// A return flow in a machine word.
pub(super) type WordFlow = u64;
/// +∞.
pub(super) const INFINITE: WordFlow = WordFlow::MAX;

/// How flows are kept: narrow ones take less memory, and memory is what the sweeps wait for.
pub(super) trait Kept: Copy {
    /// +∞.
    const INFINITE: Self;
    /// Keeps a flow that is small enough.
    fn keep(flow: WordFlow) -> Result<Self, TooLarge>;
    /// The flow that was kept.
    fn flow(self) -> WordFlow;
}

impl Kept for u32 {
    const INFINITE: Self = u32::MAX;

    #[inline]
    fn keep(flow: WordFlow) -> Result<Self, TooLarge> {
        match flow {
            INFINITE => Ok(u32::MAX),
            0..0xFFFF_FFFF => Ok(flow as u32),
            _ => Err(TooLarge),
        }
    }

    #[inline]
    fn flow(self) -> WordFlow {
        if self == u32::MAX { INFINITE } else { self.into() }
    }
}

impl Kept for u64 {
    const INFINITE: Self = INFINITE;

    #[inline]
    fn keep(flow: WordFlow) -> Result<Self, TooLarge> {
        // A flow this small can be turned once more without overflow.
        if flow == INFINITE || flow < 1 << 62 { Ok(flow) } else { Err(TooLarge) }
    }

    #[inline]
    fn flow(self) -> WordFlow {
        self
    }
}

/// A flow does not fit.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(super) struct TooLarge;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flow_is_kept_or_too_large() {
        for flow in [1, (1 << 32) - 2, INFINITE] {
            assert_eq!(u32::keep(flow).map(Kept::flow), Ok(flow));
        }
        for flow in [(1 << 32) - 1, 1 << 32, 1 << 62] {
            assert_eq!(u32::keep(flow), Err(TooLarge));
        }
        for flow in [1, 1 << 32, (1 << 62) - 1, INFINITE] {
            assert_eq!(u64::keep(flow).map(Kept::flow), Ok(flow));
        }
        assert_eq!([u64::keep(1 << 62), u64::keep(INFINITE - 1)], [Err(TooLarge); 2]);
    }
}
