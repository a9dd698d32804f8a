//! Refutations: the equation that a claim breaks, and where.

use rotor_graph::{Instance, VertexId};
use std::fmt;

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
        format!("{place}{} does not hold: {} against {}", self.equation, self.left, self.right)
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

/// Demands that both sides of an equation are the same.
pub(crate) fn require<T: PartialEq + fmt::Display>(
    vertex: Option<VertexId>,
    equation: impl fmt::Display,
    left: &T,
    right: &T,
) -> Result<(), Refutation> {
    if left == right { Ok(()) } else { Err(Refutation::new(vertex, equation, left, right)) }
}

/// Demands that a vertex of the claim, called `role` there, is a vertex of the graph.
pub(crate) fn require_vertex(instance: &Instance, role: &str, v: VertexId) -> Result<(), Refutation> {
    let vertices = instance.graph().vertex_count();
    if v.index() < vertices {
        return Ok(());
    }
    Err(Refutation::new(None, format_args!("number of {role} < |V|"), v.index(), vertices))
}

/// The name of `v` in one line of plain text; its number if it is not a vertex of the instance.
pub(crate) fn display_name(instance: &Instance, v: VertexId) -> DisplayName<'_> {
    DisplayName { instance, v }
}

/// A vertex, displayed as [`display_name`] says.
pub(crate) struct DisplayName<'i> {
    instance: &'i Instance,
    v: VertexId,
}

impl fmt::Display for DisplayName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.v.index() < self.instance.graph().vertex_count() {
            write!(f, "{}", self.instance.name(self.v).escape_debug())
        } else {
            write!(f, "vertex number {}", self.v.index())
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
