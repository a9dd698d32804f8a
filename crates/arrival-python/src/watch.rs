//! The watch: the host of a question, with a clock, Ctrl-C and a callback for progress.

use arrival::{Context, Host, Progress};
use pyo3::prelude::*;
use rotor_graph::Stop;
use std::time::{Duration, Instant};

/// What a caller allows: seconds, operations, a callback for progress, and bytes of memory.
#[derive(FromPyObject)]
pub(crate) struct Limits(Option<f64>, Option<u64>, Option<Py<PyAny>>, Option<u64>);

/// The host of work that runs detached from Python.
pub(crate) struct PythonHost {
    deadline: Option<Instant>,
    most: u64,
    memory: u64,
    progress: Option<Py<PyAny>>,
    operations: u64,
    next_call: Instant,
    raised: Option<PyErr>,
}

/// The time between two looks for Ctrl-C.
const CALL_EVERY: Duration = Duration::from_millis(50);

impl Limits {
    /// The limits, running from now on.
    pub(crate) fn start(self) -> PythonHost {
        let Self(seconds, most, progress, memory) = self;
        let now = Instant::now();
        // NaN and negative seconds expire at once; more than the clock can hold means no deadline.
        let deadline = seconds.and_then(|seconds| {
            let seconds = Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX);
            now.checked_add(seconds)
        });
        PythonHost {
            deadline,
            most: most.unwrap_or(u64::MAX),
            memory: memory.unwrap_or(MEMORY),
            progress,
            operations: 0,
            next_call: now + CALL_EVERY,
            raised: None,
        }
    }
}

impl PythonHost {
    /// How many operations have been paid for.
    pub(crate) fn operations(&self) -> u64 {
        self.operations
    }

    /// How many operations are allowed.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// Allows at least that much time from now on.
    pub(crate) fn grant(&mut self, time: Duration) {
        let until = Instant::now() + time;
        self.deadline = self.deadline.map(|deadline| deadline.max(until));
    }

    /// What a signal handler or the callback raised, if that ended the work.
    pub(crate) fn take_raised(&mut self) -> Option<PyErr> {
        self.raised.take()
    }

    /// The context of a question that this watches.
    pub(crate) fn context(&mut self) -> Context<'_> {
        let (most, memory) = (self.most, self.memory);
        Context::new(self).with_operations(most).with_memory(memory)
    }

    /// The memory that one question may take.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }

    /// Looks at the clock and, now and then, at Python.
    pub(crate) fn look(&mut self) -> Result<(), Stop> {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Stop::Time);
        }
        // What was raised first is what ends the work.
        if self.raised.is_none() && now >= self.next_call {
            self.next_call = now + CALL_EVERY;
            self.raised = Python::attach(|py| self.call(py)).err();
        }
        if self.raised.is_some() { Err(Stop::Interrupted) } else { Ok(()) }
    }

    /// Looks, with `operations` as what has been done so far.
    pub(crate) fn look_at(&mut self, operations: u64) -> Result<(), Stop> {
        self.operations = operations;
        self.look()
    }

    fn call(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        if let Some(progress) = &self.progress {
            progress.call1(py, (self.operations,))?;
        }
        Ok(())
    }
}

/// The memory that the answer to one question may take unless the caller allows another.
const MEMORY: u64 = 1 << 30;

impl Host for PythonHost {
    fn check(&mut self, progress: &Progress) -> Result<(), Stop> {
        self.look_at(progress.operations)
    }
}
