//! Visits: how often the heads of a vertex have been visited at a given departure from it.

use num_bigint::BigUint;
use rotor_graph::{Instance, SimpleDigraph, VertexId};

/// How often each head is visited before departure number `number`.
pub(crate) fn visits_before(
    instance: &Instance,
    simple: &SimpleDigraph,
    u: VertexId,
    number: &BigUint,
) -> Vec<BigUint> {
    let row = simple.row(u);
    let mut visits = vec![BigUint::ZERO; row.len()];
    for (a, uses) in instance.rotors().uses(instance.graph(), u, &(number - 1u32)) {
        visits[simple.merged_arc(a) - row.start] += uses;
    }
    visits
}
