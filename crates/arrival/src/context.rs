//! The context of a question: limits, interruption and progress reports.

use crate::memory::Bytes;
use crate::timings::{Stage, Timings};
use rotor_graph::{Event, Exit, FlowProgress, Stop, Tick, VertexId, amount};
use std::fmt::{self, Write as _};
use std::io;
use std::time::Duration;

/// The outside world as a question sees it. Every method has a default that does nothing, so that a host without a clock,
/// a screen or a way to interrupt is an empty `impl`.
pub trait Host {
    /// Whether the work may go on; called every few thousand operations.
    fn check(&mut self, _progress: &Progress) -> Result<(), Stop> {
        Ok(())
    }

    /// The time since some fixed moment; always zero where there is no clock.
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    /// The bytes that the question holds, where the host counts them; zero elsewhere.
    fn held(&self) -> u64 {
        0
    }

    /// Something the user should know beside the answer.
    fn notice(&mut self, _words: &str) {}

    /// Verbose output.
    fn detail(&mut self, _words: &str) {}

    /// Receives each vertex of a traced walk as it is visited.
    fn visit(&mut self, _name: &str) -> io::Result<()> {
        Ok(())
    }

    /// Receives each line of a list as it is found.
    fn row(&mut self, _line: &str) -> io::Result<()> {
        Ok(())
    }
}

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// The operations paid for so far.
    pub operations: u64,
    /// The vertices that the sweeps over a tree have passed, and how many they will pass.
    pub swept: Option<(u64, u64)>,
    /// What a flow that is not settled yet has left over.
    pub flow: Option<FlowProgress>,
}

/// Limits on time, operations and memory, and the [`Host`] behind them. It is the [`Tick`] of every solver that a
/// question runs, so limits hold across all of them together.
pub struct Context<'h> {
    host: Option<&'h mut dyn Host>,
    memory: u64,
    most_operations: u64,
    deadline: Option<Duration>,
    progress: Progress,
    since_check: u64,
    /// Whether the host was told that much memory is taken.
    announced: bool,
    /// The bytes that were asked for when the memory did not suffice.
    refused: Option<u64>,
    /// The bytes that the host counted when the present stage began.
    held_before: u64,
    /// The first reason to stop that was given to the work.
    ended: Option<Stop>,
    /// The exits that a solver for all starts had settled when it was stopped.
    settled: Vec<(VertexId, Exit)>,
    stage_began: Duration,
    timings: Timings,
}

/// How many operations pass between two calls of [`Host::check`]: about ten microseconds of work.
const CHECK_EVERY: u64 = 1 << 12;

/// Memory beyond this is worth a notice before it is taken.
const MUCH: u64 = 256 << 20;

impl Default for Context<'_> {
    /// No limits and no host.
    fn default() -> Self {
        Self {
            host: None,
            memory: u64::MAX,
            most_operations: u64::MAX,
            deadline: None,
            progress: Progress::default(),
            since_check: CHECK_EVERY,
            announced: false,
            refused: None,
            held_before: 0,
            ended: None,
            settled: Vec::new(),
            stage_began: Duration::ZERO,
            timings: Timings::default(),
        }
    }
}

impl<'h> Context<'h> {
    /// No limits but those of `host`.
    pub fn new(host: &'h mut dyn Host) -> Self {
        Self { stage_began: host.now(), host: Some(host), ..Self::default() }
    }

