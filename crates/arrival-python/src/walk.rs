//! Walks that go on step by step, as Python asks for them.

use crate::faults::out_of_budget;
use crate::graph::Graph;
use crate::watch::Limits;
use arrival::{Context, Walker};
use pyo3::prelude::*;
use rotor_graph::{Stop, Tick};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The walk of one particle; an iterator over the numbers of the vertices it visits, its start first.
#[pyclass(frozen, module = "arrival._core")]
pub(crate) struct Walk(Mutex<State>);

struct State {
    walker: Walker,
    /// Whether the vertex it stands on has been shown.
    shown: bool,
}

impl Walk {
    fn state(&self) -> MutexGuard<'_, State> {
        // A walk that was cut short by a panic still stands somewhere.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, most: u64, context: &mut Context<'_>) -> Result<u64, Stop> {
        let mut made = 0;
        while made < most && !self.state().walker.has_halted() {
            let stride = Walker::STRIDE.min(most - made);
            context.tick(stride)?;
            made += self.state().walker.stride(stride);
        }
        Ok(made)
    }
}

#[pymethods]
impl Walk {
    /// The walk from `start`, of which `steps` steps were made before, and its vertex perhaps shown.
    #[new]
    #[pyo3(signature = (graph, start, steps=0, shown=false))]
    fn new(graph: &Graph, start: u32, steps: u64, shown: bool) -> PyResult<Self> {
        let walker = Walker::new(graph.shared(), graph.vertex(start)?).after_steps(steps);
        Ok(Self(Mutex::new(State { walker, shown })))
    }

    /// Whether the vertex it stands on has been shown.
    #[getter]
    fn shown(&self) -> bool {
        self.state().shown
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self) -> Option<u32> {
        let mut state = self.state();
        if std::mem::replace(&mut state.shown, true) && !state.walker.step() {
            return None;
        }
        Some(state.walker.particle().raw())
    }

    /// Makes at most `most` steps without showing them; returns the number made.
    ///
    /// The state is free whenever Python is called: a progress function may look at the walk, and so may other threads.
    fn advance(&self, py: Python<'_>, most: u64, limits: Limits) -> PyResult<u64> {
        py.detach(|| {
            let mut watch = limits.start();
            self.state().shown = true;
            let made = self.run(most, &mut watch.context());
            made.map_err(|reason| out_of_budget(reason, &mut watch))
        })
    }

    /// Where the particle is.
    #[getter]
    fn particle(&self) -> u32 {
        self.state().walker.particle().raw()
    }

    /// The number of steps made.
    #[getter]
    fn steps(&self) -> u64 {
        self.state().walker.steps()
    }

    /// Whether it stands on a sink or in a trap.
    #[getter]
    fn has_halted(&self) -> bool {
        self.state().walker.has_halted()
    }

    /// The graph with its rotors as they stand now.
    fn graph(&self) -> Graph {
        Graph::of(self.state().walker.after())
    }
}
