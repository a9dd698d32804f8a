//! Limits: what one request may take, and all of them together.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What the requests to a server may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServeLimits {
    /// How long one request may work.
    pub time: Duration,
    /// How long a connection may take to send the head of a request.
    pub head: Duration,
    /// Bytes for the graph of one request, as with `--memory`.
    pub memory: u64,
    /// Bytes of the body of one request.
    pub body: usize,
    /// Bytes of the answer to one request.
    pub answer: usize,
    /// How many requests work at the same time.
    pub at_once: usize,
    /// How many more may wait for their turn.
    pub waiting: usize,
}

impl Default for ServeLimits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            time: Duration::from_secs(30),
            head: Duration::from_secs(30),
            memory: 64 << 20,
            body: 8 << 20,
            answer: 64 << 20,
            at_once: cores.max(4),
            waiting: 64,
        }
    }
}

impl ServeLimits {
    /// What a request that begins now may take; it ends early when `stop` is set.
    pub(super) fn allowance(&self, stop: Arc<AtomicBool>) -> Allowance {
        Allowance { time: self.time, memory: self.memory, most_output: self.answer, stop }
    }
}

/// What one request may take, and how it is told to stop.
#[derive(Clone, Debug)]
pub(super) struct Allowance {
    /// How long it may work.
    pub(super) time: Duration,
    /// Bytes for its graph.
    pub(super) memory: u64,
    /// Bytes of its answer.
    pub(super) most_output: usize,
    /// Set when its client is gone.
    pub(super) stop: Arc<AtomicBool>,
}
