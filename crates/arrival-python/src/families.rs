//! Seeded families.

use crate::batch::Member;
use crate::faults::{out_of_budget_with, refused, unfit};
use crate::graph::Graph;
use crate::owners::owner_code;
use crate::pool::each;
use crate::watch::{Limits, PythonHost};
use arrival::request::Generate;
use arrival::{Context, Fault};
use numpy::PyArray1;
use pyo3::prelude::*;
use rotor_generate::{FAMILIES, Parameter, Unnamed};
use rotor_graph::Owner;
use rotor_solve::OutOfBudget;
use std::collections::BTreeMap;
use std::mem::take;
use std::sync::atomic::{AtomicBool, Ordering};

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
    fn push(&mut self, member: &Unnamed) {
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

    /// Room for as much as all of these have.
    fn for_all(portions: &[Self]) -> Self {
        let sum = |length: fn(&Self) -> usize| portions.iter().map(length).sum();
        let (members, vertices) = (sum(|one| one.starts.len()), sum(|one| one.rotors.len()));
        Self {
            vertices: Vec::with_capacity(members + 1),
            row_ends: Vec::with_capacity(vertices + 1),
            heads: Vec::with_capacity(sum(|one| one.heads.len())),
            rotors: Vec::with_capacity(vertices),
            starts: Vec::with_capacity(members),
            ..Self::default()
        }
    }
}

/// Vertex starts, row starts, heads, rotors and starts of all members, and owners and values if some member has them.
type Flat = ([Vec<u32>; 5], Option<(Vec<u8>, Vec<i64>)>);

/// Refuses a batch that has no room, as far as its first member tells: all members of most families are as large.
fn refuse_too_many(first: &Unnamed, count: u64, watch: &mut PythonHost) -> PyResult<()> {
    let (vertices, arcs) = (first.vertex_count() as u64, first.heads().len() as u64);
    if vertices.max(arcs).saturating_mul(count) > u64::from(u32::MAX) {
        return Err(unfit(TOO_MANY));
    }
    // Row starts, rotors and heads; owners and values if there are any.
    let games = (first.owners().len() + 8 * first.values().len()) as u64;
    let bytes = (8 * vertices + 4 * arcs + games).saturating_mul(count);
    if bytes > watch.memory() {
        let known = format!("the batch takes about {bytes} bytes");
        return Err(out_of_budget_with(OutOfBudget::Memory, &known, watch));
    }
    Ok(())
}

const TOO_MANY: &str = "a batch has at most 2³² − 1 vertices and arcs; make several batches";

/// The members of all portions, one after the other.
fn together(portions: Vec<Members>) -> PyResult<Flat> {
    let mut all = Members::for_all(&portions);
    let (mut vertex_starts, mut row_starts) = (take(&mut all.vertices), take(&mut all.row_ends));
    let (mut vertices, mut arcs) = (0_u64, 0_u64);
    vertex_starts.push(0);
    row_starts.push(0);
    for mut portion in portions {
        if portion.games {
            all.keep_games();
        } else if all.games {
            portion.keep_games();
        }
        let mut rows = &portion.row_ends[..];
        for &size in &portion.vertices {
            let (ends, after) = rows.split_at(size as usize);
            rows = after;
            let next = arcs + u64::from(ends.last().copied().unwrap_or(0));
            vertices += u64::from(size);
            if vertices.max(next) > u64::from(u32::MAX) {
                return Err(unfit(TOO_MANY));
            }
            vertex_starts.push(vertices as u32);
            row_starts.extend(ends.iter().map(|end| arcs as u32 + end));
            arcs = next;
        }
        all.heads.append(&mut portion.heads);
        all.rotors.append(&mut portion.rotors);
        all.starts.append(&mut portion.starts);
        all.owners.append(&mut portion.owners);
        all.values.append(&mut portion.values);
    }
    let games = all.games.then_some((all.owners, all.values));
    Ok(([vertex_starts, row_starts, all.heads, all.rotors, all.starts], games))
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
    let (arrays, players) = py.detach(|| {
        let family = ask.prepare().map_err(|fault| refused(fault, &mut watch))?;
        if count > 0 {
            let first =
                family.unnamed(seed, &mut watch.context()).map_err(|fault| refused(fault, &mut watch))?;
            refuse_too_many(&first, count, &mut watch)?;
        }
        let portion = |portion: usize, _: &mut (), stop: &AtomicBool| -> Result<Members, Fault> {
            let first = portion as u64 * PORTION;
            let mut members = Members::default();
            let mut host = Member(stop);
            let mut context = Context::new(&mut host);
            for more in first..(first + PORTION).min(count) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                members.push(&family.unnamed(seed.wrapping_add(more), &mut context)?);
            }
            Ok(members)
        };
        let portions = each(count.div_ceil(PORTION) as usize, threads, PORTION, &mut watch, portion)?;
        let portions: Result<Vec<Members>, Fault> = portions.into_iter().collect();
        together(portions.map_err(|fault| refused(fault, &mut watch))?)
    })?;
    let players =
        players.map(|(owners, values)| (PyArray1::from_vec(py, owners), PyArray1::from_vec(py, values)));
    Ok((arrays.map(|array| PyArray1::from_vec(py, array)), players))
}
