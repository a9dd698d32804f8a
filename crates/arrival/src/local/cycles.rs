//! The cycles of the rotors, and how many pushes lead from them to the destination forest.

use crate::context::Context;
use crate::forest::{Forest, forest};
use crate::frames::{Frames, Recorder};
use crate::judged::Judged;
use crate::solve_error::SolveError;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_graph::{Instance, StoppingGraph, VertexId, VertexMap, move_particle};
use rotor_solve::push::push_to_forest;

/// Up to this many turns the cycles are pushed, to count the pushes.
const MOST_TURNS: u64 = 10_000_000;

/// The cycles of ρ, and what pushing them leads to.
#[derive(Clone, Debug)]
pub struct RotorCycles {
    /// The cycles of G(ρ) [ACD22, `inducedGraph`], each from its first vertex in the file; those inside traps too.
    pub cycles: Vec<Vec<VertexId>>,
    /// How many pushes lead to the destination forest, the same number in every order; none if there are too many to
    /// make.
    pub pushes: Option<u64>,
    /// D(ρ), and how often each rotor is turned on the way.
    pub forest: Forest,
    /// The pushes, the first of them if there are many; none if they were not asked for.
    pub frames: Option<Frames>,
}

impl RotorCycles {
    /// How often rotors are turned in all.
    pub fn turns(&self) -> BigUint {
        self.forest.claim().turns.as_slice().iter().sum()
    }
}

/// The cycles of the rotors and the pushes to the destination forest [ACD22, `finitePush`].
///
/// Two cycles of G(ρ) have no vertex in common, so that pushing one leaves the other: any two orders meet after as many
/// pushes. Inside traps pushing never ends, and nothing is pushed. Time: that of the forest, and a turn at a time for up to
/// ten million turns.
pub fn rotor_cycles<'i>(
    instance: &'i Instance,
    with_frames: bool,
    context: &mut Context<'_>,
) -> Result<Judged<'i, RotorCycles>, SolveError> {
    let forest = forest(instance, context)?;
    let turns: BigUint = forest.claim().turns.as_slice().iter().sum();
    let few = turns.to_u64().is_some_and(|turns| turns <= MOST_TURNS);
    let pushes = if few {
        let stopping = StoppingGraph::of(instance.graph());
        Some(push_to_forest(&stopping, instance.rotors(), context)?.pushes)
    } else {
        None
    };
    let frames = with_frames.then(|| {
        let mut recorder = Recorder::of(instance);
        recorder.add_pushes(instance.graph().vertices());
        recorder.into_frames()
    });
    let cycles = cycles_of(instance);
    Ok(forest.map(|forest| RotorCycles { cycles, pushes, forest, frames }))
}

/// All cycles of G(ρ). Time O(|V|).
fn cycles_of(instance: &Instance) -> Vec<Vec<VertexId>> {
    let graph = instance.graph();
    let mut seen_from = VertexMap::filled(graph.vertex_count(), usize::MAX);
    let mut cycles = Vec::new();
    for start in graph.vertices() {
        let mut u = start;
        while !graph.is_sink(u) && seen_from[u] == usize::MAX {
            seen_from[u] = start.index();
            u = move_particle(graph, instance.rotors(), u);
        }
        if !graph.is_sink(u) && seen_from[u] == start.index() {
            let mut cycle = vec![u];
            let mut next = move_particle(graph, instance.rotors(), u);
            while next != u {
                cycle.push(next);
                next = move_particle(graph, instance.rotors(), next);
            }
            let first = (0..cycle.len()).min_by_key(|&at| cycle[at]).unwrap_or_default();
            cycle.rotate_left(first);
            cycles.push(cycle);
        }
    }
    cycles.sort_unstable_by_key(|cycle| cycle[0]);
    cycles
}
