//! Claims: answers with the numbers that prove them, before anyone has checked them.

use crate::algebra_claim::AlgebraClaim;
use crate::count::Count;
use crate::game::{PairTable, Value};
use crate::ids::{ArcId, VertexId, VertexMap};
use crate::return_flows::ReturnFlows;
use crate::strategy::{Strategy, StrategySet};
use crate::trap::Exit;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use std::collections::BTreeMap;
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

// Claims of short walks, of a size that follows the walk and not the graph.

/// "After these departures the particle from `from` is on `at`": the run so far, of what it visits alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortWalkClaim {
    /// Where the particle starts.
    pub from: VertexId,
    /// Where it is.
    pub at: VertexId,
    /// How often it has left the vertices that it has left at all.
    pub departures: BTreeMap<VertexId, u64>,
    /// Whether the walk ends there, on a sink.
    pub ends: bool,
}

impl ShortWalkClaim {
    /// The number of steps.
    pub fn steps(&self) -> BigUint {
        self.departures.values().copied().map(BigUint::from).sum()
    }

    /// The same of a walk to a sink, about all of so many vertices. Memory O(|V|).
    pub fn to_walk(&self, vertices: usize) -> FlowClaim {
        let Moment { from, at, departures } = self.to_moment(vertices);
        FlowClaim::walk(from, at, departures, Some(self.steps()))
    }

    /// The same about all of so many vertices. Memory O(|V|).
    pub fn to_moment(&self, vertices: usize) -> Moment {
        let mut departures = VertexMap::filled(vertices, BigUint::ZERO);
        self.departures.iter().for_each(|(&u, &count)| departures[u] = count.into());
        Moment { from: self.from, at: self.at, departures }
    }
}

// The claim about blocks: their return flows, with what proves each of them.

/// "These are the blocks of the graph, their return flows, and the exits of all vertices."
///
/// Blocks are those of the undirected graph between the vertices that are neither sinks nor in a trap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlocksClaim {
    /// The vertices of each trap.
    pub traps: Vec<Vec<VertexId>>,
    /// The exit of every vertex.
    pub exits: VertexMap<Exit>,
    /// The vertices of each block.
    pub blocks: Vec<Vec<VertexId>>,
    /// A row for each vertex of each block, block by block, in the order of its vertices.
    pub returns: Vec<BlockReturns>,
    /// The number of the departure by which each vertex is left for good in its own walk; 0 on sinks and in traps.
    pub last_departures: VertexMap<BigUint>,
}

/// What is claimed of a vertex c and one of its blocks, B.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockReturns {
    /// c.
    pub vertex: VertexId,
    /// The number of B.
    pub block: usize,
    /// r(c, B): how often c sends the particle into B until it does not come back; +∞ if it always does, or is never sent.
    pub flow: Count,
    /// T(c, B): the number of the departure at which c sends the particle elsewhere for good if B always gives it back.
    pub deadline: Count,
    /// What proves a flow that is finite.
    pub proof: Option<KeptProof>,
}

/// Two flows in B − c, c being a sink and arcs out of B loops: of r − 1 particles that come back, and of r of which one does not.
///
/// Only departures that are not 0 are listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptProof {
    /// Departures with which r − 1 particles come back, less than the deadline of every vertex.
    pub returned: Vec<(VertexId, BigUint)>,
    /// The vertex on which one of r particles halts: at its deadline, or because no way leads back from there to c.
    pub halts: VertexId,
    /// Departures with which r − 1 of r particles come back and one halts there.
    pub kept: Vec<(VertexId, BigUint)>,
}

// Claims about the revolving routine at one vertex.

/// "With these return flows, the rotor of the vertex comes to rest here" [ACD22, `thm:routine`], proved by counting.
///
/// The rotor makes one visit per turn and stops at the first visit that uses up the flow of its head. All counts follow from
/// the number of that departure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoutineClaim {
    /// u.
    pub vertex: VertexId,
    /// Every head w of u once, with r(u, w) ≥ 1.
    pub flows: Vec<(VertexId, Count)>,
    /// The last departure; none if every flow is infinite.
    pub last: Option<LastDeparture>,
    /// The last departure if the head of `last` always sent the particle back: what that head sees of u.
    pub without_last: Option<LastDeparture>,
}

