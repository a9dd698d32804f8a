//! What is settled when a question about all starts runs out of time: some of the exits.

use rotor_graph::{Exit, Stop, StoppingGraph, VertexId};
use std::fmt;

/// The exits of some starts, and why those of the others are missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    pub(crate) exits: Vec<(VertexId, Exit)>,
    starts: usize,
    reason: Stop,
}

impl Settled {
    /// Nothing if no walk has been followed to its end: that sinks and traps are their own ends is known without a solver.
    pub(crate) fn of(
        exits: Vec<(VertexId, Exit)>,
        reason: Stop,
        stopping: &StoppingGraph<'_>,
    ) -> Option<Self> {
        let starts = stopping.graph().vertex_count();
        exits.iter().any(|&(v, _)| stopping.is_active(v)).then_some(Self { exits, starts, reason })
    }

    /// Why the others are missing.
    pub fn reason(&self) -> Stop {
        self.reason
    }
}

impl fmt::Display for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { exits, starts, reason } = self;
        write!(f, "{reason}: only {} of {starts} starts are settled", exits.len())
    }
}
