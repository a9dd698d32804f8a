//! The revolving routine, step by step: the slow twin of the improved one.

use rotor_graph::{ArcId, Count, Multigraph, Natural, SimpleDigraph, Stop, Tick, VertexId};

/// What the routine finds at a vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlowRevolution {
    /// D(ρ)(u): the arc by which the particle leaves for good.
    pub last_departure: ArcId,
    /// For each head, how often it was visited before that last departure.
    pub visits_before: Vec<Natural>,
}

/// Turns the rotor of `u` from `start`, spending one unit of return flow per visit, until a head has one unit left
/// [ACD22, `alg:routine`]; nothing if every flow is infinite.
///
/// `flows` are the return flows of the arcs of Ĝ that leave `u`, each at least 1. The printed F counts all visits;
/// the last departure is left out here: erratum E3.
///
/// Time: one operation per visit, so exponential in |A|.
pub fn revolving_routine(
    graph: &Multigraph,
    simple: &SimpleDigraph,
    u: VertexId,
    start: ArcId,
    flows: &[Count],
    tick: &mut dyn Tick,
) -> Result<Option<SlowRevolution>, Stop> {
    if flows.iter().all(|flow| *flow == Count::Infinite) {
        return Ok(None);
    }
    let row = simple.row(u).start;
    let mut visits_before = vec![Natural::ZERO; flows.len()];
    let mut a = start;
    loop {
        let at = simple.merged_arc(a) - row;
        let visits = visits_before[at].clone() + 1u32;
        if flows[at].finite() == Some(&visits) {
            return Ok(Some(SlowRevolution { last_departure: a, visits_before }));
        }
        tick.tick(1)?;
        visits_before[at] = visits;
        a = graph.next_arc(u, a);
    }
}
