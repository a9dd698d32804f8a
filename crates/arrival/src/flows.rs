//! Return flows: how often each subtree sends the particle back before it keeps it.

use crate::context::Context;
use crate::judged::Judged;
use crate::judging::judge;
use crate::memory::{Bytes, Need};
use crate::solve_error::SolveError;
use crate::timings::Stage;
use rotor_certify::{certify_blocks_within, certify_flows_within};
use rotor_graph::{BlocksClaim, FlowsClaim, Instance, StoppingGraph, Tick, TreeLike, quoted};
use rotor_solve::general::proved_block_flows;
use rotor_solve::tree::{flows, large_flow_bytes, large_flows, unless_declined};

/// All return flows of a tree-like graph [ACD22, `DefRN`], and the exits that they prove; the switches of players are taken
/// as rotors. In machine words if they fit, else as exact integers.
///
/// Time O(|A|) operations; memory for all flows, which is announced before it is allocated if it is large.
pub fn flows_within<'i>(
    instance: &'i Instance,
    context: &mut Context<'_>,
) -> Result<Judged<'i, FlowsClaim>, SolveError> {
    context.stage(Stage::Solve);
    let claim = claim(instance, context)?;
    judge(instance, claim, true, context, certify_flows_within)
}

/// All return flows of blocks, of any graph, with deadlines, last departures and exits; the switches of players are taken
/// as rotors.
///
/// Time: O(log r) runs of many particles in each block for each of its vertices, and the proofs. Memory O(Σ|B|²) integers,
/// which is announced before it is allocated.
pub fn block_flows_within<'i>(
    instance: &'i Instance,
    context: &mut Context<'_>,
) -> Result<Judged<'i, BlocksClaim>, SolveError> {
    context.stage(Stage::Solve);
    let stopping = StoppingGraph::of(instance.graph());
    let claim = proved_block_flows(&stopping, instance.rotors(), context)?;
    judge(instance, claim, true, context, certify_blocks_within)
}

fn claim(instance: &Instance, context: &mut Context<'_>) -> Result<FlowsClaim, SolveError> {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    reserve_flows(instance, context)?;
    if let Some(found) = unless_declined(flows(graph, rotors, context))? {
        return nothing_trapped(found.into_claim(), instance);
    }
    let stopping = StoppingGraph::of(graph);
    let tree = TreeLike::of(&stopping).map_err(|error| {
        let [a, b] = [error.edge.0, error.edge.1].map(|u| quoted(instance.name(u)));
        SolveError::NotTreeLike(a, b)
    })?;
    Tick::reserve(context, large_flow_bytes(&tree))?;
    nothing_trapped(large_flows(&tree, rotors, context)?.into_claim(), instance)
}

/// Where every vertex lies in a trap there is nothing that a flow could return from (F1).
fn nothing_trapped(claim: FlowsClaim, instance: &Instance) -> Result<FlowsClaim, SolveError> {
    let trapped: usize = claim.traps.iter().map(Vec::len).sum();
    let inner = instance.graph().vertex_count() - instance.graph().sink_count();
    if trapped > 0 && trapped == inner { Err(SolveError::Trapped) } else { Ok(claim) }
}

/// Asks for the memory of all return flows. Those beyond machine words are asked for where they are computed.
pub(crate) fn reserve_flows(instance: &Instance, context: &mut Context<'_>) -> Result<(), SolveError> {
    let Bytes(needed) = Need::of(instance).with_certificate(0);
    Ok(Tick::reserve(context, needed)?)
}
