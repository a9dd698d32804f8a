//! Exits of a tree-like graph at the speed of memory, with a certificate where that fits.

use crate::memory::{Bytes, Need};
use crate::pipeline::{Options, SolveError};
use rotor_graph::{Claim, Class, FlowsClaim, Instance, ReturnFlows, StoppingGraph, TreeLike, VertexId};
use rotor_solve::Budget;
use rotor_solve::tree::{
    Exits, FastFlows, NotFast, fast_exit_within, fast_exits_within, fast_flows_within, large_flow_bytes,
};

/// What was found.
pub(crate) struct FoundExits {
    pub(crate) class: Class,
    pub(crate) traps: Vec<Vec<VertexId>>,
    pub(crate) proof: Proof,
}

/// What stands behind the exits.
pub(crate) enum Proof {
    /// A claim for the judge.
    Claim(Claim),
    /// Nothing, and why.
    None { exits: Exits, because: String },
}

/// Flows beyond machine words that take more than this are kept only if the certificate is asked for.
const UNASKED: u64 = 256 << 20;

/// The exits of all vertices if the graph is tree-like; none if the solvers for any graph, or exact flows, are needed.
pub(crate) fn of_forest(
    instance: &Instance,
    options: &Options,
    budget: &mut dyn Budget,
) -> Result<Option<FoundExits>, SolveError> {
    let (need, allowed) = (Need::of(instance), Bytes(options.memory));
    if need.without_certificate() > allowed {
        return Err(SolveError::Memory { needed: need.without_certificate(), allowed });
    }
    if !options.check && !options.certificate {
        return without_proof(instance, "--no-check was given".to_owned(), budget);
    }
    if need.with_certificate(0) > allowed {
        return without_proof(instance, too_large(need.with_certificate(0), allowed), budget);
    }
    match fast_flows_within(instance.graph(), instance.rotors(), budget) {
        Ok(found) => Ok(Some(FoundExits::claimed(instance, found))),
        Err(NotFast::NotTreeLike) => Ok(None),
        Err(NotFast::OutOfBudget(reason)) => Err(reason.into()),
        Err(NotFast::TooLarge) => {
            let stopping = StoppingGraph::of(instance.graph());
            let large = TreeLike::of(&stopping).map_or(0, |tree| large_flow_bytes(&tree));
            let needed = need.with_certificate(large);
            if needed > allowed {
                without_proof(instance, too_large(needed, allowed), budget)
            } else if large > UNASKED && !options.certificate {
                let because =
                    format!("its return flows would take about {}, and nobody asked for them", Bytes(large));
                without_proof(instance, because, budget)
            } else {
                Ok(None)
            }
        }
    }
}

/// The walk from `from` if the graph is tree-like; none if the solvers for any graph, or exact flows, are needed.
pub(crate) fn of_start(
    instance: &Instance,
    from: VertexId,
    budget: &mut dyn Budget,
) -> Result<Option<FoundExits>, SolveError> {
    match fast_exit_within(instance.graph(), instance.rotors(), from, budget) {
        Ok(found) => {
            let (class, traps) = (found.class, found.traps.clone());
            Ok(Some(FoundExits { class, traps, proof: Proof::Claim(found.into_claim()) }))
        }
        Err(NotFast::OutOfBudget(reason)) => Err(reason.into()),
        Err(NotFast::NotTreeLike | NotFast::TooLarge) => Ok(None),
    }
}

fn too_large(needed: Bytes, allowed: Bytes) -> String {
    format!("the certificate would take about {needed}, and --memory allows {allowed}")
}

fn without_proof(
    instance: &Instance,
    because: String,
    budget: &mut dyn Budget,
) -> Result<Option<FoundExits>, SolveError> {
    let exits = match fast_exits_within(instance.graph(), instance.rotors(), budget) {
        Ok(exits) => exits,
        Err(NotFast::OutOfBudget(reason)) => return Err(reason.into()),
        Err(NotFast::NotTreeLike | NotFast::TooLarge) => return Ok(None),
    };
    let traps = exits.traps().to_vec();
    Ok(Some(FoundExits { class: class(instance, &exits), traps, proof: Proof::None { exits, because } }))
}

/// The class, given the exits: a vertex lies in a trap exactly if the trap lists it.
fn class(instance: &Instance, exits: &Exits) -> Class {
    let in_trap = |u: VertexId| !exits.traps().is_empty() && exits.is_in_trap(u);
    Class::of_forest(instance.graph(), in_trap)
}

/// The claim of the fast solver.
pub(crate) fn claim(FastFlows { exits, flows }: FastFlows) -> FlowsClaim {
    let flows = ReturnFlows::from_columns(flows.row_starts, flows.heads, flows.codes, Vec::new());
    FlowsClaim {
        traps: exits.traps().to_vec(),
        exits: exits.pattern(),
        flows: flows.expect("the fast solver gives one code below 2⁶² or +∞ for every head"),
    }
}

impl FoundExits {
    fn claimed(instance: &Instance, found: FastFlows) -> Self {
        let (class, traps) = (class(instance, &found.exits), found.exits.traps().to_vec());
        Self { class, traps, proof: Proof::Claim(Claim::Flows(claim(found))) }
    }
}
