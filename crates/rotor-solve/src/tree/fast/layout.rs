//! The layout of a forest of rotors: lists end with the first arc that never brings the particle back.

use super::halt::Halt;
use super::not_fast::NotFast;
use super::watch::SweepProgress;
pub(super) use crate::layout::NONE;
use crate::layout::{self, Lists, Mark, NoLayout, Step};
use rotor_graph::{Configuration, Multigraph, Traps, VertexId};

/// The arc to the parent; the arc to child number j is j + 1.
pub(super) const PARENT: u32 = 0;

/// Arcs to neighbours as small numbers, and where each list ends for good.
pub(super) type Layout = layout::Layout<u32, Halt>;

/// Lays out the vertices of `graph` that are neither sinks nor in the traps `cut`, as far as `roots` reach them.
pub(super) fn lay_out(
    graph: &Multigraph,
    rotors: &Configuration,
    cut: &Traps,
    roots: impl Iterator<Item = usize>,
    watch: &mut SweepProgress<'_>,
) -> Result<Layout, NotFast> {
    let rows = graph.row_starts().windows(2);
    let mut marks: Vec<Mark> =
        rows.map(|row| if row[0] == row[1] { Mark::halts(0) } else { Mark::unseen(0) }).collect();
    cut.members().iter().flatten().for_each(|u| marks[u.index()] = Mark::halts(0));
    Ok(Layout::of(graph, rotors, marks, roots, &mut Rotors { cut }, |at| watch.pass(at))?)
}

/// The lists of rotors: neighbours up to the first arc that ends, without loops, which always come back.
struct Rotors<'t> {
    cut: &'t Traps,
}

/// An unseen rotor has nothing to say.
#[derive(Clone, Copy, Default)]
struct Nothing;

impl Lists for Rotors<'_> {
    type Arc = u32;
    type Note = Halt;
    type Seed = Nothing;

    #[inline]
    fn seed(&self, _: u32) -> Nothing {
        Nothing
    }

    #[inline]
    fn begin(&self, _: Nothing) -> Halt {
        Halt::NOWHERE
    }

    #[inline]
    fn next(&mut self, end: &mut Halt, v: VertexId, step: Step) -> Option<u32> {
        if *end != Halt::NOWHERE {
            return None;
        }
        match step {
            Step::Parent => Some(PARENT),
            Step::Child(number) => Some(number),
            Step::Loop => None,
            Step::Halts(_) => {
                *end = self.cut.trap_of(v).map_or(Halt::sink(v), Halt::trap);
                None
            }
            Step::Leaves(place) => {
                *end = Halt::like(place);
                None
            }
        }
    }
}

impl From<NoLayout> for NotFast {
    fn from(reason: NoLayout) -> Self {
        match reason {
            NoLayout::Cyclic => Self::NotTreeLike,
            NoLayout::Large => Self::TooLarge,
            NoLayout::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn a_list_that_names_a_child_twice_before_its_end_is_marked() {
        let is_root_marked = |text: &str| {
            let instance = parse(text).unwrap();
            let mut unlimited = ();
            let (graph, rotors) = (instance.graph(), instance.rotors());
            let layout =
                lay_out(graph, rotors, &Traps::default(), 0..3, &mut SweepProgress::new(&mut unlimited))
                    .unwrap();
            layout.nodes[0].names_a_child_twice()
        };
        assert!(is_root_marked("u: v w v s\nv: u\nw: u\nsink s"));
        assert!(!is_root_marked("u: v w s v\nv: u\nw: u\nsink s"));
        assert!(!is_root_marked("u: u v u w s\nv: u\nw: u\nsink s"));
    }
}
