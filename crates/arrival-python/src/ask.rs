//! The door: any question of the library by its name, with its options as JSON.

use crate::faults::refused;
use crate::graph::Graph;
use crate::watch::{Limits, PythonHost};
use arrival::request::{Ask, Input};
use arrival::{Context, Fault, Palette, Reply, Request, Ticked, stop_of};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rotor_format::certificate::Certificate;
use rotor_graph::{Claim, Instance};
use std::io::{self, Write};
use std::time::Duration;

/// How long the writing of a reply may take at least.
const WRITING: Duration = Duration::from_secs(1);

/// A reply as Python gets it.
#[derive(IntoPyObject)]
pub(crate) struct Asked<'py> {
    /// The answer as one JSON object; none if it is nothing but a file.
    json: Option<String>,
    /// The answer in words, or the bytes of the file.
    words: Bound<'py, PyBytes>,
    /// The graph as the question leaves it, if that was asked for.
    after: Option<Graph>,
    /// What the user should know beside the answer.
    remark: Option<String>,
    /// Why the judge did not check what a picture shows.
    unchecked_because: Option<String>,
    /// The files that come with the answer, by name.
    files: Vec<(String, Vec<u8>)>,
    /// What proves the answer, if that was asked for.
    certificate: Option<String>,
}

/// The names of all questions.
#[pyfunction]
pub(crate) fn questions() -> Vec<&'static str> {
    Ask::NAMES.to_vec()
}

/// The commands of the program.
#[pyfunction]
pub(crate) fn commands() -> Vec<String> {
    arrival_cli::commands()
}

/// Answers the question `name` about `graph` with the options of `body`, an object in JSON.
#[pyfunction]
pub(crate) fn ask<'py>(
    py: Python<'py>,
    name: &str,
    body: &str,
    graph: Option<&Graph>,
    limits: Limits,
) -> PyResult<Asked<'py>> {
    let mut watch = limits.start();
    let parts = py.detach(|| {
        let parts = parts(name, body, graph, &mut watch);
        match watch.take_raised() {
            Some(raised) => Err(raised),
            None => parts.map_err(|fault| refused(fault, &mut watch)),
        }
    });
    let Parts { json, words, after, remark, unchecked_because, files, certificate } = parts?;
    Ok(Asked { json, words: PyBytes::new(py, &words), after, remark, unchecked_because, files, certificate })
}

/// Everything that a reply says, written out.
struct Parts {
    json: Option<String>,
    words: Vec<u8>,
    after: Option<Graph>,
    remark: Option<String>,
    unchecked_because: Option<String>,
    files: Vec<(String, Vec<u8>)>,
    certificate: Option<String>,
}

fn parts(name: &str, body: &str, graph: Option<&Graph>, watch: &mut PythonHost) -> Result<Parts, Fault> {
    let body = serde_json::from_str(body).map_err(|error| Fault::Unfit(error.to_string()))?;
    let mut request = Request::from_json(name, body)?;
    if let Some(graph) = graph {
        request.input = Some(Input::of(graph.shared()));
    }
    let reply = arrival::answer(request, &mut watch.context())?;
    // What was found when time was up is an answer, too.
    watch.grant(WRITING);
    let words = written(watch, |out| reply.write_words(out, &Palette::PLAIN))?;
    let json = if reply.has_object() { Some(json(&reply, watch)?) } else { None };
    let after = reply.after().map(|(after, _)| Graph::of(after.into_owned()));
    let unchecked_because = reply.unchecked_because().map(str::to_owned);
    let certificate = match reply.certificate() {
        Some(certificate) => Some(proof(certificate, watch)?),
        None => None,
    };
    let (remark, files) = (reply.remark(true), reply.files());
    Ok(Parts { json, words, after, remark, unchecked_because, files, certificate })
}

fn json(reply: &Reply, watch: &mut PythonHost) -> Result<String, Fault> {
    text(written(watch, |out| reply.write_json(out, &|| Duration::ZERO))?)
}

/// A certificate as text.
pub(crate) fn proof(certificate: Certificate<'_>, watch: &mut PythonHost) -> Result<String, Fault> {
    text(written(watch, |out| certificate.write_to(out))?)
}

/// The certificate of a claim as text.
pub(crate) fn proof_of(instance: &Instance, claim: &Claim, watch: &mut PythonHost) -> PyResult<String> {
    proof(Certificate::of(instance, claim), watch).map_err(|fault| refused(fault, watch))
}

fn text(bytes: Vec<u8>) -> Result<String, Fault> {
    String::from_utf8(bytes).map_err(|error| Fault::Unfit(error.to_string()))
}

/// What `write` writes, unless time is up or Python has raised something.
pub(crate) fn written(
    watch: &mut PythonHost,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    // Operations are those of solvers: what they found is always written.
    let mut context = Context::new(watch);
    write(&mut Ticked::new(&mut bytes, &mut context)).map_err(|error| match stop_of(&error) {
        Some(reason) => Fault::Stopped { reason, known: "the answer was not written in time".to_owned() },
        None => Fault::Unwritten { output: "the reply".to_owned(), error },
    })?;
    Ok(bytes)
}
