//! Cycle pushes: one cycle of rotors turned at once.

use crate::judged::Judged;
use rotor_graph::{Instance, VertexId};
use rotor_solve::push::{cycle_before, cycle_through, push, reverse_push};

/// A cycle that was pushed.
#[derive(Clone, Debug)]
pub struct PushedCycle {
    /// Its vertices, in the order of its arcs.
    pub cycle: Vec<VertexId>,
    /// The instance with the rotors after the push.
    pub after: Instance,
}

/// Pushes the cycle of rotors through `u`, or undoes the push that led to it; none if no such cycle runs through `u`.
///
/// Time O(|V|).
pub fn push_cycle(instance: &Instance, u: VertexId, reverse: bool) -> Option<Judged<'_, PushedCycle>> {
    let (graph, mut rotors) = (instance.graph(), instance.rotors().clone());
    let cycle = if reverse {
        let cycle = cycle_before(graph, &rotors, u)?;
        reverse_push(graph, &mut rotors, &cycle);
        cycle
    } else {
        let cycle = cycle_through(graph, &rotors, u)?;
        push(graph, &mut rotors, &cycle);
        cycle
    };
    let after = instance.clone().with_rotors(rotors);
    let pushed = PushedCycle { cycle: cycle.vertices().to_vec(), after };
    Some(Judged::by_definition(instance, pushed))
}
