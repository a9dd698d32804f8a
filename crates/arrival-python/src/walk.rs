//! Walks that go on step by step, as Python asks for them.

use crate::faults::out_of_budget;
use crate::graph::Graph;
use crate::watch::Limits;
use pyo3::prelude::*;
use rotor_graph::{Configuration, Instance, StoppingGraph, VertexId, VertexMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The walk of one particle; an iterator over the numbers of the vertices it visits, its start first.
#[pyclass(frozen, module = "arrival._core")]
pub(crate) struct Walk {
    instance: Arc<Instance>,
    moves_on: VertexMap<bool>,
    state: Mutex<State>,
}

struct State {
    rotors: Configuration,
    particle: VertexId,
    steps: u64,
    /// Whether the vertex it stands on has been shown.
    shown: bool,
}

impl State {
    fn step(&mut self, walk: &Walk) -> bool {
        let moves = walk.moves_on[self.particle];
        if moves {
            self.particle = rotor_graph::route(walk.instance.graph(), &mut self.rotors, self.particle);
            self.steps += 1;
        }
        moves
    }
}

/// How many steps are made between two looks at the limits.
const STRIDE: u64 = 1 << 12;

impl Walk {
    fn state(&self) -> MutexGuard<'_, State> {
        // A walk that was cut short by a panic still stands somewhere.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Walk {
    #[new]
    fn new(graph: &Graph, start: u32) -> PyResult<Self> {
        let instance = graph.shared();
        let particle = graph.vertex(start)?;
        let moves_on = StoppingGraph::of(instance.graph()).active().clone();
        let state = State { rotors: instance.rotors().clone(), particle, steps: 0, shown: false };
        Ok(Self { instance, moves_on, state: Mutex::new(state) })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self) -> Option<u32> {
        let mut state = self.state();
        if std::mem::replace(&mut state.shown, true) && !state.step(self) {
            return None;
        }
        Some(state.particle.raw())
    }

    /// Makes at most `most` steps without showing them; returns how many it made.
    fn advance(&self, py: Python<'_>, most: u64, limits: Limits) -> PyResult<u64> {
        py.detach(|| {
            let mut watch = limits.start();
            let mut made = 0;
            while made < most {
                let stride = STRIDE.min(most - made);
                watch.look_at(made).map_err(|reason| out_of_budget(reason, &mut watch))?;
                let mut state = self.state();
                state.shown = true;
                let before = state.steps;
                while state.steps - before < stride {
                    if !state.step(self) {
                        return Ok(made + state.steps - before);
                    }
                }
                made += stride;
            }
            Ok(made)
        })
    }

    /// Where the particle is.
    #[getter]
    fn particle(&self) -> u32 {
        self.state().particle.raw()
    }

    /// How many steps it has made.
    #[getter]
    fn steps(&self) -> u64 {
        self.state().steps
    }

    /// Whether it stands on a sink or in a trap.
    #[getter]
    fn has_halted(&self) -> bool {
        !self.moves_on[self.state().particle]
    }

    /// The graph with its rotors as they stand now.
    fn graph(&self) -> Graph {
        let rotors = self.state().rotors.clone();
        Graph::of(Instance::clone(&self.instance).with_rotors(rotors))
    }
}
