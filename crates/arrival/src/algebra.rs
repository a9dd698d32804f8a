//! The algebra of rotors and chips: groups, classes, piles, probabilities and endless walks, each judged.

use crate::context::Context;
use crate::judged::Judged;
use crate::judging::judge;
use crate::solve_error::SolveError;
use crate::timings::Stage;
use num_bigint::BigInt;
use rotor_algebra::Tour;
use rotor_graph::{
    ClassClaim, Configuration, GroupClaim, HarmonicClaim, IdentityClaim, Instance, Multigraph, OtherClass,
    StabilisationClaim, VertexId, VertexMap,
};

/// The sandpile group of the graph, all sinks taken as one, with an isomorphism that proves it.
///
/// Cost: that of [`rotor_algebra::group_of`] and of the judge's determinant.
pub fn group<'i>(
    instance: &'i Instance,
    context: &mut Context<'_>,
) -> Result<Judged<'i, GroupClaim>, SolveError> {
    context.stage(Stage::Solve);
    let claim = rotor_algebra::group_of(instance.graph(), context)?;
    judge(instance, claim, true, context)
}

/// The class of the rotors as an element of the group, in the coordinates of its generators; two configurations of one
/// graph are equivalent exactly if their elements agree. With another configuration, also the particles that lead there.
///
/// Cost: that of [`group`], and O(|A|) additions of group elements per configuration.
pub fn class<'i>(
    instance: &'i Instance,
    other: Option<&Configuration>,
    context: &mut Context<'_>,
) -> Result<Judged<'i, ClassClaim>, SolveError> {
    context.stage(Stage::Solve);
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let group = rotor_algebra::group_of(graph, context)?;
    let element = rotor_algebra::class_of(graph, &group, rotors);
    let other = other.map(|other| OtherClass {
        rotors: VertexMap::from_vec(graph.vertices().map(|u| position(graph, other, u)).collect()),
        element: rotor_algebra::class_of(graph, &group, other),
        chips: rotor_algebra::chips_between(graph, &group, rotors, other),
    });
    judge(instance, ClassClaim { group, element, other }, true, context)
}

/// The position of a rotor; 0 on sinks.
fn position(graph: &Multigraph, rotors: &Configuration, u: VertexId) -> u32 {
    if graph.is_sink(u) { 0 } else { rotors.position(graph, u) }
}

/// What `chips` stabilise to, and how often each vertex fires on the way; traps are sinks.
///
/// Cost: that of [`rotor_algebra::stabilise`], and as many passes of the judge as its iteration needs.
pub fn stabilise<'i>(
    instance: &'i Instance,
    chips: &VertexMap<BigInt>,
    context: &mut Context<'_>,
) -> Result<Judged<'i, StabilisationClaim>, SolveError> {
    context.stage(Stage::Solve);
    let claim = rotor_algebra::stabilise(instance.graph(), chips, context)?;
    judge(instance, claim, true, context)
}

/// The recurrent identity of the group; traps are sinks.
///
/// Cost: that of [`rotor_algebra::identity`], and one stabilisation by the judge.
pub fn identity<'i>(
    instance: &'i Instance,
    context: &mut Context<'_>,
) -> Result<Judged<'i, IdentityClaim>, SolveError> {
    context.stage(Stage::Solve);
    let claim = rotor_algebra::identity(instance.graph(), context)?;
    judge(instance, claim, true, context)
}

/// The exit probabilities of the random walk from `from`, as exact fractions.
///
/// Cost: that of [`rotor_algebra::harmonic_measure`]; the judge multiplies once per arc.
pub fn harmonic<'i>(
    instance: &'i Instance,
    from: VertexId,
    context: &mut Context<'_>,
) -> Result<Judged<'i, HarmonicClaim>, SolveError> {
    context.stage(Stage::Solve);
    let claim = rotor_algebra::harmonic_measure(instance.graph(), from, context)?;
    judge(instance, claim, true, context)
}

/// What becomes of the walk from `from` if nothing but a sink stops it.
///
/// Cost: that of [`rotor_algebra::tour`]: O(log N) moments for an entry after N steps, and a run per vertex of the trap.
pub fn tour<'i>(
    instance: &'i Instance,
    from: VertexId,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Tour>, SolveError> {
    context.stage(Stage::Solve);
    match rotor_algebra::tour(instance.graph(), instance.rotors(), from, true, context)? {
        Tour::Exits(claim) => Ok(judge(instance, claim, true, context)?.map(Tour::Exits)),
        Tour::Endless(claim) => Ok(judge(instance, claim, true, context)?.map(Tour::Endless)),
    }
}

/// The same instance with some more vertices as sinks, for one question.
///
/// Time O(|V| + |A|).
pub fn with_sinks(instance: &Instance, sinks: &[VertexId]) -> Instance {
    let graph = rotor_algebra::with_sinks(instance.graph(), sinks);
    let rotors = Configuration::from_positions(&graph, |u| match graph.is_sink(u) {
        true => 0,
        false => position(instance.graph(), instance.rotors(), u),
    });
    let cut = Instance::new(graph, instance.names().clone()).expect("the same vertices have the same names");
    cut.with_rotors(rotors).with_start(instance.start()).expect("the start is a vertex still")
}
