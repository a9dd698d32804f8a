//! Strategies: what a player decides at each of its vertices, and what it may decide there.

use crate::game::{Owner, Player};
use crate::ids::{ArcId, VertexId};
use crate::instance::Instance;
use crate::walk::PartialConfiguration;

/// A strategy of one player: a decision for every vertex of that player, in vertex order [ACD22, `sec:ARRIVAL1P`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// Whose it is.
    pub player: Player,
    /// What is decided at each vertex.
    pub decisions: Vec<(VertexId, Decision)>,
}

impl Strategy {
    /// What the file records, as a strategy of this set: the initial arc as it stands, the order as it is, or the
    /// initial arc at every visit.
    pub fn recorded(instance: &Instance, player: Player, set: StrategySet) -> Self {
        let (graph, rotors) = (instance.graph(), instance.rotors());
        let decision = |u: VertexId| match set {
            StrategySet::Start => Decision::Start(rotors.rotor(u)),
            StrategySet::Order => {
                let (before, from_rotor): (Vec<_>, Vec<_>) =
                    graph.out_arcs(u).partition(|&a| a < rotors.rotor(u));
                Decision::Order(from_rotor.into_iter().chain(before).collect())
            }
            StrategySet::Free => Decision::Always(rotors.rotor(u)),
        };
        let owned = graph.vertices().filter(|&u| instance.owner(u) == Owner::Player(player));
        Self { player, decisions: owned.map(|u| (u, decision(u))).collect() }
    }

    /// The strategy that picks the initial arcs of `choice`.
    pub fn of_starts(player: Player, choice: &PartialConfiguration) -> Self {
        Self { player, decisions: choice.iter().map(|(u, a)| (u, Decision::Start(a))).collect() }
    }

    /// The initial arcs it picks, if that is all it decides.
    pub fn starts(&self) -> Option<PartialConfiguration> {
        let start = |(u, decision): &(VertexId, Decision)| match decision {
            Decision::Start(a) => Some((*u, *a)),
            _ => None,
        };
        self.decisions.iter().map(start).collect::<Option<Vec<_>>>().map(PartialConfiguration::from_sorted)
    }

    /// The decision at `u`, if `u` is one of its vertices.
    pub fn at(&self, u: VertexId) -> Option<&Decision> {
        self.decisions.binary_search_by_key(&u, |&(v, _)| v).ok().map(|at| &self.decisions[at].1)
    }
}

/// The decision at an owned vertex, of the kind that the set of strategies asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The initial arc; the rotor order stays that of the file.
    Start(ArcId),
    /// The rotor order, from the initial arc on: every arc of the vertex once.
    Order(Vec<ArcId>),
    /// This arc at every visit.
    Always(ArcId),
    /// At every visit an arc to where the particle first came from.
    Bounce,
}

/// The sets of strategies that a game can be played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum StrategySet {
    /// The owner picks the initial arc: the set of [ACD22, `sec:ARRIVAL1P`].
    #[default]
    Start,
    /// The owner picks the rotor order, and so the initial arc too.
    Order,
    /// The owner picks any arc at every visit.
    Free,
}

impl StrategySet {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Start, Self::Order, Self::Free];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Order => "order",
            Self::Free => "free",
        }
    }

    /// The set of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }
}