    /// At most `bytes` of memory; only ever lowers the limit.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.limit_memory(bytes);
        self
    }

    /// At most `timeout` from now on, by the clock of the host; only ever lowers the limit.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.limit_time(timeout);
        self
    }

    /// At most `operations` from the start.
    #[must_use]
    pub fn with_operations(mut self, operations: u64) -> Self {
        self.most_operations = operations;
        self
    }

    pub(crate) fn limit_memory(&mut self, bytes: u64) {
        self.memory = self.memory.min(bytes);
    }

    pub(crate) fn limit_time(&mut self, timeout: Duration) {
        let deadline = self.now().saturating_add(timeout);
        self.deadline = Some(self.deadline.map_or(deadline, |earlier| earlier.min(deadline)));
    }

    /// The same host and limits with an operation count of its own.
    pub(crate) fn with_own_count(&mut self, most_operations: u64) -> Context<'_> {
        let (memory, deadline) = (self.memory, self.deadline);
        let began = self.now();
        let mut inner =
            Context { memory, deadline, most_operations, stage_began: began, ..Context::default() };
        // A match, because `as_deref_mut` would keep the longer lifetime of the host.
        inner.host = match &mut self.host {
            Some(host) => Some(&mut **host),
            None => None,
        };
        inner
    }

    /// The same limits for work whose operations are not counted: those of reading and of the judge.
    pub fn uncounted(&mut self) -> Uncounted<'_, 'h> {
        Uncounted(self)
    }

    /// The bytes that may be used.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The operations paid for so far.
    pub fn operations(&self) -> u64 {
        self.progress.operations
    }

    /// Why the work was told to stop, if it was; a solver that is stopped may still return a part of its answer.
    pub fn ended(&self) -> Option<Stop> {
        self.ended
    }

    /// The exits that a solver for all starts had settled when it was stopped.
    pub(crate) fn take_settled(&mut self) -> Vec<(VertexId, Exit)> {
        std::mem::take(&mut self.settled)
    }

    /// The time that each stage has taken.
    pub fn timings(&self) -> Timings {
        self.timings
    }

    pub(crate) fn now(&self) -> Duration {
        self.host.as_ref().map_or(Duration::ZERO, |host| host.now())
    }

    fn held(&self) -> u64 {
        self.host.as_ref().map_or(0, |host| host.held())
    }

    /// Begins a stage; the time since the last one began is counted for that one.
    pub(crate) fn stage(&mut self, stage: Stage) {
        let now = self.now();
        self.timings.add(self.progress.stage, now.saturating_sub(self.stage_began));
        self.stage_began = now;
        self.held_before = self.held();
        self.progress = Progress { stage, swept: None, ..self.progress };
    }

    pub(crate) fn notice(&mut self, words: fmt::Arguments<'_>) {
        if let Some(host) = &mut self.host {
            host.notice(&words.to_string());
        }
    }

    /// Verbose output.
    pub(crate) fn detail(&mut self, words: fmt::Arguments<'_>) {
        if let Some(host) = &mut self.host {
            host.detail(&words.to_string());
        }
    }

    pub(crate) fn visit(&mut self, name: &str) -> io::Result<()> {
        self.host.as_mut().map_or(Ok(()), |host| host.visit(name))
    }

    pub(crate) fn row(&mut self, line: &str) -> io::Result<()> {
        self.host.as_mut().map_or(Ok(()), |host| host.row(line))
    }

    /// What is known of work that was stopped, in words.
    pub fn known(&self) -> String {
        let Progress { stage, operations, swept, flow } = self.progress;
        let done = amount(operations, "operation", "operations");
        let mut words = match stage {
            // Nothing is known yet.
            Stage::Read => return self.needed().unwrap_or_default(),
            Stage::Generate => format!("the graph was not complete after {done}"),
            Stage::Check => format!("an answer that was not checked in time after {done}"),
            _ => format!("no answer after {done}"),
        };
        let mut add = |more: fmt::Arguments<'_>| {
            words.write_fmt(format_args!("; {more}")).expect("a string takes all text");
        };
        if let Some((passed, expected)) = swept {
            add(format_args!("its sweeps had passed {passed} of {}", amount(expected, "vertex", "vertices")));
        }
        if let Some(flow) = flow {
            add(format_args!("{flow}"));
        }
        if let Some(needed) = self.needed() {
            add(format_args!("{needed}"));
        }
        words
    }

    /// What would be needed, if the memory did not suffice.
    fn needed(&self) -> Option<String> {
        let [more, allowed] = [self.refused?, self.memory].map(Bytes);
        Some(format!("it takes more than {more}, and the memory limit is {allowed}"))
    }

    /// Asks the clock, the count of bytes and the host now.
    pub(crate) fn check_now(&mut self) -> Result<(), Stop> {
        self.since_check = 0;
        let held = self.held();
        if held > self.memory {
            self.refused = Some(held);
            return self.stopped(Err(Stop::Memory));
        }
        let late = self.deadline.is_some_and(|deadline| self.now() >= deadline);
        let checked = match &mut self.host {
            Some(host) => host.check(&self.progress),
            None => Ok(()),
        };
        let checked = checked.and(if late { Err(Stop::Time) } else { Ok(()) });
        self.stopped(checked)
    }

    /// Asks if enough operations have passed since it was last asked.
    #[inline]
    fn passed(&mut self, operations: u64) -> Result<(), Stop> {
        self.since_check = self.since_check.saturating_add(operations);
        if self.since_check >= CHECK_EVERY { self.check_now() } else { Ok(()) }
    }

    fn stopped(&mut self, checked: Result<(), Stop>) -> Result<(), Stop> {
        if let Err(reason) = checked {
            self.ended.get_or_insert(reason);
        }
        checked
    }
}

