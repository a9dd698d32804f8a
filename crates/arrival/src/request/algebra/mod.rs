//! `group`, `class`, `identity`, `stabilise`, `harmonic`, `list`: the algebra of rotors and chips.

mod chips;
mod class;
mod group;
mod harmonic;
mod list;

pub use chips::{Identity, Stabilise};
pub use class::Class;
pub use group::Group;
pub use harmonic::Harmonic;
pub use list::List;

use super::fields::NamesList;
use super::input::{Input, Read};
use crate::context::Context;
use crate::fault::Fault;
use num_traits::Zero;
use rotor_graph::{AlgebraClaim, Claim, Instance, VertexId, VertexMap};
use serde_json::{Map, Value, json};
use std::fmt::Display;

/// Reads the input and takes some more vertices as sinks.
fn read_with(input: Input, sinks: &NamesList, context: &mut Context<'_>) -> Result<Read, Fault> {
    input.read(context)?.with_sinks(sinks)
}

/// A claim of the algebra, as certificates hold it.
pub(super) fn claim(claim: AlgebraClaim) -> Claim {
    Claim::Algebra(Box::new(claim))
}

fn inner(instance: &Instance) -> impl Iterator<Item = VertexId> + '_ {
    let graph = instance.graph();
    graph.vertices().filter(|&u| !graph.is_sink(u))
}

fn sinks_of(instance: &Instance) -> impl Iterator<Item = VertexId> + '_ {
    let graph = instance.graph();
    graph.vertices().filter(|&u| graph.is_sink(u))
}

/// What stands on some vertices, by name, in the order of the file.
fn by_name<T: Display>(
    instance: &Instance,
    vertices: impl Iterator<Item = VertexId>,
    counts: &VertexMap<T>,
) -> Map<String, Value> {
    vertices.map(|u| (instance.name(u).to_owned(), counts[u].to_string().into())).collect()
}

/// The traps, each with what ends there.
fn traps_with(instance: &Instance, traps: &[Vec<VertexId>], what: &str, ends: &[Value]) -> Vec<Value> {
    let trap = |(trap, end): (&Vec<VertexId>, &Value)| {
        let names: Vec<_> = trap.iter().map(|&u| instance.name(u)).collect();
        json!({"vertices": names, what: end})
    };
    traps.iter().zip(ends).map(trap).collect()
}

fn strings<T: Display>(numbers: &[T]) -> Vec<Value> {
    numbers.iter().map(|number| number.to_string().into()).collect()
}

/// The entries that are not 0, by name.
fn nonzero<T: Display + Zero>(instance: &Instance, counts: &VertexMap<T>) -> Map<String, Value> {
    let used = counts.iter().filter(|(_, count)| !count.is_zero());
    used.map(|(u, count)| (instance.name(u).to_owned(), count.to_string().into())).collect()
}
