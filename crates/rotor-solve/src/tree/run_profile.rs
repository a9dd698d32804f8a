//! The run profile of one walk on a tree: a short walk first, then return flows.

use super::fast::{fast_run_profile, unless_handed_back};
use super::return_flow::FlowTable;
use crate::component_counts::ComponentCounts;
use crate::full_turns::full_turns;
use crate::run_profile::RunProfile;
use crate::walk::simulate_briefly;
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{AtRoot, Configuration, SimpleDigraph, Stop, Tick, TreeLike, VertexId, VertexMap};

/// The walk from the root of `tree`.
///
/// Return flows cost as much as about |V| steps, and most walks are shorter: so |V| steps are tried first. Flows beyond
/// machine words are left to [`run_profile`].
///
/// Time O(|V| + |A|) machine operations if the flows fit, else that of [`run_profile`].
pub fn exit_on_tree(
    tree: AtRoot<'_, TreeLike<'_, '_>>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<RunProfile, Stop> {
    let from = tree.root();
    let most = tree.stopping().graph().vertex_count() as u64;
    if let Some(profile) = simulate_briefly(tree.stopping(), rotors, from, most, tick)? {
        return Ok(profile);
    }
    match unless_handed_back(fast_run_profile(tree.stopping(), rotors, from, tick))? {
        Some(profile) => Ok(profile),
        None => run_profile(tree, rotors, tick),
    }
}

/// How often a particle put on the root of `tree` leaves each vertex before it halts.
///
/// Top-down: a vertex on the way to the exit is left as its return flows say [ACD22, `lem:flowReturnFlow`]; any other
/// vertex entered k times from its parent sends the particle back k times and rests right after the k-th.
///
/// Time O(|A|) operations on integers of O(|A|) bits, whatever the number of steps.
pub fn run_profile(
    tree: AtRoot<'_, TreeLike<'_, '_>>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<RunProfile, Stop> {
    let from = tree.root();
    if !tree.stopping().is_active(from) {
        return Ok(RunProfile::at_rest(tree.stopping(), from));
    }
    let graph = tree.stopping().graph();
    let table = FlowTable::away_from_roots(&tree, rotors, tick)?;
    let mut departures = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    let mut entered = departures.clone();
    let mut halt = from;
    for &u in tree.order() {
        tick.tick(u64::from(graph.out_degree(u)))?;
        let visits = if u == halt {
            let revolution =
                table.revolve(u).expect("in a stopping graph some flow is finite [ACD22, `lem:uv_stopping`]");
            halt = graph.head(revolution.last_departure);
            let last = table.simple().merged_arc(revolution.last_departure) - table.simple().row(u).start;
            let visits = |(at, &multiplicity): (usize, &u32)| {
                (revolution.visits_before(at, multiplicity) + u32::from(at == last)).into()
            };
            departures[u] = revolution.departures(graph.out_degree(u));
            table.simple().multiplicities(u).iter().enumerate().map(visits).collect()
        } else if entered[u].is_zero() {
            continue;
        } else {
            let to_parent =
                table.to_parent(u).expect("the particle comes back from a subtree where it does not halt");
            let (count, visits) = bounce(&table, u, to_parent, &entered[u]);
            departures[u] = count;
            visits
        };
        for (&v, count) in table.simple().heads(u).iter().zip::<Vec<BigUint>>(visits) {
            if tree.parent(v) == Some(u) {
                entered[v] = count;
            }
        }
    }
    Ok(RunProfile { from, halt, departures, is_run: true, components: ComponentCounts::default() })
}

/// Departures from `u`, and visits of each of its heads, when it sends the particle exactly `times` ≥ 1 times along
/// the arc `to` of Ĝ and rests right after the last.
fn bounce(table: &FlowTable<'_, '_, '_>, u: VertexId, to: usize, times: &BigUint) -> (BigUint, Vec<BigUint>) {
    let (graph, simple): (_, &SimpleDigraph) = (table.tree().stopping().graph(), table.simple());
    let multiplicities = simple.multiplicities(u);
    let row = simple.row(u).start;
    let multiplicity = multiplicities[to - row];
    let (full_turns, mut left) = full_turns(times, multiplicity);
    let mut passed = vec![0u32; multiplicities.len()];
    let mut a = table.rotors().rotor(u);
    loop {
        let class = simple.merged_arc(a);
        passed[class - row] += 1;
        if class == to {
            left -= 1;
            if left == 0 {
                break;
            }
        }
        a = graph.next_arc(u, a);
    }
    let steps: u64 = passed.iter().copied().map(u64::from).sum();
    let visits =
        multiplicities.iter().zip(&passed).map(|(&multiplicity, &more)| &full_turns * multiplicity + more);
    let visits = visits.collect();
    (&full_turns * graph.out_degree(u) + steps, visits)
}
