//! Certified claims: what only this crate can make, and why it does not.

use crate::{blocks, chips, endless, flow, game, group, return_flows, routine, short_walk};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_graph::{
    AlgebraClaim, BlocksClaim, Claim, ClassClaim, FlowClaim, FlowsClaim, ForestClaim, GameClaim, GroupClaim,
    HarmonicClaim, IdentityClaim, Instance, Moment, RoutineClaim, ShortWalkClaim, StabilisationClaim, Stop,
    Tick, TourClaim, VertexId,
};
use std::fmt;

/// Proves a claim, or refutes it. What it costs is said of its kind, at [`Check`].
///
/// ```
/// use rotor_certify::{Unproved, certify};
/// use rotor_graph::{StopAfter, Stop, VertexMap, FlowClaim, parse};
///
/// let instance = parse("u: s\nsink s")?;
/// let [from, exit] = ["u", "s"].map(|name| instance.vertex(name).unwrap());
/// let departures = VertexMap::from_vec([1u32, 0].map(Into::into).to_vec());
/// let claim = FlowClaim::walk(from, exit, departures, None);
/// assert!(certify(&instance, claim.clone(), &mut ()).is_ok());
/// assert_eq!(certify(&instance, claim, &mut StopAfter(0)), Err(Unproved::Stopped(Stop::Interrupted)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certify<C: Check>(
    instance: &Instance,
    claim: C,
    tick: &mut dyn Tick,
) -> Result<Certified<C>, Unproved> {
    tick.tick(0)?;
    claim.check(instance, tick)?;
    Ok(Certified::proved(claim))
}

/// A claim that this crate has proved.
///
/// Nobody else can make one:
///
/// ```compile_fail
/// let claim = rotor_graph::FlowsClaim {
///     traps: Vec::new(),
///     exits: rotor_graph::VertexMap::default(),
///     flows: rotor_graph::ReturnFlows::default(),
/// };
/// let certified = rotor_certify::Certified { claim };
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certified<C> {
    claim: C,
}

impl<C> Certified<C> {
    /// For the checks of other modules, once nothing is left to prove.
    pub(crate) fn proved(claim: C) -> Self {
        Self { claim }
    }

    /// The claim.
    pub fn get(&self) -> &C {
        &self.claim
    }

    /// The claim, without the proof that it was checked.
    pub fn into_inner(self) -> C {
        self.claim
    }
}

mod sealed {
    pub trait Sealed {}
}

/// A kind of claim that this crate can check.
///
/// A walk, a route, a moment and a forest take O(|V| + |A|) operations on integers no longer than a few bits more than the
/// claim's, and memory for one of them per vertex; a short walk of s steps O(s log s). Return flows and games take O(|A|) such operations and
/// O((|V| + |A|) log |A|) others; blocks O(arcs in B) for each vertex of each block B. A tour takes three times the cost of
/// a moment.
///
/// Groups and classes take O(|A|) multiplications of numbers as long as the order for each factor, and one sparse
/// elimination modulo a prime for every 31 bits by which ∏ d exceeds the order; with relations, no elimination, but an
/// addition for every listed number and arc of its vertex. Exit probabilities take O(|A|) additions of numbers as long as
/// the denominator. Chips take O(|A|) operations where no vertex has more arcs in than out; elsewhere O(d) for each time
/// that some number of firings is lowered, which has no polynomial bound.
pub trait Check: sealed::Sealed {
    /// Whether the claim is proved, and if not, why.
    fn check(&self, instance: &Instance, tick: &mut dyn Tick) -> Result<(), Unproved>;
}

macro_rules! checks {
    ($($claim:ty: $check:path,)*) => {$(
        impl sealed::Sealed for $claim {}

        impl Check for $claim {
            fn check(&self, instance: &Instance, tick: &mut dyn Tick) -> Result<(), Unproved> {
                $check(instance, self, tick)
            }
        }
    )*};
}

checks! {
    Claim: of_any_kind,
    FlowClaim<BigUint>: flow::check,
    FlowClaim<BigInt>: flow::check,
    Moment: flow::check_moment,
    ForestClaim: flow::check_forest,
    FlowsClaim: return_flows::check,
    BlocksClaim: blocks::check,
    GameClaim: game::check,
    RoutineClaim: routine::check,
    GroupClaim: group::check,
    ClassClaim: group::check_class,
    StabilisationClaim: chips::check_stabilisation,
    IdentityClaim: chips::check_identity,
    HarmonicClaim: chips::check_harmonic,
    TourClaim: endless::check_tour,
    ShortWalkClaim: short_walk::check,
}

fn of_any_kind(instance: &Instance, claim: &Claim, tick: &mut dyn Tick) -> Verdict {
    let claim: &dyn Check = match claim {
        Claim::Flow(claim) => claim,
        Claim::SignedFlow(claim) => claim,
        Claim::Flows(claim) => claim,
        Claim::Forest(claim) => claim,
        Claim::Blocks(claim) => claim,
        Claim::Game(claim) => claim,
        Claim::Algebra(claim) => match &**claim {
            AlgebraClaim::Group(claim) => claim,
            AlgebraClaim::Class(claim) => claim,
            AlgebraClaim::Stabilisation(claim) => claim,
            AlgebraClaim::Identity(claim) => claim,
            AlgebraClaim::Harmonic(claim) => claim,
            AlgebraClaim::Tour(claim) => claim,
        },
    };
    claim.check(instance, tick)
}

