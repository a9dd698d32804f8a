//! The identity: the recurrent chips that are equivalent to 0.

use super::burning::Burning;
use super::pile::Table;
use super::stabilise::least_firings;
use num_bigint::BigInt;
use num_traits::Zero;
use rotor_graph::{IdentityClaim, Multigraph, Stop, StoppingGraph, Tick, VertexMap};

/// The recurrent identity, traps being sinks.
///
/// With m the most chips a stable vertex can have, d(u) − 1, stabilise 2m to r; then 2m − r is equivalent to nothing,
/// and at least m everywhere, so that what it stabilises to is recurrent. Time: two stabilisations of at most 2d chips
/// per vertex.
pub fn identity(graph: &Multigraph, tick: &mut dyn Tick) -> Result<IdentityClaim, Stop> {
    let stopping = StoppingGraph::of(graph);
    let table = Table::of(&stopping, tick)?;
    let double: Vec<BigInt> = table.degree.iter().map(|&degree| BigInt::from(2 * (degree - 1))).collect();
    let first = least_firings(&table, &double, tick)?;
    let rest = table.after(&double, &first);
    let remains: Vec<BigInt> = double.iter().zip(&rest).map(|(double, rest)| double - rest).collect();
    let second = least_firings(&table, &remains, tick)?;
    let mut chips = table.after(&remains, &second);
    // 2m = r + first·Δ and 2m − r = e + second·Δ, so e = (first − second)·Δ.
    let mut claim = IdentityClaim {
        traps: stopping.traps().members().to_vec(),
        chips: VertexMap::filled(graph.vertex_count(), BigInt::zero()),
        firings: VertexMap::filled(graph.vertex_count(), BigInt::zero()),
        script: Burning::of(&table, tick)?.on(&stopping),
    };
    for (at, u) in stopping.active_vertices().enumerate() {
        claim.firings[u] = BigInt::from(first[at].clone()) - BigInt::from(second[at].clone());
        claim.chips[u] = std::mem::take(&mut chips[at]);
    }
    Ok(claim)
}
