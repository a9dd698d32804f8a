//! Rotor configurations: the current arc of every vertex.

use crate::ids::{ArcId, VertexId, VertexMap};
use crate::multigraph::Multigraph;
use crate::position::position_after;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// A rotor configuration ρ: for every non-sink `u` an arc ρ(u) ∈ A⁺(u).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration(VertexMap<ArcId>);

impl Configuration {
    /// The configuration in which every rotor stands on the first arc of its vertex.
    pub fn first_arcs(graph: &Multigraph) -> Self {
        Self::from_positions(graph, |_| 0)
    }

    /// The configuration in which the rotor of `u` stands `position(u)` arcs after its first one, cyclically.
    pub fn from_positions(graph: &Multigraph, mut position: impl FnMut(VertexId) -> u32) -> Self {
        let rotors = graph.vertices().map(|u| match graph.out_degree(u) {
            0 => ArcId::NONE,
            degree => ArcId::new(graph.arc_range(u).start + position(u) % degree),
        });
        Self(VertexMap::from_vec(rotors.collect()))
    }

    /// ρ(u); [`ArcId::NONE`] if `u` is a sink.
    #[inline]
    pub fn rotor(&self, u: VertexId) -> ArcId {
        self.0[u]
    }

    /// How many arcs after the first one of `u` its rotor stands; 0 for a sink.
    pub fn position(&self, graph: &Multigraph, u: VertexId) -> u32 {
        if graph.is_sink(u) { 0 } else { self.0[u].raw() - graph.arc_range(u).start }
    }

    /// **turn**(ρ, u): the rotor of `u` goes on to its next arc. [ACD22] prints "except at v" for "at u": erratum E5.
    #[inline]
    pub fn turn(&mut self, graph: &Multigraph, u: VertexId) {
        self.0[u] = graph.next_arc(u, self.0[u]);
    }

    /// The inverse of [`turn`](Self::turn): the rotor of `u` goes back one arc.
    #[inline]
    pub fn turn_back(&mut self, graph: &Multigraph, u: VertexId) {
        self.0[u] = graph.previous_arc(u, self.0[u]);
    }

    /// The arc on which the rotor of `u` stands after it was turned this many times; [`ArcId::NONE`] if `u` is a sink.
    /// Time: one division.
    pub fn rotor_after(&self, graph: &Multigraph, u: VertexId, turns: &BigUint) -> ArcId {
        let degree = graph.out_degree(u);
        if degree == 0 {
            return ArcId::NONE;
        }
        let turns = (turns % degree).to_u64().expect("a remainder by d(u) is less than d(u)");
        ArcId::new(graph.arc_range(u).start + position_after(self.position(graph, u), turns, degree))
    }

    /// The arc of departure number `number` from `u`, counted from 1; [`ArcId::NONE`] if `u` is a sink or `number` is 0.
    pub fn arc_of_departure(&self, graph: &Multigraph, u: VertexId, number: &BigUint) -> ArcId {
        match number.bits() {
            0 => ArcId::NONE,
            _ => self.rotor_after(graph, u, &(number - 1u32)),
        }
    }

    /// The rotors after each was turned this many times: once for every departure of a particle. Time: |V| divisions.
    #[must_use]
    pub fn after(&self, graph: &Multigraph, turns: &VertexMap<BigUint>) -> Self {
        Self(VertexMap::from_vec(graph.vertices().map(|u| self.rotor_after(graph, u, &turns[u])).collect()))
    }

    /// Every rotor turned once: what changes when a file written for *turn, then move* is read.
    #[must_use]
    pub fn turned(mut self, graph: &Multigraph) -> Self {
        graph.vertices().filter(|&u| !graph.is_sink(u)).for_each(|u| self.turn(graph, u));
        self
    }

    /// Every rotor turned back once.
    #[must_use]
    pub fn turned_back(mut self, graph: &Multigraph) -> Self {
        graph.vertices().filter(|&u| !graph.is_sink(u)).for_each(|u| self.turn_back(graph, u));
        self
    }

    /// (ρ, σ): this configuration with the choices of `partial` put in their places.
    #[must_use]
    pub fn with(mut self, partial: &PartialConfiguration) -> Self {
        for &(u, a) in &partial.0 {
            self.0[u] = a;
        }
        self
    }

    /// The rotors by vertex; [`ArcId::NONE`] at sinks.
    pub fn as_slice(&self) -> &[ArcId] {
        self.0.as_slice()
    }

    pub(crate) fn from_rotors(rotors: VertexMap<ArcId>) -> Self {
        Self(rotors)
    }
}

/// A rotor configuration on some of the vertices only, sorted by vertex.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PartialConfiguration(Vec<(VertexId, ArcId)>);

impl PartialConfiguration {
    /// The arc `position(u)` of every vertex `u` that has a position.
    pub fn from_positions(graph: &Multigraph, mut position: impl FnMut(VertexId) -> Option<u32>) -> Self {
        let choice =
            |u| position(u).map(|at| (u, ArcId::new(graph.arc_range(u).start + at % graph.out_degree(u))));
        Self(graph.vertices().filter(|&u| !graph.is_sink(u)).filter_map(choice).collect())
    }

    /// The configuration with these entries, sorted by vertex.
    pub(crate) fn from_sorted(entries: Vec<(VertexId, ArcId)>) -> Self {
        Self(entries)
    }

    /// Vertices with their arcs, in vertex order.
    pub fn iter(&self) -> impl Iterator<Item = (VertexId, ArcId)> + '_ {
        self.0.iter().copied()
    }

    /// The arc of `u`, if it has one.
    pub fn rotor(&self, u: VertexId) -> Option<ArcId> {
        self.0.binary_search_by_key(&u, |&(v, _)| v).ok().map(|at| self.0[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    #[test]
    fn e5_turn_changes_the_rotor_of_u_and_no_other() {
        let instance = parse("u: v s\nv: u s\nsink s").unwrap();
        let (graph, before) = (instance.graph(), instance.rotors().clone());
        let [u, v] = ["u", "v"].map(|name| instance.vertex(name).unwrap());
        let mut after = before.clone();
        after.turn(graph, u);
        assert_eq!(after.rotor(u), graph.next_arc(u, before.rotor(u)));
        assert_eq!(after.rotor(v), before.rotor(v));
        after.turn_back(graph, u);
        assert_eq!(after, before);
        assert_eq!(before.clone().turned(graph).turned_back(graph), before);
    }

    #[test]
    fn a_partial_configuration_replaces_only_its_own_vertices() {
        let instance = parse("u: v s\nv: u s\nsink s").unwrap();
        let [u, v] = ["u", "v"].map(|name| instance.vertex(name).unwrap());
        let partial = PartialConfiguration::from_positions(instance.graph(), |w| (w == v).then_some(1));
        let both = instance.rotors().clone().with(&partial);
        assert_eq!(both.position(instance.graph(), u), 0);
        assert_eq!(both.position(instance.graph(), v), 1);
        assert_eq!((partial.rotor(u), partial.rotor(v)), (None, Some(both.rotor(v))));
    }
}
