//! Seeded families.

use crate::batch::Member;
use crate::faults::{refused, unfit};
use crate::graph::Graph;
use crate::owners::owner_code;
use crate::pool::each;
use crate::watch::Limits;
use arrival::request::Generate;
use arrival::{Context, Fault, Instance};
use numpy::PyArray1;
use pyo3::prelude::*;
use rotor_generate::{FAMILIES, Parameter};
use rotor_graph::VertexId;
use std::collections::BTreeMap;
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

/// The members of some seeds in flat arrays, their rows counted from the first of them.
#[derive(Default)]
struct Members {
    vertex_ends: Vec<u64>,
    row_ends: Vec<u64>,
    heads: Vec<u32>,
    rotors: Vec<u32>,
    starts: Vec<u32>,
    /// Owners and values are kept from the first member on that has some: most batches have none.
    owners: Vec<u8>,
    values: Vec<i64>,
    games: bool,
    players: bool,
}

impl Members {
    fn push(&mut self, instance: &Instance) {
        let graph = instance.graph();
        let arcs = self.heads.len() as u64;
        self.row_ends.extend(graph.row_starts()[1..].iter().map(|&end| arcs + u64::from(end)));
        self.heads.extend(graph.all_heads().iter().map(|v| v.raw()));
        if instance.player_count() > 0 || graph.vertices().any(|u| instance.value(u) != 0) {
            self.keep_games();
        }
        self.rotors.extend(graph.vertices().map(|u| instance.rotors().position(graph, u)));
        if self.games {
            self.owners.extend(graph.vertices().map(|u| owner_code(instance.owner(u))));
            self.values.extend(graph.vertices().map(|u| instance.value(u)));
        }
        self.vertex_ends.push(self.rotors.len() as u64);
        self.starts.push(instance.start_or_first().map_or(0, VertexId::raw));
        self.players |= instance.player_count() > 0;
    }

    /// From now on owners and values are kept; there were none before.
    fn keep_games(&mut self) {
        if !std::mem::replace(&mut self.games, true) {
            self.owners.resize(self.rotors.len(), 0);
            self.values.resize(self.rotors.len(), 0);
        }
    }

    fn together(portions: Vec<Self>) -> Self {
        let sum = |length: fn(&Self) -> usize| portions.iter().map(length).sum();
        let (members, vertices) = (sum(|one| one.starts.len()), sum(|one| one.rotors.len()));
        let mut all = Self {
            vertex_ends: Vec::with_capacity(members),
            row_ends: Vec::with_capacity(vertices),
            heads: Vec::with_capacity(sum(|one| one.heads.len())),
            rotors: Vec::with_capacity(vertices),
            starts: Vec::with_capacity(members),
            ..Self::default()
        };
        portions.into_iter().for_each(|portion| all.append(portion));
        all
    }

    fn append(&mut self, mut more: Self) {
        let (vertices, arcs) = (self.rotors.len() as u64, self.heads.len() as u64);
        if more.games {
            self.keep_games();
        } else if self.games {
            more.keep_games();
        }
        self.vertex_ends.extend(more.vertex_ends.iter().map(|end| end + vertices));
        self.row_ends.extend(more.row_ends.iter().map(|end| end + arcs));
        self.heads.append(&mut more.heads);
        self.rotors.append(&mut more.rotors);
        self.starts.append(&mut more.starts);
        self.owners.append(&mut more.owners);
        self.values.append(&mut more.values);
        self.players |= more.players;
    }
}

/// 0 and these ends as numbers of 32 bits.
fn rows(what: &str, ends: &[u64]) -> PyResult<Vec<u32>> {
    let beyond = || unfit(format!("a batch has at most 2³² − 1 {what}; make several batches"));
    if ends.last().is_some_and(|&end| end > u64::from(u32::MAX)) {
        return Err(beyond());
    }
    Ok(std::iter::once(0).chain(ends.iter().map(|&end| end as u32)).collect())
}

/// How many members a thread makes at a time.
const PORTION: u64 = 256;

/// The members for the seeds `seed`, `seed` + 1, …, as the arrays of a batch, with owners and values if there are players.
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
        let portion = |portion: usize, _: &mut (), stop: &AtomicBool| -> Result<Members, Fault> {
            let first = portion as u64 * PORTION;
            let mut members = Members::default();
            for more in first..(first + PORTION).min(count) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let mut host = Member(stop);
                members.push(&family.member(seed.wrapping_add(more), &mut Context::new(&mut host))?);
            }
            Ok(members)
        };
        let portions = each(count.div_ceil(PORTION) as usize, threads, PORTION, &mut watch, portion)?;
        let portions: Result<Vec<Members>, Fault> = portions.into_iter().collect();
        let all = Members::together(portions.map_err(|fault| refused(fault, &mut watch))?);
        let vertex_starts = rows("vertices", &all.vertex_ends)?;
        let row_starts = rows("arcs", &all.row_ends)?;
        let players = all.players.then_some((all.owners, all.values));
        PyResult::Ok(([vertex_starts, row_starts, all.heads, all.rotors, all.starts], players))
    })?;
    let players =
        players.map(|(owners, values)| (PyArray1::from_vec(py, owners), PyArray1::from_vec(py, values)));
    Ok((arrays.map(|array| PyArray1::from_vec(py, array)), players))
}
