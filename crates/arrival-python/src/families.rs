//! Seeded families.

use crate::faults::unfit;
use crate::graph::Graph;
use numpy::PyArray1;
use pyo3::prelude::*;
use rotor_generate::{FAMILIES, Parameter};
use rotor_graph::VertexId;
use std::collections::BTreeMap;

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
    family: &str,
    parameters: BTreeMap<String, String>,
    seed: u64,
) -> PyResult<Graph> {
    py.detach(|| rotor_generate::generate(family, &parameters, seed)).map(Graph::of).map_err(unfit)
}

/// Vertex starts, row starts, heads, rotors and starts.
type BatchArrays<'py> = [Bound<'py, PyArray1<u32>>; 5];

/// The members for the seeds `seed`, `seed` + 1, …, as the arrays of a batch. A member without a start starts on its first
/// vertex that is no sink.
#[pyfunction]
pub(crate) fn generate_batch<'py>(
    py: Python<'py>,
    family: &str,
    parameters: BTreeMap<String, String>,
    seed: u64,
    count: u64,
) -> PyResult<BatchArrays<'py>> {
    let arrays = py.detach(|| {
        let [mut vertex_starts, mut row_starts] = [vec![0u32], vec![0u32]];
        let [mut heads, mut rotors, mut starts] = [const { Vec::new() }; 3];
        for more in 0..count {
            let instance =
                rotor_generate::generate(family, &parameters, seed.wrapping_add(more)).map_err(unfit)?;
            if instance.player_count() > 0 {
                return Err(unfit("a batch has no players: leave max and min out"));
            }
            let graph = instance.graph();
            let fits =
                |arcs: usize| u32::try_from(arcs).map_err(|_| unfit("a batch has at most 2³² − 1 arcs"));
            let end = fits(heads.len() + graph.arc_count())?;
            let shift = end - graph.arc_count() as u32;
            row_starts.extend(graph.row_starts()[1..].iter().map(|start| start + shift));
            heads.extend(graph.all_heads().iter().map(|v| v.raw()));
            rotors.extend(graph.vertices().map(|u| instance.rotors().position(graph, u)));
            vertex_starts.push(fits(rotors.len())?);
            let start = instance.start_or_first();
            starts.push(start.map_or(0, VertexId::raw));
        }
        Ok([vertex_starts, row_starts, heads, rotors, starts])
    })?;
    Ok(arrays.map(|array| PyArray1::from_vec(py, array)))
}
