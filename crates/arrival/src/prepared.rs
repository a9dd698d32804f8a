//! An instance made ready for the solvers: its traps cut, what is left classified, and solvers chosen by its class.

use crate::context::Context;
use crate::question::Options;
use crate::timings::Stage;
use rotor_graph::{Class, Classified, Instance, Rooted, StoppingGraph, VertexId};
use rotor_solve::{NoSolver, Solver, Task, choose};

/// What every question that needs a solver starts from.
pub(crate) struct Prepared<'p, 'i> {
    pub(crate) instance: &'i Instance,
    pub(crate) options: &'p Options,
    pub(crate) pieces: Classified<'p, 'p>,
}

impl<'i> Prepared<'_, 'i> {
    /// Cuts the traps of `instance`, classifies what is left, and asks. Time and memory O(|V| + |A|) before that.
    pub(crate) fn ask<T>(
        instance: &'i Instance,
        options: &Options,
        context: &mut Context<'_>,
        question: impl FnOnce(&Prepared<'_, 'i>, &mut Context<'_>) -> T,
    ) -> T {
        context.stage(Stage::Prepare);
        let whole = StoppingGraph::of(instance.graph());
        let ready = Prepared { instance, options, pieces: Classified::of(&whole) };
        context.stage(Stage::Solve);
        question(&ready, context)
    }

    /// The graph without its traps.
    pub(crate) fn whole(&self) -> &StoppingGraph<'_> {
        self.pieces.stopping()
    }

    /// The solver that was asked for, or the first that takes such a question about such a graph.
    pub(crate) fn solver(&self, task: Task, class: Class) -> Result<&'static Solver, NoSolver> {
        choose(self.options.solver.as_deref(), task, class)
    }

    /// Asks about what is reached from `from`, which may be simpler than the whole.
    pub(crate) fn from<T>(&self, from: VertexId, question: impl FnOnce(&Rooted<'_, '_>) -> T) -> T {
        let reached = self.whole().reached_from(from);
        question(&Rooted::at(&reached, from))
    }
}
