//! Seeded families.

use crate::batch::Member;
use crate::faults::{out_of_budget_with, refused, unfit};
use crate::graph::Graph;
use crate::owners::owner_code;
use crate::pages::with_room;
use crate::pool::each;
use crate::watch::{Limits, PythonHost};
use arrival::request::Generate;
use arrival::{Context, Fault};
use numpy::PyArray1;
use pyo3::prelude::*;
use rotor_generate::{FAMILIES, Parameter, Rows};
use rotor_graph::{Owner, Stop};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A parameter: name, meaning, default, whether it is whole.
type ParameterRow = (&'static str, &'static str, f64, bool);

/// Every family: its name, what its members are, and its parameters.
#[pyfunction]
pub(crate) fn families() -> Vec<(&'static str, &'static str, Vec<ParameterRow>)> {
    let parameter = |p: &'static Parameter| (p.name, p.meaning, p.default, p.whole);
    FAMILIES.iter().map(|f| (f.id, f.sentence, f.all_parameters().map(parameter).collect())).collect()
}

/// The member of a family for these parameters and this seed.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    family: String,
    parameters: BTreeMap<String, String>,
    seed: u64,
    limits: Limits,
) -> PyResult<Graph> {
    let ask = Generate { family, seed, to: None, parameters };
    let mut watch = limits.start();
    py.detach(|| ask.member(&mut watch.context())).map(Graph::of).map_err(|fault| refused(fault, &mut watch))
}

/// Vertex starts, row starts, heads, rotors and starts.
type BatchArrays<'py> = [Bound<'py, PyArray1<u32>>; 5];
/// Owners and values.
type Players<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<i64>>);

/// The members of some seeds in flat arrays.
#[derive(Default)]
struct Members {
    vertices: Vec<u32>,
    /// Where the arcs of each vertex end, counted from the first arc of its member.
    row_ends: Vec<u32>,
    heads: Vec<u32>,
    rotors: Vec<u32>,
    starts: Vec<u32>,
    /// Owners and values are kept from the first member on that has some: most batches have none.
    owners: Vec<u8>,
    values: Vec<i64>,
    games: bool,
}

impl Members {
    fn push(&mut self, member: &Rows) {
        let vertices = member.vertex_count();
        self.row_ends.extend_from_slice(&member.row_starts()[1..]);
        self.heads.extend(member.heads().iter().map(|v| v.raw()));
        let is_played = member.owners().iter().any(|&owner| owner != Owner::Rotor);
        if is_played || member.values().iter().any(|&value| value != 0) {
            self.keep_games();
        }
        let after = self.rotors.len() + vertices;
        self.rotors.extend_from_slice(member.rotors());
        // What is not given is 0: rotors on the first arcs, no players, no values.
        self.rotors.resize(after, 0);
        if self.games {
            self.owners.extend(member.owners().iter().map(|&owner| owner_code(owner)));
            self.owners.resize(after, 0);
            self.values.extend_from_slice(member.values());
            self.values.resize(after, 0);
        }
        self.vertices.push(vertices as u32);
        self.starts.push(member.start_or_first().unwrap_or(0));
    }

    /// From now on owners and values are kept; there were none before.
    fn keep_games(&mut self) {
        if !std::mem::replace(&mut self.games, true) {
            self.owners.resize(self.rotors.len(), 0);
            self.values.resize(self.rotors.len(), 0);
        }
    }

    /// Forgets the members, and keeps the room for others.
    fn clear(&mut self) {
        let Self { vertices, row_ends, heads, rotors, starts, owners, values, games } = self;
        [vertices, row_ends, heads, rotors, starts].into_iter().for_each(Vec::clear);
        owners.clear();
        values.clear();
        *games = false;
    }
}

/// Refuses a batch that has no room, as far as its first member tells: all members of most families are as large.
fn refuse_too_many(first: &Rows, count: u64, watch: &mut PythonHost) -> PyResult<()> {
    let (vertices, arcs) = (first.vertex_count() as u64, first.heads().len() as u64);
    if vertices.max(arcs).saturating_mul(count) > u64::from(u32::MAX) {
        return Err(unfit(TOO_MANY));
    }
    // Row starts, rotors and heads; owners and values if there are any.
    let games = (first.owners().len() + 8 * first.values().len()) as u64;
    let bytes = (8 * vertices + 4 * arcs + games).saturating_mul(count);
    if bytes > watch.memory() {
        let known = format!("the batch takes about {bytes} bytes");
        return Err(out_of_budget_with(Stop::Memory, &known, watch));
    }
    Ok(())
}

const TOO_MANY: &str = "a batch has at most 2³² − 1 vertices and arcs; make several batches";

