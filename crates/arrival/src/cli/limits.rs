//! Limits: the clock, the memory and interruptions.

use super::desk::{self, Allowance};
use super::fault::Fault;
use super::interrupts::{LookingUp, interrupted};
use crate::memory::Bytes;
use rotor_solve::{Budget, FlowProgress, OutOfBudget};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What the work in progress has paid for, for whoever watches.
static OPERATIONS: AtomicU64 = AtomicU64::new(0);

/// How many operations the work in progress has taken when it last looked up.
pub(super) fn operations_so_far() -> u64 {
    OPERATIONS.load(Ordering::Relaxed)
}

/// How many vertices the sweeps of the work in progress have passed, and how many they will.
static SWEPT: [AtomicU64; 2] = [const { AtomicU64::new(0) }; 2];

/// How many vertices the sweeps of the work in progress have passed, and of how many, if it knows and is not done.
pub(super) fn swept_so_far() -> Option<(u64, u64)> {
    let [passed, expected] = SWEPT.each_ref().map(|count| count.load(Ordering::Relaxed));
    (passed < expected).then_some((passed, expected))
}

/// A budget that lasts until a deadline or an interruption; at a desk no longer than its allowance.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    deadline: Option<Instant>,
    allowance: Option<Allowance>,
    operations: u64,
    since_look: u64,
    /// Whether an answer was found and is being verified.
    checking: bool,
    flow: Option<FlowProgress>,
    swept: Option<(u64, u64)>,
    /// How many bytes may be kept, and how many were asked for when that was not enough.
    memory: u64,
    refused: Option<u64>,
    _looking_up: LookingUp,
}

/// How many operations pass between two looks at the clock.
const LOOK_EVERY: u64 = 1 << 12;

impl Limits {
    pub(super) fn new(timeout: Option<Duration>, memory: u64, start: Instant) -> Self {
        SWEPT.iter().for_each(|count| count.store(0, Ordering::Relaxed));
        Self {
            deadline: timeout.map(|timeout| start + timeout),
            allowance: desk::allowance(),
            operations: 0,
            since_look: LOOK_EVERY,
            checking: false,
            flow: None,
            swept: None,
            memory,
            refused: None,
            _looking_up: LookingUp::begin(),
        }
    }

    /// What is known of work that has used them up.
    pub(super) fn known(&self) -> String {
        let answer = if self.checking { "an answer that was not checked in time" } else { "no answer" };
        let mut words = format!("{answer} after {} operations", self.operations);
        if let Some((passed, expected)) = self.swept {
            words += &format!("; its sweeps had passed {passed} of {expected} vertices");
        }
        if let Some(flow) = self.flow {
            words += &format!("; {flow}");
        }
        if let Some(refused) = self.refused {
            let [more, allowed] = [refused, self.memory].map(Bytes);
            words += &format!("; its elimination takes more than {more}, and --memory allows {allowed}");
        }
        words
    }

    /// Looks at the clock and for interruptions now.
    pub(super) fn look(&mut self) -> Result<(), OutOfBudget> {
        self.since_look = 0;
        OPERATIONS.store(self.operations, Ordering::Relaxed);
        if interrupted() {
            return Err(OutOfBudget::Interrupted);
        }
        if self.allowance.as_ref().is_some_and(Allowance::is_used_up) {
            return Err(OutOfBudget::Time);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(OutOfBudget::Time);
        }
        Ok(())
    }
}

/// The fault of work that has used up `limits`, with what is known of it.
pub(super) fn spent(reason: OutOfBudget, limits: &Limits) -> Fault {
    Fault::OutOfBudget { reason, known: limits.known() }
}

impl Budget for Limits {
    fn spend(&mut self, operations: u64) -> Result<(), OutOfBudget> {
        self.operations += operations;
        self.since_look += operations;
        self.checking = false;
        if self.since_look >= LOOK_EVERY { self.look() } else { Ok(()) }
    }

    fn check(&mut self) -> Result<(), OutOfBudget> {
        self.look()
    }

    fn keep(&mut self, bytes: u64) -> Result<(), OutOfBudget> {
        if bytes <= self.memory {
            return Ok(());
        }
        self.refused = Some(bytes);
        Err(OutOfBudget::Memory)
    }

    fn report_progress(&mut self, done: u64, expected: u64) {
        let counts = if done < expected { [done, expected] } else { [0; 2] };
        SWEPT.iter().zip(counts).for_each(|(swept, count)| swept.store(count, Ordering::Relaxed));
        self.swept = (done < expected).then_some((done, expected));
    }

    fn report_flow(&mut self, progress: FlowProgress) {
        self.flow = Some(progress);
    }

    fn report_answer(&mut self) {
        self.checking = true;
    }
}

/// How many bytes may be used if nobody says: three quarters of the machine's memory, at a desk its allowance.
pub(super) fn default_memory() -> u64 {
    desk::allowance().map_or_else(|| physical_memory() / 4 * 3, |allowance| allowance.memory)
}

/// The memory of the machine in bytes; 8 GiB where that cannot be told.
fn physical_memory() -> u64 {
    let told = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        let kibibytes: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
        Some(kibibytes << 10)
    });
    told.unwrap_or(8 << 30)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_is_over_says_whether_an_answer_was_found() {
        let mut limits = Limits::new(Some(Duration::ZERO), u64::MAX, Instant::now());
        assert_eq!(limits.spend(7), Err(OutOfBudget::Time));
        assert_eq!(limits.known(), "no answer after 7 operations");
        limits.report_answer();
        assert_eq!(limits.check(), Err(OutOfBudget::Time), "a check looks at the clock at once");
        assert_eq!(limits.known(), "an answer that was not checked in time after 7 operations");
    }
}
