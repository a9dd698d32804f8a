//! Arrival for Python: the extension module `arrival._core`, which converts, calls and converts back.
//!
//! Vertices are numbers here. What a user sees, labels of any kind, results that print and draw themselves, is made of
//! these functions by the package in `python/arrival`.

mod arrays;
mod ask;
mod batch;
mod batch_more;
mod classes;
mod families;
mod faults;
mod graph;
mod lookup;
mod owners;
mod pages;
mod picture;
mod play;
mod pool;
mod program;
mod questions;
mod route;
mod rows;
mod solve;
mod text;
mod walk;
mod watch;
mod words;

/// The module that the package `arrival` is built on.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::arrays::{arrays, graph_from_arrays};
    #[pymodule_export]
    use crate::ask::{ask, commands, questions};
    #[pymodule_export]
    use crate::batch::solve_batch;
    #[pymodule_export]
    use crate::batch_more::{route_batch, values_batch};
    #[pymodule_export]
    use crate::classes::{are_equivalent, destination_forest, push_cycle, return_flows};
    #[pymodule_export]
    use crate::families::{families, generate, generate_batch};
    #[pymodule_export]
    use crate::graph::Graph;
    #[pymodule_export]
    use crate::lookup::Lookup;
    #[pymodule_export]
    use crate::picture::draw;
    #[pymodule_export]
    use crate::play::{decide_strategies, play, solve_game, values_of_all_starts};
    #[pymodule_export]
    use crate::program::{main, page_file};
    #[pymodule_export]
    use crate::questions::{certificate, verify};
    #[pymodule_export]
    use crate::route::route;
    #[pymodule_export]
    use crate::rows::{graph_from_rows, in_quotes};
    #[pymodule_export]
    use crate::solve::{exit_pattern, solve};
    #[pymodule_export]
    use crate::text::{examples, read, write};
    #[pymodule_export]
    use crate::walk::Walk;
    use numpy::PyArray1;
    use pyo3::prelude::*;

    /// Touches the interface of numpy, which is looked up at its first use: in the middle of a call that Ctrl-C has ended,
    /// that look-up would fail (F41).
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        PyArray1::<u32>::from_vec(module.py(), Vec::new());
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
