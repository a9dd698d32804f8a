//! Batches: many small instances on all cores, their arrays read in place.

use crate::faults::unfit;
use crate::pool::each;
use crate::watch::Limits;
use arrival::{Batch, BatchError, Context, Host, Options, Progress, Scratch, SolveError, Steps};
use num_bigint::BigUint;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use rotor_graph::Stop;
use std::sync::atomic::{AtomicBool, Ordering};
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
pub(crate) struct Member<'s>(pub(crate) &'s AtomicBool);

impl Host for Member<'_> {
    fn check(&mut self, _: &Progress) -> Result<(), Stop> {
        if self.0.load(Ordering::Relaxed) { Err(Stop::Interrupted) } else { Ok(()) }
    }
}

/// Vertex starts, row starts, heads, rotors and starts.
#[derive(FromPyObject)]
pub(crate) struct Arrays<'py>(
    PyReadonlyArray1<'py, u32>,
    PyReadonlyArray1<'py, u32>,
    PyReadonlyArray1<'py, u32>,
    Option<PyReadonlyArray1<'py, u32>>,
    PyReadonlyArray1<'py, u32>,
);

impl Arrays<'_> {
    /// The batch of these arrays, read in place.
    pub(crate) fn batch(&self) -> PyResult<Batch<'_>> {
        let rotors = self.3.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
        Batch::new(self.0.as_slice()?, self.1.as_slice()?, self.2.as_slice()?, rotors, self.4.as_slice()?)
            .map_err(unfit)
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
pub(crate) fn solve_batch<'py>(
    py: Python<'py>,
    arrays: Arrays<'_>,
    operations: Option<u64>,
    timed: bool,
    threads: usize,
    limits: Limits,
) -> PyResult<Answers<'py>> {
    let batch = arrays.batch()?;
    let mut watch = limits.start();
    let mut all = Portion::default();
    py.detach(|| {
        let (operations, memory) = (operations.unwrap_or(u64::MAX), watch.memory());
        let work = Work { batch, operations, memory, timed };
        let portions = batch.len().div_ceil(PORTION);
        let portion = |number, scratch: &mut Scratch, stop: &AtomicBool| work.portion(number, scratch, stop);
        each(portions, threads, PORTION as u64, &mut watch, portion, |found| {
            let mut portion = found?;
            all.exits.append(&mut portion.exits);
            all.steps.append(&mut portion.steps);
            all.nanoseconds.append(&mut portion.nanoseconds);
            all.long.append(&mut portion.long);
            Ok(())
        })
    })?
    .map_err(|error: BatchError| unfit(error))?;
    let nanoseconds = timed.then(|| PyArray1::from_vec(py, all.nanoseconds));
    Ok((PyArray1::from_vec(py, all.exits), PyArray1::from_vec(py, all.steps), nanoseconds, all.long))
}

struct Work<'a> {
    batch: Batch<'a>,
    operations: u64,
    memory: u64,
    timed: bool,
}

impl Work<'_> {
    fn portion(
        &self,
        portion: usize,
        scratch: &mut Scratch,
        stop: &AtomicBool,
    ) -> Result<Portion, BatchError> {
        let options = Options::default();
        let mut found = Portion::default();
        let instances = portion * PORTION..((portion + 1) * PORTION).min(self.batch.len());
        for instance in instances {
            if stop.load(Ordering::Relaxed) {
                return Err(SolveError::from(Stop::Interrupted).into());
            }
            let since = self.timed.then(Instant::now);
            let mut member = Member(stop);
            let mut context =
                Context::new(&mut member).with_operations(self.operations).with_memory(self.memory);
            let (exit, steps) = match self.batch.exit(instance, &options, scratch, &mut context) {
                Ok(answer) => (answer.exit.map_or(TRAPPED, i64::from), answer.steps),
                Err(BatchError::Unsolved(SolveError::Stopped(Stop::Operations))) => (UNSOLVED, None),
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
