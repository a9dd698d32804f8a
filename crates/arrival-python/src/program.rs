//! The program `arrival`, as the package runs it, and the page that is inside it.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ffi::OsString;

/// Runs the program with these arguments, the first of which is its own name; returns its exit code.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| arrival_cli::run(arguments).number())
}

/// A file of the page, by its path on the server; None if there is no such file.
#[pyfunction]
pub(crate) fn page_file<'py>(py: Python<'py>, path: &str) -> Option<Bound<'py, PyBytes>> {
    arrival_cli::serve::page_file(path).map(|bytes| PyBytes::new(py, bytes))
}
