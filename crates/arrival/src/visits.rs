//! Visits: how often the heads of a vertex have been visited at a given departure from it.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_graph::{Instance, SimpleDigraph, VertexId};

/// How often each head is visited before departure number `number`.
pub(crate) fn visits_before(
    instance: &Instance,
    simple: &SimpleDigraph,
    u: VertexId,
    number: &BigUint,
) -> Vec<BigUint> {
    let graph = instance.graph();
    let (before, degree) = (number - 1u32, graph.out_degree(u));
    let mut visits: Vec<BigUint> =
        simple.multiplicities(u).iter().map(|&arcs| &before / degree * arcs).collect();
    let passed = (&before % degree).to_u32().expect("a remainder is less than d(u)");
    let mut a = instance.rotors().rotor(u);
    for _ in 0..passed {
        visits[simple.class_of(a) - simple.row(u).start] += 1u32;
        a = graph.next_arc(u, a);
    }
    visits
}
