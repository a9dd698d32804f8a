//! Peak memory of a process, where the system tells it.

/// Starts counting the peak of this process anew, at what is held now; on systems that cannot, the peak is that of the
/// whole process.
pub(crate) fn forget_the_peak() {
    _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most bytes that this process held since, where Linux tells.
pub(crate) fn peak() -> Option<u64> {
    peak_of("self")
}

/// The most bytes that the process of this number held.
pub(crate) fn peak_of(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::hint::black_box;

    #[test]
    fn the_peak_counts_what_was_held_and_can_be_forgotten() {
        const HELD: usize = 300_000_000;
        drop(black_box(vec![1u8; HELD]));
        let with = peak().unwrap();
        assert!(with >= HELD as u64);
        forget_the_peak();
        assert!(peak().unwrap() < with, "the vector was given back");
    }
}
