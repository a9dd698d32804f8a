//! Batches of games, and of many particles.

use crate::batch::{Arrays, Member};
use crate::faults::unfit;
use crate::owners::owner_of;
use crate::play::set_of;
use crate::pool::each;
use crate::watch::Limits;
use arrival::{Context, Instance, Options, Question, SolveError, route, solve};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use rotor_graph::{Stop, VertexMap};
use std::sync::atomic::{AtomicBool, Ordering};

/// What Max can secure, what Min can hold Max to, and whether the judge has proved it; none for what was not solved.
type Worth = Option<(i64, i64, bool)>;

/// Two values of each instance, which of them were solved, and which of these the judge has proved.
type Values<'py> = ([Bound<'py, PyArray1<i64>>; 2], [Bound<'py, PyArray1<bool>>; 2]);

/// What every instance of a batch of games is worth from its start, with `operations` for each.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "these are the options of the command line")]
pub(crate) fn values_batch<'py>(
    py: Python<'py>,
    arrays: Arrays<'_>,
    owners: Option<PyReadonlyArray1<'_, u8>>,
    values: Option<PyReadonlyArray1<'_, i64>>,
    strategies: &str,
    endless_value: i64,
    operations: Option<u64>,
    threads: usize,
    limits: Limits,
) -> PyResult<Values<'py>> {
    let options =
        Options { strategies: set_of(strategies)?, endless_value, certificate: false, ..Options::default() };
    let batch = arrays.batch()?;
    let owners = owners.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
    let values = values.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
    let game = |number: usize| -> PyResult<Instance> {
        let vertices = batch.vertices(number);
        let mut instance = batch.instance(number).map_err(unfit)?;
        let at = |error: &dyn std::fmt::Display| unfit(format!("instance {number}: {error}"));
        if let Some(owners) = owners {
            let owners = owners[vertices.clone()].iter().map(|&code| owner_of(code)).collect();
            instance = instance.with_owners(VertexMap::from_vec(owners)).map_err(|error| at(&error))?;
        }
        if let Some(values) = values {
            let values = VertexMap::from_vec(values[vertices].to_vec());
            instance = instance.with_values(values).map_err(|error| at(&error))?;
        }
        Ok(instance)
    };
    let worth = |instance: &Instance, context: &mut Context<'_>| -> Result<(i64, i64, bool), SolveError> {
        let from = instance.start().expect("an instance of a batch has a start");
        let solution = solve(instance, Question::From(from), &options, context)?;
        let (max_min, min_max) = match solution.game().and_then(|game| game.rows.first()) {
            Some(row) => (row.max_min, row.min_max),
            None => {
                let exit = solution.exits().next().map(|row| row.exit);
                let worth = exit.map_or(endless_value, |exit| instance.worth(exit, endless_value));
                (worth, worth)
            }
        };
        Ok((max_min, min_max, solution.is_checked()))
    };
    let found: Vec<Worth> = over(py, batch.len(), operations, threads, limits, game, worth)?;
    let column = |of: fn((i64, i64, bool)) -> i64| found.iter().map(|worth| worth.map_or(0, of)).collect();
    let values = [column(|worth| worth.0), column(|worth| worth.1)];
    let known = found.iter().map(Option::is_some).collect();
    let checked = found.iter().map(|worth| worth.is_some_and(|worth| worth.2)).collect();
    Ok((
        values.map(|column| PyArray1::from_vec(py, column)),
        [known, checked].map(|column| PyArray1::from_vec(py, column)),
    ))
}

/// Where the particles of one instance end: on each vertex, and in all traps together.
type Ends = (Vec<u64>, u64);

/// Particles that end on each vertex of the batch, those trapped in each instance, and which instances were solved.
type Routes<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<bool>>);

/// Where the particles of every instance of a batch end, with `operations` for each.
#[pyfunction]
pub(crate) fn route_batch<'py>(
    py: Python<'py>,
    arrays: Arrays<'_>,
    particles: PyReadonlyArray1<'_, u64>,
    operations: Option<u64>,
    threads: usize,
    limits: Limits,
) -> PyResult<Routes<'py>> {
    let (batch, particles) = (arrays.batch()?, particles.as_slice()?);
    let instance = |number: usize| {
        let counts = particles[batch.vertices(number)].iter().map(|&count| BigUint::from(count)).collect();
        Ok((batch.instance(number).map_err(unfit)?, VertexMap::from_vec(counts)))
    };
    let ends = |(instance, counts): &(Instance, VertexMap<BigUint>), context: &mut Context<'_>| {
        let routed = route(instance, counts, &Options::default(), context)?;
        let claim = routed.claim();
        // No end has more particles than there are, whose number fits.
        let number = |count: &BigUint| count.to_u64().unwrap_or(u64::MAX);
        let on_sinks = instance.graph().vertices().map(|v| number(&claim.stays[v])).collect();
        Ok((on_sinks, claim.trapped.iter().map(number).sum()))
    };
    let found: Vec<Option<Ends>> = over(py, batch.len(), operations, threads, limits, instance, ends)?;
    let (mut on_sinks, mut trapped, mut known) = (Vec::new(), Vec::new(), Vec::new());
    for (number, ends) in found.into_iter().enumerate() {
        known.push(ends.is_some());
        let (sinks, in_traps) = ends.unwrap_or_else(|| (vec![0; batch.vertices(number).len()], 0));
        on_sinks.extend(sinks);
        trapped.push(in_traps);
    }
    Ok((PyArray1::from_vec(py, on_sinks), PyArray1::from_vec(py, trapped), PyArray1::from_vec(py, known)))
}

/// `answer` for every instance on all cores; none for those that used up their operations.
fn over<I: Send + Sync, T: Send>(
    py: Python<'_>,
    count: usize,
    operations: Option<u64>,
    threads: usize,
    limits: Limits,
    instance: impl Fn(usize) -> PyResult<I> + Sync,
    answer: impl Fn(&I, &mut Context<'_>) -> Result<T, SolveError> + Sync,
) -> PyResult<Vec<Option<T>>> {
    let mut watch = limits.start();
    let memory = watch.memory();
    let one = |number: usize, _: &mut (), stop: &AtomicBool| -> PyResult<Option<T>> {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let mut member = Member(stop);
        let mut context = Context::new(&mut member).with_memory(memory);
        context = context.with_operations(operations.unwrap_or(u64::MAX));
        match answer(&instance(number)?, &mut context) {
            Ok(found) => Ok(Some(found)),
            Err(SolveError::Stopped(Stop::Operations | Stop::Interrupted)) => Ok(None),
            Err(error) => Err(unfit(format!("instance {number}: {error}"))),
        }
    };
    let mut found = Vec::with_capacity(count);
    py.detach(|| {
        each(count, threads, 1, &mut watch, one, |answer| answer.map(|answer| found.push(answer)))
    })??;
    Ok(found)
}
