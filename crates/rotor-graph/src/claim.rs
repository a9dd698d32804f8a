//! Claims: answers with the numbers that prove them, before anyone has checked them.

use crate::algebra_claim::AlgebraClaim;
use crate::blocks_claim::BlocksClaim;
use crate::game::{PairTable, Value};
use crate::ids::{VertexId, VertexMap};
use crate::return_flows::ReturnFlows;
use crate::stopping::Exit;
use crate::strategy::{Strategy, StrategySet};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use std::ops::Index;

/// "These particles end there", proved by a flow: f(x) + s − x = e.
///
/// `supply` s is what is put on each vertex, `departures` x say how often each is left, and `stays` e what is on it in the
/// end; as arcs are used in rotor order, arc number j of u, counted from its rotor, carries ⌈(x(u) − j) / d(u)⌉ of the x(u)
/// departures, and f(x)(v) is what arrives. Antiparticles turn rotors back and count negatively: for them numbers are
/// [`BigInt`](num_bigint::BigInt).
///
/// If e is 0 but on sinks and in closed sets, any such x proves e [Dohrau et al. 2017]. With `steps` claimed, and for a
/// moment, x must be the run itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlowClaim<N = BigUint> {
    /// What is said of the particles.
    pub shape: FlowShape,
    /// What is put on vertices.
    pub supply: Amounts<N>,
    /// Closed sets without a sink, in which particles halt.
    pub traps: Vec<Vec<VertexId>>,
    /// How often each vertex is left; 0 on sinks and in traps.
    pub departures: VertexMap<N>,
    /// What stays on vertices outside of traps.
    pub stays: Amounts<N>,
    /// What stays in each trap.
    pub trapped: Vec<N>,
    /// How many steps all particles make together, if that is claimed too.
    pub steps: Option<BigUint>,
}

/// What a flow says of its particles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlowShape {
    /// One particle ends on a sink.
    Walk,
    /// One particle enters the only trap that is listed, and never exits.
    Trap,
    /// One particle is on some vertex, inside traps too, after exactly these departures.
    Moment,
    /// So many particles end on each sink and in each trap.
    Route,
}

impl FlowClaim {
    /// "The walk from `from` ends on the sink `exit`."
    pub fn walk(
        from: VertexId,
        exit: VertexId,
        departures: VertexMap<BigUint>,
        steps: Option<BigUint>,
    ) -> Self {
        let [supply, stays] = [from, exit].map(Amounts::one);
        let (shape, traps, trapped) = (FlowShape::Walk, Vec::new(), Vec::new());
        Self { shape, supply, traps, departures, stays, trapped, steps }
    }

    /// "The walk from `from` enters this trap and never exits."
    pub fn trap(
        from: VertexId,
        trap: Vec<VertexId>,
        departures: VertexMap<BigUint>,
        steps: Option<BigUint>,
    ) -> Self {
        let (traps, trapped) = (vec![trap], vec![BigUint::one()]);
        let (shape, supply, stays) = (FlowShape::Trap, Amounts::one(from), Amounts::default());
        Self { shape, supply, traps, departures, stays, trapped, steps }
    }
}

impl From<Moment> for FlowClaim {
    fn from(Moment { from, at, departures }: Moment) -> Self {
        Self { shape: FlowShape::Moment, ..Self::walk(from, at, departures, None) }
    }
}

/// The state of one walk, inside traps too: the departures are the number of steps and, with the rotor orders, all rotors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Where the particle starts.
    pub from: VertexId,
    /// Where it is.
    pub at: VertexId,
    /// How often it has left each vertex.
    pub departures: VertexMap<BigUint>,
}

impl Moment {
    /// How many steps it took.
    pub fn steps(&self) -> BigUint {
        self.departures.as_slice().iter().sum()
    }
}

/// Numbers on a few vertices; on all others 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amounts<N> {
    /// By vertex, each once, and none with 0.
    listed: Vec<(VertexId, N)>,
    zero: N,
}

impl<N> Amounts<N> {
    /// The numbers that are not 0, in vertex order.
    pub fn iter(&self) -> impl Iterator<Item = (VertexId, &N)> + Clone {
        self.listed.iter().map(|(u, number)| (*u, number))
    }
}

impl<N: Zero> Amounts<N> {
    /// 1 on `u`.
    pub fn one(u: VertexId) -> Self
    where
        N: One,
    {
        Self { listed: vec![(u, N::one())], zero: N::zero() }
    }

    /// The vertex with 1 on it, if that is all there is.
    pub fn only(&self) -> Option<VertexId>
    where
        N: One + PartialEq,
    {
        let mut entries = self.iter();
        match (entries.next(), entries.next()) {
            (Some((u, number)), None) if number.is_one() => Some(u),
            _ => None,
        }
    }

    /// Puts `number` on `u` in place of what was there.
    pub fn set(&mut self, u: VertexId, number: N) {
        let place = self.listed.binary_search_by_key(&u, |&(v, _)| v);
        match place {
            Ok(at) if number.is_zero() => drop(self.listed.remove(at)),
            Ok(at) => self.listed[at].1 = number,
            Err(at) if !number.is_zero() => self.listed.insert(at, (u, number)),
            Err(_) => {}
        }
    }
}

impl<N: Zero> Default for Amounts<N> {
    fn default() -> Self {
        Self { listed: Vec::new(), zero: N::zero() }
    }
}

impl<N: Zero + Clone> From<VertexMap<N>> for Amounts<N> {
    fn from(numbers: VertexMap<N>) -> Self {
        let used = numbers.iter().filter(|(_, number)| !number.is_zero());
        Self { listed: used.map(|(u, number)| (u, number.clone())).collect(), zero: N::zero() }
    }
}

impl<N> Index<VertexId> for Amounts<N> {
    type Output = N;
    fn index(&self, u: VertexId) -> &N {
        let found = self.listed.binary_search_by_key(&u, |&(v, _)| v);
        found.map_or(&self.zero, |at| &self.listed[at].1)
    }
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
    /// Particles: one walk to its end or to some moment, or many at once.
    Flow(FlowClaim),
    /// Particles and antiparticles.
    SignedFlow(FlowClaim<BigInt>),
    /// All walks of a tree-like graph.
    Flows(FlowsClaim),
    /// All walks of any graph.
    Forest(ForestClaim),
    /// All walks of any graph, by its blocks.
    Blocks(BlocksClaim),
    /// A game, from one start.
    Game(GameClaim),
    /// Groups, chips, probabilities, and walks that are never stopped.
    Algebra(Box<AlgebraClaim>),
}
