//! Claims about the algebra of a graph: its sandpile group, classes, chips, probabilities, and endless walks.

use crate::claim::Moment;
use crate::ids::{VertexId, VertexMap};
use crate::multigraph::Multigraph;
use num_bigint::{BigInt, BigUint};

/// "The sandpile group ℤ^V / (rows of the Laplacian) is ⊕ ℤ/fᵢ", proved by an isomorphism.
///
/// Sinks count as one and as zero. `homomorphism` sends one chip on v to its coordinates; it must vanish on every row of
/// the Laplacian and send `generators[i]` to the i-th unit vector, so it is onto. That it is also one-to-one follows from
/// the order, ∏ fᵢ being the determinant of the Laplacian, or from `relations`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupClaim {
    /// The invariant factors, those that are 1 left out, each dividing the next; a 0 at the end for every trap.
    pub factors: Vec<BigUint>,
    /// φ: the coordinates of one chip on each vertex, one per factor; all 0 at sinks.
    pub homomorphism: VertexMap<Vec<BigInt>>,
    /// For each factor, chips whose class generates its part of the group.
    pub generators: Vec<VertexMap<BigInt>>,
    /// The vertices of each trap.
    pub traps: Vec<Vec<VertexId>>,
    /// How often each vertex of a trap is left in one period of the walk there; 0 outside of traps. These are the
    /// relations between the rows of the Laplacian.
    pub periods: VertexMap<BigUint>,
    /// What shows without a determinant that the homomorphism is one-to-one.
    pub relations: Option<Relations>,
}

impl GroupClaim {
    /// The group as a product: `Z/4 x Z/24`, with a `Z` for every trap.
    pub fn as_product(&self) -> String {
        let part = |factor: &BigUint| match factor.bits() {
            0 => "Z".to_owned(),
            _ => format!("Z/{factor}"),
        };
        match &self.factors[..] {
            [] => "trivial".to_owned(),
            factors => factors.iter().map(part).collect::<Vec<_>>().join(" x "),
        }
    }
}

/// Firings which show that chips differ by firings if a homomorphism says so.
///
/// They are listed for some vertices. A row of the Laplacian relates one vertex more, at which its entry is ±1, if all other
/// vertices of the row are related.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relations {
    /// For some vertices: firings that lead from one chip there to its coordinates, taken as multiples of the generators.
    pub images: Vec<(VertexId, Firings)>,
    /// For each factor: firings that lead from its generator, that many times, to 0.
    pub multiples: Vec<Firings>,
}

/// How often some vertices fire, of either sign; the others do not.
pub type Firings = Vec<(VertexId, BigInt)>;

/// "The class of the rotors is this element of the group", proved by the group and the values of the arcs.
///
/// Every arc of u has a value: 0 for the first one, and g(next(a)) = g(a) + [u] − [head(a)]. The element of a
/// configuration is the sum of the values of its arcs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassClaim {
    /// The group.
    pub group: GroupClaim,
    /// The element of the instance's rotors, in the coordinates of the group.
    pub element: Vec<BigInt>,
    /// Another configuration, and what leads there.
    pub other: Option<OtherClass>,
}

/// Another configuration of the same graph, its class, and signed particles that lead there when they are routed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherClass {
    /// The positions of its rotors; 0 on sinks.
    pub rotors: VertexMap<u32>,
    /// Its element.
    pub element: Vec<BigInt>,
    /// Particles whose routing leads from the instance's rotors into its class; 0 on sinks.
    pub chips: VertexMap<BigInt>,
}

/// "These chips stabilise to those, by this many firings", proved by the firings: they lead there, and none of them can be
/// spared.
///
/// Traps count as sinks. A vertex with fewer than d(u) chips is stable; chips may be negative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StabilisationClaim {
    /// The chips before, on sinks and in traps too.
    pub start: VertexMap<BigInt>,
    /// The vertices of each trap.
    pub traps: Vec<Vec<VertexId>>,
    /// How often each vertex fires; 0 on sinks and in traps.
    pub firings: VertexMap<BigUint>,
    /// The stable chips; 0 on sinks and in traps.
    pub chips: VertexMap<BigInt>,
    /// The chips that end on each sink; 0 on other vertices.
    pub sinks: VertexMap<BigInt>,
    /// The chips that end in each trap.
    pub trapped: Vec<BigInt>,
    /// Whether the stable chips are recurrent: whether more chips, added somewhere, lead to them again.
    pub recurrent: bool,
    /// A burning script s ≥ 1 with s·Δ ≥ 0, by which that is decided (Speer 1993); 0 on sinks and in traps.
    pub script: VertexMap<BigUint>,
}

/// "These chips are the identity of the sandpile group in its recurrent form."
///
/// Equivalent to 0, since they are `firings`·Δ; recurrent, since the burning script burns them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdentityClaim {
    /// The vertices of each trap, which count as sinks.
    pub traps: Vec<Vec<VertexId>>,
    /// The chips; 0 on sinks and in traps.
    pub chips: VertexMap<BigInt>,
    /// Integers x with x·Δ = chips; 0 on sinks and in traps.
    pub firings: VertexMap<BigInt>,
    /// A burning script.
    pub script: VertexMap<BigUint>,
}

/// "A random walk from `from` ends with these probabilities", proved by how often it uses each arc of a vertex on
/// average.
///
/// All fractions have one denominator. `uses` are the expected departures from each vertex divided by its degree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HarmonicClaim {
    /// Where the walk starts.
    pub from: VertexId,
    /// The vertices of each trap.
    pub traps: Vec<Vec<VertexId>>,
    /// The numerators of the expected uses of each arc of a vertex; 0 on sinks and in traps.
    pub uses: VertexMap<BigUint>,
    /// The numerators of the probabilities to end on each sink; 0 on other vertices.
    pub sinks: VertexMap<BigUint>,
    /// The numerators of the probabilities to end in each trap.
    pub trapped: Vec<BigUint>,
    /// The denominator of all of them.
    pub denominator: BigUint,
}

/// "The walk from `from` goes round in this trap": when it begins to repeat itself, for how long, when it has seen all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TourClaim {
    /// The vertices of the trap.
    pub trap: Vec<VertexId>,
    /// The first moment whose state, particle and all rotors, comes back.
    pub entry: Moment,
    /// The moment before, if there is one.
    pub before: Option<Moment>,
    /// Departures from each vertex in one period, divided by its degree; 0 outside of the trap.
    pub periods: VertexMap<BigUint>,
    /// The moment at which the last vertex of the trap is visited first, if it was searched for.
    pub cover: Option<Moment>,
}

/// A claim of the algebra, of any kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AlgebraClaim {
    /// The sandpile group.
    Group(GroupClaim),
    /// The class of the rotors.
    Class(ClassClaim),
    /// What chips stabilise to.
    Stabilisation(StabilisationClaim),
    /// The recurrent identity.
    Identity(IdentityClaim),
    /// Exit probabilities.
    Harmonic(HarmonicClaim),
    /// An endless walk.
    Tour(TourClaim),
}

impl TourClaim {
    /// How often each vertex is left in one period; 0 outside of the trap.
    pub fn departures_in_a_period(&self, graph: &Multigraph) -> VertexMap<BigUint> {
        let departures = self.periods.iter().map(|(u, period)| period * graph.out_degree(u));
        VertexMap::from_vec(departures.collect())
    }

    /// The number of steps after which every state of the walk comes back, once it has entered its cycle.
    pub fn period(&self, graph: &Multigraph) -> BigUint {
        self.departures_in_a_period(graph).as_slice().iter().sum()
    }
}
