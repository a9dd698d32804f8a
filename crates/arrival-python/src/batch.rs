//! Batches: many small instances on all cores, their arrays read in place.

use crate::faults::unfit;
use crate::watch::{Limits, MEMORY, Watch};
use arrival::{Batch, BatchError, Context, Host, Options, Progress, Scratch, SolveError, Steps};
use num_bigint::BigUint;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use rotor_solve::OutOfBudget;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// What became of an instance: its exit sink, or one of these.
const TRAPPED: i64 = -1;
/// The solver used up the operations of one instance.
const UNSOLVED: i64 = -2;
/// The number of steps stands among the long ones.
const LONG: u64 = u64::MAX;
/// How many instances a thread takes at a time.
const PORTION: usize = 256;

/// What is known of a portion.
#[derive(Default)]
struct Portion {
    exits: Vec<i64>,
    steps: Vec<u64>,
    nanoseconds: Vec<u64>,
    long: Vec<(usize, Option<BigUint>)>,
}

/// The host of one instance: it ends with the whole batch.
struct Member<'s>(&'s AtomicBool);

impl Host for Member<'_> {
    fn check(&mut self, _: &Progress) -> Result<(), OutOfBudget> {
        if self.0.load(Ordering::Relaxed) { Err(OutOfBudget::Interrupted) } else { Ok(()) }
    }
}

/// Exits, steps, nanoseconds, and the steps that do not fit among them.
type Answers<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<u64>>,
    Option<Bound<'py, PyArray1<u64>>>,
    Vec<(usize, Option<BigUint>)>,
);

/// The exit of every instance of a batch, with `operations` for each; timed one by one if `timed`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "a batch has as many parts")]
pub(crate) fn solve_batch<'py>(
    py: Python<'py>,
    vertex_starts: PyReadonlyArray1<'_, u32>,
    row_starts: PyReadonlyArray1<'_, u32>,
    heads: PyReadonlyArray1<'_, u32>,
    rotors: Option<PyReadonlyArray1<'_, u32>>,
    starts: PyReadonlyArray1<'_, u32>,
    operations: Option<u64>,
    timed: bool,
    threads: usize,
    limits: Limits,
) -> PyResult<Answers<'py>> {
    let rotors = rotors.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
    let (vertex_starts, row_starts, heads, starts) =
        (vertex_starts.as_slice()?, row_starts.as_slice()?, heads.as_slice()?, starts.as_slice()?);
    let portions = py.detach(|| {
        let batch = Batch::new(vertex_starts, row_starts, heads, rotors, starts).map_err(unfit)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(unfit)?;
        let work =
            Work { batch, operations: operations.unwrap_or(u64::MAX), timed, stop: AtomicBool::new(false) };
        work.watched(&pool, limits.start())
    })?;
    let mut all = Portion::default();
    for mut portion in portions {
        all.exits.append(&mut portion.exits);
        all.steps.append(&mut portion.steps);
        all.nanoseconds.append(&mut portion.nanoseconds);
        all.long.append(&mut portion.long);
    }
    let nanoseconds = timed.then(|| PyArray1::from_vec(py, all.nanoseconds));
    Ok((PyArray1::from_vec(py, all.exits), PyArray1::from_vec(py, all.steps), nanoseconds, all.long))
}

struct Work<'a> {
    batch: Batch<'a>,
    operations: u64,
    timed: bool,
    stop: AtomicBool,
}

impl Work<'_> {
    /// All portions, solved by the pool while this thread keeps an eye on the limits.
    fn watched(&self, pool: &rayon::ThreadPool, mut watch: Watch) -> PyResult<Vec<Portion>> {
        let done = AtomicU64::new(0);
        let (send, receive) = std::sync::mpsc::channel();
        let mut stopped = None;
        let solved = std::thread::scope(|scope| {
            let done = &done;
            // The sender moves into the thread, so that a panic there drops it and the loop below ends (F75).
            scope.spawn(move || {
                let solved = pool.install(|| self.portions(done));
                // Nobody listens any more only if this thread's owner has gone.
                let _ = send.send(solved);
            });
            loop {
                match receive.recv_timeout(std::time::Duration::from_millis(20)) {
                    Ok(solved) => break Some(solved),
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break None,
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                }
                if stopped.is_none() {
                    stopped = watch.look_at(done.load(Ordering::Relaxed)).err();
                    self.stop.store(stopped.is_some(), Ordering::Relaxed);
                }
            }
        });
        match (stopped, solved) {
            (Some(reason), _) => Err(crate::faults::out_of_budget(reason, &mut watch)),
            (None, Some(solved)) => solved.map_err(unfit),
            (None, None) => Err(unfit("a thread of the batch ended early")),
        }
    }

    fn portions(&self, done: &AtomicU64) -> Result<Vec<Portion>, BatchError> {
        let portions = self.batch.len().div_ceil(PORTION);
        (0..portions)
            .into_par_iter()
            .map_init(Scratch::default, |scratch, portion| {
                let solved = self.portion(portion, scratch)?;
                done.fetch_add(solved.exits.len() as u64, Ordering::Relaxed);
                Ok(solved)
            })
            .collect()
    }

    fn portion(&self, portion: usize, scratch: &mut Scratch) -> Result<Portion, BatchError> {
        let options = Options::default();
        let mut found = Portion::default();
        let instances = portion * PORTION..((portion + 1) * PORTION).min(self.batch.len());
        for instance in instances {
            if self.stop.load(Ordering::Relaxed) {
                return Err(SolveError::from(OutOfBudget::Interrupted).into());
            }
            let since = self.timed.then(Instant::now);
            let mut member = Member(&self.stop);
            let mut context = Context::new(&mut member).with_operations(self.operations).with_memory(MEMORY);
            let (exit, steps) = match self.batch.exit(instance, &options, scratch, &mut context) {
                Ok(answer) => (answer.exit.map_or(TRAPPED, i64::from), answer.steps),
                Err(BatchError::Unsolved(SolveError::OutOfBudget(OutOfBudget::Operations))) => {
                    (UNSOLVED, None)
                }
                Err(error) => return Err(error),
            };
            found.exits.push(exit);
            found.nanoseconds.extend(since.map(|since| since.elapsed().as_nanos() as u64));
            match steps {
                Some(Steps::Short(steps)) if steps != LONG => found.steps.push(steps),
                steps => {
                    found.steps.push(LONG);
                    let steps = steps.map(|steps| match steps {
                        Steps::Short(steps) => steps.into(),
                        Steps::Long(steps) => steps,
                    });
                    found.long.push((instance, steps));
                }
            }
        }
        Ok(found)
    }
}