/// All members in the arrays of a batch.
struct Whole {
    vertex_starts: Vec<u32>,
    row_starts: Vec<u32>,
    /// Everything else is as in a portion.
    members: Members,
}

impl Whole {
    /// Room for `count` members of the size of the first. Memory that stays unused is never touched.
    fn new(first: Option<&Rows>, count: u64) -> Self {
        let (vertices, arcs) = first.map_or((0, 0), |one| (one.vertex_count(), one.heads().len()));
        let count = if first.is_some() { count as usize } else { 0 };
        let mut whole = Self {
            vertex_starts: with_room(count + 1),
            row_starts: with_room(vertices * count + 1),
            members: Members {
                heads: with_room(arcs * count),
                rotors: with_room(vertices * count),
                starts: with_room(count),
                ..Members::default()
            },
        };
        whole.vertex_starts.push(0);
        whole.row_starts.push(0);
        whole
    }

    /// Adds the members of a portion.
    fn add(&mut self, portion: &mut Members) -> Result<(), Fault> {
        if portion.games {
            self.members.keep_games();
        } else if self.members.games {
            portion.keep_games();
        }
        let (mut vertices, mut arcs) = (self.members.rotors.len() as u64, self.members.heads.len() as u64);
        let mut rows = &portion.row_ends[..];
        for &size in &portion.vertices {
            let (ends, after) = rows.split_at(size as usize);
            rows = after;
            let next = arcs + u64::from(ends.last().copied().unwrap_or(0));
            vertices += u64::from(size);
            if vertices.max(next) > u64::from(u32::MAX) {
                return Err(Fault::Unfit(TOO_MANY.to_owned()));
            }
            self.vertex_starts.push(vertices as u32);
            self.row_starts.extend(ends.iter().map(|end| arcs as u32 + end));
            arcs = next;
        }
        self.members.heads.append(&mut portion.heads);
        self.members.rotors.append(&mut portion.rotors);
        self.members.starts.append(&mut portion.starts);
        self.members.owners.append(&mut portion.owners);
        self.members.values.append(&mut portion.values);
        Ok(())
    }
}

/// How many members a thread makes at a time.
const PORTION: u64 = 256;

/// The members for the seeds `seed`, `seed` + 1, …, as the arrays of a batch, with owners and values if there are any.
/// A member without a start starts on its first vertex that is not a sink.
#[pyfunction]
pub(crate) fn generate_batch<'py>(
    py: Python<'py>,
    family: String,
    parameters: BTreeMap<String, String>,
    seed: u64,
    count: u64,
    threads: usize,
    limits: Limits,
) -> PyResult<(BatchArrays<'py>, Option<Players<'py>>)> {
    let ask = Generate { family, seed, to: None, parameters };
    let mut watch = limits.start();
    let whole = py.detach(|| {
        let family = ask.prepare().map_err(|fault| refused(fault, &mut watch))?;
        let first = if count == 0 {
            None
        } else {
            let mut first = Rows::default();
            let written = family.write(seed, &mut first, &mut watch.context());
            written.map_err(|fault| refused(fault, &mut watch))?;
            refuse_too_many(&first, count, &mut watch)?;
            Some(first)
        };
        let mut whole = Whole::new(first.as_ref(), count);
        // Portions that were gathered, to be filled again: fresh memory costs more than what is written there.
        let spare: Mutex<Vec<Members>> = Mutex::default();
        let spare = || spare.lock().unwrap_or_else(PoisonError::into_inner);
        let portion = |portion: usize, member: &mut Rows, stop: &AtomicBool| -> Result<Members, Fault> {
            let first = portion as u64 * PORTION;
            let mut members = spare().pop().unwrap_or_default();
            let mut host = Member(stop);
            let mut context = Context::new(&mut host);
            for more in first..(first + PORTION).min(count) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                family.write(seed.wrapping_add(more), member, &mut context)?;
                members.push(member);
            }
            Ok(members)
        };
        each(count.div_ceil(PORTION) as usize, threads, PORTION, &mut watch, portion, |portion| {
            let mut portion = portion?;
            whole.add(&mut portion)?;
            portion.clear();
            spare().push(portion);
            Ok(())
        })?
        .map_err(|fault| refused(fault, &mut watch))?;
        PyResult::Ok(whole)
    })?;
    let Whole { vertex_starts, row_starts, members } = whole;
    let arrays = [vertex_starts, row_starts, members.heads, members.rotors, members.starts];
    let players = members
        .games
        .then(|| (PyArray1::from_vec(py, members.owners), PyArray1::from_vec(py, members.values)));
    Ok((arrays.map(|array| PyArray1::from_vec(py, array)), players))
}
