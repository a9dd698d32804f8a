//! The improved revolving routine: full turns at once, then at most one turn step by step.

use super::least_heads::LeastHeads;
use num_bigint::BigUint;
use rotor_graph::{ArcId, Count, Multigraph, Natural, SimpleDigraph, VertexId};

/// What the routine finds at a vertex: the last departure, and how the rotor got there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revolution {
    /// D(ρ)(u): the arc by which the particle leaves for good.
    pub last_departure: ArcId,
    /// How many full turns the rotor makes first.
    pub full_turns: Natural,
    /// For each head, how often it is passed after the full turns and before the last departure.
    pub passed: Vec<u32>,
}

impl Revolution {
    /// How often the head number `at`, of the given multiplicity, is visited before the last departure.
    pub fn visits_before(&self, at: usize, multiplicity: u32) -> Natural {
        &self.full_turns * multiplicity + self.passed[at]
    }

    /// How often the particle leaves the vertex, of the given out-degree, the last departure included.
    pub fn departures(&self, out_degree: u32) -> BigUint {
        let passed: u64 = self.passed.iter().copied().map(u64::from).sum();
        self.full_turns.to_big() * out_degree + passed + 1u32
    }
}

/// The same result as [`revolving_routine`](super::revolving_routine), without its walk [ACD22, `alg:ImprovedRoutine`].
///
/// The number of full turns is the least quotient of r(w) − 1 by m(w), where [ACD22] prints r(w): erratum E1.
///
/// Time O(d(u)) operations, |Γ⁺(u)| of them divisions of a flow by a word.
pub fn improved_revolving_routine(
    graph: &Multigraph,
    simple: &SimpleDigraph,
    u: VertexId,
    start: ArcId,
    flows: &[Count],
) -> Option<Revolution> {
    let LeastHeads { full_turns, left } = LeastHeads::among(flows.iter(), simple.multiplicities(u))?;
    let row = simple.row(u).start;
    let mut passed = vec![0u32; flows.len()];
    let mut a = start;
    loop {
        let at = simple.merged_arc(a) - row;
        if left[at] == passed[at] + 1 {
            return Some(Revolution { last_departure: a, full_turns, passed });
        }
        passed[at] += 1;
        a = graph.next_arc(u, a);
    }
}
