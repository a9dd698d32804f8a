//! Short walks are checked by walking them: that takes no more than the claim is long.

use crate::certified::{Verdict, display_name, pay, refute, require, require_vertex, require_zero};
use rotor_graph::{Instance, ShortWalkClaim, Tick};
use std::collections::BTreeMap;

/// Checks that a walk comes to the claimed vertex and leaves each vertex as often as claimed, by walking it, inside traps too.
///
/// A walk of more steps than the graph has vertices is not short, and refused.
pub(crate) fn check(instance: &Instance, claim: &ShortWalkClaim, tick: &mut dyn Tick) -> Verdict {
    let ShortWalkClaim { from, at, departures, ends } = claim;
    require_vertex(instance, "from", *from)?;
    require_vertex(instance, "end", *at)?;
    let (graph, rotors) = (instance.graph(), instance.rotors());
    if *ends {
        require_zero(*at, "d(end) = 0", &graph.out_degree(*at))?;
    }
    let claimed = departures.values().fold(0u64, |sum, &count| sum.saturating_add(count));
    let (mut particle, mut left, mut steps) = (*from, BTreeMap::new(), 0);
    while !graph.is_sink(particle) && steps < claimed.min(graph.vertex_count() as u64) {
        pay(tick, 1)?;
        let count = left.entry(particle).or_insert(0u64);
        let passed = u64::from(rotors.position(graph, particle)) + *count;
        *count += 1;
        steps += 1;
        particle = graph.heads(particle)[(passed % u64::from(graph.out_degree(particle))) as usize];
    }
    require(None, "sum of the departures = steps, at most |V|", &claimed, &steps)?;
    if particle != *at {
        let [here, there] = [particle, *at].map(|v| display_name(instance, v));
        return refute(Some(*from), "end of the walk = end claimed", here, there);
    }
    for (u, count) in &left {
        let claimed = departures.get(u).copied().unwrap_or(0);
        require(Some(*u), "departures of the walk = departures claimed", count, &claimed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certified::certify;
    use rotor_graph::{VertexId, parse};

    #[test]
    fn a_short_walk_is_walked_again() {
        let instance = parse("u: v s\nv: u^2 t\nw: u\nsink s\nsink t").unwrap();
        let [u, v, w, s, t] = ["u", "v", "w", "s", "t"].map(|name| instance.vertex(name).unwrap());
        let claim = |from, at, counts: &[_]| {
            let claim =
                ShortWalkClaim { from, at, departures: counts.iter().copied().collect(), ends: false };
            let moment = certify(&instance, claim.clone(), &mut ());
            (moment.is_ok(), certify(&instance, ShortWalkClaim { ends: true, ..claim }, &mut ()).is_ok())
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
            claim(s, VertexId::new(9), &[]),
            claim(VertexId::new(9), s, &[]),
        ];
        assert_eq!(wrong, [(false, false); 8]);
    }
}
