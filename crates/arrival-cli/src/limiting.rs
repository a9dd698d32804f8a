//! Limits on time and memory, as options.

use arrival::request::{Limits, bytes, seconds};
use clap::Args;
use std::time::Duration;

/// Limits on time and memory.
#[derive(Args, Debug, Clone)]
pub(crate) struct Limiting {
    /// Stop after this many seconds; what was found by then is still written
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Refuse work that needs more memory than this, such as 8GiB; by default three quarters of the machine's
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
}

impl Limiting {
    /// The bytes that may be used.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(|| physical_memory() / 4 * 3)
    }

    /// What is left of them for a question that was asked so long ago: time counts from the first byte that is read.
    pub(crate) fn left_after(&self, elapsed: Duration) -> Limits {
        Limits {
            timeout: self.timeout.map(|timeout| timeout.saturating_sub(elapsed)),
            memory: Some(self.memory()),
        }
    }
}

/// The memory of the machine in bytes; 8 GiB where that cannot be found out.
fn physical_memory() -> u64 {
    let told = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        let kibibytes: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
        Some(kibibytes << 10)
    });
    told.unwrap_or(8 << 30)
}