/// What a check comes to.
pub(crate) type Verdict<T = ()> = Result<T, Unproved>;

/// Why a claim is not proved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproved {
    /// It breaks an equation.
    #[error(transparent)]
    Refuted(#[from] Refutation),
    /// The check was stopped before it came to a verdict.
    #[error("stopped before a verdict: {0}")]
    Stopped(#[from] Stop),
}

impl Unproved {
    /// One sentence, with the vertex of a refutation by its name.
    pub fn describe(&self, instance: &Instance) -> String {
        match self {
            Self::Refuted(refutation) => refutation.describe(instance),
            Self::Stopped(_) => self.to_string(),
        }
    }
}

/// Pays for about this many machine operations; none still count as one, since a tick of 0 asks the clock.
#[inline]
pub(crate) fn pay(tick: &mut dyn Tick, operations: usize) -> Result<(), Stop> {
    tick.tick(operations.max(1) as u64)
}

/// A broken equation: what had to hold at a vertex, and what its two sides are.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{equation} does not hold: {left} against {right}", vertex.map(|v| format!("at {v:?}, ")).unwrap_or_default())]
pub struct Refutation {
    /// Where it is broken; none if it is about the claim as a whole.
    pub vertex: Option<VertexId>,
    /// The equation, in words and symbols, with vertices by name.
    pub equation: String,
    /// What its left side is.
    pub left: String,
    /// What its right side is.
    pub right: String,
}

impl Refutation {
    /// One sentence, with the vertex by its name.
    pub fn describe(&self, instance: &Instance) -> String {
        let place = self.vertex.map(|v| format!("at {}, ", display_name(instance, v))).unwrap_or_default();
        place + &Self { vertex: None, ..self.clone() }.to_string()
    }

    pub(crate) fn new(
        vertex: Option<VertexId>,
        equation: impl fmt::Display,
        left: impl fmt::Display,
        right: impl fmt::Display,
    ) -> Self {
        Self { vertex, equation: equation.to_string(), left: left.to_string(), right: right.to_string() }
    }
}

/// Says that an equation does not hold, and what its two sides are.
pub(crate) fn refute<T, E: From<Refutation>>(
    vertex: Option<VertexId>,
    equation: impl fmt::Display,
    left: impl fmt::Display,
    right: impl fmt::Display,
) -> Result<T, E> {
    Err(Refutation::new(vertex, equation, left, right).into())
}

/// Demands that a number at a vertex is 0.
pub(crate) fn require_zero<T: PartialEq + fmt::Display + Zero>(
    vertex: VertexId,
    equation: impl fmt::Display,
    number: &T,
) -> Result<(), Refutation> {
    require(Some(vertex), equation, number, &T::zero())
}

/// Demands that both sides of an equation are the same.
pub(crate) fn require<T: PartialEq + fmt::Display>(
    vertex: Option<VertexId>,
    equation: impl fmt::Display,
    left: &T,
    right: &T,
) -> Result<(), Refutation> {
    if left == right { Ok(()) } else { refute(vertex, equation, left, right) }
}

/// Demands that a vertex of the claim, called `role` there, is a vertex of the graph.
pub(crate) fn require_vertex(instance: &Instance, role: &str, v: VertexId) -> Result<(), Refutation> {
    let vertices = instance.graph().vertex_count();
    match v.index() < vertices {
        true => Ok(()),
        false => refute(None, format_args!("number of {role} < |V|"), v.index(), vertices),
    }
}

/// The name of `v` in one line of plain text; its number if it is not a vertex of the instance.
pub(crate) fn display_name(instance: &Instance, v: VertexId) -> DisplayName<'_> {
    DisplayName(instance, v)
}

/// A vertex, displayed as [`display_name`] says.
pub(crate) struct DisplayName<'i>(&'i Instance, VertexId);

impl fmt::Display for DisplayName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(instance, v) = self;
        match v.index() < instance.graph().vertex_count() {
            true => instance.name(*v).escape_debug().fmt(f),
            false => write!(f, "vertex number {}", v.index()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn a_refutation_is_one_sentence_whatever_the_name() {
        let instance = parse("\"a\\nb\": s\nsink s").unwrap();
        let refutation = Refutation::new(Some(VertexId::new(0)), "inflow = outflow", 5, 4);
        assert_eq!(refutation.describe(&instance), "at a\\nb, inflow = outflow does not hold: 5 against 4");
        assert_eq!(refutation.to_string(), "at v0, inflow = outflow does not hold: 5 against 4");
        for no_vertex in [2, 7] {
            let refutation = Refutation::new(Some(VertexId::new(no_vertex)), "inflow = outflow", 5, 4);
            assert!(refutation.describe(&instance).starts_with(&format!("at vertex number {no_vertex}, ")));
        }
        let refutation = Refutation::new(None, "steps = 3", 5, 3);
        assert_eq!(refutation.describe(&instance), refutation.to_string());
    }

    #[test]
    fn the_first_number_that_is_not_a_vertex_is_refused() {
        let instance = parse("a: s\nsink s").unwrap();
        assert_eq!(require_vertex(&instance, "from", VertexId::new(1)), Ok(()));
        let refused = require_vertex(&instance, "from", VertexId::new(2)).unwrap_err();
        assert_eq!(refused.to_string(), "number of from < |V| does not hold: 2 against 2");
    }
}
