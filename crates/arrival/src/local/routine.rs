//! The revolving routine at one vertex, with the return flows of the graph or with any others.

use crate::context::Context;
use crate::flows::flows;
use crate::judged::Judged;
use crate::judging::judge;
use crate::solve_error::SolveError;
use crate::visits::visits_before;
use num_bigint::BigUint;
use rotor_graph::{Count, Instance, LastDeparture, RoutineClaim, SimpleDigraph, VertexId};
use rotor_solve::tree::{Revolution, improved_revolving_routine};
use std::collections::BTreeMap;

/// What the revolving routine finds at a vertex.
#[derive(Clone, Debug)]
pub struct Routine {
    claim: RoutineClaim,
    /// The heads of the vertex, in the order of their first arcs.
    pub heads: Vec<RoutineHead>,
    /// How often the rotor turns round before the last departure.
    pub full_turns: BigUint,
}

/// One head of the vertex.
#[derive(Clone, Debug)]
pub struct RoutineHead {
    /// w.
    pub head: VertexId,
    /// m(u, w).
    pub arcs: u32,
    /// r(u, w).
    pub flow: Count,
    /// After how many full turns w alone would keep the particle: ⌊(r − 1)/m⌋; none if it always sends it back.
    pub quotient: Option<BigUint>,
    /// How often w is visited before the last departure; none if there is none.
    pub visits_before: Option<BigUint>,
    /// r(w, u), if w has an arc to u and neither halts a particle.
    pub flow_back: Option<Count>,
}

impl Routine {
    /// u.
    pub fn vertex(&self) -> VertexId {
        self.claim.vertex
    }

    /// D(ρ)(u) and its number among the departures; none if the particle always comes back.
    pub fn last_departure(&self) -> Option<&LastDeparture> {
        self.claim.last.as_ref()
    }
}

/// The revolving routine at `u` [ACD22, `thm:routine`], with the `given` flows, each at least 1, or by default with the return
/// flows of the graph, which has to be tree-like then. A head that is left out always sends the particle back.
///
/// Time O(d(u)) operations on the flows, and that of all return flows if none are given.
pub fn routine<'i>(
    instance: &'i Instance,
    u: VertexId,
    given: Option<BTreeMap<VertexId, Count>>,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Routine>, SolveError> {
    let mut flows = match given {
        Some(flows) => flows,
        None => flows(instance, context)?.flows.counts_of(u).into_iter().collect(),
    };
    let simple = SimpleDigraph::of(instance.graph());
    let row = simple.heads(u).iter().map(|w| flows.remove(w).unwrap_or(Count::Infinite)).collect();
    let claim = claim_of(instance, &simple, u, row);
    let judged = judge(instance, claim, true, context)?;
    Ok(judged.map(|claim| read_off(instance, &simple, claim)))
}

/// Runs the routine, and once more with the head of the last departure always sending the particle back.
fn claim_of(instance: &Instance, simple: &SimpleDigraph, u: VertexId, mut row: Vec<Count>) -> RoutineClaim {
    let graph = instance.graph();
    let flows = simple.heads(u).iter().copied().zip(row.iter().cloned()).collect();
    let revolve = |row: &[Count]| {
        improved_revolving_routine(graph, simple, u, instance.rotors().rotor(u), row).map(|revolution| {
            let number = revolution.departures(graph.out_degree(u));
            let Revolution { last_departure: arc, .. } = revolution;
            LastDeparture { arc, number }
        })
    };
    let last = revolve(&row);
    let without_last = last.as_ref().and_then(|last| {
        row[simple.merged_arc(last.arc) - simple.row(u).start] = Count::Infinite;
        revolve(&row)
    });
    RoutineClaim { vertex: u, flows, last, without_last }
}

/// Counts visits from the numbers that the judge has proved.
fn read_off(instance: &Instance, simple: &SimpleDigraph, claim: RoutineClaim) -> Routine {
    let (graph, u) = (instance.graph(), claim.vertex);
    let before = |last: &Option<LastDeparture>| {
        last.as_ref().map(|last| visits_before(instance, simple, u, &last.number))
    };
    let (visits, others) = (before(&claim.last), before(&claim.without_last));
    let last_head = claim.last.as_ref().map(|last| graph.head(last.arc));
    let full_turns =
        claim.last.as_ref().map_or_else(BigUint::default, |last| (&last.number - 1u32) / graph.out_degree(u));
    let row = claim.flows.iter().zip(simple.multiplicities(u)).enumerate();
    let heads = row.map(|(at, ((head, flow), &arcs))| {
        let (head, flow) = (*head, flow.clone());
        let quotient = flow.finite().map(|flow| (flow - 1u32).div_rem(arcs).0.to_big());
        let seen = if Some(head) == last_head { &others } else { &visits };
        let one_more = |visits: &Vec<BigUint>| Count::from(&visits[at] + 1u32);
        let comes_back = head != u && graph.heads(head).contains(&u);
        let flow_back = comes_back.then(|| seen.as_ref().map_or(Count::Infinite, one_more));
        let visits_before = visits.as_ref().map(|visits| visits[at].clone());
        RoutineHead { head, arcs, flow, quotient, visits_before, flow_back }
    });
    let heads = heads.collect();
    Routine { heads, full_turns, claim }
}
