//! Changes of single numbers.

use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{Instance, VertexMap};

/// Every change of one number of `departures`, with its kind; the unchanged map is never among them.
pub(crate) fn changes(
    instance: &Instance,
    departures: &VertexMap<BigUint>,
) -> Vec<(&'static str, VertexMap<BigUint>)> {
    let mut changed = Vec::new();
    let mut put = |kind, map: VertexMap<BigUint>| {
        if map != *departures {
            changed.push((kind, map));
        }
    };
    for (u, number) in departures.iter() {
        let with = |new: BigUint| {
            let mut map = departures.clone();
            map[u] = new;
            map
        };
        put("departures + 1", with(number + 1u32));
        if !number.is_zero() {
            put("departures - 1", with(number - 1u32));
        }
        put("departures * 2", with(number * 2u32));
        put("departures = 0", with(BigUint::zero()));
        put("departures + d", with(number + instance.graph().out_degree(u)));
        for (v, other) in departures.iter().filter(|&(v, _)| v > u) {
            let mut map = with(other.clone());
            map[v] = number.clone();
            put("departures swapped", map);
        }
    }
    let one_less = departures.as_slice()[1..].to_vec();
    put("departures of one vertex missing", VertexMap::from_vec(one_less));
    changed
}

/// How many kinds [`changes`] makes.
pub(crate) const KINDS: usize = 7;
