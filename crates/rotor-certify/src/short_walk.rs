//! Short walks are checked by walking them: that takes no more than the claim is long.

use crate::certified::Certified;
use crate::refutation::{Refutation, display_name, require, require_vertex};
use rotor_graph::{Instance, ShortWalkClaim};
use std::collections::BTreeMap;

/// Proves that a walk comes to the claimed vertex and leaves each vertex as often as claimed, by walking it, inside traps too.
///
/// A walk of more steps than the graph has vertices is not short, and refused. Time O(s log s) for s steps, memory for what
/// they visit.
pub fn certify_short_walk(
    instance: &Instance,
    claim: ShortWalkClaim,
) -> Result<Certified<ShortWalkClaim>, Refutation> {
    let ShortWalkClaim { from, at, departures } = &claim;
    require_vertex(instance, "from", *from)?;
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let claimed = departures.values().fold(0u64, |sum, &count| sum.saturating_add(count));
    let (mut particle, mut left, mut steps) = (*from, BTreeMap::new(), 0);
    while !graph.is_sink(particle) && steps < claimed.min(graph.vertex_count() as u64) {
        let count = left.entry(particle).or_insert(0u64);
        let passed = u64::from(rotors.position(graph, particle)) + *count;
        *count += 1;
        steps += 1;
        particle = graph.heads(particle)[(passed % u64::from(graph.out_degree(particle))) as usize];
    }
    require(None, "sum of the departures = steps, at most |V|", &claimed, &steps)?;
    if particle != *at {
        let [here, there] = [particle, *at].map(|v| display_name(instance, v).to_string());
        return Err(Refutation::new(Some(*from), "end of the walk = vertex claimed", here, there));
    }
    match left.iter().find(|&(u, count)| departures.get(u) != Some(count)) {
        None => Ok(Certified::proved(claim)),
        Some((&u, count)) => {
            let claimed = departures.get(&u).copied().unwrap_or(0);
            Err(Refutation::new(Some(u), "departures of the walk = departures claimed", count, claimed))
        }
    }
}

/// The same of a walk that ends: it has come to a sink.
pub fn certify_short_exit(
    instance: &Instance,
    claim: ShortWalkClaim,
) -> Result<Certified<ShortWalkClaim>, Refutation> {
    require_vertex(instance, "exit", claim.at)?;
    require(Some(claim.at), "out-degree of the exit = 0", &instance.graph().out_degree(claim.at), &0)?;
    certify_short_walk(instance, claim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn a_short_walk_is_walked_again() {
        let instance = parse("u: v s\nv: u^2 t\nw: u\nsink s\nsink t").unwrap();
        let [u, v, w, s, t] = ["u", "v", "w", "s", "t"].map(|name| instance.vertex(name).unwrap());
        let claim = |from, at, counts: &[_]| {
            let claim = ShortWalkClaim { from, at, departures: counts.iter().copied().collect() };
            let moment = certify_short_walk(&instance, claim.clone());
            (moment.is_ok(), certify_short_exit(&instance, claim).is_ok())
        };
        assert_eq!(claim(u, s, &[(u, 2), (v, 1)]), (true, true));
        assert_eq!(claim(s, s, &[]), (true, true), "a particle on a sink stays there");
        assert_eq!(claim(u, v, &[(u, 1)]), (true, false));
        assert_eq!(claim(u, u, &[]), (true, false));
        let wrong = [
            claim(u, t, &[(u, 2), (v, 1)]),
            claim(u, s, &[(u, 1), (v, 2)]),
            claim(u, s, &[(u, 2), (v, 1), (w, 1)]),
            claim(u, s, &[(u, 2), (w, 1)]),
            claim(u, s, &[(u, 1)]),
            claim(u, s, &[(u, u64::MAX), (v, u64::MAX)]),
            claim(s, rotor_graph::VertexId::new(9), &[]),
            claim(rotor_graph::VertexId::new(9), s, &[]),
        ];
        assert_eq!(wrong, [(false, false); 8]);
    }
}
