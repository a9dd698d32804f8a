//! Claims: answers with the numbers that prove them, before anyone has checked them.

use crate::algebra_claim::AlgebraClaim;
use crate::blocks_claim::BlocksClaim;
use crate::game::{PairTable, Value};
use crate::ids::{VertexId, VertexMap};
use crate::return_flows::ReturnFlows;
use crate::stopping::Exit;
use crate::strategy::{Strategy, StrategySet};
use num_bigint::BigUint;

/// "The walk from `from` ends on the sink `exit`", proved by a switching flow [Dohrau et al. 2017].
///
/// `departures` says how often the particle leaves each vertex; as arcs are used in rotor order, this determines everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WalkClaim {
    /// Where the particle starts.
    pub from: VertexId,
    /// The sink it reaches.
    pub exit: VertexId,
    /// How often it leaves each vertex.
    pub departures: VertexMap<BigUint>,
    /// How many steps it makes, if that is claimed too: then the flow must be the run profile itself.
    pub steps: Option<BigUint>,
}

/// "The walk from `from` enters the trap `trap` and never exits", proved by a closed set without a sink and a flow
/// into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrapClaim {
    /// Where the particle starts.
    pub from: VertexId,
    /// The vertices of the trap.
    pub trap: Vec<VertexId>,
    /// How often it leaves each vertex outside the trap.
    pub departures: VertexMap<BigUint>,
    /// How many steps it makes until it enters the trap, if that is claimed too.
    pub steps: Option<BigUint>,
}

/// "These are the exits of all vertices", proved on a tree-like graph by the table of return flows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlowsClaim {
    /// The vertices of each trap.
    pub traps: Vec<Vec<VertexId>>,
    /// The exit of every vertex.
    pub exits: VertexMap<Exit>,
    /// The return flows.
    pub flows: ReturnFlows,
}

/// "These are the exits of all vertices", proved on any graph by cycle pushes [ACD22, `sinkconserv`].
///
/// `turns` says how often each rotor was turned; it must be a **circulation**: with the arcs of a vertex used in rotor
/// order from the initial rotor, every vertex is entered as often as it is left, and no sink or trap is entered. The
/// rotors after these turns must form no cycle; then every particle follows them to its exit, because `turns` and that
/// path together are a switching flow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForestClaim {
    /// The vertices of each trap; their rotors, like those of sinks, are never turned.
    pub traps: Vec<Vec<VertexId>>,
    /// The exit of every vertex.
    pub exits: VertexMap<Exit>,
    /// How often the rotor of each vertex is turned.
    pub turns: VertexMap<BigUint>,
}

/// "This many of these particles end on each sink and in each trap", proved by a switching flow of all of them together.
///
/// Every such flow sends the same number of particles to each sink.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RouteClaim {
    /// How many particles are put on each vertex.
    pub particles: VertexMap<BigUint>,
    /// The vertices of each trap.
    pub traps: Vec<Vec<VertexId>>,
    /// How often particles leave each vertex that is neither a sink nor in a trap.
    pub departures: VertexMap<BigUint>,
    /// How many particles end on each sink; 0 for other vertices.
    pub sinks: VertexMap<BigUint>,
    /// How many particles end in each trap.
    pub trapped: Vec<BigUint>,
    /// How many steps all of them make together, if that is claimed too: then the flow must be the run itself.
    pub steps: Option<BigUint>,
}

/// "From `from` the game is worth `value`, and these strategies secure it", proved on a tree-like graph by the pairs of
/// two binary games [ACD22, `lem:propag_val`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameClaim {
    /// Where the particle starts.
    pub from: VertexId,
    /// What strategies may decide.
    pub strategies: StrategySet,
    /// The value of a play that never exits.
    pub endless_value: Value,
    /// The value v*.
    pub value: Value,
    /// A strategy of Max that secures at least v*.
    pub max: Strategy,
    /// A strategy of Min that secures at most v*.
    pub min: Strategy,
    /// The pairs of the binary game "at least v*", which Max wins.
    pub at_least: PairTable,
    /// The pairs of the binary game "more than v*", which Max loses.
    pub more_than: PairTable,
}

/// A claim of any kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// One walk, to a sink.
    Walk(WalkClaim),
    /// One walk, into a trap.
    Trap(TrapClaim),
    /// All walks of a tree-like graph.
    Flows(FlowsClaim),
    /// All walks of any graph.
    Forest(ForestClaim),
    /// All walks of any graph, by its blocks.
    Blocks(BlocksClaim),
    /// Many particles at once.
    Route(RouteClaim),
    /// A game, from one start.
    Game(GameClaim),
    /// Groups, chips, probabilities, and walks that are never stopped.
    Algebra(Box<AlgebraClaim>),
}
