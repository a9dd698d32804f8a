//! Peak memory of this process, where the system tells it.

/// Starts counting the peak anew, at what is held now; on systems that cannot, the peak is that of the whole process.
pub(crate) fn forget_the_peak() {
    _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most bytes held since, where Linux tells.
pub(crate) fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
