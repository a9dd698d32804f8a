//! Graphs from bytes of any format, and back.

use crate::faults::{flawed, unfit};
use crate::graph::Graph;
use crate::rows::rule_of;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rotor_format::{Compression, EdgeListOptions, InputFormat, OutputFormat, ReadOptions};

/// The graph that `bytes` say, and the rule they were written for; `name` stands before every flaw.
#[pyfunction]
pub(crate) fn read(
    py: Python<'_>,
    bytes: &[u8],
    name: Option<&str>,
    format: Option<&str>,
    sinks: Option<Vec<String>>,
    rule: Option<&str>,
) -> PyResult<(Graph, &'static str)> {
    let formats = || InputFormat::ALL.map(InputFormat::name).join(", ");
    let unknown = || unfit(format!("the formats are {}", formats()));
    let format = format.map(|format| InputFormat::from_name(format).ok_or_else(unknown)).transpose()?;
    let rule = rule.map(rule_of).transpose()?;
    let edge_list = EdgeListOptions::default();
    let options = ReadOptions { format, sinks: sinks.as_deref(), edge_list, rule, ..ReadOptions::default() };
    let input = py.detach(|| rotor_format::read(bytes, &options));
    input.map(|input| (Graph::of(input.instance), input.rule.name())).map_err(|flaws| flawed(name, &flaws))
}

/// The graph in the format that `format` names or the extensions of the path `format` ask for, written for `rule`.
#[pyfunction]
pub(crate) fn write<'py>(
    py: Python<'py>,
    graph: &Graph,
    format: &str,
    rule: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let formats = || OutputFormat::ALL.map(OutputFormat::name).join(", ");
    let named = OutputFormat::from_name(format).map(|format| (format, Compression::None));
    let (format, packing) = named
        .or_else(|| OutputFormat::from_path(format))
        .ok_or_else(|| unfit(format!("the formats are {}", formats())))?;
    let rule = rule_of(rule)?;
    let written = py.detach(|| {
        let mut bytes = Vec::new();
        rotor_format::write(graph.instance(), rule, format, packing, &mut bytes).map(|()| bytes)
    });
    written.map(|bytes| PyBytes::new(py, &bytes)).map_err(unfit)
}