/// The last departure from a vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastDeparture {
    /// Its arc.
    pub arc: ArcId,
    /// Its number among the departures, from 1.
    pub number: BigUint,
}

// Listings: the sets whose members can be listed one after the other.

/// A set of configurations of a graph, all of whose members can be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Recurrent chips, traps being sinks.
    Recurrent,
    /// Superstable chips, traps being sinks.
    Superstable,
    /// Spanning forests towards the sinks: rotors without a cycle.
    Forests,
    /// Rotors of a trap with a single cycle.
    Unicycles,
}

impl Listing {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Recurrent, Self::Superstable, Self::Forests, Self::Unicycles];

    /// Its name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Recurrent => "recurrent",
            Self::Superstable => "superstable",
            Self::Forests => "forests",
            Self::Unicycles => "unicycles",
        }
    }

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|listing| listing.name() == name)
    }

    /// Whether its members are chips; else they are rotors.
    pub fn is_of_chips(self) -> bool {
        matches!(self, Self::Recurrent | Self::Superstable)
    }
}

// Lattices: infinite graphs whose sites have numbers, and what aggregates on them claim.

/// An infinite graph on which particles aggregate around an origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lattice {
    /// ℤ²: arcs to the east, north, west and south. Sites within `half` of the origin in both coordinates have numbers, row
    /// by row from the south-west.
    Square {
        /// The greatest coordinate.
        half: usize,
    },
    /// The tree in which every site has `degree` neighbours: arcs to its children, then to its parent. Sites have numbers
    /// layer by layer, the origin being 0.
    Tree {
        /// Neighbours of every site, at least 2.
        degree: usize,
        /// How many sites have numbers.
        sites: usize,
    },
}

impl Lattice {
    /// How many sites have numbers.
    pub fn sites(self) -> usize {
        match self {
            Self::Square { half } => (2 * half + 1) * (2 * half + 1),
            Self::Tree { sites, .. } => sites,
        }
    }

    /// The site where particles start.
    pub fn origin(self) -> usize {
        match self {
            Self::Square { half } => 2 * half * (half + 1),
            Self::Tree { .. } => 0,
        }
    }

    /// The number of arcs of every site.
    pub fn degree(self) -> usize {
        match self {
            Self::Square { .. } => 4,
            Self::Tree { degree, .. } => degree,
        }
    }

    /// Where arc `arc` of `site` leads; none if that site has no number.
    #[inline]
    pub fn head(self, site: usize, arc: usize) -> Option<usize> {
        match self {
            Self::Square { half } => {
                let side = 2 * half + 1;
                let (x, y) = (site % side, site / side);
                match arc {
                    0 => (x + 1 < side).then_some(site + 1),
                    1 => (y + 1 < side).then_some(site + side),
                    2 => site.checked_sub(1).filter(|_| x > 0),
                    _ => site.checked_sub(side),
                }
            }
            Self::Tree { degree, sites } => {
                let head = match (site, arc) {
                    (0, arc) => 1 + arc,
                    (site, arc) if arc + 1 < degree => 1 + degree + (site - 1) * (degree - 1) + arc,
                    (site, _) if site <= degree => 0,
                    (site, _) => 1 + (site - 1 - degree) / (degree - 1),
                };
                (head < sites).then_some(head)
            }
        }
    }
}

/// "This many particles, one after the other, each walk from the origin to the first free site and stay": proved by how often
/// each site is left. All rotors start on their first arcs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AggregateClaim {
    /// Where.
    pub lattice: Lattice,
    /// How many particles.
    pub particles: u64,
    /// How often each site is left.
    pub departures: Vec<u64>,
    /// Whether a particle stays on each site.
    pub occupied: Vec<bool>,
}
