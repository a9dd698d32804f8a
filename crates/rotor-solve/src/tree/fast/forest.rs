//! The destination forest from flows in machine words.

use super::exits::Exits;
use super::flows::FlowColumns;
use super::not_fast::NotFast;
use super::solve::{FastFlows, fast_flows_within};
use crate::full_turns::full_turns;
use crate::push::{DestinationForest, TurnedToForest};
use num_bigint::BigUint;
use rotor_graph::{ArcId, Configuration, Multigraph, Tick, VertexId, VertexMap};

/// D(ρ) of a tree-like graph and the turns that lead to it, if all its flows are small.
///
/// Its slow twin is [`complete_destination`](crate::tree::complete_destination). Time O(|V| + |A|) machine operations
/// [ACD22, `CDA`]; memory as [`fast_flows`](super::fast_flows), and 4 bytes per vertex.
pub fn fast_forest(
    graph: &Multigraph,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<TurnedToForest, NotFast> {
    let FastFlows { exits, flows } = fast_flows_within(graph, rotors, tick)?;
    let mut heads = Heads::default();
    let mut departures = VertexMap::filled(graph.vertex_count(), ArcId::NONE);
    let mut turns = VertexMap::filled(graph.vertex_count(), BigUint::ZERO);
    for u in graph.vertices() {
        if let Some((arc, turned)) = heads.last_departure(graph, rotors, &exits, &flows, u) {
            (departures[u], turns[u]) = (arc, turned.into());
        }
    }
    Ok(TurnedToForest { forest: DestinationForest::new(departures), turns })
}

/// The heads of a vertex.
#[derive(Default)]
struct Heads {
    /// How often each sends the particle back, is named, and has been visited.
    counters: Vec<Counter>,
    /// The number of each vertex among the heads of the last long row that named it.
    number: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Counter {
    flow: u64,
    multiplicity: u32,
    visits: u64,
}

/// In rows of more heads than this, heads are looked up and not searched for.
const FEW: usize = 16;

impl Heads {
    /// The routine in full at `u`: the last departure, and how often the rotor is turned before it; none where a particle
    /// halts.
    fn last_departure(
        &mut self,
        graph: &Multigraph,
        rotors: &Configuration,
        exits: &Exits,
        flows: &FlowColumns,
        u: VertexId,
    ) -> Option<(ArcId, u128)> {
        if graph.is_sink(u) || exits.is_in_trap(u) {
            return None;
        }
        let listed = &flows.heads[flows.row(u)];
        let codes = flows.codes[flows.row(u)].iter();
        self.counters.clear();
        self.counters.extend(codes.map(|&flow| Counter { flow, multiplicity: 0, visits: 0 }));
        if listed.len() > FEW {
            self.number.resize(graph.vertex_count(), 0);
            listed.iter().zip(0..).for_each(|(v, number)| self.number[v.index()] = number);
        }
        let number = &self.number;
        let number_of = |v: VertexId| match listed.len() > FEW {
            true => number[v.index()] as usize,
            false => listed.iter().position(|&head| head == v).expect("a table lists every head"),
        };
        for &v in graph.heads(u) {
            self.counters[number_of(v)].multiplicity += 1;
        }
        let finite = self.counters.iter().filter(|counter| counter.flow != FlowColumns::INFINITE);
        let least = finite.map(|counter| full_turns(counter.flow, counter.multiplicity).0).min()?;
        let mut passed = 0u128;
        let mut arc = rotors.rotor(u);
        loop {
            let counter = &mut self.counters[number_of(graph.head(arc))];
            counter.visits += 1;
            // What is left of a flow after the full turns; of an infinite one there is always more.
            let is_last = counter.flow != FlowColumns::INFINITE
                && counter.flow - least * u64::from(counter.multiplicity) == counter.visits;
            if is_last {
                let turned = u128::from(least) * u128::from(graph.out_degree(u)) + passed;
                return Some((arc, turned));
            }
            passed += 1;
            arc = graph.next_arc(u, arc);
        }
    }
}
