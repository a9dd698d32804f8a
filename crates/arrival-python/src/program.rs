//! The program `arrival`, as the package runs it.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the program with these arguments, the first of which is its own name; returns its exit code.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| arrival_cli::run(arguments).number())
}
