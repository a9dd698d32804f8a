//! Destination forests: the arc by which a particle leaves each vertex for the last time; and equivalence by them.

use crate::algebra::{class, with_sinks};
use crate::context::Context;
use crate::flows::reserve_flows;
use crate::judged::Judged;
use crate::judging::judge;
use crate::pipeline;
use crate::question::Options;
use crate::solve_error::SolveError;
use crate::timings::Stage;
use rotor_graph::{ArcId, Claim, Configuration, ForestClaim, Instance, VertexId, VertexMap};
use rotor_solve::{Task, View};

/// D(ρ), with the turns that lead to it from ρ.
#[derive(Clone, Debug)]
pub struct Forest {
    solver: &'static str,
    claim: ForestClaim,
    last_departures: VertexMap<ArcId>,
}

impl Forest {
    /// The forest that the turns of a claim lead to: read off what the judge has seen, not off the solver's forest.
    fn of(solver: &'static str, claim: ForestClaim, instance: &Instance) -> Self {
        let graph = instance.graph();
        let mut rests: VertexMap<bool> =
            VertexMap::from_vec(graph.vertices().map(|u| graph.is_sink(u)).collect());
        claim.traps.iter().flatten().for_each(|&u| rests[u] = true);
        let last_departure = |u: VertexId| match rests[u] {
            true => ArcId::NONE,
            false => instance.rotors().rotor_after(graph, u, &claim.turns[u]),
        };
        let last_departures = VertexMap::from_vec(graph.vertices().map(last_departure).collect());
        Self { solver, claim, last_departures }
    }

    /// The solver that found it.
    pub fn solver(&self) -> &'static str {
        self.solver
    }

    /// D(ρ)(u): the arc of the last departure from `u`; none on sinks and in traps.
    pub fn last_departure(&self, u: VertexId) -> Option<ArcId> {
        Some(self.last_departures[u]).filter(|&a| a != ArcId::NONE)
    }

    /// The turns that lead from the rotors to the forest, with the exits of all vertices.
    pub fn claim(&self) -> &ForestClaim {
        &self.claim
    }
}

/// The destination forest of the rotors, proved by the turns that lead to it [ACD22, `sinkconserv`]; the switches of
/// players are taken as rotors.
///
/// Time: O(|A|) operations on tree-like graphs, that of the solver for all starts on others.
pub fn forest<'i>(
    instance: &'i Instance,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Forest>, SolveError> {
    context.stage(Stage::Solve);
    reserve_flows(instance, context)?;
    let (solver, claim, _) =
        pipeline::claim(&Task::Forest, &View::of(instance), &Options::default(), context)?;
    let Claim::Forest(claim) = claim else { unreachable!("a forest was asked for") };
    let judged = judge(instance, claim, true, context)?;
    Ok(judged.map(|claim| Forest::of(solver.id, claim, instance)))
}

/// Whether two configurations belong to the same class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Equivalence {
    /// Whether they do.
    pub is_equivalent: bool,
    /// The solver that found their destination forests.
    pub solver: &'static str,
}

/// Whether `rotors` belong to the same class as those of `instance`: whether cycle pushes lead from one to the other
/// [ACD22, `EquivClass`]. Outside traps both have the same destination forest; inside a trap, where rotors never come to
/// rest, the turns from one to the other must be a circulation.
///
/// Cost: that of [`forest`] twice; where rotors inside traps differ, that of [`class`] on the traps.
pub fn equivalent<'i>(
    instance: &'i Instance,
    rotors: &Configuration,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Equivalence>, SolveError> {
    let first = forest(instance, context)?;
    let other = instance.clone().with_rotors(rotors.clone());
    let second = forest(&other, context)?;
    let is_equivalent = first.last_departures == second.last_departures;
    let found = Equivalence { is_equivalent, solver: first.solver };
    let forests = Judged::following_from(instance, [&first, &second], found);
    if !is_equivalent {
        return Ok(forests);
    }
    let differ = first.claim.traps.iter().flatten().any(|&u| rotors.rotor(u) != instance.rotors().rotor(u));
    if !differ {
        return Ok(forests);
    }
    // Only the traps are left to compare (F2): with everything else cut off, by their elements in the group.
    let mut inside = VertexMap::filled(instance.graph().vertex_count(), false);
    first.claim.traps.iter().flatten().for_each(|&u| inside[u] = true);
    let outside: Vec<_> = instance.graph().vertices().filter(|&u| !inside[u]).collect();
    let cut = with_sinks(instance, &outside);
    let other_cut = with_sinks(&other, &outside);
    let classes = class(&cut, Some(other_cut.rotors()), context)?;
    let is_equivalent = classes.other.as_ref().is_some_and(|other| other.element == classes.element);
    let found = Equivalence { is_equivalent, ..found };
    let classes = classes.map(|_| found);
    Ok(Judged::following_from(instance, [&forests, &classes], found))
}
