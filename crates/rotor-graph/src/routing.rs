//! Routing: one step of a particle, and the step that undoes it.

use crate::configuration::Configuration;
use crate::ids::VertexId;
use crate::multigraph::Multigraph;

/// **move**(ρ, u) = h(ρ(u)): where a particle on the non-sink `u` goes next.
#[inline]
pub fn move_particle(graph: &Multigraph, rotors: &Configuration, u: VertexId) -> VertexId {
    graph.head(rotors.rotor(u))
}

/// **routing**(ρ, u): the particle on the non-sink `u` moves along ρ(u), then ρ(u) turns. Returns where it lands.
#[inline]
pub fn route(graph: &Multigraph, rotors: &mut Configuration, u: VertexId) -> VertexId {
    let v = move_particle(graph, rotors, u);
    rotors.turn(graph, u);
    v
}

/// Undoes the [`route`] that left `u`: turns ρ(u) back. Returns where that step had landed.
#[inline]
pub fn unroute(graph: &Multigraph, rotors: &mut Configuration, u: VertexId) -> VertexId {
    rotors.turn_back(graph, u);
    move_particle(graph, rotors, u)
}

/// The order of the two halves of a step. Inside, a particle always moves, then turns: a file that says otherwise
/// has its rotors turned once when it is read, after which both rules walk the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rule {
    /// The rule of [ACD22].
    #[default]
    MoveThenTurn,
    /// The rule of most of the literature.
    TurnThenMove,
}

impl Rule {
    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MoveThenTurn => "move-then-turn",
            Self::TurnThenMove => "turn-then-move",
        }
    }

    /// The rule of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::MoveThenTurn, Self::TurnThenMove].into_iter().find(|rule| rule.name() == name)
    }

    /// The configuration that means under *move, then turn* what `rotors` means under this rule.
    pub fn to_inner(self, graph: &Multigraph, rotors: Configuration) -> Configuration {
        match self {
            Self::MoveThenTurn => rotors,
            Self::TurnThenMove => rotors.turned(graph),
        }
    }

    /// The configuration that means under this rule what `rotors` means under *move, then turn*.
    pub fn from_inner(self, graph: &Multigraph, rotors: Configuration) -> Configuration {
        match self {
            Self::MoveThenTurn => rotors,
            Self::TurnThenMove => rotors.turned_back(graph),
        }
    }
}
