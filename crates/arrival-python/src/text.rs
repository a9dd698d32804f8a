//! Graphs from bytes of any format, and back.

use crate::ask::written;
use crate::faults::{refused, unfit};
use crate::graph::Graph;
use crate::rows::rule_of;
use crate::watch::Limits;
use arrival::request::{Ask, Convert, EXAMPLES, Input};
use arrival::{Palette, Request};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rotor_format::{Compression, EdgeListOptions, InputFormat, OutputFormat};

/// How the lines of an edge list are meant: undirected, weights, infer sinks.
type EdgeList = (bool, bool, bool);

/// The graph that `bytes` say, and the rule they were written for; `name` stands before every flaw.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "these are the options of the command line")]
pub(crate) fn read(
    py: Python<'_>,
    bytes: Vec<u8>,
    name: Option<String>,
    format: Option<&str>,
    sinks: Option<Vec<String>>,
    edge_list: EdgeList,
    rule: Option<&str>,
    limits: Limits,
) -> PyResult<(Graph, &'static str)> {
    let formats = || InputFormat::ALL.map(InputFormat::name).join(", ");
    let unknown = || unfit(format!("the formats are {}", formats()));
    let format = format.map(|format| InputFormat::from_name(format).ok_or_else(unknown)).transpose()?;
    let rule = rule.map(rule_of).transpose()?;
    let (undirected, weights, infer_sinks) = edge_list;
    let edge_list = EdgeListOptions { undirected, weights, infer_sinks };
    let name = name.unwrap_or_default();
    let input = Input { name, bytes, format, sinks, edge_list, rule, ..Input::default() };
    py.detach(|| {
        let mut watch = limits.start();
        let read = input.read(&mut watch.context()).map_err(|fault| refused(fault, &mut watch))?;
        Ok((Graph::sharing(read.instance), read.rule.name()))
    })
}

/// The graph in the format that `format` names or the extensions of the path `format` ask for, written for `rule`.
#[pyfunction]
pub(crate) fn write<'py>(
    py: Python<'py>,
    graph: &Graph,
    format: &str,
    rule: &str,
    limits: Limits,
) -> PyResult<Bound<'py, PyBytes>> {
    rotor_format::check_writable(format).map_err(unfit)?;
    let formats = || OutputFormat::ALL.map(OutputFormat::name).join(", ");
    let named = OutputFormat::from_name(format).map(|format| (format, Compression::None));
    let to = named
        .or_else(|| OutputFormat::from_path(format))
        .ok_or_else(|| unfit(format!("the formats are {}", formats())))?;
    let ask = Ask::Convert(Convert { to: Some(to), to_rule: rule_of(rule)? });
    let request = Request { input: Some(Input::of(graph.shared())), ask, ..Request::default() };
    let bytes = py.detach(|| {
        let mut watch = limits.start();
        let reply = arrival::answer(request, &mut watch.context());
        reply
            .and_then(|reply| written(&mut watch, |out| reply.write_words(out, &Palette::PLAIN)))
            .map_err(|fault| refused(fault, &mut watch))
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// The examples that come with the library: names and texts.
#[pyfunction]
pub(crate) fn examples() -> Vec<(&'static str, &'static str)> {
    EXAMPLES.to_vec()
}