impl Tick for Context<'_> {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        if operations == 0 {
            return self.check_now();
        }
        self.progress.operations = self.progress.operations.saturating_add(operations);
        if self.progress.operations > self.most_operations {
            return self.stopped(Err(Stop::Operations));
        }
        self.passed(operations)
    }

    fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        // What was held when the stage began, the instance above all, stays beside it.
        let bytes = bytes.saturating_add(self.held_before);
        if bytes <= self.memory {
            if bytes > MUCH && !std::mem::replace(&mut self.announced, true) {
                self.notice(format_args!("this takes about {} of memory", Bytes(bytes)));
            }
            return Ok(());
        }
        self.refused = Some(bytes);
        Err(Stop::Memory)
    }

    fn observe(&mut self, event: Event<'_>) {
        match event {
            Event::Swept { done, expected } => {
                self.progress.swept = (done < expected).then_some((done, expected))
            }
            Event::Flow(progress) => self.progress.flow = Some(progress),
            Event::Known(exits) => self.settled = exits,
            Event::Detail(words) => self.detail(words),
        }
    }
}

/// The limits of a [`Context`] but the one on operations.
pub struct Uncounted<'c, 'h>(&'c mut Context<'h>);

impl Tick for Uncounted<'_, '_> {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        if operations == 0 { self.0.check_now() } else { self.0.passed(operations) }
    }

    fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        self.0.reserve(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Clock(Duration);

    impl Host for Clock {
        fn now(&self) -> Duration {
            self.0
        }
    }

    #[test]
    fn work_that_is_out_of_time_reports_whether_it_had_an_answer() {
        let mut clock = Clock(Duration::ZERO);
        let mut context = Context::new(&mut clock).with_timeout(Duration::ZERO);
        context.stage(Stage::Solve);
        assert_eq!(context.tick(7), Err(Stop::Time));
        assert_eq!(context.tick(1), Ok(()), "the clock is not looked at for each operation");
        assert_eq!(context.known(), "no answer after 8 operations");
        context.stage(Stage::Check);
        assert_eq!(context.tick(0), Err(Stop::Time), "the judge is stopped at once");
        assert_eq!(context.known(), "an answer that was not checked in time after 8 operations");
        assert_eq!(context.ended(), Some(Stop::Time));
    }

    #[test]
    fn an_inner_count_ends_alone_and_limits_only_shrink() {
        let mut context = Context::default().with_memory(100).with_memory(200);
        assert_eq!(context.memory(), 100);
        let mut inner = context.with_own_count(10);
        assert_eq!((inner.tick(10), inner.tick(1)), (Ok(()), Err(Stop::Operations)));
        assert_eq!((context.tick(1_000_000), context.ended()), (Ok(()), None));
    }
}
