//! Return flows: how often each subtree sends the particle back before it keeps it.

use crate::context::Context;
use crate::judged::Judged;
use crate::judging::judge;
use crate::memory::{Bytes, Need};
use crate::pipeline;
use crate::question::Options;
use crate::solve_error::SolveError;
use crate::timings::Stage;
use rotor_graph::{BlocksClaim, Claim, FlowsClaim, Instance, Tick, TreeLike, quoted};
use rotor_solve::{NoSolver, Task, View};

/// All return flows, of arcs or of blocks, and the solver that found them.
#[derive(Clone, Debug)]
pub struct Flows {
    /// The solver.
    pub solver: &'static str,
    /// [`Claim::Flows`] of a tree-like graph, [`Claim::Blocks`] of any other.
    pub claim: Claim,
}

/// All return flows: of arcs if the graph is tree-like, else of blocks; the switches of players are taken as rotors.
///
/// Cost: that of [`flows`] or [`block_flows`].
pub fn all_flows<'i>(
    instance: &'i Instance,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Flows>, SolveError> {
    reserve_flows(instance, context)?;
    by_solver(None, instance, context)
}

/// All return flows of a tree-like graph [ACD22, `DefRN`], and the exits that they prove; the switches of players are taken
/// as rotors. In machine words if they fit, else as exact integers.
///
/// Time O(|A|) operations; memory for all flows, which is announced before it is allocated if it is large.
pub fn flows<'i>(
    instance: &'i Instance,
    context: &mut Context<'_>,
) -> Result<Judged<'i, FlowsClaim>, SolveError> {
    reserve_flows(instance, context)?;
    let found = by_solver(Some("tree"), instance, context)?;
    Ok(found.map(|found| match found.claim {
        Claim::Flows(claim) => claim,
        _ => unreachable!("return flows of trees are those of arcs"),
    }))
}

/// All return flows of blocks, of any graph, with deadlines, last departures and exits; the switches of players are taken
/// as rotors.
///
/// Time: O(log r) runs of many particles in each block for each of its vertices, and the proofs. Memory O(Σ|B|²) integers,
/// which is announced before it is allocated.
pub fn block_flows<'i>(
    instance: &'i Instance,
    context: &mut Context<'_>,
) -> Result<Judged<'i, BlocksClaim>, SolveError> {
    let found = by_solver(Some("flow"), instance, context)?;
    Ok(found.map(|found| match found.claim {
        Claim::Blocks(claim) => claim,
        _ => unreachable!("return flows of any graph are those of blocks"),
    }))
}

fn by_solver<'i>(
    solver: Option<&str>,
    instance: &'i Instance,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Flows>, SolveError> {
    context.stage(Stage::Solve);
    let view = View::of(instance);
    let options = Options { solver: solver.map(str::to_owned), ..Options::default() };
    let found = pipeline::claim(&Task::Flows, &view, &options, context);
    let (solver, claim, _) = found.map_err(|error| match (error, TreeLike::of(view.stopping())) {
        (SolveError::NoSolver(NoSolver::Declines { .. }), Err(cycle)) => {
            let [a, b] = [cycle.edge.0, cycle.edge.1].map(|u| quoted(instance.name(u)));
            SolveError::NotTreeLike(a, b)
        }
        (error, _) => error,
    })?;
    if let Claim::Flows(claim) = &claim
        && is_trapped(claim, instance)
    {
        return Err(SolveError::Trapped);
    }
    let judged = judge(instance, claim, true, context)?;
    Ok(judged.map(|claim| Flows { solver: solver.id, claim }))
}

/// Where every vertex lies in a trap there is nothing that a flow could return from (F1).
fn is_trapped(claim: &FlowsClaim, instance: &Instance) -> bool {
    let trapped: usize = claim.traps.iter().map(Vec::len).sum();
    let inner = instance.graph().vertex_count() - instance.graph().sink_count();
    trapped > 0 && trapped == inner
}

/// Asks for the memory of all return flows. Those beyond machine words are asked for where they are computed.
pub(crate) fn reserve_flows(instance: &Instance, context: &mut Context<'_>) -> Result<(), SolveError> {
    let Bytes(needed) = Need::of(instance).with_certificate(0);
    Ok(Tick::reserve(context, needed)?)
}
