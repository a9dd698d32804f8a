//! Destination forests: the arc by which a particle leaves each vertex for the last time.

use num_bigint::BigUint;
use rotor_graph::{ArcId, Configuration, Exit, ForestClaim, StoppingGraph, VertexId, VertexMap};

/// D(ρ): the acyclic configuration that maximal cycle pushing leads to [ACD22, `EquivClass`].
///
/// A particle that ever reaches u leaves it by this arc on its last visit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DestinationForest(VertexMap<ArcId>);

impl DestinationForest {
    /// The forest with these arcs; [`ArcId::NONE`] where a particle halts.
    pub(crate) fn new(last_departure: VertexMap<ArcId>) -> Self {
        Self(last_departure)
    }

    /// The forest that a configuration without cycles is itself.
    pub(crate) fn of_acyclic(stopping: &StoppingGraph<'_>, rotors: &Configuration) -> Self {
        let arc = |(u, &active): (VertexId, &bool)| if active { rotors.rotor(u) } else { ArcId::NONE };
        Self(VertexMap::from_vec(stopping.active().iter().map(arc).collect()))
    }

    /// D(ρ)(u), unless a particle halts on `u`.
    pub fn last_departure(&self, u: VertexId) -> Option<ArcId> {
        Some(self.0[u]).filter(|&a| a != ArcId::NONE)
    }

    /// "These are the exits of all vertices", with the `turns` from ρ to this forest that prove it.
    pub(crate) fn into_claim(self, stopping: &StoppingGraph<'_>, turns: VertexMap<BigUint>) -> ForestClaim {
        let traps = stopping.traps().members().to_vec();
        ForestClaim { traps, exits: self.exit_pattern(stopping), turns }
    }

    /// The exit of every vertex: the end of its path in the forest. Time and memory O(|V|).
    ///
    /// # Panics
    /// If `stopping` is not the graph it was made for.
    pub fn exit_pattern(&self, stopping: &StoppingGraph<'_>) -> VertexMap<Exit> {
        let graph = stopping.graph();
        let mut exits: Vec<Option<Exit>> = graph.vertices().map(|u| stopping.exit_at(u)).collect();
        let mut path = Vec::new();
        for start in graph.vertices() {
            let mut u = start;
            while exits[u.index()].is_none() {
                path.push(u);
                u = graph.head(self.0[u]);
            }
            let exit = exits[u.index()];
            path.drain(..).for_each(|v| exits[v.index()] = exit);
        }
        let known = |exit: Option<Exit>| {
            exit.expect("every path of a destination forest ends where a particle halts")
        };
        VertexMap::from_vec(exits.into_iter().map(known).collect())
    }
}
