//! A hint to the processor that some memory will be needed soon.

/// Prefetches the entry `index` of `slice`; does nothing where there is no such instruction.
#[inline]
#[allow(unsafe_code, reason = "the intrinsic reads nothing and cannot fault")]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(entry) = slice.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint; the address is that of a live entry all the same.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(entry).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
