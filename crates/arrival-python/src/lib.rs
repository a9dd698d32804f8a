//! Arrival for Python: the extension module `arrival._core`, which converts, calls and converts back.
//!
//! Vertices are numbers here. What a user sees, labels of any kind, results that print and draw themselves, is made of
//! these functions by the package in `python/arrival`.

mod arrays;
mod batch;
mod classes;
mod draw;
mod families;
mod faults;
mod graph;
mod play;
mod questions;
mod route;
mod rows;
mod solve;
mod text;
mod walk;
mod watch;

/// The module that the package `arrival` is built on.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::arrays::{arrays, graph_from_arrays};
    #[pymodule_export]
    use crate::batch::solve_batch;
    #[pymodule_export]
    use crate::classes::{are_equivalent, destination_forest, push_cycle, return_flows};
    #[pymodule_export]
    use crate::draw::draw;
    #[pymodule_export]
    use crate::families::{families, generate, generate_batch};
    #[pymodule_export]
    use crate::graph::Graph;
    #[pymodule_export]
    use crate::play::{play, solve_game, values_of_all_starts};
    #[pymodule_export]
    use crate::questions::{certificate, explain, verify};
    #[pymodule_export]
    use crate::route::route;
    #[pymodule_export]
    use crate::rows::graph_from_rows;
    #[pymodule_export]
    use crate::solve::{exit_pattern, solve};
    #[pymodule_export]
    use crate::text::{read, write};
    #[pymodule_export]
    use crate::walk::Walk;
}
