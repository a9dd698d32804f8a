//! Rotor orders: which arc comes after which at a vertex.

use crate::ids::{ArcId, VertexId};
use crate::multigraph::Multigraph;

impl Multigraph {
    /// θ_u(a): the arc after `a` at its tail `u`, cyclically.
    #[inline]
    pub fn next_arc(&self, u: VertexId, a: ArcId) -> ArcId {
        let row = self.arc_range(u);
        let next = a.raw() + 1;
        ArcId::new(if next == row.end { row.start } else { next })
    }

    /// θ_u⁻¹(a): the arc before `a` at its tail `u`, cyclically.
    #[inline]
    pub(crate) fn previous_arc(&self, u: VertexId, a: ArcId) -> ArcId {
        let row = self.arc_range(u);
        ArcId::new(if a.raw() == row.start { row.end - 1 } else { a.raw() - 1 })
    }

    /// d_u(a, b): how many turns lead from `a` to `b` [ACD22, `def:distance`].
    pub fn rotor_distance(&self, u: VertexId, a: ArcId, b: ArcId) -> u32 {
        if b >= a { b.raw() - a.raw() } else { b.raw() + self.out_degree(u) - a.raw() }
    }

    /// B_u(a; b, c): whether turning from `a` meets `b` no later than `c` [ACD22, `projection`].
    pub fn met_no_later(&self, u: VertexId, a: ArcId, b: ArcId, c: ArcId) -> bool {
        self.rotor_distance(u, a, b) <= self.rotor_distance(u, a, c)
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::parse;

    #[test]
    fn the_orbit_of_an_arc_is_its_whole_row() {
        let instance = parse("b: a\na: b s b\nsink s").unwrap();
        let (graph, a) = (instance.graph(), instance.vertex("a").unwrap());
        let arcs: Vec<_> = graph.out_arcs(a).collect();
        for (i, &arc) in arcs.iter().enumerate() {
            assert_eq!(graph.next_arc(a, arc), arcs[(i + 1) % 3]);
            assert_eq!(graph.previous_arc(a, graph.next_arc(a, arc)), arc);
            for (j, &other) in arcs.iter().enumerate() {
                assert_eq!(graph.rotor_distance(a, arc, other) as usize, (3 + j - i) % 3);
            }
        }
        assert!(graph.met_no_later(a, arcs[1], arcs[2], arcs[0]));
        assert!(!graph.met_no_later(a, arcs[1], arcs[0], arcs[2]));
        assert!(graph.met_no_later(a, arcs[1], arcs[0], arcs[0]));
    }
}
