//! Allocations: the bytes that the process and each of its threads hold, counted as they are requested.
//!
//! Estimates of what a question needs are made before it is answered; this count is what it really takes. A question that
//! asks its context is stopped there. One that allocates without asking is stopped by the ceiling. A crate of its own,
//! because every allocation passes through it and the program around it is compiled for a quick build.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

/// The system's allocator with a count; the program installs it, and where it is not installed all counts are zero.
#[derive(Debug)]
pub struct CountedSystem;

/// What all threads hold, but for what each of them has not reported yet.
static HELD: AtomicI64 = AtomicI64::new(0);
/// No allocation takes the process beyond this.
static CEILING: AtomicI64 = AtomicI64::new(i64::MAX);
/// What ends the process there.
static AT_CEILING: OnceLock<Box<dyn Fn(u64) + Send + Sync>> = OnceLock::new();

/// A thread reports when its count has changed by this: an atomic addition for each allocation would slow all threads.
const UNREPORTED: i64 = 1 << 18;

#[derive(Debug)]
struct Tally {
    held: Cell<i64>,
    unreported: Cell<i64>,
}

thread_local! {
    // Constant and without a destructor, so that using it never allocates.
    static TALLY: Tally = const { Tally { held: Cell::new(0), unreported: Cell::new(0) } };
}

/// Counts a change; whether the process stays below its ceiling.
fn count(change: i64) -> bool {
    TALLY.with(|tally| {
        tally.held.set(tally.held.get() + change);
        let unreported = tally.unreported.get() + change;
        if unreported.abs() < UNREPORTED {
            tally.unreported.set(unreported);
            return true;
        }
        tally.unreported.set(0);
        let held = HELD.fetch_add(unreported, Ordering::Relaxed) + unreported;
        change <= 0 || held <= CEILING.load(Ordering::Relaxed)
    })
}

/// The bytes that the process holds.
pub fn held_by_process() -> u64 {
    let unreported = TALLY.with(|tally| tally.unreported.get());
    u64::try_from(HELD.load(Ordering::Relaxed) + unreported).unwrap_or(0)
}

/// The bytes that this thread has allocated beyond those it has freed; negative if it freed those of others.
pub fn held_by_thread() -> i64 {
    TALLY.with(|tally| tally.held.get())
}

/// Lets `end`, which has to end the process, run instead of any allocation that would take it beyond `bytes`; it is
/// called with what would have been held. The first `end` of a process stays.
pub fn set_ceiling(bytes: u64, end: impl Fn(u64) + Send + Sync + 'static) {
    let _ = AT_CEILING.set(Box::new(end));
    CEILING.store(i64::try_from(bytes).unwrap_or(i64::MAX), Ordering::Relaxed);
}

/// Lets all threads of this process share two heaps, where the system's allocator is that of glibc.
///
/// By default it gives each of many threads a heap of its own, and what is freed in one is not used by another. A server
/// whose requests held at most 512 MiB together was seen to take 838 MiB that way; with two heaps it took 626 MiB.
pub fn share_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "a named exception: a setting that only the library of C has")]
    {
        unsafe extern "C" {
            fn mallopt(parameter: std::ffi::c_int, value: std::ffi::c_int) -> std::ffi::c_int;
        }
        const M_ARENA_MAX: std::ffi::c_int = -8;
        // SAFETY: it is declared as in malloc.h, takes no pointers, and may be called at any time and from any thread.
        // Refused, it changes nothing.
        unsafe { mallopt(M_ARENA_MAX, 2) };
    }
}

#[cold]
fn end_at_ceiling() {
    // What is said on the way out needs memory, too.
    if CEILING.swap(i64::MAX, Ordering::Relaxed) != i64::MAX
        && let Some(end) = AT_CEILING.get()
    {
        end(held_by_process());
    }
}

#[allow(
    unsafe_code,
    reason = "a named exception: every call is passed on to the system's allocator as it came"
)]
// SAFETY: memory comes from `System` and goes back to it, with the layout it came with. Counting neither allocates nor
// unwinds, and `end_at_ceiling` runs before anything is allocated, so that nothing is left half done.
unsafe impl GlobalAlloc for CountedSystem {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !count(layout.size() as i64) {
            end_at_ceiling();
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !count(layout.size() as i64) {
            end_at_ceiling();
        }
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !count(size as i64 - layout.size() as i64) {
            end_at_ceiling();
        }
        unsafe { System.realloc(block, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of the thread's own count, because other tests run beside this one; the allocator itself is not installed here.
    #[test]
    fn what_is_counted_is_held_until_it_is_given_back() {
        let before = TALLY.with(|tally| tally.held.get());
        assert!(count(1000) && count(5 << 20));
        assert_eq!(TALLY.with(|tally| tally.held.get()) - before, 1000 + (5 << 20));
        assert!(held_by_process() >= 5 << 20, "a large change is reported at once");
        assert!(count(-1000) && count(-(5 << 20)));
        assert_eq!(TALLY.with(|tally| tally.held.get()), before);
    }
}
