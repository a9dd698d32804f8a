//! Changes of single numbers.

use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{Instance, VertexMap};

/// Every change of one number of `counts`, with its kind, in which they are called `noun`; the unchanged map is never
/// among them.
pub(crate) fn changes(
    instance: &Instance,
    noun: &str,
    counts: &VertexMap<BigUint>,
) -> Vec<(String, VertexMap<BigUint>)> {
    let mut changed = Vec::new();
    let mut put = |change: &str, map: VertexMap<BigUint>| {
        if map != *counts {
            changed.push((format!("{noun} {change}"), map));
        }
    };
    for (u, number) in counts.iter() {
        let with = |new: BigUint| {
            let mut map = counts.clone();
            map[u] = new;
            map
        };
        put("+ 1", with(number + 1u32));
        if !number.is_zero() {
            put("- 1", with(number - 1u32));
        }
        put("* 2", with(number * 2u32));
        put("= 0", with(BigUint::zero()));
        put("+ d", with(number + instance.graph().out_degree(u)));
        for (v, other) in counts.iter().filter(|&(v, _)| v > u) {
            let mut map = with(other.clone());
            map[v] = number.clone();
            put("swapped", map);
        }
    }
    let one_less = counts.as_slice()[1..].to_vec();
    put("of one vertex missing", VertexMap::from_vec(one_less));
    changed
}

/// How many kinds [`changes`] makes.
pub(crate) const KINDS: usize = 7;
