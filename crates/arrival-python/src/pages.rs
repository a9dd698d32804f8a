//! Memory for large arrays that is first touched quickly.

/// Arrays below this size have no whole large page, or hardly more than one.
const LARGE: usize = 1 << 21;

/// An empty list with room for `length` items, on large pages where the system has some: to touch memory for the first time takes as
/// long as to write a small graph there, and goes five times as fast with pages of 2 MiB. numpy does so, too.
pub(crate) fn with_room<T>(length: usize) -> Vec<T> {
    let list: Vec<T> = Vec::with_capacity(length);
    let bytes = length.saturating_mul(size_of::<T>());
    if bytes >= LARGE {
        advise(list.as_ptr().addr(), bytes);
    }
    list
}

/// Asks for large pages. Nothing depends on whether they are granted.
#[cfg(target_os = "linux")]
#[allow(
    unsafe_code,
    reason = "the advice changes no byte, and covers only whole pages of a list that was just made"
)]
fn advise(start: usize, bytes: usize) {
    let page = 4096;
    let (first, end) = (start.next_multiple_of(page), (start + bytes) / page * page);
    if first < end {
        // Refused on systems with other pages, or without large ones.
        unsafe { libc::madvise(std::ptr::without_provenance_mut(first), end - first, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise(_: usize, _: usize) {}
