//! Limits: what one request may take, and all of them together.

use super::turn::Turn;
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
    /// How long a connection may keep the server from sending an answer, before it is closed; reading gives time back.
    pub writing: Duration,
    /// Bytes that one request may hold, as with `--memory`.
    pub memory: u64,
    /// Bytes of the body of one request.
    pub body: usize,
    /// Bytes of the answer to one request.
    pub answer: usize,
    /// Bytes of all bodies and answers that are on their way.
    pub transit: usize,
    /// How many quick requests work at the same time, and a quarter as many with a large body. Half as many long ones work
    /// beside them, and as many more wait in between; so all requests together hold at most 2.75 times this many times
    /// `memory`, and `transit`.
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
            writing: Duration::from_secs(30),
            memory: 64 << 20,
            body: 8 << 20,
            answer: 64 << 20,
            transit: 256 << 20,
            at_once: cores.max(4),
            waiting: 64,
        }
    }
}

impl ServeLimits {
    /// What a request that begins now may take; it ends early when `stop` is set.
    pub(super) fn allowance(&self, stop: Arc<AtomicBool>, turn: Turn) -> Allowance {
        Allowance { time: self.time, memory: self.memory, most_output: self.answer, stop, turn }
    }
}

/// What one request may take, and how it is told to stop.
#[derive(Debug)]
pub(super) struct Allowance {
    /// How long it may work.
    pub(super) time: Duration,
    /// Bytes that it may hold.
    pub(super) memory: u64,
    /// Bytes of its answer.
    pub(super) most_output: usize,
    /// Set when its client is gone.
    pub(super) stop: Arc<AtomicBool>,
    /// The place it works in.
    pub(super) turn: Turn,
}
