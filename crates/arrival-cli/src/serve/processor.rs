//! The processor: how long a thread has worked on it, and how a thread leaves it to others.

use std::time::Duration;

/// How long this thread has worked, not counting what it waited; nothing where the system does not tell.
#[cfg(unix)]
pub(super) fn worked() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).ok()
}

#[cfg(not(unix))]
pub(super) fn worked() -> Option<Duration> {
    None
}

/// How much a thread yields: at 10 another thread gets about ten times its share of a busy processor.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Lets other threads go first, for as long as this one lives: no thread may raise its priority again.
#[cfg(target_os = "linux")]
pub(super) fn yield_to_others() {
    // Elsewhere the number without a process would mean the whole process. Refused, it changes only who waits.
    let _ = rustix::process::setpriority_process(None, NICE);
}

#[cfg(not(target_os = "linux"))]
pub(super) fn yield_to_others() {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn work_counts_and_sleep_does_not() {
        let before = worked().unwrap();
        let mut sum = 0_u64;
        while worked().unwrap() - before < Duration::from_millis(5) {
            sum = std::hint::black_box(sum + 1);
        }
        std::thread::spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            assert!(worked().unwrap() < Duration::from_millis(200), "sleeping is not work");
        })
        .join()
        .unwrap();
    }

    /// Of this thread alone: the one that started it keeps its priority.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_yields_changes_no_other() {
        let nice = || rustix::process::getpriority_process(None).unwrap();
        let before = nice();
        let inside = std::thread::spawn(move || {
            yield_to_others();
            nice()
        });
        assert_eq!((inside.join().unwrap(), nice()), (before.max(NICE), before));
    }
}
